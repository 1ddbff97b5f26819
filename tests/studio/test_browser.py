"""The page in a real browser: with and without its script, by keyboard, on a phone, for those who cannot see it."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from turnwise.studio.app import build
from turnwise.studio.avatar import Avatar
from turnwise.studio.log import ExchangeLog
from turnwise.studio.media import clips
from turnwise.studio.server import address, listening

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --mute-audio"
).split()
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
Open = Callable[..., Page]
expect.set_options(timeout=15_000)  # on a busy machine


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def log(tmp_path: Path) -> ExchangeLog:
    return ExchangeLog(tmp_path / "log")


@pytest.fixture
def site(avatar: Avatar, log: ExchangeLog) -> Iterator[str]:
    """The address of a running server."""
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(build(avatar, log, clips(avatar.kb)), log_level="error", lifespan="off", ws="none")
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield address(listener, "127.0.0.1")
    server.should_exit = True
    thread.join(10)
    listener.close()


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Opens the page as a new visitor. Nothing may fail in the page, and nothing that was typed may run."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def note(message: Any) -> None:
        # A browser notes every refusal (400, 413) of a form; what else it notes is a fault.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            wrong.append(message.text)

    def opened(**settings: Any) -> Page:
        contexts.append(browser.new_context(**settings))
        page = contexts[-1].new_page()
        page.set_default_timeout(8000)
        page.on("console", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(f"a dialog: {dialog.message}"))
        page.goto(site)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def ask(page: Page, question: str) -> None:
    # Without the script each answer is a page of its own, which takes the focus to the answer as it ends to load.
    page.wait_for_load_state()
    page.get_by_label("Ask Keeper").fill(question)
    page.keyboard.press("Enter")


def thumbs(log: ExchangeLog) -> list[tuple[str, str, str]]:
    with log.ratings.open(newline="", encoding="utf-8") as file:
        return [(row["target"], row["value"], row["superseded"]) for row in csv.DictReader(file)]


def test_talking_by_keyboard(visit: Open, log: ExchangeLog) -> None:
    page = visit()
    question = page.get_by_label("Ask Keeper")
    expect(question).to_be_focused()
    page.keyboard.type("How tall is the tower?")
    page.keyboard.press("Enter")
    dialogue = page.get_by_role("log", name="Dialogue")
    expect(dialogue).to_contain_text("Thirty-four metres")
    expect(question).to_be_focused()
    expect(question).to_have_value("")
    page.keyboard.press("Shift+Tab")  # back from the question: to the options, and the thumbs before them
    expect(page.get_by_text("Options and scores")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialogue.get_by_role("listitem")).to_have_count(3)
    expect(dialogue.get_by_role("listitem").nth(1)).to_contain_text("0.6418")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_have_text("Noted as not a good answer.")
    pressed = page.get_by_role("button", name="Not a good answer", pressed=True)
    expect(pressed).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Good answer", pressed=True, exact=True)).to_be_focused()
    assert thumbs(log) == [("height", "0", "true"), ("height", "1", "false")]


def test_the_skip_link_leads_to_the_question(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the question")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Hello!")
    expect(page.get_by_label("Ask Keeper")).to_have_value("Hello!")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_dialogue(visit: Open, log: ExchangeLog, script: bool) -> None:
    page = visit(java_script_enabled=script)
    page.get_by_role("button", name="How tall is the lighthouse?").click()  # one of the questions to start with
    expect(page.locator("#exchange-1")).to_contain_text("Thirty-four metres")
    ask(page, "qwxyz")
    expect(page.locator("#exchange-2")).to_contain_text("I have no answer to that.")
    expect(page.get_by_role("heading", name="Ask anything, such as")).to_have_count(0)
    page.locator("#exchange-1").get_by_role("button", name="Good answer", exact=True).click()
    expect(page.locator("#exchange-1").get_by_role("button", name="Good answer", pressed=True)).to_have_count(1)
    page.reload()
    expect(page.locator(".exchange")).to_have_count(2)
    page.locator("#exchange-1").get_by_role("button", name="Good answer", pressed=True).click()
    expect(page.locator("#exchange-1").get_by_role("button", pressed=True)).to_have_count(0)
    page.get_by_role("button", name="New dialogue").click()
    expect(page.locator(".exchange")).to_have_count(0)
    assert thumbs(log) == [("height", "1", "true")]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_what_is_no_question(visit: Open, script: bool) -> None:
    page = visit(java_script_enabled=script)
    problem = page.get_by_role("alert")
    ask(page, "")
    expect(problem).to_have_text("Please type a question.")
    ask(page, "x" * 102_400)
    expect(problem).to_have_text("That is far too long; please ask in at most 2,000 characters.")
    ask(page, "Hello!")
    expect(page.locator("#exchange-1")).to_contain_text("Come in out of the wind.")
    expect(problem).to_have_text("")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_what_is_typed_is_never_run(visit: Open, log: ExchangeLog, script: bool) -> None:
    page = visit(java_script_enabled=script)
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><svg/onload=alert(3)>"
    ask(page, evil)
    expect(page.locator("#exchange-1 .asked p")).to_have_text(evil)
    page.reload()
    expect(page.locator("#exchange-1 .asked p")).to_have_text(evil)
    assert json.loads(log.exchanges.read_text(encoding="utf-8"))["question"] == evil


def test_a_clip_plays_at_once_and_can_be_searched(visit: Open) -> None:
    page = visit()
    ask(page, "What is your name?")
    sound = page.get_by_label("The answer as sound")
    expect(sound).to_have_js_property("paused", False)
    expect(sound).to_have_js_property("duration", 2)
    sound.evaluate("sound => { sound.pause(); sound.currentTime = 1.5; }")
    expect(sound).to_have_js_property("currentTime", 1.5)
    expect(sound).to_have_js_property("seeking", False)
    page.get_by_label("Play clips at once").uncheck()
    page.reload()
    expect(page.get_by_label("Play clips at once")).not_to_be_checked()
    ask(page, "What is your name?")
    expect(page.locator("#exchange-2 audio")).to_have_js_property("paused", True)


def test_options_stay_open_for_those_who_want_them(visit: Open) -> None:
    page = visit()
    ask(page, "How tall is the tower?")
    expect(page.get_by_text("0.7493")).to_be_hidden()
    page.get_by_label("Show the options and their scores").check()
    expect(page.get_by_text("0.7493")).to_be_visible()
    page.reload()
    expect(page.get_by_text("0.7493")).to_be_visible()
    ask(page, "How many steps are there?")
    expect(page.locator("#exchange-2 details")).to_have_attribute("open", "")


def test_two_visitors_and_two_windows(visit: Open) -> None:
    one, other = visit(), visit()
    ask(one, "Hello!")
    ask(other, "Goodbye!")
    expect(one.locator("#exchange-1")).to_contain_text("Come in out of the wind.")
    expect(other.locator("#exchange-1")).to_contain_text("Mind the last step.")
    window = one.context.new_page()
    window.goto(one.url)
    ask(window, "Thank you!")
    expect(window.locator("#exchange-2")).to_contain_text("You are welcome.")
    ask(one, "Are you lonely?")
    expect(one.locator("#exchange-3")).to_contain_text("Sometimes, in winter.")


def test_a_server_that_is_gone_is_told_and_the_question_stays(visit: Open) -> None:
    page = visit()
    page.route("**/ask", lambda route: route.abort())
    ask(page, "Hello!")
    expect(page.get_by_role("alert")).to_contain_text("The avatar cannot be reached.")
    expect(page.get_by_label("Ask Keeper")).to_have_value("Hello!")


def test_a_late_thumb_takes_no_newer_problem_off_the_page(visit: Open) -> None:
    page = visit()
    ask(page, "Hello!")
    expect(page.locator("#exchange-1")).to_be_visible()
    held: list[Route] = []
    page.route("**/rate", lambda route: held.append(route))
    with page.expect_request("**/rate"):
        page.locator("#exchange-1").get_by_role("button", name="Good answer", exact=True).click()
    ask(page, "")
    expect(page.get_by_role("alert")).to_have_text("Please type a question.")
    held[0].continue_()
    expect(page.get_by_role("status")).to_have_text("Noted as a good answer.")
    expect(page.get_by_role("alert")).to_have_text("Please type a question.")
    ask(page, "Hello!")
    expect(page.get_by_role("alert")).to_have_text("")


def test_a_late_thumb_leaves_whoever_types_where_they_type(visit: Open) -> None:
    page = visit()
    ask(page, "Hello!")
    held: list[Route] = []
    page.route("**/rate", lambda route: held.append(route))
    good = page.locator("#exchange-1").get_by_role("button", name="Good answer", exact=True)
    with page.expect_request("**/rate"):
        good.click()
    page.get_by_label("Ask Keeper").fill("How tall")
    held.pop().continue_()
    expect(page.get_by_role("status")).to_have_text("Noted as a good answer.")
    page.keyboard.type(" is the tower?")
    expect(page.get_by_label("Ask Keeper")).to_have_value("How tall is the tower?")
    with page.expect_request("**/rate"):
        good.click()
    held.pop().continue_()
    expect(page.get_by_role("status")).to_have_text("Taken back.")
    expect(good).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("settings", [{}, PHONE], ids=["wide", "phone"])
def test_everybody_can_use_it(visit: Open, scheme: str, settings: dict[str, Any]) -> None:
    page = visit(color_scheme=scheme, **settings)
    assert violations(page) == []
    for number, question in enumerate(("What is your name?", "How tall is the tower?", "qwxyz " + "long" * 200), 1):
        ask(page, question)
        expect(page.locator(f"#exchange-{number}")).to_be_visible()
    page.get_by_label("Show the options and their scores").check()
    page.locator("#exchange-2").get_by_role("button", name="Good answer", exact=True).first.click()
    page.locator("#exchange-3").get_by_role("button", name="Not a good answer").first.click()
    ask(page, "")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


def violations(page: Page) -> list[str]:
    """What axe finds wrong, with where."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['help']}: {[node['html'] for node in one['nodes'][:3]]}" for one in found]


def test_axe_finds_what_is_wrong(visit: Open) -> None:
    page = visit()
    page.evaluate("document.querySelector('label[for=question]').remove()")
    assert "label" in [sentence.partition(":")[0] for sentence in violations(page)]

"""The web app without a server: what it shows, takes, refuses and writes down."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

from turnwise.studio.app import COOKIE, build
from turnwise.studio.avatar import Avatar
from turnwise.studio.guard import HEADERS, MOST_READ, TooLarge, form, same_origin
from turnwise.studio.log import ExchangeLog
from turnwise.studio.media import clips
from turnwise.studio.said import cleaned

HERE = "http://127.0.0.1:8000"
MINE = {"origin": HERE, "sec-fetch-site": "same-origin"}
FORM = {**MINE, "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def log(tmp_path: Path) -> ExchangeLog:
    return ExchangeLog(tmp_path / "log")


@pytest.fixture
def visitor(avatar: Avatar, log: ExchangeLog) -> Iterator[TestClient]:
    with TestClient(build(avatar, log, clips(avatar.kb)), base_url=HERE, headers=MINE) as client:
        yield client


def another(visitor: TestClient) -> TestClient:
    return TestClient(visitor.app, base_url=HERE, headers=MINE)


def asked(log: ExchangeLog) -> list[str]:
    return [json.loads(line)["question"] for line in log.exchanges.read_text(encoding="utf-8").splitlines()]


def thumbs(log: ExchangeLog) -> list[tuple[str, str, str]]:
    with log.ratings.open(newline="", encoding="utf-8") as file:
        return [(row["target"], row["value"], row["superseded"]) for row in csv.DictReader(file)]


def test_a_question_by_a_plain_form(visitor: TestClient, log: ExchangeLog) -> None:
    response = visitor.post("/ask", data={"question": "How tall is the tower?"}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/#exchange-1")
    page = visitor.get("/").text
    assert "Thirty-four metres" in page
    assert "0.7493" in page
    assert "answers “How tall is the lighthouse?”" in page
    assert asked(log) == ["How tall is the tower?"]


def test_a_question_by_the_script_gets_the_exchange_alone(visitor: TestClient) -> None:
    part = visitor.post("/ask", data={"question": "How tall is the tower?"}, headers={"x-part": "1"}).text
    assert part.startswith('<article id="exchange-1"')
    assert part in visitor.get("/").text


def test_visitors_have_dialogues_of_their_own(visitor: TestClient, log: ExchangeLog) -> None:
    other = another(visitor)
    visitor.post("/ask", data={"question": "Hello!"})
    other.post("/ask", data={"question": "Goodbye!"})
    assert "Goodbye!" not in visitor.get("/").text
    assert '<p dir="auto">Hello!' not in other.get("/").text
    names = {json.loads(line)["conversation"] for line in log.exchanges.read_text(encoding="utf-8").splitlines()}
    assert len(names) == 2


def test_the_cookie_is_kept_from_scripts_and_other_sites(visitor: TestClient) -> None:
    first = visitor.get("/")
    assert re.fullmatch(rf"{COOKIE}=[\w-]{{32}}; HttpOnly; Path=/; SameSite=strict", first.headers["set-cookie"])
    assert "set-cookie" not in visitor.get("/").headers
    guessed = another(visitor).get("/", headers={"cookie": f"{COOKIE}=guessed"})
    assert "guessed" not in guessed.headers["set-cookie"]


def test_a_new_dialogue(visitor: TestClient, log: ExchangeLog) -> None:
    visitor.post("/ask", data={"question": "Hello!"})
    page = visitor.post("/new").text
    assert 'id="exchange-1"' not in page
    visitor.post("/ask", data={"question": "Hello!"})
    rows = [json.loads(line) for line in log.exchanges.read_text(encoding="utf-8").splitlines()]
    assert [row["exchange"] for row in rows] == [1, 1]
    assert rows[0]["conversation"] != rows[1]["conversation"]


def test_thumbs(visitor: TestClient, log: ExchangeLog) -> None:
    visitor.post("/ask", data={"question": "How tall is the tower?"})
    for item, value in (("height", "up"), ("built", "down"), ("height", "down"), ("built", "none")):
        visitor.post("/rate", data={"exchange": "1", "item": item, "value": value})
    assert thumbs(log) == [("height", "1", "true"), ("built", "0", "true"), ("height", "0", "false")]
    part = visitor.post("/rate", data={"exchange": "1", "item": "height", "value": "up"}, headers={"x-part": "1"}).text
    assert re.findall(r'aria-pressed="(\w+)"', part) == ["true", "false"]
    assert 'value="none"' in part  # pressing it again takes it back


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"exchange": "1"}, {"exchange": "1", "item": "height", "value": "best"},
        {"exchange": "2", "item": "height", "value": "up"}, {"exchange": "-1", "item": "height", "value": "up"},
        {"exchange": "²", "item": "height", "value": "up"}, {"exchange": "9" * 5000, "item": "height", "value": "up"},
        {"exchange": "1", "item": "rescue", "value": "up"},
    ],
)  # fmt: skip
def test_a_thumb_on_nothing(visitor: TestClient, log: ExchangeLog, fields: dict[str, str]) -> None:
    visitor.post("/ask", data={"question": "How tall is the tower?"})
    response = visitor.post("/rate", data=fields)
    assert response.status_code == 400
    assert "There is no such answer in this dialogue to rate." in response.text
    assert thumbs(log) == []


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ("", 400, "Please type a question."),
        (" \x00\x1b[2J ", 400, "Please type a question."),
        ("x" * 2001, 413, "That has 2,001 characters; please ask in at most 2,000."),
        ("x" * 102_400, 413, "That is far too long; please ask in at most 2,000 characters."),
        ("é" * 30_000, 413, "That is far too long; please ask in at most 2,000 characters."),
    ],
)
def test_what_is_no_question(visitor: TestClient, log: ExchangeLog, typed: str, status: int, sentence: str) -> None:
    page = visitor.post("/ask", data={"question": typed})
    assert page.status_code == status
    assert f'<p id="problem" role="alert">{sentence}</p>' in page.text
    assert 'aria-invalid="true"' in page.text
    part = visitor.post("/ask", data={"question": typed}, headers={"x-part": "1"})
    assert (part.status_code, part.text) == (status, sentence)
    assert part.headers["content-type"].startswith("text/plain")
    assert asked(log) == []


def test_a_body_without_end_is_not_read_to_it() -> None:
    sent = 0

    async def receive() -> Message:
        nonlocal sent
        sent += 8192
        return {"type": "http.request", "body": b"x" * 8192, "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(TooLarge):
        asyncio.run(form(request))
    assert MOST_READ < sent < MOST_READ + 20_000


@pytest.mark.parametrize(
    "body", [b"question=\xff\xfe%ff%00", b"question", b"&" * 50 + b"question=a", b"%", b"question=%zz%E2%28%A1", b"{}"]
)
def test_bodies_that_are_no_form(visitor: TestClient, body: bytes) -> None:
    assert visitor.post("/ask", content=body, headers=FORM).status_code in (200, 400)


EVIL = '</p><script>alert(1)</script><img src=x onerror="alert(1)">\'"&'


def test_html_is_text(visitor: TestClient, avatar: Avatar, log: ExchangeLog) -> None:
    page = visitor.post("/ask", data={"question": EVIL}).text
    assert escape(EVIL) in page
    assert page.count("<script") == 1  # our own
    assert "<img" not in page
    assert asked(log) == [EVIL]
    kb = replace(
        avatar.kb, answers=[EVIL] * len(avatar.kb.answers), questions=[EVIL] * len(avatar.kb.questions),
        answer_ids=[f'"><script>{n}' for n in range(len(avatar.kb.answers))],
    )  # fmt: skip
    own = avatar.index
    own.kb = kb
    evil = Avatar(EVIL, own, EVIL)
    client = TestClient(build(evil, None, clips(kb)), base_url=HERE, headers=MINE)
    page = client.get("/").text + client.post("/ask", data={"question": "name hello what"}).text
    assert page.count("<script") == 2
    assert "<img" not in page


def test_every_response_tells_the_browser_to_be_careful(visitor: TestClient) -> None:
    responses = [
        visitor.get("/"),
        visitor.get("/nowhere"),
        visitor.post("/ask"),
        visitor.get("/talk.js"),
        visitor.get("/ask"),
    ]
    assert [response.status_code for response in responses] == [200, 404, 400, 200, 405]
    for response in responses:
        for name, value in HEADERS.items():
            assert response.headers[name] == value
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    page = visitor.get("/")
    assert not re.search(r"\son\w+=|style=|<style|<script>", page.text)  # what that policy would stop
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("address", ["/", "/ask", "/rate", "/new", "/nowhere"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example", "sec-fetch-site": "cross-site"},
        {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
        {"origin": HERE, "sec-fetch-site": "same-site"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {"origin": "http://127.0.0.1:9", "sec-fetch-site": "same-origin"},
        {"origin": "http://[", "sec-fetch-site": "same-origin"},
        {"origin": "", "sec-fetch-site": "same-origin"},
    ],
)
def test_forms_of_other_pages_are_refused(
    visitor: TestClient, log: ExchangeLog, address: str, headers: dict[str, str]
) -> None:
    visitor.get("/")
    response = visitor.post(address, data={"question": "Hello!"}, headers=headers)
    assert response.status_code == 403
    assert "came from another page" in response.text
    assert asked(log) == []


def test_old_browsers_tell_the_origin_alone() -> None:
    assert same_origin({"origin": "http://127.0.0.1:8000", "host": "127.0.0.1:8000"})
    assert same_origin({"origin": "https://Bot.Example", "host": "bot.example"})
    assert not same_origin({"host": "127.0.0.1:8000"})


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "[", ""])
def test_another_name_for_this_machine_is_refused(visitor: TestClient, host: str) -> None:
    assert visitor.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.2", "[::1]:8000", "LOCALHOST"])
def test_names_of_this_machine_for_itself_are_taken(visitor: TestClient, host: str) -> None:
    assert visitor.get("/", headers={"host": host}).status_code == 200


def test_under_a_name_for_all_any_name_is_taken(avatar: Avatar) -> None:
    app = build(avatar, None, clips(avatar.kb), loopback_only=False)
    client = TestClient(app, base_url="http://bot.example")
    assert client.get("/").status_code == 200
    assert client.post("/ask", data={"question": "Hello!"}, headers={"origin": "http://bot.example"}).status_code == 200
    assert client.post("/ask", data={"question": "Hello!"}, headers={"origin": HERE}).status_code == 403


def test_a_clip_can_be_searched(visitor: TestClient, avatar: Avatar, kb: Path) -> None:
    answer = avatar.kb.answer_named("name")
    whole = (kb.parent / "name.wav").read_bytes()
    page = visitor.post("/ask", data={"question": "What is your name?"}).text
    assert f'<audio controls preload="metadata" src="/clip/{answer}"' in page
    response = visitor.get(f"/clip/{answer}")
    assert (response.status_code, response.content) == (200, whole)
    assert response.headers["content-type"] == "audio/wav"
    part = visitor.get(f"/clip/{answer}", headers={"range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, whole[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{len(whole)}"
    assert visitor.get(f"/clip/{answer}", headers={"range": f"bytes={len(whole)}-"}).status_code == 416
    captions = visitor.get(f"/clip/{answer}/captions.vtt")
    assert captions.headers["content-type"].startswith("text/vtt")
    assert "My name is Ada Marrow" in captions.text


@pytest.mark.parametrize(
    "address",
    [
        "/clip/0", "/clip/99999999999999999999", "/clip/-1", "/clip/name.wav", "/clip/../keeper.csv",
        "/clip/0/captions.vtt", "/clip/%2e%2e%2fkeeper.csv", "/files/talk.js", "/log/exchanges.jsonl", "/%00",
        "/clip/1%00", "/clip/" + "9" * 5000, "/clip/" + "9" * 5000 + "/captions.vtt", "/clip/٠",
    ],
)  # fmt: skip
def test_no_other_file_is_served(visitor: TestClient, address: str) -> None:
    response = visitor.get(address)
    assert response.status_code == 404
    assert "There is nothing at this address." in response.text


def test_a_video_has_captions(avatar: Avatar, kb: Path) -> None:
    (kb.parent / "hello.mp4").write_bytes(b"not really a film")
    client = TestClient(build(avatar, None, clips(avatar.kb)), base_url=HERE, headers=MINE)
    page = client.post("/ask", data={"question": "Hello!"}).text
    assert '<video controls playsinline preload="metadata" src="/clip/0"' in page
    assert '<track kind="captions" label="What is said" src="/clip/0/captions.vtt">' in page
    assert "written down" not in page  # there is no log, so none is told


def test_a_fault_is_a_page_and_the_log_stays(avatar: Avatar, log: ExchangeLog, monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(
        build(avatar, log, clips(avatar.kb)), base_url=HERE, headers=MINE, raise_server_exceptions=False
    )
    client.post("/ask", data={"question": "Hello!"})
    monkeypatch.setattr(avatar.index, "search", lambda *_, **__: 1 / 0)
    response = client.post("/ask", data={"question": "Hello again!"})
    assert response.status_code == 500
    assert "What was said before is kept" in response.text
    assert "ZeroDivisionError" not in response.text
    monkeypatch.undo()
    assert client.post("/ask", data={"question": "And again!"}).status_code == 200
    assert asked(log) == ["Hello!", "And again!"]


def test_a_full_disk_is_told_without_its_paths(
    visitor: TestClient, log: ExchangeLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.post("/ask", data={"question": "Hello!"})
    monkeypatch.setattr("turnwise.studio.log.append", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    for address, fields in (
        ("/ask", {"question": "Bye!"}),
        ("/rate", {"exchange": "1", "item": "hello", "value": "up"}),
    ):
        response = visitor.post(address, data=fields)
        assert response.status_code == 503
        assert "That could not be written down, so it does not count." in response.text
        assert str(log.folder) not in response.text
    assert caplog.messages == [f"{path}: No space left" for path in (log.exchanges, log.ratings)]
    monkeypatch.undo()
    visitor.post("/ask", data={"question": "Bye!"})
    assert asked(log) == ["Hello!", "Bye!"]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.text("<>&\"'/=\x1b[]\x00ab ", max_size=30))
def test_anything_typed_is_shown_as_text(visitor: TestClient, log: ExchangeLog, typed: str) -> None:
    response = visitor.post("/ask", data={"question": typed}, headers={"x-part": "1"})
    if cleaned(typed):
        assert response.status_code == 200
        assert f'<p dir="auto">{escape(cleaned(typed))}</p>' in response.text
        assert asked(log)[-1] == cleaned(typed)
    else:
        assert (response.status_code, response.text) == (400, "Please type a question.")

"""The web app: one avatar, and its visitors, each with a dialogue of their own."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from turnwise.errors import InputError
from turnwise.report.page_style import STYLE
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.guard import Guard, TooLarge, form
from turnwise.studio.log import ExchangeLog
from turnwise.studio.media import Clips, captions
from turnwise.studio.pages import exchange_part, problem_page, talk_page, thumbs
from turnwise.studio.said import MOST, cleaned
from turnwise.studio.thumb import DOWN, UP

FILES = Path(__file__).with_name("files")
COOKIE = "dialogue"
#: Visitors whose dialogues are kept at hand; the log keeps all.
MOST_VISITORS = 10_000
THUMBS = {"up": UP, "down": DOWN, "none": None}
NOT_WRITTEN = "That could not be written down, so it does not count. Please try again later."
TOO_LARGE = f"That is far too long; please ask in at most {MOST:,} characters."


class Visitors:
    """The dialogue of each visitor, found by a secret that the browser keeps as a cookie."""

    def __init__(self, avatar: Avatar, log: ExchangeLog | None) -> None:
        self.avatar, self.log = avatar, log
        self._dialogues: OrderedDict[str, Dialogue] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, request: Request) -> tuple[str, Dialogue]:
        """The visitor's secret and dialogue, both new for a new visitor."""
        secret = request.cookies.get(COOKIE, "")
        with self._lock:
            if secret in self._dialogues:
                self._dialogues.move_to_end(secret)
            else:
                secret = secrets.token_urlsafe(24)
                self._dialogues[secret] = Dialogue(self.avatar, self.log)
                if len(self._dialogues) > MOST_VISITORS:
                    self._dialogues.popitem(last=False)
            return secret, self._dialogues[secret]

    def renew(self, secret: str) -> None:
        """The same visitor, and a new dialogue."""
        with self._lock:
            self._dialogues[secret] = Dialogue(self.avatar, self.log, self._dialogues[secret].visitor)


class Studio:
    """What the pages do."""

    def __init__(self, avatar: Avatar, log: ExchangeLog | None, clips: Clips) -> None:
        self.avatar, self.log, self.clips = avatar, log, clips
        self.visitors = Visitors(avatar, log)

    async def home(self, request: Request) -> Response:
        secret, dialogue = self.visitors.of(request)
        return self._with_cookie(request, HTMLResponse(self._page(dialogue)), secret)

    async def ask(self, request: Request) -> Response:
        """Ask, and show the exchange: alone to our script, else on the whole page."""
        secret, dialogue = self.visitors.of(request)
        typed = ""
        try:
            typed = (await form(request)).get("question", "")
            exchange = await run_in_threadpool(dialogue.ask, typed)
        except TooLarge:
            response = self._problem(request, dialogue, TOO_LARGE, "", 413)
        except OSError as error:
            response = self._not_written(request, dialogue, error, cleaned(typed))
        except InputError as error:
            kept = cleaned(typed) if len(typed) <= MOST else ""
            response = self._problem(request, dialogue, str(error), kept, 413 if len(typed) > MOST else 400)
        else:
            part = exchange_part(dialogue, exchange, self.clips.of_answer)
            response = self._shown(request, part, f"/#exchange-{exchange.number}")
        return self._with_cookie(request, response, secret)

    async def rate(self, request: Request) -> Response:
        secret, dialogue = self.visitors.of(request)
        try:
            fields = await form(request)
            number, item, value = fields.get("exchange", ""), fields.get("item", ""), fields.get("value", "")
            if value not in THUMBS or not (number.isdecimal() and len(number) < 6):
                raise InputError("There is no such answer in this dialogue to rate.")
            exchange = await run_in_threadpool(dialogue.rate, int(number), item, THUMBS[value])
        except TooLarge:
            response = self._problem(request, dialogue, TOO_LARGE, "", 413)
        except OSError as error:
            response = self._not_written(request, dialogue, error, "")
        except InputError as error:
            response = self._problem(request, dialogue, str(error), "", 400)
        else:
            response = self._shown(request, thumbs(dialogue, exchange, item), f"/#exchange-{number}")
        return self._with_cookie(request, response, secret)

    async def new(self, request: Request) -> Response:
        secret, _ = self.visitors.of(request)
        self.visitors.renew(secret)
        return self._with_cookie(request, RedirectResponse("/", 303), secret)

    async def clip(self, request: Request) -> Response:
        """The clip of an answer, or any part of it that a player asks for."""
        found = self.clips.of_answer[self._with_clip(request)]
        if not found.path.is_file():
            raise HTTPException(404)
        return FileResponse(found.path, media_type=found.type, headers={"cache-control": "private, max-age=3600"})

    async def captions(self, request: Request) -> Response:
        words = self.avatar.kb.answers[self._with_clip(request)]
        return PlainTextResponse(captions(cleaned(words)), media_type="text/vtt")

    def _with_clip(self, request: Request) -> int:
        """The answer that an address names, which has a clip. Python refuses to read thousands of digits."""
        named = request.path_params["answer"]
        answer = int(named) if named.isascii() and named.isdecimal() and len(named) < 10 else -1
        if answer not in self.clips.of_answer:
            raise HTTPException(404)
        return answer

    def _page(self, dialogue: Dialogue, problem: str = "", typed: str = "") -> str:
        return talk_page(dialogue, self.clips.of_answer, self.log is not None, problem, typed)

    def _shown(self, request: Request, part: str, where: str) -> Response:
        return HTMLResponse(part) if wants_part(request) else RedirectResponse(where, 303)

    def _problem(self, request: Request, dialogue: Dialogue, sentence: str, typed: str, status: int) -> Response:
        if wants_part(request):
            return PlainTextResponse(sentence, status)
        return HTMLResponse(self._page(dialogue, sentence, typed), status)

    def _not_written(self, request: Request, dialogue: Dialogue, error: OSError, typed: str) -> Response:
        """What could not be written down is not shown; why is for whoever runs the server, not for visitors."""
        logging.getLogger("turnwise").error("%s: %s", error.filename, error.strerror)
        return self._problem(request, dialogue, NOT_WRITTEN, typed, 503)

    def _with_cookie(self, request: Request, response: Response, secret: str) -> Response:
        response.headers["cache-control"] = "no-store"
        if request.cookies.get(COOKIE) != secret:
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/")
        return response


def wants_part(request: Request) -> bool:
    """Whether our script asks, which puts the part into the page itself."""
    return request.headers.get("x-part") == "1"


async def style(_: Request) -> Response:
    return PlainTextResponse(STYLE + (FILES / "talk.css").read_text(encoding="utf-8"), media_type="text/css")


async def script(_: Request) -> Response:
    return FileResponse(FILES / "talk.js", media_type="text/javascript")


async def icon(_: Request) -> Response:
    return FileResponse(FILES / "icon.svg", media_type="image/svg+xml")


async def told(_: Request, error: Exception) -> Response:
    """An error of HTTP as a page."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentence = {
        404: "There is nothing at this address.",
        405: "This address takes no such request.",
        500: "Something went wrong here. What was said before is kept in the log.",
    }.get(status, "That did not work.")
    headers = error.headers if isinstance(error, HTTPException) else None
    return HTMLResponse(problem_page("Sorry", sentence), status, headers=headers)


def build(avatar: Avatar, log: ExchangeLog | None, clips: Clips, loopback_only: bool = True) -> Starlette:
    """The app. `loopback_only` refuses requests under any other name than this machine's own for itself."""
    studio = Studio(avatar, log, clips)
    routes = [
        Route("/", studio.home),
        Route("/ask", studio.ask, methods=["POST"]),
        Route("/rate", studio.rate, methods=["POST"]),
        Route("/new", studio.new, methods=["POST"]),
        Route("/clip/{answer}", studio.clip),
        Route("/clip/{answer}/captions.vtt", studio.captions),
        Route("/style.css", style),
        Route("/talk.js", script),
        Route("/icon.svg", icon),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, loopback_only=loopback_only)],
        exception_handlers={404: told, 405: told, 500: told},
    )

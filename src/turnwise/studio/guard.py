"""What every request passes: who may post, what a browser may do with the pages, and how much may be sent."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turnwise.studio.pages import problem_page

#: Bytes of a form; a question of 2,000 characters has at most 24,000 where every byte is written as three.
MOST_BYTES = 64 * 1024
#: What is more than a form is still read up to here, since a browser that is cut off shows no answer; and thrown away.
MOST_READ = 4 << 20
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'"
        "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": then forms would be sent with the origin "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Sends the headers with every response; refuses other hosts' names, and forms of other sites.

    A page of another site can make a visitor's browser send a form here; browsers then name that site as origin. And
    it can give its own name this machine's address: so, where only this machine is served, only its names are.
    """

    def __init__(self, app: ASGIApp, loopback_only: bool) -> None:
        self.app, self.loopback_only = app, loopback_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        request = Request(scope)
        app: ASGIApp = self.app
        if self.loopback_only and not is_loopback(host_name(request.headers.get("host", ""))):
            app = refused("This avatar answers under the address of this machine alone, such as http://127.0.0.1.")
        elif request.method not in ("GET", "HEAD") and not same_origin(request.headers):
            app = refused("That came from another page than the avatar's own, so it was not read.")
        await app(scope, receive, with_headers)


def refused(sentence: str) -> ASGIApp:
    return HTMLResponse(problem_page("Not allowed", sentence), 403)


def host_name(host: str) -> str:
    """The name in `name:port`."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine's own name for itself, by which nobody else can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a form comes from a page of this very site; a browser always says where it comes from."""
    site = headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    try:
        origin = urlsplit(headers.get("origin", ""))
    except ValueError:
        return False
    return bool(origin.netloc) and origin.netloc.lower() == headers.get("host", "").lower()


class TooLarge(Exception):
    """More was sent than any form of ours holds."""


async def form(request: Request) -> dict[str, str]:
    """The fields of a form, each once. Bytes that are no UTF-8 become question marks in a diamond."""
    body, size = bytearray(), 0
    async for part in request.stream():
        size += len(part)
        if size <= MOST_BYTES:
            body += part
        elif size > MOST_READ:
            break
    if size > MOST_BYTES:
        raise TooLarge
    text = body.decode("utf-8", "replace")
    try:
        fields = parse_qs(text, keep_blank_values=True, errors="replace", max_num_fields=20)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in fields.items()}

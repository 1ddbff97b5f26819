"""Serving the web app from this machine until somebody stops it."""

from __future__ import annotations

import errno
import os
import socket

import uvicorn
from starlette.applications import Starlette

from turnwise.errors import OptionError


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free."""
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise OptionError(f"there is no host {host!r} here; --host 127.0.0.1 is this machine itself.") from None
    try:
        return socket.create_server(where[:2], family=family, backlog=128)
    except OSError as error:
        number = error.errno or 0
        why = "something else answers there already" if number == errno.EADDRINUSE else os.strerror(number).lower()
        raise OptionError(
            f"port {port} of {host} cannot be used: {why}; --port 0 takes any port that is free."
        ) from None


def address(listener: socket.socket, host: str) -> str:
    """Where a browser finds it."""
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}:{listener.getsockname()[1]}/"


def serve(app: Starlette, listener: socket.socket) -> None:
    """Answer until Ctrl-C; those who are being served then have some seconds."""
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, lifespan="off", timeout_graceful_shutdown=3,
        ws="none",
    )  # fmt: skip
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()

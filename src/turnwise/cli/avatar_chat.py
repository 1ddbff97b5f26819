"""`turnwise avatar chat`: talk to an avatar in the terminal."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator

import click

from turnwise.cli.avatar_talk import TalkOptions, talking
from turnwise.cli.choices import strict
from turnwise.studio.said import cleaned
from turnwise.studio.terminal import WIDTH, Talk, lines_of

PROMPT = "you:    "


@click.command("chat", epilog="Example: turnwise avatar chat answers.csv --abstain 0.3")
@talking
@strict
def command(chosen: TalkOptions) -> None:
    """Talk to an avatar in the terminal.

    KB has a question and its answer a row. Each line is a question; /options shows what else was found, with scores,
    /up and /down rate the answer, /help lists all commands. Questions may also come from a pipe, one a line. Every
    exchange is added to the log at once; `turnwise avatar log` reads it.
    """
    avatar = chosen.avatar()
    talk = Talk(avatar, chosen.log(), min(WIDTH, shutil.get_terminal_size().columns))
    click.echo(talk.opening())
    with contextlib.suppress(KeyboardInterrupt):
        for said in talk.answers(_typed()):
            click.echo(f"{said}\n")
    if talk.log and talk.asked:
        click.echo(f"Written to {talk.log.folder}.", err=True)


def _typed() -> Iterator[str]:
    """Lines from the keyboard, or from a pipe, then shown as if typed."""
    if not sys.stdin.isatty():
        for line in lines_of(sys.stdin.buffer):
            if line.strip():
                shown = cleaned(line[:WIDTH])
                click.echo(f"{PROMPT}{shown}{' …' if len(line) > WIDTH else ''}")
                yield line
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (input() then has a history and can be edited)
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    while True:
        try:
            yield input(PROMPT)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return

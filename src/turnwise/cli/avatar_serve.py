"""`turnwise avatar serve`: talk to an avatar in the browser."""

from __future__ import annotations

import click

from turnwise.cli.avatar_talk import TalkOptions, talking
from turnwise.cli.choices import strict
from turnwise.errors import MissingExtra
from turnwise.studio.media import clips
from turnwise.tables.decisions import plural


@click.command("serve", epilog="Example: turnwise avatar serve answers.csv --port 0")
@talking
@click.option("--media", metavar="FOLDER", help="Where the clips are that KB names. [default: the folder of KB]")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="The address to answer at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    metavar="PORT",
    help="The port to answer at; 0 takes any that is free.",
)
@strict
def command(chosen: TalkOptions, media: str | None, host: str, port: int) -> None:
    """Talk to an avatar in the browser, with its clips.

    KB has a question and its answer a row, and perhaps a column `video`, `audio` or `media` that names a file.
    Visitors see the dialogue, the ranked options with their scores where they ask for them, and thumbs. Every exchange
    is added to the log before it is shown; `turnwise avatar log` reads it. Only this machine can reach the page unless
    --host says otherwise. Ctrl-C stops it.
    """
    try:
        from turnwise.studio.app import build
        from turnwise.studio.guard import is_loopback
        from turnwise.studio.server import address, listening, serve
    except ImportError:
        raise MissingExtra("turnwise avatar serve", "studio") from None
    avatar = chosen.avatar()
    found = clips(avatar.kb, media)
    for note in found.notes:
        click.echo(f"note: {chosen.kb}: {note}", err=True)
    listener = listening(host, port)
    log = chosen.log()
    if not is_loopback(host):
        click.echo(
            f"warning: everybody who can reach this machine at {host} can talk to the avatar; there is no password, "
            "and what is said is not encrypted on its way.",
            err=True,
        )
    where = "and nothing is written down" if log is None else f"and writes to {log.folder}"
    answers = plural(len(avatar.kb.answers), "answer")
    click.echo(f"{avatar.name} ({answers}) is at {address(listener, host)} {where}. Ctrl-C stops it.")
    serve(build(avatar, log, found, is_loopback(host)), listener)
    click.echo("Stopped.")

"""The command `turnwise`: a list of commands, one file each, loaded when used."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from turnwise import __version__
from turnwise.cli.late_group import Failure, LateGroup
from turnwise.errors import TurnwiseError

#: Every command, the file it lives in, and the line that `turnwise --help` shows (so that help loads nothing else).
COMMANDS = {
    "score": ("score", "Score runs against judgements, turn by turn."),
    "compare": ("compare", "Compare systems without fooling yourself."),
    "report": ("report", "Write one page about a score table: tables, pictures, and how they were made."),
    "measures": ("measures", "List the measures, or show one in full."),
    "properties": ("properties", "Check which properties a measure has, with counterexamples."),
    "graph": ("graph", "Draw conversation graphs, and count what is in them."),
    "dialogues": ("dialogues", "Helpdesk dialogues: what is in them, and what annotators found."),
    "agree": ("agree", "Do my raters agree? Every coefficient with intervals, on ragged designs."),
    "options": ("options", "How many options should my bot show?"),
    "avatar": ("avatar", "Build an avatar or FAQ bot that answers from a knowledge base, and measure it."),
    "reproduce": ("reproduce", "Reproduce a paper's tables, beside the published figures."),
}


class Turnwise(LateGroup):
    """All commands; it turns our errors into one sentence."""

    table = COMMANDS

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # --debug may stand anywhere, also after the command, where people add it to the line that failed.
        wanted = [a for a in args if a != "--debug"]
        ctx.ensure_object(dict)["debug"] = len(wanted) < len(args)
        try:
            return super().parse_args(ctx, wanted)
        except click.UsageError as error:
            raise Failure(sentence(error)) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (TurnwiseError, OSError, click.UsageError) as error:
            if type(error).__name__ == "NoArgsIsHelpError":  # a group alone; click's own, from 8.2 on
                click.echo(error.ctx.get_help())  # type: ignore[union-attr]
                ctx.exit(0)
            if isinstance(error, BrokenPipeError):
                raise
            if ctx.obj["debug"]:
                import traceback

                click.echo(traceback.format_exc(), err=True, nl=False)
            raise Failure(sentence(error)) from error


def sentence(error: Exception) -> str:
    """What went wrong, for a person: our own errors speak for themselves, the system's get their file."""
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "turnwise"
        said = error.format_message().rstrip(".").replace(". Did you mean", "; did you mean")
        mark = "" if said.endswith("?") else ";"
        return f"{said[:1].lower()}{said[1:]}{mark} `{command} --help` tells what it takes."
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the output'}: {error.strerror.lower()}."
    return str(error)


@click.group(cls=Turnwise, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="turnwise")
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error; may stand anywhere.")
def main() -> None:
    """Evaluate conversations, turn by turn."""


def entry() -> None:
    """The installed command: `main`, quiet when the reader of its output has gone (`turnwise … | head`)."""
    try:
        main()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)

"""A group of commands, one file each, loaded when used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import click

from turnwise.errors import did_you_mean


class Failure(click.ClickException):
    """A sentence for the user, and exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"turnwise: {self.format_message()}", file=file or sys.stderr)


class LateGroup(click.Group):
    """Commands by name: the file in `turnwise/cli` that each lives in, and the line that the group's help shows.

    The file is imported when the command is used, so that help and the other commands load nothing of it.
    """

    table: ClassVar[Mapping[str, tuple[str, str]]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        command: click.Command = importlib.import_module(f"turnwise.cli.{self.table[cmd_name][0]}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.table and not args[0].startswith("-"):
            hint = did_you_mean(args[0], self.table) or f"; the commands are {', '.join(self.table)}."
            raise Failure(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])

"""What `turnwise avatar chat` and `serve` have in common: the avatar, and the log of what is said to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from turnwise.cli.avatar_choices import answering
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.readers.knowledge import read_knowledge_base
from turnwise.retrieval import retriever
from turnwise.studio.avatar import OTHERWISE, Avatar
from turnwise.studio.log import ExchangeLog
from turnwise.studio.said import cleaned
from turnwise.tables.decisions import Decisions

LOG = "avatar-log"

_OPTIONS = (
    click.argument("kb", metavar="KB"),
    answering,
    click.option(
        "--options",
        "n_options",
        type=click.IntRange(1, 1000),
        default=3,
        show_default=True,
        metavar="N",
        help="How many answers are ranked for each question, shown when asked for, and logged.",
    ),
    click.option(
        "--abstain",
        type=float,
        metavar="SCORE",
        help="Say that there is no answer where the best one scores less. Without it, where none is found.",
    ),
    click.option(
        "--otherwise", default=OTHERWISE, metavar="TEXT", help=f"What the avatar says then. [default: {OTHERWISE}]"
    ),
    click.option("--name", metavar="NAME", help="The avatar's name. [default: the name of KB]"),
    click.option(
        "--log",
        "folder",
        default=LOG,
        show_default=True,
        metavar="FOLDER",
        help="Where every exchange (exchanges.jsonl) and thumb (ratings.csv) is added.",
    ),
    click.option("--no-log", is_flag=True, help="Write nothing down."),
)


@dataclass(frozen=True)
class TalkOptions:
    """What was typed for either way of talking."""

    kb: str
    named: str
    n_options: int
    abstain: float | None
    otherwise: str
    name: str | None
    folder: str
    no_log: bool
    strict: bool

    def avatar(self) -> Avatar:
        decisions = Decisions(self.strict)
        base = read_knowledge_base(self.kb, decisions)
        tell_decisions(decisions)
        chosen = retriever(self.named)
        index = chosen.index(base, Progress("indexing"))
        stem = Path(self.kb).name.partition(".")[0].replace("_", " ").replace("-", " ")
        called = cleaned(self.name or stem[:1].upper() + stem[1:])
        name = " ".join(called.split()) or "Avatar"
        return Avatar(name, index, str(chosen), self.n_options, self.abstain, self.otherwise)

    def log(self) -> ExchangeLog | None:
        """The log; what a crash had torn is told."""
        if self.no_log:
            return None
        log = ExchangeLog(self.folder)
        for path in log.torn:
            click.echo(f"note: {path}: its last line was incomplete and is now in {path.name}.torn", err=True)
        return log


def talking(command: Callable[..., None]) -> Callable[..., None]:
    """KB and the options that every way of talking has; the command gets them as one `TalkOptions`, before its own."""

    @wraps(command)
    def with_options(**typed: Any) -> None:
        chosen = TalkOptions(**{one.name: typed.pop(one.name) for one in fields(TalkOptions)})
        command(chosen, **typed)

    found: Callable[..., None] = with_options
    for option in reversed(_OPTIONS):
        found = option(found)
    return found

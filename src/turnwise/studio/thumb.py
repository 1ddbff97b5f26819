"""A visitor's thumb: a row of the table of ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from turnwise.studio.exchange import Exchange, written

#: The columns of the table in which people's and models' ratings are exchanged.
COLUMNS = (
    "item", "unit", "target", "question", "value", "annotator", "rater_type", "created_at", "seconds", "is_gold",
    "superseded",
)  # fmt: skip
UNIT, QUESTION = "post", "good answer"
UP, DOWN = 1, 0


@dataclass(frozen=True)
class Thumb:
    """What a visitor thinks of an answer in a turn: `UP`, `DOWN`, or None where the thumb was taken back."""

    turn: str
    answer: str
    value: int | None
    visitor: str
    given_at: datetime
    seconds: float  # since the answer was shown

    @property
    def key(self) -> tuple[str, str, str]:
        """What may have one thumb at a time."""
        return self.turn, self.answer, self.visitor

    def cells(self) -> list[str]:
        """The row; a thumb that counts is not superseded."""
        when, seconds = written(self.given_at), f"{self.seconds:.1f}"
        return [
            self.turn, UNIT, self.answer, QUESTION, str(self.value), self.visitor, "human", when, seconds, "false",
            "false",
        ]  # fmt: skip


def thumb(exchange: Exchange, item: str, value: int | None, visitor: str, now: datetime) -> Thumb:
    return Thumb(exchange.turn, item, value, visitor, now, (now - exchange.asked_at).total_seconds())


def superseding(rows: Iterable[list[str]], new: Thumb) -> list[list[str]]:
    """The rows, of which earlier thumbs of the same visitor on the same answer no longer count, and the new one."""
    found = []
    for row in rows:
        turn, _, answer, _, _, visitor = row[:6]
        same = (turn, answer, visitor) == new.key
        found.append([*row[:-1], "true"] if same else row)
    return found if new.value is None else [*found, new.cells()]

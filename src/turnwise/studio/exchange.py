"""One question of a visitor and what the avatar made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from turnwise.tables.knowledge import NO_ANSWER


@dataclass(frozen=True)
class Option:
    """An answer that a retriever found."""

    answer: int  # its position in the knowledge base
    item: str  # its id
    text: str
    score: float
    question: str  # a question that the knowledge base has it for, the one nearest to what was asked


@dataclass(frozen=True)
class Exchange:
    """A question, and the options in the order of their scores.

    Where the avatar answered, its reply is the first option; where no option was good enough, `answered` is False.
    """

    dialogue: str
    number: int
    question: str
    reply: str
    options: tuple[Option, ...]
    answered: bool
    asked_at: datetime
    seconds: float  # how long the search took

    @property
    def turn(self) -> str:
        """The id of the turn, as runs and ratings name it."""
        return f"{self.dialogue}_{self.number}"

    @property
    def item(self) -> str:
        """The answer that was given, by its id."""
        return self.options[0].item if self.answered else NO_ANSWER

    def shows(self, item: str) -> bool:
        """Whether this is the reply, or one of the options."""
        return item == self.item or any(option.item == item for option in self.options)

    def record(self, **settings: Any) -> dict[str, Any]:
        """The exchange as a row of a log, with the settings that it was answered with."""
        return {
            "conversation": self.dialogue,
            "exchange": self.number,
            "question": self.question,
            "reply": self.reply,
            "item": self.item,
            "options": [{"item": option.item, "score": option.score} for option in self.options],
            **settings,
            "time": written(self.asked_at),
            "seconds": round(self.seconds, 4),
        }


def written(time: datetime) -> str:
    """A time as logs have it: UTC, to the millisecond."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

"""What visitors asked, with what is known of the answers, and whether the answer that is found now serves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwise.retrieval.abstain import refused
from turnwise.retrieval.ranked import Ranked
from turnwise.tables.knowledge import Questions

#: What can be said of a turn. Where nobody judged it, an answer that is good enough for the retriever has to do.
SERVED, MISSED = "served", "missed"
NONE_RIGHT, REFUSED, NOT_GOOD = "none_right", "refused", "not_good"
UNSERVED = (NONE_RIGHT, REFUSED, NOT_GOOD)


@dataclass(frozen=True)
class AskedTurn:
    """A turn. `right` is None where nobody said which answers are; `wrong` says of some answers why they are not."""

    turn: str
    dialogue: str
    text: str
    before: list[str]  # what was said before it, oldest first
    right: frozenset[int] | None = None
    wrong: Mapping[int, str] = field(default_factory=dict)


def turns_of(questions: Questions) -> list[AskedTurn]:
    """The turns of dialogues; judged ones where somebody named right answers."""
    return [
        AskedTurn(
            turn, f"{questions.source}:{questions.conversations[at]}", questions.texts[at], questions.contexts[at],
            None if questions.gold is None else frozenset(questions.gold_of(at).tolist()),
        )
        for at, turn in enumerate(questions.turns)
    ]  # fmt: skip


def first_answers(ranked: Ranked, abstain: float | None) -> list[int | None]:
    """The answer that each question gets; None where it is refused."""
    silent = refused(ranked, float("-inf") if abstain is None else abstain)
    return [None if silent[at] else int(ranked.of(at)[0][0]) for at in range(len(ranked))]


def state_of(turn: AskedTurn, first: int | None) -> str:
    """Whether a turn is served by the answer that it gets, or what is the matter."""
    if turn.right is not None:
        return NONE_RIGHT if not turn.right else SERVED if first in turn.right else MISSED
    if first is None:
        return REFUSED
    return turn.wrong.get(first, SERVED)

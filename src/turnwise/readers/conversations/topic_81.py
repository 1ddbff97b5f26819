"""Conversation 81 of TREC CAsT 2020, whose published links do not fit its published turns.

The annotated topics (v1.1) have a turn 6 ("Which is the better type?") that is neither in the topics (v1.0) nor in the
judgements, so that their turns 7 to 9 are turns 6 to 8 everywhere else. Yet the links of their last two turns still
say 6, and mean "What does a smart one do?": turn 7 there, turn 6 elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import Turn

_ONE = ("1",)
#: The links as published: only where a file has exactly these turns and links is it mended.
PUBLISHED = {
    "1": (), "2": _ONE, "3": _ONE, "4": _ONE, "5": _ONE, "6": ("1", "5"), "7": _ONE, "8": ("6",), "9": ("6",),
}  # fmt: skip
_NUMBERED_AS_JUDGED = {"7": "6", "8": "7", "9": "8"}


def is_as_published(conversation: str, links: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether these are the turns and links of conversation 81 that need mending."""
    return conversation == "81" and {turn: tuple(sorted(named)) for turn, named in links.items()} == PUBLISHED


def mended(source: str, turns: Sequence[Turn], decisions: Decisions) -> tuple[list[Turn], dict[str, tuple[str, ...]]]:
    """The turns and links of conversation 81 under the numbers of the judgements."""
    kept = [turn for turn in turns if turn.id != "6"]
    renamed = [Turn(_NUMBERED_AS_JUDGED.get(turn.id, turn.id), turn.speaker, turn.text, turn.others) for turn in kept]
    links = {_NUMBERED_AS_JUDGED.get(turn.id, turn.id): PUBLISHED[turn.id] for turn in kept}
    text = (
        "conversation 81 is numbered as in the judgements of CAsT 2020: its turn 6, which they lack, is taken out, "
        "and its turns 7 to 9 are 6 to 8, which the links to turn 6 already mean"
    )
    decisions.add(source, "cast-2020-topic-81", 1, text)
    return renamed, links

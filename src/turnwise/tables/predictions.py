"""What a system predicts of dialogues: how raters' labels are distributed, for whole dialogues and for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turnwise.tables.dialogues import Bools, Floats, Ints

#: The labels that a turn of either side may have; the last one says that it is no nugget.
CUSTOMER_LABELS = ("CNUG0", "CNUG", "CNUG*", "CNaN")
HELPDESK_LABELS = ("HNUG", "HNUG*", "HNaN")


@dataclass(frozen=True, eq=False)
class Predictions:
    """One system's predictions; those of the turns of dialogue *d* are ``offsets[d]:offsets[d + 1]``.

    ``quality[question][dialogue, value]`` has the mass of each value of a question, in the order of its scheme; a row
    is NaN where a dialogue has no prediction. ``turns[turn, label]`` has the mass of the labels of the turn's side, a
    helpdesk's turn having one label less. `has_turns` tells which dialogues have predictions of turns at all.
    """

    source: str
    names: list[str]
    quality: Mapping[str, Floats]
    offsets: Ints
    by_helpdesk: Bools
    turns: Floats
    has_turns: Bools

    def __len__(self) -> int:
        return len(self.names)

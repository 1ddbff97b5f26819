"""What Sakai, Zeng and Luo print: Table 1, of 234 pilot dialogues that are not public, three annotators each."""

from __future__ import annotations

from typing import NamedTuple

PAPER = (
    "T. Sakai, Z. Zeng and C. Luo. Evaluating Helpdesk Dialogues: Initial Considerations from An Information Access "
    "Perspective. IPSJ SIG Technical Report, 2016."
)
DIALOGUES, ANNOTATORS = 234, 3


class Printed(NamedTuple):
    """A row of Table 1: how many labels each category has, Fleiss' κ with its interval, and κ_free."""

    categories: str
    counts: tuple[int, int, int]
    fleiss: float
    low: float
    high: float
    free: float


#: Table 1. Of Q3, 2 and 1 are counted as 1, and −2 and −1 as −1.
TABLE_1 = {
    "Q1": Printed("2/1/0", (692, 9, 1), -0.013, -0.082, 0.056, 0.957),
    "Q2": Printed("2/1/0", (154, 219, 329), 0.417, 0.363, 0.470, 0.444),
    "Q3": Printed("1/0/-1", (191, 284, 227), 0.480, 0.428, 0.533, 0.487),
    "Q4": Printed("2/1/0", (420, 142, 140), 0.041, -0.014, 0.095, 0.192),
    "Q5": Printed("2/1/0", (631, 49, 22), 0.243, 0.183, 0.303, 0.788),
}


def implied_fleiss(printed: Printed) -> tuple[float, float]:
    """What Fleiss' κ may be, by the counts and by κ_free, which is rounded to three digits.

    With three categories κ_free = (P − 1/3) ÷ (2/3) gives the observed agreement P, and the counts give the chance
    agreement, Σ p².
    """
    total = sum(printed.counts)
    chance = sum((count / total) ** 2 for count in printed.counts)
    observed = [(printed.free + half) * 2 / 3 + 1 / 3 for half in (-0.0005, 0.0005)]
    return (observed[0] - chance) / (1 - chance), (observed[1] - chance) / (1 - chance)

"""Sentences of “A View From The Crowd” that its own figures, or the corpus, decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from turnwise.reproduce.toia_printed import COLUMNS, MAKER
from turnwise.tables.knowledge import Questions

#: Section 5: snippets of four turns.
SNIPPETS = {"dev": 339, "test": 341}


@dataclass(frozen=True)
class Claim:
    """What the paper says, whether it holds, and why."""

    says: str
    verdict: Literal["holds", "does not hold", "impossible"]
    why: str


def highest_mrr(success_at_10: float) -> float:
    """In percent: who fails within the first ten finds its first right answer at rank 11 or below."""
    return success_at_10 + (100 - success_at_10) / 11


def claims(parts: Mapping[str, Questions]) -> list[Claim]:
    return [*_impossible(), _all_answers(), *_snippets(parts)]


def _impossible() -> list[Claim]:
    """A mean over all questions cannot be above what the success rate of the same column allows."""
    found = []
    for column in COLUMNS:
        there = MAKER["dev"][column]
        most = highest_mrr(there["SR@10"])
        if there["MRR"] > most:
            why = (
                f"with SR@10 = {there['SR@10']} it is at most {most:.1f}; SR@10 knows a right answer by its first pair "
                "alone, MRR by its words, and MRR leaves questions out"
            )
            found.append(Claim(f"Table 4: MRR of {column} is {there['MRR']}", "impossible", why))
    return found


def _all_answers() -> Claim:
    return Claim(
        "Section 6.5: “the trivial model retrieving all possible answers in the KB would give a 100% MRR”",
        "does not hold",
        f"the random model of Table 4 does retrieve all of them, and its MRR is {MAKER['dev']['Rand']['MRR']}",
    )


def _snippets(parts: Mapping[str, Questions]) -> list[Claim]:
    found = []
    for split, part in parts.items():
        windows = len(part) - 1
        across = part.n_dialogues - 1
        why = (
            f"the split has {len(part)} turns, so a window that slides over all of them has {windows} places; "
            f"{across} of these begin in another dialogue than they end in"
        )
        said = f"Section 5: {SNIPPETS[split]} dialogue snippets of the {split} dialogues"
        found.append(Claim(said, "holds" if windows == SNIPPETS[split] else "does not hold", why))
    return found

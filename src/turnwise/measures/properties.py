"""Which properties of option lists a measure has, decided on all lists up to a length.

The properties are those of Atanasova et al. (SIGIR 2019) for lists of correct (`c`) and wrong (`w`) responses:

Correctness    more correct responses score higher
Confidence     with as many correct ones, fewer wrong responses score higher
Priority       with as many of each, a larger sum of reciprocal ranks of the correct ones scores higher

Higher is strict: scores that differ by at most `TOLERANCE` are the same. The sums of reciprocal ranks are compared
exactly, as whole numbers of a common denominator. Nothing is sampled: every pair that a property speaks of counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwise.errors import MeasureError, OptionError
from turnwise.measures.checked_measure import TOLERANCE, Cases, told_apart
from turnwise.measures.dialogue import DialogueMeasure
from turnwise.measures.grammar import parse, parse_turn
from turnwise.measures.measure import TurnMeasure
from turnwise.measures.packed import Floats, Ints, Lists

Scorer = Callable[[Lists], ArrayLike]
Measure = str | TurnMeasure | type | Scorer

LISTS = Cases(TurnMeasure, "list", "packed lists")
LONGEST = 32  # up to here the exact sums of reciprocal ranks fit in 64 bits
MOST_LISTS = 100_000

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Counterexample:
    """Two lists that a measure does not order as a property demands, with their scores."""

    preferred: str
    other: str
    scores: tuple[float, float]


@dataclass(frozen=True)
class Finding:
    """What all pairs of lists say about one property of one measure."""

    name: str
    measure: str
    pairs: int
    counterexample: Counterexample | None

    @property
    def holds(self) -> bool:
        return self.counterexample is None

    def __str__(self) -> str:
        if self.counterexample is None:
            return f"{self.name} holds."
        found = self.counterexample
        given = told_apart(self.measure, f"`{found.preferred}`", f"`{found.other}`", found.scores)
        return f"{self.name} fails: {_difference(found.preferred, found.other)}, yet {given}."

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON writes it."""
        return {
            "holds": self.holds,
            "pairs": self.pairs,
            "says": str(self),
            "counterexample": self.counterexample and asdict(self.counterexample),
        }


@dataclass(frozen=True)
class Findings:
    """The three findings on one measure, and the lists they rest on."""

    measure: str
    max_length: int
    correct: int
    n_lists: int
    correctness: Finding
    confidence: Finding
    priority: Finding

    def __iter__(self) -> Iterator[Finding]:
        return iter((self.correctness, self.confidence, self.priority))

    @property
    def verdict(self) -> str:
        """One sentence on what the measure is fit for."""
        missing = [f.name for f in (self.correctness, self.confidence) if not f.holds]
        if missing:
            are = "which is mandatory" if len(missing) == 1 else "both mandatory"
            return (
                f"{self.measure} lacks {' and '.join(missing)}, {are}: it is not fit to judge lists of varying length."
            )
        if not self.priority.holds:
            return (
                f"{self.measure} has the two mandatory properties but not Priority: use it where order does not matter."
            )
        return f"{self.measure} has all three properties: use it where the order of the options matters."

    def as_dict(self) -> dict[str, Any]:
        """The findings as JSON writes them."""
        return {
            "measure": self.measure,
            "max_length": self.max_length,
            "correct": self.correct,
            "lists": self.n_lists,
            "tolerance": TOLERANCE,
            "properties": {finding.name.lower(): finding.as_dict() for finding in self},
            "verdict": self.verdict,
        }


def check_properties(measure: Measure, max_length: int = 5, correct: int = 1) -> Findings:
    """Decide the three properties of a measure on all lists of up to `max_length` responses.

    At most `correct` responses of a list are correct, which is how many correct ones there are for the question.
    `measure` is a text such as ``nDCG@3``, a measure or its class, or any function from packed lists to numbers.
    """
    scorer = as_scorer(measure)
    space = _Space(every_list(max_length, correct))
    name = LISTS.name_of(scorer)
    scores = LISTS.scores(scorer, packed(space.texts, correct), len(space.texts), lambda at: f"`{space.texts[at]}`")

    def finding(title: str, pairs: int, found: tuple[int, int] | None) -> Finding:
        if found is None:
            return Finding(title, name, pairs, None)
        better, worse = found
        example = Counterexample(space.texts[better], space.texts[worse], (float(scores[better]), float(scores[worse])))
        return Finding(title, name, pairs, example)

    right, wrong = space.class_right, space.class_length - space.class_right
    more_correct = right[:, None] > right
    fewer_wrong = (right[:, None] == right) & (wrong[:, None] < wrong)
    return Findings(
        name,
        max_length,
        correct,
        len(space.texts),
        finding("Correctness", *_between_classes(space, scores, more_correct)),
        finding("Confidence", *_between_classes(space, scores, fewer_wrong)),
        finding("Priority", *_within_classes(space, scores)),
    )


def every_list(max_length: int, correct: int) -> list[str]:
    """All lists of 1 to `max_length` responses with at most `correct` correct ones: shortest first, then by letter."""
    if not 2 <= max_length <= LONGEST:
        raise OptionError(f"the longest list must have 2 to {LONGEST} responses, found {max_length}.")
    if not 1 <= correct <= LONGEST:
        raise OptionError(f"the number of correct responses must be 1 to {LONGEST}, found {correct}.")
    lengths = range(1, max_length + 1)
    count = sum(comb(n, c) for n in lengths for c in range(min(correct, n) + 1))
    if count > MOST_LISTS:
        raise OptionError(
            f"there are {count:,} lists of up to {max_length} responses with up to {correct} correct, "
            f"and the checker takes {MOST_LISTS:,}; ask for shorter lists or fewer correct responses."
        )
    return [
        text
        for n in lengths
        for text in sorted(_spelled(n, at) for c in range(min(correct, n) + 1) for at in combinations(range(n), c))
    ]


def packed(texts: list[str], correct: int) -> Lists:
    """The lists as measures see them. All are answers to one question, with `correct` right options and a wrong one
    for every place of the longest list."""
    judged = [1.0] * correct + [0.0] * max(map(len, texts))
    return Lists.of([[float(letter == "c") for letter in text] for text in texts], [judged] * len(texts))


def as_scorer(measure: object) -> Scorer:
    """What scores packed lists: a measure that a text names, one made from a class, or a function as it is."""
    if isinstance(measure, str):
        named = parse(measure)
        if isinstance(named, DialogueMeasure):
            raise MeasureError(
                f"{named} is a measure of dialogues; `turnwise dialogues requirements '{named}'` checks those."
            )
        return parse_turn(named)
    return LISTS.scorer(measure)


class _Space:
    """All lists, and their classes: the lists with as many correct and as many wrong responses."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.length: Ints = np.array([len(text) for text in texts], dtype=np.int64)
        self.right: Ints = np.array([text.count("c") for text in texts], dtype=np.int64)
        whole = lcm(*range(1, int(self.length[-1]) + 1))
        self.rank_sum: Ints = np.array([int(rank_sum(text) * whole) for text in texts], dtype=np.int64)
        base = int(self.right.max()) + 1
        codes, self.of = np.unique(self.length * base + self.right, return_inverse=True)
        self.class_length, self.class_right = np.divmod(codes, base)


def _between_classes(space: _Space, scores: Floats, demanded: NDArray[np.bool_]) -> tuple[int, tuple[int, int] | None]:
    """Check a property that puts whole classes above others: `demanded[i, j]` where every list of i must beat all of j.

    The lowest score of one class against the highest of the other decides every pair of theirs at once.
    """
    sizes = np.bincount(space.of)
    pairs = int(sizes @ demanded @ sizes)
    lowest, highest = np.full(len(sizes), np.inf), np.full(len(sizes), -np.inf)
    np.minimum.at(lowest, space.of, scores)
    np.maximum.at(highest, space.of, scores)
    broken = demanded & (lowest[:, None] <= highest + TOLERANCE)
    if not broken.any():
        return pairs, None
    total = space.class_length[:, None] + space.class_length
    smallest = broken & (total == total[broken].min())
    found = []
    for upper, lower in np.argwhere(smallest):
        better = int(np.flatnonzero((space.of == upper) & (scores <= highest[lower] + TOLERANCE))[0])
        worse = int(np.flatnonzero((space.of == lower) & (scores[better] <= scores + TOLERANCE))[0])
        found.append((better, worse))
    return pairs, min(found, key=lambda pair: (space.texts[pair[0]], space.texts[pair[1]]))


def _within_classes(space: _Space, scores: Floats) -> tuple[int, tuple[int, int] | None]:
    """Check Priority: inside each class, sorted by the sum of reciprocal ranks, no list may score at most as much as
    the best of those with a smaller sum."""
    pairs, broken = 0, []
    for one in range(len(space.class_length)):
        members = np.flatnonzero(space.of == one)
        members = members[np.argsort(space.rank_sum[members], kind="stable")]
        sums, values = space.rank_sum[members], scores[members]
        smaller = np.searchsorted(sums, sums, side="left")
        pairs += int(smaller.sum())
        rival = np.maximum.accumulate(values)[smaller - 1]
        broken.append(members[(smaller > 0) & (values <= rival + TOLERANCE)])
    candidates = np.concatenate(broken)
    if not len(candidates):
        return pairs, None
    better = int(candidates.min())
    rivals = (space.of == space.of[better]) & (space.rank_sum < space.rank_sum[better])
    return pairs, (better, int(np.flatnonzero(rivals & (scores[better] <= scores + TOLERANCE))[0]))


def rank_sum(text: str) -> Fraction:
    """The paper's p: the sum of the reciprocal ranks of a list's correct responses."""
    return sum((Fraction(1, rank) for rank, letter in enumerate(text, 1) if letter == "c"), Fraction(0))


def _spelled(length: int, correct_at: tuple[int, ...]) -> str:
    return "".join("c" if at in correct_at else "w" for at in range(length))


def _difference(preferred: str, other: str) -> str:
    """In what `preferred` is better than `other`."""
    more_correct = preferred.count("c") - other.count("c")
    if more_correct:
        return f"`{preferred}` holds {_how_many(more_correct)} more correct {_responses(more_correct)} than `{other}`"
    more_wrong = other.count("w") - preferred.count("w")
    if more_wrong:
        return f"`{other}` holds {_how_many(more_wrong)} more wrong {_responses(more_wrong)} than `{preferred}`"
    if preferred.count("c") == 1:
        return f"the correct response stands higher in `{preferred}` than in `{other}`"
    return (
        f"the reciprocal ranks of the correct responses sum to {rank_sum(preferred)} in `{preferred}` "
        f"and to {rank_sum(other)} in `{other}`"
    )


def _how_many(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _responses(count: int) -> str:
    return "response" if count == 1 else "responses"

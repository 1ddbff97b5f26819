"""All small dialogues, what a measure gives to each, and the pairs that a demand speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from numpy.typing import ArrayLike

from turnwise.errors import MeasureError, OptionError
from turnwise.measures.checked_measure import TOLERANCE, Cases
from turnwise.measures.dialogue import KINDS, DialogueMeasure, Readings, Written
from turnwise.measures.grammar import parse
from turnwise.measures.packed import Floats

Scorer = Callable[[Readings], ArrayLike]
Measure = str | DialogueMeasure | type | Scorer

DIALOGUES = Cases(DialogueMeasure, "dialogue", "packed readings")

#: A post without a nugget, and the kinds of nuggets: what a post of a small dialogue can be.
NOTHING = "–"
POSTS = (NOTHING, *sorted(KINDS, key=("CNUG", "HNUG", "CNUG*", "HNUG*", "CNUG0").index))
MOST_DIALOGUES = 60_000

Dialogue = tuple[str, ...]


@dataclass(frozen=True)
class Counterexample:
    """Two dialogues that a measure does not order as a requirement demands, with their scores."""

    preferred: str
    other: str
    because: str
    scores: tuple[float, float]


@dataclass(frozen=True)
class Outcome:
    """What all pairs of dialogues say about a demand."""

    pairs: int
    counterexample: Counterexample | None

    @property
    def holds(self) -> bool:
        return self.counterexample is None


def every_dialogue(max_posts: int) -> list[Dialogue]:
    """All dialogues of 1 to `max_posts` posts, shortest first."""
    if max_posts < 2 or sum(len(POSTS) ** n for n in range(1, max_posts + 1)) > MOST_DIALOGUES:
        raise OptionError(f"dialogues must have at most 2 to 6 posts, found {max_posts}.")
    return [dialogue for n in range(1, max_posts + 1) for dialogue in product(POSTS, repeat=n)]


def as_dialogue_scorer(measure: object) -> Scorer:
    """What scores packed readings: a measure that a text names, one made from a class, or a function as it is."""
    if isinstance(measure, str):
        measure = parse(measure)
        if not isinstance(measure, DialogueMeasure):
            raise MeasureError(f"{measure} is no measure of dialogues; expected one, such as UCH.")
    return DIALOGUES.scorer(measure)


class SmallDialogues:
    """All small dialogues with their scores, and the demands on them."""

    def __init__(self, scorer: Scorer, dialogues: list[Dialogue], max_posts: int, post_length: float) -> None:
        self.scorer, self.name, self.dialogues = scorer, DIALOGUES.name_of(scorer), dialogues
        self.longest, self.post_length = max_posts * post_length, post_length
        self.at = {dialogue: number for number, dialogue in enumerate(dialogues)}
        self.scores = self.score(dialogues)

    def score(self, dialogues: list[Dialogue], heavy: list[int] | None = None) -> Floats:
        """One finite number a dialogue; the post `heavy[i]` of dialogue *i* is a nugget of weight 2."""
        step = self.post_length
        readings = Readings.of(
            [
                [
                    Written(kind, at * step, (at + 1) * step, 2.0 if heavy and heavy[number] == at else 1.0)
                    for at, kind in enumerate(dialogue)
                    if kind != NOTHING
                ]
                for number, dialogue in enumerate(dialogues)
            ],
            [len(dialogue) * step for dialogue in dialogues],
            self.longest,
            getattr(self.scorer, "unit", None) or "characters",
        )
        return DIALOGUES.scores(self.scorer, readings, len(dialogues), lambda at: written(dialogues[at]))

    @cached_property
    def seen(self) -> set[str]:
        """The sides, as C and H, whose nuggets ever change a score."""
        found = set()
        for number, dialogue in enumerate(self.dialogues):
            for at, kind in enumerate(dialogue):
                if kind != NOTHING and kind[0] not in found:
                    without = self.at[(*dialogue[:at], NOTHING, *dialogue[at + 1 :])]
                    if abs(self.scores[number] - self.scores[without]) > TOLERANCE:
                        found.add(kind[0])
            if len(found) == 2:
                break
        return found

    def counts(self, kind: str) -> bool:
        return kind[0] in self.seen

    def first_goal(self, dialogue: Dialogue) -> int | None:
        """The post with the first goal nugget of a side that the measure looks at."""
        return next((at for at, kind in enumerate(dialogue) if kind.endswith("*") and self.counts(kind)), None)

    # ------------------------------------------------------------------------------------ as written

    def accomplished(self, same: bool = False) -> Outcome:
        """(e) Any dialogue with a goal nugget beats any without; of those with the same others, if so wanted."""
        groups = {}
        for number, dialogue in enumerate(self.dialogues):
            others = tuple(sorted(kind for kind in dialogue if kind != NOTHING and not kind.endswith("*")))
            goals_unseen = sorted(kind for kind in dialogue if kind.endswith("*") and not self.counts(kind))
            groups[number] = ((*others, *goals_unseen) if same else (), self.first_goal(dialogue) is None)
        but = ", with the same other nuggets," if same else ""
        return self._between(groups, f"{{0}} contains task accomplishment and {{1}}{but} does not")

    def shorter(self) -> Outcome:
        """(f) Of all dialogues with the same nuggets, the shorter beats the longer."""
        groups = {}
        for number, dialogue in enumerate(self.dialogues):
            if any(map(self.counts, nuggets := _nuggets(dialogue))):
                groups[number] = (nuggets, len(dialogue))
        return self._between(groups, "{0} and {1} contain the same nuggets and the first is shorter")

    def quicker(self, same: bool = False) -> Outcome:
        """(g) Of all dialogues with a goal nugget (and the same ones), the one that comes to it sooner beats others."""
        groups = {}
        for number, dialogue in enumerate(self.dialogues):
            if (first := self.first_goal(dialogue)) is not None:
                groups[number] = (_nuggets(dialogue) if same else (), first)
        but = ", with the same nuggets" if same else ""
        return self._between(groups, f"{{0}} reaches accomplishment sooner than {{1}}{but}")

    def _between(self, groups: Mapping[int, tuple[Dialogue, int]], because: str) -> Outcome:
        """Every dialogue of a group must beat all those of its key with a higher rank.

        The lowest score of one group against the highest of the other decides every pair of theirs at once. Groups are
        split by length, so that the counterexample with the fewest posts is found first.
        """
        members: dict[tuple[Dialogue, int, int], list[int]] = {}
        for number, (key, rank) in groups.items():
            members.setdefault((key, rank, len(self.dialogues[number])), []).append(number)
        by_key: dict[Dialogue, list[tuple[Dialogue, int, int]]] = {}
        for group in members:
            by_key.setdefault(group[0], []).append(group)
        low = {group: self.scores[own].min() for group, own in members.items()}
        high = {group: self.scores[own].max() for group, own in members.items()}
        pairs, broken = 0, []
        for group, own in members.items():
            for other in by_key[group[0]]:
                if group[1] < other[1]:
                    pairs += len(own) * len(members[other])
                    if low[group] <= high[other] + TOLERANCE:
                        broken.append((group, other))
        if not broken:
            return Outcome(pairs, None)
        fewest = min(group[2] + other[2] for group, other in broken)
        found = []
        for group, other in broken:
            if group[2] + other[2] == fewest:
                better = next(n for n in members[group] if self.scores[n] <= high[other] + TOLERANCE)
                worse = next(n for n in members[other] if self.scores[better] <= self.scores[n] + TOLERANCE)
                found.append((better, worse))
        better, worse = min(found, key=lambda pair: (max(pair), pair))
        return Outcome(pairs, self._example(better, worse, because))

    # ------------------------------------------------------------------------------------ all else equal

    def goal_taken_away(self) -> Outcome:
        """(e) A dialogue beats itself without its goal nuggets."""
        pairs = (
            (dialogue, tuple(NOTHING if k.endswith("*") and self.counts(k) else k for k in dialogue))
            for dialogue in self.dialogues
            if self.first_goal(dialogue) is not None
        )
        return self._each(pairs, "{1} is {0} without task accomplishment")

    def post_put_in(self) -> Outcome:
        """(f) A dialogue beats itself with a post that is no nugget put in before its last nugget."""
        longest = len(self.dialogues[-1])

        def pairs() -> Iterator[tuple[Dialogue, Dialogue]]:
            for dialogue in self.dialogues:
                last = max(
                    (at for at, kind in enumerate(dialogue) if kind != NOTHING and self.counts(kind)), default=-1
                )
                if len(dialogue) < longest:
                    yield from ((dialogue, (*dialogue[:at], NOTHING, *dialogue[at:])) for at in range(last + 1))

        return self._each(pairs(), "{1} is {0} with one more post before the last nugget")

    def goal_one_post_earlier(self) -> Outcome:
        """(g) A dialogue beats itself with the first goal nugget one post later."""

        def pairs() -> Iterator[tuple[Dialogue, Dialogue]]:
            for dialogue in self.dialogues:
                if (at := self.first_goal(dialogue)) is not None and at > 0:
                    yield (*dialogue[: at - 1], dialogue[at], dialogue[at - 1], *dialogue[at + 1 :]), dialogue

        return self._each(pairs(), "{0} is {1} with accomplishment one post earlier")

    def _each(self, pairs: Iterable[tuple[Dialogue, Dialogue]], because: str) -> Outcome:
        """Each first dialogue must beat its second."""
        numbers = [(self.at[better], self.at[worse]) for better, worse in pairs]
        broken = [(b, w) for b, w in numbers if self.scores[b] <= self.scores[w] + TOLERANCE]
        if not broken:
            return Outcome(len(numbers), None)
        sizes = {pair: sum(len(self.dialogues[number]) for number in pair) for pair in broken}
        smallest = min(broken, key=lambda pair: (sizes[pair], max(pair), pair))
        return Outcome(len(numbers), self._example(*smallest, because))

    def heavier(self) -> Outcome:
        """(d) A dialogue scores higher where one of its regular nuggets weighs 2 rather than 1."""
        which = [
            (number, at)
            for number, dialogue in enumerate(self.dialogues)
            for at, kind in enumerate(dialogue)
            if kind != NOTHING and not kind.endswith("*") and self.counts(kind)
        ]
        scores = self.score([self.dialogues[number] for number, _ in which], [at for _, at in which])
        for (number, at), score in zip(which, scores.tolist(), strict=True):
            if score <= self.scores[number] + TOLERANCE:
                dialogue, both = self.dialogues[number], (score, float(self.scores[number]))
                heavy = written((*dialogue[:at], f"2·{dialogue[at]}", *dialogue[at + 1 :]))
                because = f"{heavy} is {written(dialogue)} with a nugget of twice the weight"
                return Outcome(len(which), Counterexample(heavy, written(dialogue), because, both))
        return Outcome(len(which), None)

    def _example(self, better: int, worse: int, because: str) -> Counterexample:
        texts = [written(self.dialogues[number]) for number in (better, worse)]
        both = (float(self.scores[better]), float(self.scores[worse]))
        return Counterexample(texts[0], texts[1], because.format(*texts), both)


def _nuggets(dialogue: Dialogue) -> Dialogue:
    """The nuggets of a dialogue, without their places."""
    return tuple(sorted(kind for kind in dialogue if kind != NOTHING))


def written(dialogue: Dialogue) -> str:
    """A dialogue as it stands in a sentence: `CNUG – HNUG*`."""
    return f"`{' '.join(dialogue)}`"

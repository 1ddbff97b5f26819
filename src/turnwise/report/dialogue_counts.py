"""Counts over dialogues, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from turnwise.dialogues.stats import DialogueStats, NuggetStats, QuestionStats, Spread
from turnwise.tables.aligned import table
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import KINDS

_SPREAD = ("mean", "least", "median", "most")


def counts_text(name: str, stats: DialogueStats) -> str:
    """The counts for a person: what was said, how long it is, what annotators found."""
    return "\n".join(_lines(name, stats))


def _lines(name: str, stats: DialogueStats) -> Iterator[str]:
    yield f"{name}: {plural(stats.dialogues, 'dialogue')}, {plural(stats.annotators, 'annotator')}"
    yield ""
    rows = [
        [side, what, of, *_values(each)]
        for side, s in stats.sides.items()
        for what, of, each in (("posts", s.posts, s.posts_each), ("blocks", s.blocks, s.blocks_each))
    ]
    yield table(["said by", "", "in all", *(f"{word} a dialogue" for word in _SPREAD)], rows, 2)
    yield ""
    rows = [
        [unit + (" *" if unit == stats.unit else ""), length.dialogues.n, what, *_values(each)]
        for unit, length in stats.lengths.items()
        for what, each in (("a dialogue", length.dialogues), ("a post", length.posts))
    ]
    yield table(["length in", "dialogues", "of", *_SPREAD], rows, 2)
    yield "* the unit taken unless another is named"
    if stats.nuggets:
        yield ""
        yield from _nuggets(stats.nuggets)
    if stats.labels:
        yield ""
        yield from _labels(stats.labels)
    if stats.collapsed:
        yield ""
        yield "The same, collapsed as the scheme says:"
        yield from _labels(stats.collapsed)


def _values(spread: Spread) -> list[object]:
    """The mean, and whole numbers as such."""
    ends = [None if value is None else int(value) for value in (spread.least, spread.most)]
    return [spread.mean, ends[0], spread.median, ends[1]]


def _nuggets(nuggets: NuggetStats) -> Iterator[str]:
    total = nuggets.readings
    rows: list[list[object]] = [
        [kind, found, found / total, nuggets.readings_with[kind] / total] for kind, found in nuggets.kinds.items()
    ]
    yield table(["nugget", "in all", "a reading", "share of readings with one"], rows, 2)
    yield f"A reading is a dialogue read by one annotator: {total:,}."
    yield ""
    by = [
        [name, each, *kinds.values(), sum(kinds.values()) / each]
        for name, kinds in nuggets.by_annotator.items()
        if (each := nuggets.readings_by[name])
    ]
    yield table(["annotator", "readings", *KINDS, "nuggets a reading"], by, 2)


def _labels(labels: Mapping[str, QuestionStats]) -> Iterator[str]:
    answers = list(dict.fromkeys(answer for stats in labels.values() for answer in stats.counts))
    rows = [
        [
            question,
            stats.dialogues,
            stats.answers,
            *(stats.counts.get(answer) for answer in answers),
            stats.mean,
        ]
        for question, stats in labels.items()
    ]
    yield table(["question", "dialogues", "answers", *answers, "mean"], rows, 2)


def counts_json(stats: DialogueStats) -> dict[str, object]:
    """The same for a program."""
    return asdict(stats)

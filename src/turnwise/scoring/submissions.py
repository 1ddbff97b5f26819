"""Predicted label distributions against those of annotators: a value a dialogue and measure, for each submission.

The quality of a dialogue is one pair of distributions a question. Its nuggets are a pair a turn: the dialogue's value
is α times the mean over the customer's turns, and 1 − α times that over the helpdesk's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from turnwise.errors import InputError, MeasureError, OptionError, shown
from turnwise.measures import DistributionMeasure, DistributionPairs, Measure
from turnwise.measures.best_label import best
from turnwise.measures.packed import Floats, Ints
from turnwise.scoring.label_votes import Votes
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import Bools
from turnwise.tables.predictions import CUSTOMER_LABELS, HELPDESK_LABELS, Predictions
from turnwise.tables.scores import Scores
from turnwise.tables.submission_scores import SubmissionScores

#: What a dialogue with gold scores that a submission lacks: the worst there is, nothing, or an error.
Missing = Literal["worst", "skip", "error"]
#: What a dialogue scores in which one side says nothing: what the other side's turns do, or nothing.
OneSided = Literal["other", "skip"]
NUGGETS = "nuggets"


@dataclass(frozen=True)
class SubmissionRules:
    """How submissions are scored."""

    alpha: float = 0.5
    missing: Missing = "worst"
    one_sided: OneSided = "other"

    def __post_init__(self) -> None:
        for name, known in (("missing", Missing), ("one_sided", OneSided)):
            if getattr(self, name) not in get_args(known):
                expected = " or ".join(map(repr, get_args(known)))
                raise OptionError(f"{name}: found {shown(getattr(self, name))}, expected {expected}.")
        if not 0 <= self.alpha <= 1:
            raise OptionError(f"alpha must be a number from 0 to 1, found {self.alpha}.")


class Column(NamedTuple):
    """A measure of one thing that is predicted: a question, or the nuggets."""

    measure: DistributionMeasure
    target: str

    def __str__(self) -> str:
        return f"{self.measure}[{self.target}]"

    @property
    def label(self) -> str | None:
        """The label that a pooled measure looks for; None of one that every dialogue has a value of."""
        return getattr(self.measure, "label", None)


@dataclass(frozen=True)
class _Prepared:
    """A submission put beside the gold: the row of each of its dialogues, or -1; and its predictions of all turns."""

    name: str
    predictions: Predictions
    row: Ints  # [gold dialogue]
    turns: Floats  # [gold turn, label]; NaN where there is no prediction


def score_predictions(
    submissions: Mapping[str, Predictions],
    gold: Votes,
    measures: Sequence[Measure] | None,
    rules: SubmissionRules,
    decisions: Decisions,
    about: dict[str, Any] | None = None,
) -> SubmissionScores:
    """Score submissions by dialogue. Without measures, those of STC-3 and DialEval: NMD, RSNOD, and RNSS, JSD."""
    prepared = [_prepared(name, given, gold, decisions) for name, given in submissions.items()]
    columns = _columns(measures, prepared, gold)
    by_dialogue = [column for column in columns if column.label is None]
    cube = np.full((len(prepared), len(gold.names), len(by_dialogue)), np.nan)
    values, missing = np.full((len(prepared), len(columns)), np.nan), np.zeros(cube.shape[:2], dtype=np.bool_)
    for s, one in enumerate(prepared):
        lacking = _lacking(one, gold, columns, rules, decisions)
        missing[s] = lacking.any(axis=0)
        for target, row in zip(dict.fromkeys(column.target for column in columns), lacking, strict=True):
            for column in (each for each in columns if each.target == target):
                if column.label is None:
                    scored = cube[s, :, by_dialogue.index(column)] = _by_dialogue(column, one, gold, rules, row)
                    values[s, columns.index(column)] = np.nan if np.isnan(scored).all() else np.nanmean(scored)
                else:
                    values[s, columns.index(column)] = _pooled(column, column.label, one, gold, row)
    _tell_one_sided(gold, columns, rules, decisions)
    scores = Scores(
        systems=[one.name for one in prepared],
        conversations=gold.names,
        turns=gold.names,
        measures=[],
        values=np.empty((*cube.shape[:2], 0)),
        missing=missing,
        weights=np.empty((len(gold.names), 0)),
        conversation_measures=list(map(str, by_dialogue)),
        conversation_values=cube,
        decisions=decisions,
        about=about or {},
    )
    divergence = [column.measure.worst > 0 for column in columns]
    return SubmissionScores(scores, list(map(str, columns)), values, divergence)


def _prepared(name: str, given: Predictions, gold: Votes, decisions: Decisions) -> _Prepared:
    """A submission beside the gold; its turns must be those of the gold."""
    number = {dialogue: at for at, dialogue in enumerate(given.names)}
    row = np.array([number.get(dialogue, -1) for dialogue in gold.names], dtype=np.int64)
    unknown = len(given) - int((row >= 0).sum())
    if unknown == len(given):
        raise InputError(
            f"{given.source}: none of its {plural(unknown, 'dialogue')} (first: {given.names[0]}) is in {gold.source}; "
            "give the gold of these dialogues."
        )
    text = f"{plural(unknown, 'dialogue')} that the gold lacks: not scored"
    decisions.add(given.source, "predictions-without-gold", unknown, text)
    turns = np.full((int(gold.offsets[-1]), len(CUSTOMER_LABELS)), np.nan)
    for at in np.flatnonzero(row >= 0).tolist():
        own = slice(int(given.offsets[row[at]]), int(given.offsets[row[at] + 1]))
        if not given.has_turns[row[at]]:
            continue
        there = slice(int(gold.offsets[at]), int(gold.offsets[at + 1]))
        sides, expected = given.by_helpdesk[own], gold.by_helpdesk[there]
        where = f"{given.source}: dialogue {gold.names[at]}"
        if len(sides) != len(expected):
            raise InputError(
                f"{where}: found {plural(len(sides), 'prediction')} in 'nugget', expected {len(expected)}, one for "
                "each turn: all that a side says before the other does."
            )
        if (wrong := np.flatnonzero(sides != expected)).size:
            of = ("customer", "helpdesk")
            raise InputError(
                f"{where}: found labels of the {of[int(sides[wrong[0]])]} for turn {wrong[0] + 1}, expected those of "
                f"the {of[int(expected[wrong[0]])]}, who says it."
            )
        turns[there] = given.turns[own]
    return _Prepared(name, given, row, turns)


def _columns(measures: Sequence[Measure] | None, prepared: Sequence[_Prepared], gold: Votes) -> list[Column]:
    """What is measured of what: whatever any submission predicts and the gold has."""
    questions = [name for name in gold.quality if any(name in one.predictions.quality for one in prepared)]
    nuggets = gold.turns is not None and any(one.predictions.has_turns.any() for one in prepared)
    if not questions and not nuggets:
        has = ", ".join([*gold.quality, *([NUGGETS] if gold.turns is not None else [])]) or "no labels"
        raise InputError(f"{gold.source}: there is nothing to score, as the submissions predict none of it: {has}.")
    from turnwise.measures.divergences import JSD, NMD, RNSS
    from turnwise.measures.order_aware import RSNOD

    usual: list[DistributionMeasure] = [NMD(), RSNOD(), RNSS(), JSD()]
    columns = []
    for measure in usual if measures is None else measures:
        if not isinstance(measure, DistributionMeasure):
            raise MeasureError(
                f"{measure} is no measure of predicted distributions; expected one, such as NMD. It is computed by "
                f"`{measure.scored_with}`."
            )
        targets = [*questions, *([NUGGETS] if nuggets else [])]
        if measure.ordinal:
            targets = questions
        elif measures is None:  # the official ones look at nuggets with measures without an order
            targets = targets[len(questions) :]
        found = [Column(measure, target) for target in targets if _knows(measure, target, gold)]
        if not found and measures is not None:
            raise _nothing_to_measure(measure, questions, nuggets, gold)
        columns += found
    return columns


def _labels(target: str, gold: Votes) -> tuple[str, ...]:
    """The labels of a target, those of turns of both sides."""
    return (*CUSTOMER_LABELS, *HELPDESK_LABELS) if target == NUGGETS else gold.values[target]


def _knows(measure: DistributionMeasure, target: str, gold: Votes) -> bool:
    """Whether a measure that looks for labels finds them in this target, all on one side."""
    label = getattr(measure, "label", None)
    if label is None:
        return True
    sides = (CUSTOMER_LABELS, HELPDESK_LABELS) if target == NUGGETS else (gold.values[target],)
    return any(set(label.split("+")) <= set(side) for side in sides)


def _nothing_to_measure(measure: DistributionMeasure, questions: list[str], nuggets: bool, gold: Votes) -> MeasureError:
    if getattr(measure, "label", None) is None:
        return MeasureError(f"{measure} is for scales, and the submissions predict only nuggets; use RNSS or JSD.")
    known = dict.fromkeys(
        label for target in [*questions, *([NUGGETS] if nuggets else [])] for label in _labels(target, gold)
    )
    return MeasureError(
        f"{measure}: what is predicted has no such label; it has {', '.join(known)}. Write {measure.name}(label=…)."
    )


def _lacking(
    one: _Prepared, gold: Votes, columns: Sequence[Column], rules: SubmissionRules, decisions: Decisions
) -> Bools:
    """``[target, dialogue]``: what a submission lacks of what the gold has, in a part that it predicts elsewhere."""
    found = []
    for target in dict.fromkeys(column.target for column in columns):
        there, predicted = _judged(target, gold), _predicted(target, one)
        own = predicted & there
        lacking = there & ~predicted if own.any() else np.zeros_like(there)
        count = int(lacking.sum())
        first = gold.names[int(lacking.argmax())] if count else ""
        text = f"{plural(count, 'dialogue')} without a prediction of {target} (first: {first})"
        if count and rules.missing == "error":
            raise InputError(f"{one.predictions.source}: found {text}, expected one of each dialogue of the gold.")
        outcome = "scored as the worst there is" if rules.missing == "worst" else "left out"
        decisions.add(one.predictions.source, "missing-predictions", count, f"{text}: {outcome}")
        found.append(lacking)
    return np.array(found)


def _judged(target: str, gold: Votes) -> Bools:
    """Which dialogues have gold labels."""
    if target != NUGGETS:
        return np.asarray(gold.quality[target].sum(axis=1) > 0)
    assert gold.turns is not None
    judged = gold.turns.sum(axis=1) > 0
    return np.asarray(np.bincount(_owner(gold), weights=judged, minlength=len(gold.names)) > 0)


def _predicted(target: str, one: _Prepared) -> Bools:
    """Which dialogues of the gold the submission predicts."""
    there = one.row >= 0
    if target == NUGGETS:
        return np.asarray(there & one.predictions.has_turns[one.row])
    if target not in one.predictions.quality:
        return np.zeros_like(there)
    return np.asarray(there & ~np.isnan(one.predictions.quality[target][one.row, 0]))


def _owner(gold: Votes) -> Ints:
    return np.repeat(np.arange(len(gold.names)), np.diff(gold.offsets))


def _by_dialogue(column: Column, one: _Prepared, gold: Votes, rules: SubmissionRules, lacking: Bools) -> Floats:
    """A value a dialogue; NaN where there is no gold or, by the rules, nothing to score."""
    scored = _judged(column.target, gold) & _predicted(column.target, one)
    values = np.full(len(gold.names), np.nan)
    if column.target != NUGGETS:
        predicted = one.predictions.quality[column.target][one.row[scored]] if scored.any() else None
        if predicted is not None:
            pairs = DistributionPairs.of(predicted, gold.quality[column.target][scored], gold.values[column.target])
            values[scored] = column.measure(pairs)
    elif scored.any():
        customer, helpdesk = (_mean_of_side(column.measure, side, one, gold, scored) for side in (False, True))
        both = rules.alpha * customer + (1 - rules.alpha) * helpdesk
        alone = np.where(np.isnan(customer), helpdesk, customer)
        values = np.where(np.isnan(both) & (rules.one_sided == "other"), alone, both)
    if rules.missing == "worst":
        values[lacking] = column.measure.worst
    return values


def _side(side: bool, gold: Votes, chosen: Bools) -> tuple[Bools, tuple[str, ...]]:
    """The judged turns of a side in the chosen dialogues, and its labels."""
    assert gold.turns is not None
    labels = HELPDESK_LABELS if side else CUSTOMER_LABELS
    return chosen[_owner(gold)] & (gold.by_helpdesk == side) & (gold.turns.sum(axis=1) > 0), labels


def _mean_of_side(measure: DistributionMeasure, side: bool, one: _Prepared, gold: Votes, scored: Bools) -> Floats:
    """The mean over a side's turns of each dialogue; NaN where it has none."""
    turns, labels = _side(side, gold, scored)
    found = np.full(len(gold.names), np.nan)
    if not turns.any():
        return found
    assert gold.turns is not None
    pairs = DistributionPairs.of(one.turns[turns, : len(labels)], gold.turns[turns, : len(labels)], labels)
    owner = _owner(gold)[turns]
    count = np.bincount(owner, minlength=len(gold.names))
    total = np.bincount(owner, weights=measure(pairs), minlength=len(gold.names))
    return np.divide(total, count, out=found, where=count > 0)


def _pooled(column: Column, label: str, one: _Prepared, gold: Votes, lacking: Bools) -> float:
    """The value of all dialogues or turns together; what was not predicted is taken to have another label."""
    judged = _judged(column.target, gold)
    if not (judged & _predicted(column.target, one)).any():
        return float("nan")
    if column.target == NUGGETS:
        assert gold.turns is not None
        turns, labels = _side(set(label.split("+")) <= set(HELPDESK_LABELS), gold, judged)
        predicted, truth = one.turns[turns, : len(labels)], gold.turns[turns, : len(labels)]
        absent = lacking[_owner(gold)[turns]]
    else:
        labels = gold.values[column.target]
        predicted = one.predictions.quality[column.target][one.row[judged]]
        truth, absent = gold.quality[column.target][judged], lacking[judged]
    another = next((at for at, name in enumerate(labels) if name not in label.split("+")), 0)
    filled = np.where(absent[:, None], np.eye(len(labels))[another], predicted)
    known = ~np.isnan(filled).any(axis=1)
    pairs = DistributionPairs.of(filled[known], truth[known], labels)
    return column.measure.mean(replace(pairs, said=np.where(absent[known], another, best(pairs.predicted))))


def _tell_one_sided(gold: Votes, columns: Sequence[Column], rules: SubmissionRules, decisions: Decisions) -> None:
    if not any(column.target == NUGGETS and column.label is None for column in columns):
        return
    helpdesk = np.bincount(_owner(gold), weights=gold.by_helpdesk, minlength=len(gold.names))
    alone = int(((helpdesk == 0) | (helpdesk == np.diff(gold.offsets))).sum())
    outcome = "the turns of the other count alone" if rules.one_sided == "other" else "left out"
    text = f"{plural(alone, 'dialogue')} in which one side says nothing: {outcome}"
    decisions.add(gold.source, "one-sided-dialogues", alone, text)

"""Sakai, Zeng and Luo's paper on helpdesk dialogues, answered on the 3,700 dialogues of STC-3.

The paper has 234 pilot dialogues, which are not public, and prints one table of them; it asks four hypotheses of
nuggets, and leaves them open. STC-3 came out of it: nuggets and labels of 3,700 dialogues by the same 19 annotators.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.agreement.collapsing import by_sign
from turnwise.agreement.consistency import Consistency, consistency, label_answers, labels_of
from turnwise.agreement.estimate import Estimate, build, estimates
from turnwise.agreement.krippendorff import krippendorff
from turnwise.agreement.nuggets import COEFFICIENTS, NuggetAgreement, nugget_agreement
from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.reproduce.helpdesk_example import Example, example
from turnwise.reproduce.helpdesk_printed import ANNOTATORS, DIALOGUES, TABLE_1, implied_fleiss
from turnwise.reproduce.helpdesk_sweep import Sweep, sweep
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues
from turnwise.validity.correlation import Correlations, correlate
from turnwise.validity.matrices import annotated, length_of
from turnwise.validity.paradise import Paradise, paradise
from turnwise.validity.reuse_trial import ReuseTrial, reuse_trial
from turnwise.validity.sensitivity import Sensitivity, sensitivity
from turnwise.validity.split_annotators import SplitAnnotators, split_annotators

#: The dialogues, below the folder of data.
DATA = "stc3/stc3_train_3700.textfree.json.gz"
#: L is the longest dialogue; a nugget stands where its turn starts; regular nuggets weigh 1, and every goal nugget
#: weighs what equation 3 (5) says. These are the measures' defaults.
MEASURES = {"UC": "UC", "UH": "UH", "UCH": "UCH(alpha=0.5)"}
LABELS = ("A", "S", "E")
#: What the labels ask, as STC-3 puts it.
ASKED = {"A": "task accomplishment", "S": "customer satisfaction", "E": "dialogue effectiveness"}
#: How many of the most alike posts count where they are alike in length and place alone.
NEIGHBOURS = 25

#: What is told while it is done.
STEPS = ("reading", "agreement", "consistency", "correlations", "sensitivity", "PARADISE", "reuse", "sweep", "done")

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class LabelAgreement:
    """A row in the layout of Table 1: the labels by category, and coefficients with intervals at the estimate."""

    question: str
    categories: tuple[int, ...]
    counts: tuple[int, ...]
    fleiss: Estimate
    free: Estimate
    alpha_ordinal: Estimate


@dataclass(frozen=True)
class Reproduction:
    """Everything that the paper asks, on other dialogues."""

    dialogues: int
    annotators: int
    readings: int
    #: the paper's L, in Chinese characters
    longest: float
    #: collapsed by sign, as the paper does with its Q3; and as given
    collapsed: list[LabelAgreement]
    labels: list[LabelAgreement]
    nuggets: NuggetAgreement
    nugget_counts: dict[str, int]
    consistency: Consistency
    means: dict[str, float]
    correlations: Correlations
    split: SplitAnnotators
    sensitivity: Sensitivity
    paradise: dict[str, Paradise]
    reuse: ReuseTrial
    sweep: Sweep
    example: Example
    decisions: Decisions
    draws: int
    seed: int

    def as_dict(self) -> dict[str, Any]:
        """The reproduction as JSON writes it."""
        from turnwise.reproduce.helpdesk_json import reproduction_json

        return reproduction_json(self)


def reproduce_helpdesk(
    data: str | Path, draws: int = 2000, seed: int = 0, progress: Progress | None = None
) -> Reproduction:
    """Answer the paper on the dialogues below `data`."""

    def step(at: int) -> None:
        if progress:
            progress(at, len(STEPS) - 1, STEPS[at])

    step(0)
    decisions = Decisions()
    dialogues = read_dialogues(_there(Path(data)), decisions)
    nuggets = dialogues.nuggets
    assert nuggets is not None
    step(1)
    agreed = nugget_agreement(dialogues, draws=draws, seed=seed)
    step(2)
    consistent = consistency(dialogues, LABELS, draws=draws, seed=seed)
    step(3)
    both = annotated(dialogues, list(MEASURES.values()), LABELS)
    named = dict(zip(MEASURES, both.measures.values(), strict=True))
    means = dict(zip(MEASURES, both.measure_means.values(), strict=True))
    correlations = correlate(
        means, both.label_means, control=length_of(dialogues), coefficients=("kendall", "spearman"), draws=draws,
        seed=seed,
    )  # fmt: skip
    split = split_annotators(named, both.labels, seed=seed)
    step(4)
    sensitive = sensitivity(named, both.labels, seed=seed)
    step(5)
    explained = {label: paradise(dialogues, label, measures=["UCH"], draws=draws, seed=seed) for label in LABELS}
    step(6)
    reused = reuse_trial(dialogues, "S", neighbours=NEIGHBOURS, draws=draws, seed=seed)
    step(7)
    swept = sweep(dialogues, both.label_means)
    step(8)
    return Reproduction(
        dialogues=len(dialogues),
        annotators=agreed.annotators,
        readings=agreed.readings,
        longest=float(np.nanmax(dialogues.totals(dialogues.unit))),
        collapsed=[_agreement(dialogues, question, "by sign") for question in LABELS],
        labels=[_agreement(dialogues, question, "as given") for question in LABELS],
        nuggets=agreed,
        nugget_counts=_kinds(dialogues),
        consistency=consistent,
        means={name: float(np.nanmean(values)) for name, values in means.items()},
        correlations=correlations,
        split=split,
        sensitivity=sensitive,
        paradise=explained,
        reuse=reused,
        sweep=swept,
        example=example(dialogues),
        decisions=decisions,
        draws=draws,
        seed=seed,
    )


def _there(folder: Path) -> Path:
    path = folder / DATA
    if not path.exists():
        raise InputError(
            f"{path}: found nothing there, expected the dialogues of STC-3; give the folder that holds {DATA} with "
            "--data."
        )
    return path


def _kinds(dialogues: Dialogues) -> dict[str, int]:
    from turnwise.dialogues.stats import dialogue_stats

    counted = dialogue_stats(dialogues).nuggets
    assert counted is not None
    return dict(counted.kinds)


def _agreement(dialogues: Dialogues, question: str, scale: str) -> LabelAgreement:
    """A row of Table 1, with large-sample intervals at the estimate over dialogues."""
    labels = labels_of(dialogues)
    answers, _ = label_answers(labels, question, scale)
    study = by_sign(labels, question) if scale == "by sign" else labels
    values, counts = np.unique(study.value[study.question == study.number(question)], return_counts=True)
    makers = {name: COEFFICIENTS[name] for name in ("Fleiss", "Randolph")}
    built = [build(name, answers, (-1, 1), lambda make=make: make(answers)) for name, make in makers.items()]  # type: ignore[misc]
    built.append(build("alpha", answers, (-1, 1), lambda: krippendorff(answers, "ordinal")))
    fleiss, free, alpha = estimates(built)
    order = np.argsort(-values)
    return LabelAgreement(
        question, tuple(int(v) for v in values[order]), tuple(int(c) for c in counts[order]), fleiss, free, alpha
    )


def published() -> dict[str, Any]:
    """The paper's Table 1, and what Fleiss' κ may be by its other columns."""
    return {
        "dialogues": DIALOGUES,
        "annotators_per_dialogue": ANNOTATORS,
        "table_1": {
            question: {**row._asdict(), "fleiss_implied": list(implied_fleiss(row))}
            for question, row in TABLE_1.items()
        },
    }


def of_estimate(estimate: Estimate) -> dict[str, Any]:
    """A coefficient with its interval as JSON writes it."""
    interval = estimate.bootstrap or estimate.interval
    return {"value": estimate.value, "interval": asdict(interval) if interval else None, "reason": estimate.reason}

"""What L, α, the decay and other choices do to how UCH goes with the labels; and what plainer counts do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.scoring.dialogues import nuggets_of
from turnwise.tables.dialogues import KINDS, Dialogues
from turnwise.validity.matrices import annotated

Floats = NDArray[np.float64]

#: The lengths L tried, in the unit of the dialogues; the longest dialogue is added.
LENGTHS = (25, 50, 100, 200, 350, 500, 750, 1500, 3000)
ALPHAS = tuple(step / 10 for step in range(11))
DECAYS = ("linear", "exponential")
#: Other choices that the paper leaves open, one at a time.
CHOICES = ("UCH(decay=none)", "UCH(position=end)", "UCH(goals=first)", "UCH(goals=shared)")
#: Measures over the same nuggets, from which UCH comes.
RELATED = ("U", "S", "T")


@dataclass(frozen=True)
class Point:
    """A way to score dialogues: its mean, and τ_b and ρ with each label."""

    name: str
    mean: float
    kendall: dict[str, float]
    spearman: dict[str, float]


@dataclass(frozen=True)
class Sweep:
    """τ_b and ρ with the labels under each choice."""

    longest: float
    #: decay → L → the point
    lengths: dict[str, dict[float, Point]]
    alphas: dict[float, Point]
    choices: list[Point]
    related: list[Point]
    #: share of annotators who found a nugget of each kind
    found: list[Point]

    def best_length(self, label: str) -> tuple[str, float, float]:
        """The decay and the L of the highest τ_b with a label, and the τ_b."""
        return max(
            ((decay, at, point.kendall[label]) for decay, of in self.lengths.items() for at, point in of.items()),
            key=lambda found: found[2],
        )

    def best_alpha(self, label: str) -> tuple[float, float]:
        """The α of the highest τ_b with a label, and the τ_b."""
        return max(((at, point.kendall[label]) for at, point in self.alphas.items()), key=lambda found: found[1])


def sweep(dialogues: Dialogues, labels: Mapping[str, Floats]) -> Sweep:
    """Score the dialogues in every way, and correlate with the mean labels."""
    longest = float(np.nanmax(dialogues.totals(dialogues.unit)))
    lengths = sorted({*map(float, LENGTHS), longest})
    texts: dict[tuple[str, float | str], str] = {
        **{(decay, at): f"UCH(length={at:g}, decay={decay})" for decay in DECAYS for at in lengths},
        **{("alpha", at): f"UCH(alpha={at:g})" for at in ALPHAS},
        **{("choice", text): text for text in CHOICES},
        **{("related", text): text for text in RELATED},
    }
    points: dict[tuple[str, float | str], Point] = {}
    for key, text in texts.items():
        ((name, values),) = annotated(dialogues, [text]).measure_means.items()
        points[key] = _point(name, values, labels)
    return Sweep(
        longest,
        {decay: {at: points[decay, at] for at in lengths} for decay in DECAYS},
        {at: points["alpha", at] for at in ALPHAS},
        [points["choice", text] for text in CHOICES],
        [points["related", text] for text in RELATED],
        [_point(f"{kind} found", values, labels) for kind, values in shares(dialogues).items()],
    )


def shares(dialogues: Dialogues) -> dict[str, Floats]:
    """Of each kind, and each dialogue, the share of its annotators who found one."""
    nuggets = nuggets_of(dialogues)
    readers = np.bincount(nuggets.read[:, 0], minlength=len(dialogues))
    found = {}
    for kind, name in enumerate(KINDS):
        of = nuggets.kind == kind
        pairs = np.unique(np.stack([nuggets.dialogue[of], nuggets.annotator[of]], axis=1), axis=0)
        count = np.bincount(pairs[:, 0], minlength=len(dialogues))
        found[name] = np.where(readers > 0, count / np.maximum(readers, 1), np.nan)
    return found


def _point(name: str, values: Floats, labels: Mapping[str, Floats]) -> Point:
    from scipy.stats import kendalltau, spearmanr

    both = {label: ~np.isnan(values) & ~np.isnan(of) for label, of in labels.items()}
    kendall = {label: float(kendalltau(values[both[label]], of[both[label]]).statistic) for label, of in labels.items()}
    spearman = {label: float(spearmanr(values[both[label]], of[both[label]]).statistic) for label, of in labels.items()}
    return Point(name, float(np.nanmean(values)), kendall, spearman)

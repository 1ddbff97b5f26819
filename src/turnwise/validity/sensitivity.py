"""Does a measure tell dialogues apart? (the helpdesk paper's sensitivity hypothesis)

For each pair of dialogues (or of systems) there are the scores that the same annotators give the two: a paired test
says whether they differ by more than annotators do. The share of pairs with p below α is the measure's discriminative
power (Sakai 2006); sorted, the achieved significance levels of all pairs make its curve. Student's t is computed for
all pairs at once from products of matrices; the randomisation tests are for a sample of dialogues.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.conclusions import Agreement
from turnwise.comparison.paired import sign_flips
from turnwise.comparison.pairs import Progress
from turnwise.comparison.randomised_tukey import randomised_tukey
from turnwise.errors import InputError, OptionError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

#: What dialogues have in common, unless said otherwise.
ANNOTATOR = "annotator"

Test = Literal["t", "sign-flip", "randomised-tukey"]
TESTS: dict[str, str] = {
    "t": "paired t-test",
    "sign-flip": "sign-flip randomisation",
    "randomised-tukey": "randomised Tukey HSD",
}
ALPHAS = (0.05, 0.01)
#: Dialogues whose pairs the randomisation tests are made for, unless said otherwise.
SAMPLE = 200
#: Where the curve of achieved significance levels is told: shares of all pairs.
_CURVE = np.linspace(0, 1, 201)
_ROWS = 256
_TINY = 1e-12
#: The table of p: so many entries for each unit of t, up to a t of this.
_STEPS, _FARTHEST = 5000, 20


@dataclass(frozen=True)
class Discriminative:
    """How one measure or label tells pairs apart."""

    name: str
    pairs: int
    #: α → the share of pairs with p below it
    share: dict[float, float]
    #: share of pairs → the p that so many pairs reach
    curve: list[tuple[float, float]]


@dataclass(frozen=True)
class Winners:
    """A measure and a label on the same pairs, both at the first α: who tells which apart, and with whose win."""

    measure: str
    label: str
    agreement: Agreement

    @property
    def opposite(self) -> float | None:
        """Of the pairs that both tell apart, the share with opposite winners."""
        both = self.agreement.AA + self.agreement.AD
        return self.agreement.AD / both if both else None


@dataclass(frozen=True)
class Sensitivity:
    """The discriminative power of measures and labels, on the same pairs."""

    test: Test
    #: what is told apart, dialogues or systems, and by what they have in common: annotators, or dialogues, problems …
    unit: str
    shared: str
    units: int
    #: of how many units these are a sample
    of_units: int
    n_shared: int
    pairs: int
    #: pairs that share fewer than two annotators (dialogues, …), and so no test can judge
    untested: int
    measures: list[Discriminative]
    labels: list[Discriminative]
    winners: list[Winners]
    alphas: tuple[float, ...]
    draws: int
    seed: int

    @property
    def holds(self) -> bool | None:
        """Whether every measure tells more pairs apart than every label; None where only some do."""
        if not self.measures or not self.labels:
            return None
        first = self.alphas[0]
        ours, theirs = [m.share[first] for m in self.measures], [m.share[first] for m in self.labels]
        return True if min(ours) > max(theirs) else False if max(ours) <= min(theirs) else None

    @property
    def verdict(self) -> str:
        """In words: who tells more apart, and whether in the same direction."""
        said = {
            True: f"Yes: every measure tells more pairs of {self.unit}s apart than every label",
            False: f"No: no measure tells more pairs of {self.unit}s apart than a label",
            None: f"Not everywhere: some measures tell more pairs of {self.unit}s apart than some labels",
        }[self.holds]
        ranges = [
            f"{_percent([one.share[self.alphas[0]] for one in of])} of pairs by {what if len(of) > 1 else of[0].name}"
            for what, of in (("measures", self.measures), ("labels", self.labels))
            if of
        ]
        return f"{said} ({', '.join(ranges)}).{self._caution}"

    @property
    def _caution(self) -> str:
        apart = [w.opposite for w in self.winners if w.opposite is not None]
        if not apart:
            return ""
        why = (
            " A measure also sees length and place, which all annotators share, and so differs significantly where no "
            "annotator judged anything."
        )
        return (
            f" But finer is not yet right: of the pairs that a measure and a label both tell apart, they name opposite "
            f"winners in {_percent(apart)}.{why if self.shared == ANNOTATOR else ''}"
        )


def _percent(shares: Sequence[float]) -> str:
    """From the least to the most, or the one that all are."""
    least, most = f"{100 * min(shares):.0f}", f"{100 * max(shares):.0f}"
    return f"{least}%" if least == most else f"{least}–{most}%"


def sensitivity(
    measures: Mapping[str, Floats],
    labels: Mapping[str, Floats],
    *,
    test: Test = "t",
    sample: int | None = None,
    draws: int = 10_000,
    seed: int = 0,
    alphas: Sequence[float] = ALPHAS,
    unit: str = "dialogue",
    shared: str = ANNOTATOR,
    progress: Progress | None = None,
) -> Sensitivity:
    """Test every pair of rows of ``measures[name][dialogue, annotator]`` and of labels alike, NaN where none was given.

    `sample` dialogues are drawn; all by default for the t-test, `SAMPLE` for the others, which need annotators who
    scored every dialogue drawn. `unit` and `shared` name rows and columns, where they are others, such as systems on
    the same problems.
    """
    if test not in TESTS:
        raise OptionError(f"there is no test {test!r}; the tests are {', '.join(TESTS)}.")
    every = {**measures, **labels}
    gave: Bools = ~np.any(np.isnan(np.stack([*every.values()])), axis=0)
    usable = np.flatnonzero(gave.sum(axis=1) >= 2)
    if len(usable) < 2:
        raise InputError(f"found fewer than two {unit}s with scores of two {shared}s, expected two at least.")
    size = sample or (len(usable) if test == "t" else SAMPLE)
    chosen = usable
    if size < len(usable):
        chosen = np.sort(np.random.default_rng(seed).choice(usable, size, replace=False))
    gave = gave[chosen]
    if test != "t":
        whole = gave.all(axis=0)
        if whole.sum() < 2:
            raise InputError(
                f"{TESTS[test]} needs two {shared}s with a score of all {len(chosen)} {unit}s, found "
                f"{int(whole.sum())}; use the t-test."
            )
        gave = np.broadcast_to(whole, gave.shape)
    tested = {}
    for at, (name, values) in enumerate(every.items()):
        step = _step(progress, at, len(every), name)
        tested[name] = _tested(np.where(gave, values[chosen], 0), gave, test, draws, seed, step)
    known = ~np.isnan(next(iter(tested.values())).p)
    if not known.any():
        raise InputError(
            f"found no two {unit}s with scores of the same two {shared}s, expected some, as pairs are tested on "
            "what they share; give dialogues that have more in common."
        )
    told = {name: _discriminative(name, found, known, alphas) for name, found in tested.items()}
    return Sensitivity(
        test, unit, shared, len(chosen), len(usable), int(gave.any(axis=0).sum()),
        int(known.sum()), int((~known).sum()),
        [told[name] for name in measures], [told[name] for name in labels],
        [_winners(m, tested[m], q, tested[q], known, alphas[0]) for m in measures for q in labels],
        tuple(alphas), 0 if test == "t" else draws, seed,
    )  # fmt: skip


@dataclass(frozen=True)
class Tested:
    """Of each pair of rows: p, NaN where untested, and the sign of the difference. Rows of the triangle, in order."""

    p: NDArray[np.float32]
    sign: NDArray[np.int8]


def _step(progress: Progress | None, at: int, of: int, name: str) -> Progress | None:
    """What tells the work on one measure or label as its part of that on all."""
    if progress is None:
        return None
    return lambda done, total, _: progress(at * total + done, of * total, name)


def _tested(values: Floats, gave: Bools, test: Test, draws: int, seed: int, step: Progress | None) -> Tested:
    if test == "t":
        return all_pairs_t(values, gave)
    whole = values[:, gave[0]]
    by_chance = sign_flips if test == "sign-flip" else randomised_tukey
    pairs = by_chance(whole, draws, seed, step)
    return Tested(pairs.p.astype(np.float32), _sign(pairs.difference))


def all_pairs_t(values: Floats, gave: Bools) -> Tested:
    """The paired t-test of all pairs of rows, on the annotators that the two share.

    Sums of differences and of their squares over shared annotators are products of matrices, as
    ``Σ (x − y)² = Σ x² − 2 Σ xy + Σ y²``.
    """
    n = len(values)
    size = n * (n - 1) // 2
    p, sign = np.empty(size, dtype=np.float32), np.empty(size, dtype=np.int8)
    mask = gave.astype(np.float64)
    centre = values.sum() / mask.sum()
    x = np.where(gave, values - centre, 0)
    squares = x**2
    at = 0
    for start in range(0, n - 1, _ROWS):
        rows = slice(start, min(start + _ROWS, n - 1))
        shared = mask[rows] @ mask.T
        apart = x[rows] @ mask.T - mask[rows] @ x.T
        squared = squares[rows] @ mask.T - 2 * (x[rows] @ x.T) + mask[rows] @ squares.T
        upper = np.arange(n) > np.arange(rows.start, rows.stop)[:, None]
        found = _paired_t(shared[upper], apart[upper], squared[upper])
        p[at : at + len(found)], sign[at : at + len(found)] = found, _sign(apart[upper])
        at += len(found)
    return Tested(p, sign)


def _paired_t(shared: Floats, apart: Floats, squared: Floats) -> Floats:
    """p of each pair from its number of annotators, and the sums of differences and of squares."""
    enough = shared >= 2
    n = np.where(enough, shared, 2)
    spread = np.maximum(squared - apart**2 / n, 0)
    constant = spread <= _TINY * np.maximum(squared, 1)  # every annotator sees the same difference, or none
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(apart) / np.sqrt(np.where(constant, 1, spread) * n / (n - 1))
    p = np.where(constant, (np.abs(apart) <= _TINY).astype(np.float64), _two_sided(t, n - 1))
    return np.where(enough, p, np.nan)


def _two_sided(t: Floats, freedom: Floats) -> Floats:
    """p of Student's t: looked up in a table so fine that it is right to 1e-8, and computed where t is beyond it."""
    from scipy.special import stdtr

    p = np.empty(len(t))
    for df in np.unique(freedom).tolist():
        rows = freedom == df
        own = t if rows.all() else t[rows]
        place = np.minimum(own * _STEPS, _STEPS * _FARTHEST - 1)
        node = place.astype(np.int64)
        table = _table(df)
        found = table[node] + (place - node) * (table[node + 1] - table[node])
        beyond = own >= _FARTHEST
        found[beyond] = 2 * stdtr(df, -own[beyond])
        p[rows] = found
    return p


@lru_cache(maxsize=64)
def _table(freedom: float) -> Floats:
    from scipy.special import stdtr

    found: Floats = 2 * stdtr(freedom, -np.arange(_STEPS * _FARTHEST + 1) / _STEPS)
    return found


def _sign(difference: Floats) -> NDArray[np.int8]:
    return np.where(np.abs(difference) <= _TINY, 0, np.sign(difference)).astype(np.int8)


def _discriminative(name: str, tested: Tested, known: Bools, alphas: Sequence[float]) -> Discriminative:
    p = np.sort(tested.p[known]).astype(np.float64)
    share = {alpha: float(np.searchsorted(p, alpha, side="left") / len(p)) if len(p) else 0.0 for alpha in alphas}
    at = np.minimum((_CURVE * len(p)).astype(np.int64), len(p) - 1)
    return Discriminative(name, len(p), share, list(zip(_CURVE.tolist(), p[at].tolist(), strict=True)))


def _winners(measure: str, one: Tested, label: str, other: Tested, known: Bools, alpha: float) -> Winners:
    first, second = (one.p < alpha) & known, (other.p < alpha) & known
    same = one.sign == other.sign
    counts = Agreement(
        int((first & second & same).sum()), int((first & second & ~same).sum()),
        int((~first & ~second & known).sum()), int((first & ~second).sum()), int((~first & second).sum()),
    )  # fmt: skip
    return Winners(measure, label, counts)

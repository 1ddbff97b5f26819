"""The coefficients by name: what each is called, and which of them suit a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turnwise.agreement import chance_corrected, cohen, intraclass, kendall, krippendorff
from turnwise.agreement.answers import Answers
from turnwise.agreement.statistic import Statistic
from turnwise.agreement.weights import BY_LEVEL
from turnwise.errors import OptionError, did_you_mean


@dataclass(frozen=True)
class Kind:
    """A coefficient: its name, and the statistic of answers, by weights or by level of measurement."""

    title: str
    make: Callable[[Answers, str], Statistic]
    #: what `make` takes beside the answers: `weights`, `level` or nothing
    takes: str = "weights"
    range: tuple[float, float] = (-1, 1)
    #: what answers it is computed from, where not from all
    prepare: Callable[[Answers], Answers] = lambda answers: answers


def _icc(form: str, average: bool) -> Callable[[Answers, str], Statistic]:
    if form == "1":
        return lambda answers, _: intraclass.icc_one_way(answers, average=average)
    return lambda answers, _: intraclass.icc_two_way(answers, agreement=form == "A", average=average)


COEFFICIENTS = {
    "percent": Kind("percent agreement", chance_corrected.percent_agreement, range=(0, 1)),
    "fleiss": Kind("Fleiss' κ", chance_corrected.fleiss),
    "randolph": Kind("Randolph's κ_free", chance_corrected.randolph),
    "ac": Kind("Gwet's AC1", chance_corrected.gwet),
    "cohen": Kind("Cohen's κ", cohen.cohen, prepare=cohen.shared_items),
    "conger": Kind("Conger's κ", chance_corrected.conger),
    "alpha": Kind("Krippendorff's α", krippendorff.krippendorff, "level"),
    "icc-1": Kind("ICC(1)", _icc("1", False), ""),
    "icc-1k": Kind("ICC(1) of the mean", _icc("1", True), ""),
    "icc-a": Kind("ICC(A,1)", _icc("A", False), ""),
    "icc-ak": Kind("ICC(A,1) of the mean", _icc("A", True), ""),
    "icc-c": Kind("ICC(C,1)", _icc("C", False), ""),
    "icc-ck": Kind("ICC(C,1) of the mean", _icc("C", True), ""),
    "kendall-w": Kind("Kendall's W", lambda a, _: kendall.kendall(a), "", (0, 1), kendall.complete_items),
}
#: What else people call them.
OTHER_NAMES = {
    "kappa-free": "randolph", "brennan-prediger": "randolph", "gwet": "ac", "ac1": "ac", "ac2": "ac",
    "krippendorff": "alpha", "w": "kendall-w",
}  # fmt: skip


@dataclass(frozen=True)
class Coefficient:
    """One coefficient that is computed: its key, and its weights or level."""

    key: str
    how: str = ""

    @property
    def title(self) -> str:
        """Its name for a table; AC1 with weights is AC2."""
        name = COEFFICIENTS[self.key].title
        if self.how in ("", "identity"):
            return name
        if self.key == "ac":
            name = "Gwet's AC2"
        return f"{name}, {self.how}"


def named(name: str) -> str:
    """The key of a coefficient by any of its names."""
    key = name.strip().lower()
    key = OTHER_NAMES.get(key, key)
    if key not in COEFFICIENTS:
        known = [*COEFFICIENTS, *OTHER_NAMES]
        hint = did_you_mean(name, known) or f"; there are {', '.join(COEFFICIENTS)}."
        raise OptionError(f"there is no coefficient {name!r}{hint}")
    return key


def chosen(keys: list[str], level: str, weights: str | None) -> list[Coefficient]:
    """These coefficients at a level of measurement; weights are the identity unless said otherwise."""
    how = {"weights": weights or "identity", "level": level, "": ""}
    return [Coefficient(key, how[COEFFICIENTS[key].takes]) for key in keys]


def suiting(answers: Answers, level: str, weights: str | None) -> list[Coefficient]:
    """What is worth telling of such answers. ICC and W need numbers, Cohen, Conger and W known raters."""
    known = answers.raters_known
    two = known and len(set(answers.rater.tolist())) == 2
    between = ["cohen"] if two else ["conger"] if known else []
    if level == "nominal":
        return chosen(["percent", "fleiss", "randolph", "ac", *between, "alpha"], level, weights)
    form = "a" if known else "1"
    numeric = ["alpha", f"icc-{form}", f"icc-{form}k"]
    if level == "ordinal":
        return [
            *chosen(["percent", "fleiss", "randolph", "ac"], level, weights),
            *([] if weights else [Coefficient("ac", BY_LEVEL[level])]),
            *([Coefficient("cohen", weights or "quadratic")] if two else []),
            *chosen([*numeric, *(["kendall-w"] if known and _is_complete(answers) else [])], level, weights),
        ]
    return chosen([*numeric, *(["kendall-w"] if known and _is_complete(answers) else [])], level, weights)


def _is_complete(answers: Answers) -> bool:
    raters = len(set(answers.rater.tolist()))
    return raters >= 2 and answers.n_items >= 3 and bool((answers.per_item == raters).all())

"""The consistency hypothesis: do nuggets agree better than subjective labels?

*Nugget annotation achieves higher inter-annotator consistency than subjective annotation* (Sakai, Zeng and Luo 2017,
section 3.2). Both were given to the same dialogues, so both coefficients move together when dialogues are drawn anew:
the interval is that of their difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.agreement.answers import Answers, Floats, Ints, packed
from turnwise.agreement.collapsing import by_sign, has_more_than_signs
from turnwise.agreement.estimate import Built, Estimate, Interval, estimate_of, percentiles
from turnwise.agreement.krippendorff import krippendorff
from turnwise.agreement.nugget_units import NuggetUnits, Per, nugget_units, nuggets_of
from turnwise.agreement.nuggets import BOTH, COEFFICIENTS, both_sides_by, of_dialogues
from turnwise.agreement.statistic import Progress, bootstrap
from turnwise.errors import InputError
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, Dialogues
from turnwise.tables.ratings import Ratings

#: What corrects for chance, and so can be compared between scales of other lengths at all.
COMPARED = ("Fleiss", "Randolph", "alpha")
#: Whose units are compared; the customer's first block is nearly always the trigger, which its place alone tells.
LATER = "customer, later"
SIDES = (CUSTOMER, LATER, HELPDESK, BOTH)
_POSTS_OF = {
    CUSTOMER: "the customer's posts", LATER: "the customer's posts after the first block",
    HELPDESK: "the helpdesk's posts", BOTH: "the posts of both sides",
}  # fmt: skip
HOLDS, REFUTED, OPEN = "nuggets agree better", "labels agree better", "no difference shown"


@dataclass(frozen=True)
class Contrast:
    """Nuggets less a label under one coefficient, on the same dialogues."""

    coefficient: str
    #: whose posts: a side, or both
    side: str
    label: str
    #: the label's categories: as given, by sign, or as given with distances (ordinal)
    scale: str
    nuggets: Estimate
    labels: Estimate
    difference: float | None
    #: of the difference: percentiles of samples of whole dialogues
    interval: Interval | None

    @property
    def verdict(self) -> str:
        if self.interval is None:
            return OPEN
        return HOLDS if self.interval.low > 0 else REFUTED if self.interval.high < 0 else OPEN


@dataclass(frozen=True)
class Consistency:
    """Every contrast, and what they say together."""

    dialogues: int
    per: Per
    contrasts: list[Contrast]
    level: float
    draws: int
    seed: int

    def count(self, verdict: str, **among: str) -> int:
        """How many contrasts say so, among those with these values."""
        chosen = [c for c in self.contrasts if all(getattr(c, name) == value for name, value in among.items())]
        return sum(c.verdict == verdict for c in chosen)

    @property
    def verdict(self) -> str:
        """In words: for which side the hypothesis holds, over coefficients and labels."""
        said = []
        for side in SIDES:
            better, worse, open_ = (self.count(v, side=side) for v in (HOLDS, REFUTED, OPEN))
            total = better + worse + open_
            if not total:
                continue
            who = _POSTS_OF[side]
            if better == total:
                said.append(f"on {who} nuggets agree better than the labels in all {total} comparisons")
            elif worse == total:
                said.append(f"on {who} the labels agree better than nuggets in all {total} comparisons")
            else:
                said.append(
                    f"on {who} nuggets agree better in {better} of {total} comparisons, worse in {worse}, and "
                    f"{open_} cannot be told"
                )
        return "; ".join(said) + "."

    @property
    def holds(self) -> bool | None:
        """Whether nuggets agree better in every comparison, or worse in some and better in none; None where
        comparisons disagree, or tell nothing."""
        better, worse = self.count(HOLDS), self.count(REFUTED)
        return True if better == len(self.contrasts) else False if worse and not better else None

    @property
    def answer(self) -> str:
        """The hypothesis in a word or two."""
        unsure = "Not everywhere" if self.count(HOLDS) else "It cannot be told"
        return {True: "Yes", False: "No", None: unsure}[self.holds]


LIMITS = (
    "The units differ: a post is judged for nuggets, a whole dialogue for labels. So the two coefficients are not of "
    "the same thing, even where both correct for chance.",
    "Randolph's κ rises with the number of categories if raters agree equally often; Fleiss' κ and α fall where nearly "
    "all answers are alike. Read the three together.",
    "The customer's first post is nearly always the trigger nugget. Its place tells that, so agreement on it is no "
    "agreement of judgement; the customer's later posts are therefore shown alone, too.",
    "Posts of a dialogue depend on each other; intervals therefore draw whole dialogues.",
    "Labels are ordered, and nominal coefficients count 1 against 2 as much as −2 against 2; the ordinal α gives them "
    "credit for near misses, which no nugget can have.",
)


def consistency(
    dialogues: Dialogues,
    questions: Sequence[str] | None = None,
    *,
    per: Per | None = None,
    draws: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    progress: Progress | None = None,
) -> Consistency:
    """Contrast the nuggets of each side with each question, on the dialogues that have both."""
    shared = with_both(dialogues)
    labels = labels_of(shared)
    units = nugget_units(shared, per)
    asked = [*(questions or labels.questions)]
    ours = [(side, name, _nuggets(units, side, name)) for side in SIDES for name in COMPARED]
    theirs = [
        (question, scale, name, _label(labels, question, scale, name, len(shared)))
        for question in asked
        for scale, names in _scales(labels, question)
        for name in names
    ]
    built = [each[-1] for each in ours] + [each[-1] for each in theirs]
    drawn = _drawn(built, len(shared), draws, seed, progress)
    told = {id(one): estimate_of(one, drawn.get(id(one)), seed, level) for one in built}
    contrasts = [
        Contrast(name, side, question, scale, told[id(one)], told[id(other)], *_apart(one, other, drawn, level))
        for question, scale, by, other in theirs
        for side, name, one in ours
        if name == by
    ]
    return Consistency(len(shared), units.per, contrasts, level, draws, seed)


def with_both(dialogues: Dialogues) -> Dialogues:
    """The dialogues that somebody read for nuggets and somebody labelled."""
    read = np.zeros(len(dialogues), dtype=np.bool_)
    read[nuggets_of(dialogues).read[:, 0]] = True
    labelled = np.zeros(len(dialogues), dtype=np.bool_)
    labelled[labels_of(dialogues).item] = True
    if not (read & labelled).any():
        raise InputError(f"{dialogues.source}: no dialogue has both nuggets and labels; give some that have.")
    return dialogues if (read & labelled).all() else dialogues.keeping(read & labelled)


def labels_of(dialogues: Dialogues) -> Ratings:
    """What was said of whole dialogues, which somebody must have said."""
    if dialogues.labels is None or not len(dialogues.labels):
        raise InputError(f"{dialogues.source}: it has no labels of dialogues, and they are what this is about.")
    return dialogues.labels


def _scales(labels: Ratings, question: str) -> Sequence[tuple[str, tuple[str, ...]]]:
    """How a question's answers are taken, and the coefficients for it."""
    found: list[tuple[str, tuple[str, ...]]] = [("as given", COMPARED)]
    if has_more_than_signs(labels, question):
        found.append(("by sign", COMPARED))
    if question in labels.labels:  # words have no order
        return found
    return [*found, ("ordinal", ("alpha",))]


def label_answers(labels: Ratings, question: str, scale: str = "as given") -> tuple[Answers, Ints]:
    """The answers to a question, each dialogue an item, and which dialogues they are."""
    study = by_sign(labels, question) if scale == "by sign" else labels
    rows = study.question == study.number(question)
    known = labels.labels.get(question)
    categories = range(len(known)) if known else None
    answers = packed(study.item[rows], study.rater[rows], study.value[rows], len(labels.raters), categories=categories,
                     raters_known=labels.raters_known)  # fmt: skip
    return answers, np.unique(study.item[rows])


def _label(labels: Ratings, question: str, scale: str, name: str, n: int) -> Built:
    answers, which = label_answers(labels, question, scale)
    make = (lambda a: krippendorff(a, "ordinal")) if scale == "ordinal" else COEFFICIENTS[name]
    return of_dialogues(name, answers, which, n, make)


def _nuggets(units: NuggetUnits, side: str, name: str) -> Built:
    if side == BOTH:
        parts = [(units.of_side(helpdesk), units.dialogues_with(helpdesk)) for helpdesk in (False, True)]
        return both_sides_by(name, parts, units.n_dialogues)
    if side == LATER:
        later = units.after_opening()
        return of_dialogues(name, later, units.dialogues_after_opening(), units.n_dialogues, COEFFICIENTS[name])
    helpdesk = side == HELPDESK
    which = units.dialogues_with(helpdesk)
    return of_dialogues(name, units.of_side(helpdesk), which, units.n_dialogues, COEFFICIENTS[name])


def _drawn(
    built: Sequence[Built], n: int, draws: int, seed: int, progress: Progress | None = None
) -> dict[int, Floats]:
    """The values of each defined coefficient on the same samples of dialogues."""
    defined = [(id(one), one.statistic) for one in built if one.statistic is not None]
    if not draws:
        return {}
    rows = bootstrap([statistic for _, statistic in defined], n, draws, seed, progress)
    return {key: row for (key, _), row in zip(defined, rows, strict=True)}


def _apart(one: Built, other: Built, drawn: dict[int, Floats], level: float) -> tuple[float | None, Interval | None]:
    """The difference, and its interval."""
    if one.statistic is None or other.statistic is None:
        return None, None
    apart = one.statistic.value - other.statistic.value
    if id(one) not in drawn:
        return apart, None
    return apart, percentiles(drawn[id(one)] - drawn[id(other)], level)[0]

"""The paper's hypotheses one by one: does each hold on the dialogues at hand, by what, and within what limits?"""

from __future__ import annotations

from dataclasses import dataclass

from turnwise.agreement.consistency import HOLDS, LATER, LIMITS, OPEN, REFUTED
from turnwise.reproduce.helpdesk import LABELS, Reproduction
from turnwise.tables.dialogues import CUSTOMER, HELPDESK


@dataclass(frozen=True)
class Hypothesis:
    """A sentence of the paper; `holds` is None where the answer is in part, or cannot be told."""

    key: str
    name: str
    sentence: str
    holds: bool | None
    verdict: str
    evidence: list[str]
    limits: list[str]
    #: whether these data can tell at all
    tested: bool = True

    @property
    def answer(self) -> str:
        """In a word or three."""
        if not self.tested:
            return "cannot be told here"
        return {True: "holds", False: "does not hold", None: "holds in part"}[self.holds]


def hypotheses(found: Reproduction) -> list[Hypothesis]:
    """The four of section 3.2, in their order."""
    return [_parts(found), _consistency(found), _sensitivity(found), _reuse(found)]


_SAID = {
    True: "Every measure goes with every label",
    False: "No measure goes with a label",
    None: "Some measures go with some labels",
}

#: What the paper plans or states and these data cannot tell.
NOT_TESTED = (
    "Table 1 itself: the 234 pilot dialogues are not public. Its columns are checked against each other instead.",
    "The hypotheses on pilot dialogues: the paper reports no nuggets, and no correlation, of its own.",
    "Reusing nuggets by their text: the dialogues of STC-3 may not be passed on, and here are lengths alone.",
    "Decay over time (equation 7): STC-3 has no times of posts.",
    "Questions Q1 to Q5: STC-3 asks A, S and E instead, of which Q2 and Q3 come nearest to A and S.",
    "Different annotators for nuggets and labels: here the same 19 gave both; halves of them stand in.",
)


def _parts(found: Reproduction) -> Hypothesis:
    correlations = found.correlations
    spans = {
        label: [correlations.between(measure, label).coefficients["kendall"] for measure in found.means]
        for label in LABELS
    }
    taus = [c.value or 0.0 for of in spans.values() for c in of]
    explained = [found.paradise[label].held.r_squared for label in LABELS]
    added = [_lost(found, label) for label in LABELS]
    goal = {point.name: point for point in found.sweep.found}
    plain = [goal["CNUG* found"].kendall[label] for label in LABELS]
    split = max(one.difference or 0.0 for one in found.split.of)
    uch = [correlations.between("UCH", label) for label in LABELS]
    return Hypothesis(
        "parts_make_the_whole",
        "Parts make the whole",
        "The overall quality of a helpdesk dialogue is governed by the quality of its parts.",
        correlations.holds,
        f"{_SAID[correlations.holds]}: UC, UH and UCH have a τ_b of {min(taus):.2f} to {max(taus):.2f} with A, S, E. "
        f"The share of annotators who found a customer's goal nugget has {min(plain):.2f} to {max(plain):.2f}; goal "
        f"nuggets, UCH and length together explain {100 * min(explained):.0f} to {100 * max(explained):.0f}% of a "
        f"label's variance on dialogues held out, of which UCH adds {100 * max(added):.1f}% at most.",
        [
            "τ_b of UCH, "
            + ", ".join(
                f"{c.label} {c.coefficients['kendall'].value:.3f} ({_span(c.coefficients['kendall'].interval)})"
                for c in uch
            )
            + "; with length held constant "
            + ", ".join(f"{c.label} {c.partial['kendall'].value:.3f}" for c in uch),
            "τ_b of the share of annotators who found CNUG*, "
            + ", ".join(f"{label} {goal['CNUG* found'].kendall[label]:.3f}" for label in LABELS)
            + "; HNUG*, "
            + ", ".join(f"{label} {goal['HNUG* found'].kendall[label]:.3f}" for label in LABELS)
            + "; HNUG, "
            + ", ".join(f"{label} {goal['HNUG found'].kendall[label]:.3f}" for label in LABELS),
            "R² on dialogues held out, of goal nuggets, UCH and length, "
            + ", ".join(f"{label} {found.paradise[label].held.r_squared:.2f}" for label in LABELS)
            + "; R² lost without UCH, "
            + ", ".join(f"{label} {_lost(found, label):.3f}" for label in LABELS),
            f"annotators who gave both nuggets and labels add at most {split:.3f} to τ_b",
        ],
        [
            "Correlation is no government: what is said of the whole may also colour what is marked as a goal.",
            "The share of annotators who found a goal is itself the mean of 19 judgements of whether the problem was "
            "solved, which is nearly what label A asks.",
            "UCH sums what regular nuggets are worth, and a longer dialogue has more of them, solved or not.",
        ],
    )


def _lost(found: Reproduction, label: str) -> float:
    return next(c.lost for c in found.paradise[label].fit.coefficients if c.name.startswith("UCH"))


def _span(interval: object) -> str:
    low, high = getattr(interval, "low", None), getattr(interval, "high", None)
    return "no interval" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def _consistency(found: Reproduction) -> Hypothesis:
    consistent = found.consistency
    evidence = []
    for side in (CUSTOMER, LATER, HELPDESK):
        of = [c for c in consistent.contrasts if c.side == side]
        kappa = next(c.nuggets for c in of if c.coefficient == "Fleiss")
        free = next(c.nuggets for c in of if c.coefficient == "Randolph")
        counts = [consistent.count(verdict, side=side) for verdict in (HOLDS, REFUTED, OPEN)]
        evidence.append(
            f"{side}: nuggets' Fleiss κ {kappa.value:.3f}, κ_free {free.value:.3f}; better than the label in "
            f"{counts[0]} of {sum(counts)} comparisons, worse in {counts[1]}, open in {counts[2]}"
        )
    for name, rows in (("by sign", found.collapsed), ("as given", found.labels)):
        evidence.append(
            f"labels {name}: "
            + ", ".join(f"{row.question} Fleiss κ {row.fleiss.value:.3f}, κ_free {row.free.value:.3f}" for row in rows)
        )
    evidence.append(
        "labels as ordered: " + ", ".join(f"{row.question} α {row.alpha_ordinal.value:.3f}" for row in found.labels)
    )
    return Hypothesis(
        "consistency",
        "Consistency",
        "Nugget annotation achieves higher inter-annotator consistency than subjective annotation.",
        consistent.holds,
        f"{consistent.verdict[0].upper()}{consistent.verdict[1:]} Fleiss' κ of the customer's nuggets is "
        f"{_kappa(found, CUSTOMER):.2f}, and {_kappa(found, LATER):.2f} without the first block, whose place tells "
        "that it is the trigger.",
        evidence,
        list(LIMITS),
    )


def _kappa(found: Reproduction, side: str) -> float:
    contrasts = found.consistency.contrasts
    return next(c.nuggets.value or 0.0 for c in contrasts if (c.side, c.coefficient) == (side, "Fleiss"))


def _sensitivity(found: Reproduction) -> Hypothesis:
    s = found.sensitivity
    told = [
        f"{one.name} {100 * one.share[0.05]:.1f}% at 0.05, {100 * one.share[0.01]:.1f}% at 0.01" for one in s.measures
    ]
    labels = [f"{one.name} {100 * one.share[0.05]:.1f}%, {100 * one.share[0.01]:.1f}%" for one in s.labels]
    opposite = [
        f"{w.measure} and {w.label} {100 * w.opposite:.0f}%"
        for w in s.winners
        if w.measure == "UCH" and w.opposite is not None
    ]
    return Hypothesis(
        "sensitivity",
        "Sensitivity",
        "Compared to subjective annotation, nugget annotation enables finer distinctions among different dialogues.",
        s.holds,
        s.verdict,
        [
            f"{s.pairs:,} pairs of dialogues, {s.n_shared} annotators each, paired t-test",
            f"told apart by measures: {', '.join(told)}",
            f"told apart by labels: {', '.join(labels)}",
            f"opposite winners where both tell apart: {', '.join(opposite)}",
        ],
        [
            "No correction for many pairs: these are shares, not findings on single pairs.",
            "Discriminative power does not ask whether a distinction is right.",
        ],
    )


def _reuse(found: Reproduction) -> Hypothesis:
    trial = found.reuse
    beyond = trial.of("nuggets")
    return Hypothesis(
        "reusability",
        "Reusability",
        "Compared to subjective annotation, nugget annotation enables us to predict the quality of unannotated "
        "dialogues more accurately.",
        None,
        "It cannot be told here: it needs texts, and dialogues on a known problem, and these dialogues come without "
        "either. What can be told without them: by length and place alone, reused nuggets predict S "
        f"{'a little better than' if trial.holds else 'worse than' if trial.holds is False else 'about as well as'} "
        f"reused labels (R² {trial.of('nuggets').r_squared:.2f} and {trial.of('labels').r_squared:.2f}), and a perfect "
        f"match would reach {trial.of('known nuggets').r_squared:.2f}.",
        [
            f"R² of S on {trial.dialogues:,} dialogues, a tenth at a time from the others: "
            + ", ".join(f"{guess.method} {guess.r_squared:.3f} ({_span(guess.interval)})" for guess in trial.guesses),
            f"nuggets less labels: {beyond.beyond_labels:+.3f} ({_span(beyond.beyond_interval)})",
        ],
        ["Nothing that was said is known; with texts, the command turnwise dialogues reuse compares words."],
        tested=False,
    )

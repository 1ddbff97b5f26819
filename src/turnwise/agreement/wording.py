"""What agreement means, in plain sentences. No verbal labels of our own: rules are named after whose they are."""

from __future__ import annotations

from collections.abc import Iterator

from turnwise.agreement.agree import Agreement, QuestionAgreement
from turnwise.agreement.estimate import Estimate
from turnwise.tables.aligned import filled
from turnwise.tables.decisions import plural
from turnwise.tables.ratings import MODEL

#: Krippendorff, Content Analysis (2004), page 241: rely on variables with α ≥ .800; below .667 draw no conclusions.
RELIABLE, TENTATIVE = 0.8, 0.667
#: κ so far below κ_free is worth an explanation.
TRAP = 0.15
#: Of more raters than these, only the first are named.
MOST_NAMED = 20
#: With fewer clusters, intervals are rough.
FEW_CLUSTERS = 30


def in_words(agreement: Agreement) -> str:
    """All sentences, a paragraph a question."""
    said = ["\n".join([about(one), *(filled(f"  {sentence}") for sentence in sentences(one))]) for one in agreement]
    return "\n\n".join([*said, *map(filled, who(agreement))])


def who(agreement: Agreement) -> Iterator[str]:
    """Who answered, so that a column is seen that was taken for a rater's; and that models are counted like people."""
    names = list(dict.fromkeys(name for one in agreement for name in one.raters))
    models = dict.fromkeys(name for one in agreement for name in one.models)
    if not names:
        return
    said = [f"{name} ({MODEL})" if name in models else name for name in names[:MOST_NAMED]]
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    mixed = " Models count like people here." if 0 < len(models) < len(names) else ""
    yield f"Raters: {', '.join(said)}{more}.{mixed}"


def about(one: QuestionAgreement) -> str:
    """What there is of a question, in a line."""
    low, high = one.per_item
    each = f"{low}" if low == high else f"{low} to {high}"
    items = plural(one.n_items, "item")
    if one.cluster:
        items += f" in {plural(one.n_clusters, one.cluster)}"
    raters = "raters not named" if one.n_raters is None else plural(one.n_raters, "rater")
    if one.models:
        raters += f" ({len(one.models)} {MODEL})"
    return f"{one.question}: {one.level}, {items}, {plural(one.n_answers, 'answer')}, {each} an item, {raters}"


def sentences(one: QuestionAgreement) -> Iterator[str]:
    """What the figures of a question say, and what they do not."""
    if one.per_item[1] < 2:
        yield "Every item has a single answer, so there is nothing to agree on."
        return
    known = {measured.coefficient.key: measured.estimate for measured in reversed(one.measured)}
    yield from _observed(one, known)
    yield from _trap(one, known)
    yield from _krippendorff(known.get("alpha"))
    yield from _mean(known)
    yield from _exclusions(one)
    if one.n_clusters < FEW_CLUSTERS:
        yield f"Intervals are rough: they rest on {plural(one.n_clusters, one.cluster or 'item')}."


def _observed(one: QuestionAgreement, known: dict[str, Estimate]) -> Iterator[str]:
    percent = known.get("percent")
    if percent is None or percent.value is None or not one.categories:
        return
    measured = next(m for m in one.measured if m.coefficient.key == "percent")
    if measured.coefficient.how != "identity":
        return
    by_chance = sum(category.share**2 for category in one.categories)
    yield (
        f"Two answers to the same item are the same in {percent.value:.0%} of cases; answers drawn from all that were "
        f"given would be in {by_chance:.0%}."
    )


def _trap(one: QuestionAgreement, known: dict[str, Estimate]) -> Iterator[str]:
    """Where nearly all answers are alike, κ is low however well raters agree, and κ_free is high."""
    fleiss, free = known.get("fleiss"), known.get("randolph")
    if not fleiss or not free or fleiss.value is None or free.value is None or free.value - fleiss.value < TRAP:
        return
    most = max(one.categories, key=lambda category: category.count)
    yield (
        f"Fleiss' κ ({fleiss.value:.2f}) and κ_free ({free.value:.2f}) are far apart because {most.share:.0%} of the "
        f"answers are {most.name!r}. Where one answer is so common many pairs agree by chance, so κ asks whether "
        "raters give the rare answers to the same items, and κ_free whether they agree at all. Report both, with the "
        "distribution."
    )


def _krippendorff(alpha: Estimate | None) -> Iterator[str]:
    if alpha is None or alpha.value is None:
        return
    interval = alpha.bootstrap or alpha.interval
    if interval is None:
        return
    start = f"Krippendorff asks for α of {RELIABLE} to rely on answers, and of {TENTATIVE} to conclude tentatively: "
    low, high = interval.low, interval.high
    span = f"({alpha.value:.2f}, between {low:.2f} and {high:.2f} if other items had been drawn)"
    if low >= RELIABLE:
        yield f"{start}these reach the first {span}."
    elif low >= TENTATIVE:
        yield f"{start}these reach the second {span}."
    elif high < TENTATIVE:
        yield f"{start}these reach neither {span}."
    else:
        yield f"{start}these items cannot tell whether that is reached {span}."


def _mean(known: dict[str, Estimate]) -> Iterator[str]:
    """One answer may be poor and the mean of many good."""
    for single, average in (("icc-1", "icc-1k"), ("icc-a", "icc-ak")):
        one, mean = known.get(single), known.get(average)
        if one and mean and one.value is not None and mean.value is not None:
            yield (
                f"Of the differences between single answers {_share(one.value)} are differences between the items; "
                f"between items' mean answers it is {_share(mean.value)}."
            )


def _share(value: float) -> str:
    return f"{max(value, 0):.0%}"


def _exclusions(one: QuestionAgreement) -> Iterator[str]:
    if one.single_items:
        verb, them = ("has", "It tells") if one.single_items == 1 else ("have", "They tell")
        yield f"{plural(one.single_items, 'item')} {verb} a single answer. {them} nothing about agreement."
    if one.unanswered:
        yield f"{plural(one.unanswered, 'answer')} said that there is none (N/A) and {_is(one.unanswered)} left out."


def _is(count: int) -> str:
    return "is" if count == 1 else "are"

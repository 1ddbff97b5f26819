"""The reproduction of the helpdesk paper for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwise.agreement.estimate import Estimate
from turnwise.reproduce.helpdesk import ASKED, LABELS, LabelAgreement, Reproduction
from turnwise.reproduce.helpdesk_hypotheses import NOT_TESTED, hypotheses
from turnwise.reproduce.helpdesk_printed import ANNOTATORS, DIALOGUES, TABLE_1, implied_fleiss
from turnwise.reproduce.helpdesk_sweep import Point
from turnwise.tables.aligned import filled, table


def as_text(found: Reproduction) -> str:
    """Agreement, measures, what choices do, then the hypotheses with their verdicts."""
    parts = (_head(found), _labels(found), _nuggets(found), _measures(found), _choices(found), _hypotheses(found))
    return "\n\n".join("\n".join(part) for part in parts)


def _head(found: Reproduction) -> Iterator[str]:
    yield filled(
        f"{found.dialogues:,} dialogues of STC-3, nuggets and labels by the same {found.annotators} annotators "
        f"({found.readings:,} readings). The paper has {DIALOGUES} pilot dialogues by {ANNOTATORS} annotators each, "
        "which are not public; it prints Table 1 of them, and leaves its hypotheses open."
    )


def _labels(found: Reproduction) -> Iterator[str]:
    yield "Labels, in the layout of Table 1"
    rows = [
        *(_printed(question) for question in TABLE_1),
        *(_row(row) for row in found.collapsed),
        *(_row(row) for row in found.labels),
    ]
    yield table(["", "labels a category", "Fleiss' κ (95% CI)", "κ_free", "Fleiss' κ implied"], rows)
    low = [question for question, row in TABLE_1.items() if not _fits(question)]
    fits = "; all printed ones lie within" if not low else f"; {', '.join(low)} do not lie within"
    asks = ", ".join(f"{label} {what}" for label, what in ASKED.items())
    yield filled(
        f"Q1 to Q5 as printed; {asks}. By sign, as the paper takes its Q3: 2 and 1 are 1, −2 and −1 are −1. Implied: "
        f"what κ can be by the printed counts and by κ_free to its three digits{fits}."
    )


def _fits(question: str) -> bool:
    low, high = implied_fleiss(TABLE_1[question])
    return low - 0.0005 <= TABLE_1[question].fleiss <= high + 0.0005


def _printed(question: str) -> list[object]:
    row = TABLE_1[question]
    low, high = implied_fleiss(row)
    counts = "/".join(map(str, row.counts))
    return [
        f"{question} ({row.categories})", counts, f"{row.fleiss:.3f} ({row.low:.3f} to {row.high:.3f})",
        f"{row.free:.3f}", f"{low:.3f} to {high:.3f}",
    ]  # fmt: skip


def _row(row: LabelAgreement) -> list[object]:
    categories, counts = "/".join(map(str, row.categories)), "/".join(map(str, row.counts))
    free = "–" if row.free.value is None else f"{row.free.value:.3f}"
    return [f"{row.question} ({categories})", counts, shown(row.fleiss), free, ""]


def shown(estimate: Estimate) -> str:
    if estimate.value is None:
        return "–"
    interval = estimate.bootstrap or estimate.interval
    return f"{estimate.value:.3f}" + (f" ({interval.low:.3f} to {interval.high:.3f})" if interval else "")


def _nuggets(found: Reproduction) -> Iterator[str]:
    yield "Nuggets"
    rows: list[list[object]] = []
    for agreed in found.nuggets.answers:
        if agreed.what not in ("kind or none", "this kind or not"):
            continue
        count = found.nugget_counts.get(agreed.of)
        fleiss, free = agreed.coefficients["Fleiss"], agreed.coefficients["Randolph"]
        f1 = next(
            (s.f1 for s in found.nuggets.spans if (s.of, s.match, s.same_kind) == (agreed.of, "exact", True)), None
        )
        rows.append([agreed.of, agreed.what, count, shown(fleiss), shown(free), f1 and f1.value])
    yield table(["", "judged", "found", "Fleiss' κ (95% CI)", "κ_free (95% CI)", "F1"], rows, 3)
    yield filled(
        f"Units are the {found.nuggets.units:,} {found.nuggets.per}s; a label of STC-3 is of a whole one. F1: of two "
        "annotators' nuggets, not corrected for chance."
    )


def _measures(found: Reproduction) -> Iterator[str]:
    yield f"Measures (L = {found.longest:,.0f} Chinese characters, the longest dialogue)"
    rows: list[list[object]] = []
    for name, mean in found.means.items():
        for label in LABELS:
            one = found.correlations.between(name, label)
            tau, rho, held = one.coefficients["kendall"], one.coefficients["spearman"], one.partial["kendall"]
            split = next(s for s in found.split.of if (s.measure, s.label) == (name, label))
            span = f"{tau.interval.low:.3f} to {tau.interval.high:.3f}" if tau.interval else "–"
            rows.append([name, mean, label, tau.value, span, rho.value, held.value, split.same, split.other])
    heads = ["", "mean", "label", "τ_b", "95% CI", "ρ", "τ_b, length constant", "same", "others"]
    yield table(heads, rows, 3)
    yield filled(
        f"Means over {found.annotators} annotators; intervals draw dialogues ({found.draws:,} draws, seed "
        f"{found.seed}). Same, others: τ_b where nuggets and labels are by the same half of the annotators "
        f"({found.split.half}), or by different halves."
    )


def _choices(found: Reproduction) -> Iterator[str]:
    yield "What L, α and decay do: τ_b of UCH with each label"
    swept = found.sweep
    lengths = [
        [f"L = {at:,.0f}, {decay}", *(point.kendall[label] for label in LABELS)]
        for decay, of in swept.lengths.items()
        for at, point in of.items()
    ]
    alphas = [
        [f"α = {at:g}", *(p.kendall[label] for label in LABELS)] for at, p in swept.alphas.items() if at * 4 % 1 == 0
    ]
    yield table(["UCH with", *LABELS], [*lengths, *alphas, *_points(swept.choices)], 3)
    best = [
        f"{label} {tau:.3f} at L = {at:,.0f}, {decay}"
        for label in LABELS
        for decay, at, tau in (swept.best_length(label),)
    ]
    yield filled(f"Highest over L and decay: {'; '.join(best)}. α above is with L = {swept.longest:,.0f}, linear.")
    yield ""
    yield table(["beside UCH", *LABELS], [*_points(swept.related), *_points(swept.found)], 3)
    yield "Found: the share of annotators who found a nugget of this kind."


def _points(points: Sequence[Point]) -> list[list[object]]:
    return [[point.name, *(point.kendall[label] for label in LABELS)] for point in points]


def _hypotheses(found: Reproduction) -> Iterator[str]:
    yield "The hypotheses"
    for number, one in enumerate(hypotheses(found), 1):
        yield ""
        yield filled(f"{number}. {one.name}: {one.answer.upper()}. “{one.sentence}”")
        yield filled(f"   {one.verdict}")
        yield from (filled(f"   - {line}") for line in one.evidence)
        yield from (filled(f"   but: {line}") for line in one.limits)
    yield ""
    yield "Not tested"
    yield from (filled(f"- {line}") for line in NOT_TESTED)

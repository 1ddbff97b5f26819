"""How much annotators agree on nuggets, and whether more than on labels, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from turnwise.agreement.consistency import LIMITS, SIDES, Consistency, Contrast
from turnwise.agreement.estimate import Estimate, Interval
from turnwise.agreement.nuggets import NuggetAgreement
from turnwise.report.raters import signed
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural

NAMES = {"percent": "percent", "Fleiss": "Fleiss' κ", "Randolph": "Randolph's κ", "AC": "AC1", "alpha": "α"}
_WITH_INTERVAL = ("Fleiss", "Randolph")
_MATCH = {"exact": "same first and last post", "overlap": "posts in both"}


def agreement_text(name: str, found: NuggetAgreement, consistency: Consistency | None) -> str:
    """Tables, then the answer to the consistency hypothesis where there are labels."""
    parts = [*_nuggets(name, found)]
    if consistency is not None:
        parts += ["", *_consistency(consistency)]
    return "\n".join(parts)


def agreement_json(found: NuggetAgreement, consistency: Consistency | None) -> dict[str, Any]:
    """The same for a program."""
    return {
        "nuggets": asdict(found),
        "consistency": None if consistency is None else consistency_json(consistency),
    }


def consistency_json(found: Consistency) -> dict[str, Any]:
    contrasts = [{**asdict(contrast), "verdict": contrast.verdict} for contrast in found.contrasts]
    return {**asdict(found), "contrasts": contrasts, "holds": found.holds, "verdict": found.verdict, "limits": LIMITS}


def _nuggets(name: str, found: NuggetAgreement) -> Iterator[str]:
    whole = ", since every nugget is made of whole blocks" if found.per == "block" else ""
    yield filled(
        f"{name}: {plural(found.dialogues, 'dialogue')}, {plural(found.readings, 'reading')} by "
        f"{plural(found.annotators, 'annotator')}. The units are the {found.units:,} {found.per}s{whole}."
    )
    yield ""
    rows = [
        [
            agreed.of, agreed.what + (f", per {agreed.unit}" if agreed.what == "kind or none" else ""),
            *(shown(agreed.coefficients[c], c in _WITH_INTERVAL) for c in NAMES),
        ]
        for agreed in found.answers
    ]  # fmt: skip
    yield table(["nuggets of", "judged", *NAMES.values()], rows)
    yield ""
    spans = [
        [span.of, "yes" if span.same_kind else "no", _MATCH[span.match], shown(span.f1, True)] for span in found.spans
    ]
    yield table(["spans of", "same kind", "a match is", "F1 of two annotators"], spans)
    how = f"draw whole dialogues anew ({found.draws:,} draws, seed {found.seed})" if found.draws else "are large-sample"
    yield filled(
        f"Intervals of {found.level:.0%} {how}. F1 is the mean over pairs of annotators, and is not corrected for "
        "chance."
    )
    if found.overlapping:
        yield filled(f"{plural(found.overlapping, 'post')} with two nuggets of one annotator: the first counts.")


def shown(estimate: Estimate, with_interval: bool = False) -> str:
    """A coefficient with three digits; what is absent, as a dash."""
    if estimate.value is None:
        return "–"
    interval = estimate.bootstrap or estimate.interval
    return f"{estimate.value:.3f}" + (f" ({span(interval)})" if with_interval and interval else "")


def span(interval: Interval, digits: int = 3) -> str:
    return f"{interval.low:.{digits}f} to {interval.high:.{digits}f}"


def _consistency(found: Consistency) -> Iterator[str]:
    yield "Do nuggets agree better than labels? (the consistency hypothesis)"
    for coefficient in dict.fromkeys(contrast.coefficient for contrast in found.contrasts):
        chosen = [contrast for contrast in found.contrasts if contrast.coefficient == coefficient]
        yield ""
        yield table([NAMES[coefficient], "answers", "of label", *SIDES], [*_contrasts(chosen)])
    cells = (
        f"the interval of {found.level:.0%} of nuggets' coefficient less the label's; the same dialogues are drawn for "
        f"both ({found.draws:,} draws, seed {found.seed})"
        if found.draws
        else "nuggets' coefficient less the label's; without draws there is no interval"
    )
    yield filled(f"Cells: {cells}. Above 0, nuggets agree better.")
    yield ""
    yield filled(f"{found.answer}: {found.verdict}")
    for limit in LIMITS:
        yield filled(f"- {limit}")


def _contrasts(chosen: list[Contrast]) -> Iterator[list[object]]:
    for label, scale in dict.fromkeys((contrast.label, contrast.scale) for contrast in chosen):
        of = {c.side: c for c in chosen if (c.label, c.scale) == (label, scale)}
        yield [label, scale, shown(next(iter(of.values())).labels), *(_apart(of[side]) for side in SIDES)]


def _apart(contrast: Contrast) -> str:
    if contrast.difference is None:
        return "–"
    if contrast.interval is None:
        return signed(contrast.difference)
    return f"{signed(contrast.interval.low)} to {signed(contrast.interval.high)}"

"""Raters beside each other, as text, JSON, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from turnwise.agreement.raters import FEWEST_ITEMS, FEWEST_RATERS, Effect, RaterProfile, RaterProfiles
from turnwise.report.latex import tabular
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import Decisions, plural

#: More raters than these are not all shown in a table.
MOST_RATERS = 25
COLUMNS = (
    "question", "rater", "type", "answers", "shared_items", "severity", "severity_low", "severity_high", "agreement",
    "among_others", "difference", "difference_low", "difference_high", "seconds", "unlike_the_others",
)  # fmt: skip


def as_text(found: Sequence[RaterProfiles], decisions: Decisions, format: str = "table") -> str:
    """The raters of each question in a form."""
    if format == "json":
        told = {"questions": [_json(one) for one in found], "decisions": [vars(decision) for decision in decisions]}
        return json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1)
    if format == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row for one in found for row in _rows(one))
        return text.getvalue().rstrip("\n")
    if format == "latex":
        return "\n\n".join(tabular(*_table(one, one.profiles), 3) for one in found)
    return "\n\n".join("\n".join(_block(one)) for one in found)


def _block(one: RaterProfiles) -> Iterator[str]:
    weights = one.settings.weights or {"ordinal": "linear", "interval": "quadratic", "ratio": "ratio"}.get(one.level)
    partly = f", near answers agree in part ({weights} weights)" if weights and weights != "identity" else ""
    yield f"{one.question}: {plural(len(one.profiles), 'rater')}, {one.level}{partly}"
    yield ""
    shown = _shown(one)
    yield table(*_table(one, shown), digits=3)
    if left := len(one.profiles) - len(shown):
        yield f"and {plural(left, 'rater')} more; --format csv has them all"
    yield ""
    yield from map(filled, sentences(one))


def _shown(one: RaterProfiles) -> Sequence[RaterProfile]:
    """All raters; of very many, those who are unlike the others, and those who answered most."""
    if len(one.profiles) <= MOST_RATERS:
        return one.profiles
    order = sorted(one.profiles, key=lambda profile: (not profile.unusual, -profile.n_answers))
    return order[:MOST_RATERS]


def _table(one: RaterProfiles, profiles: Sequence[RaterProfile]) -> tuple[list[str], list[list[object]]]:
    timed = any(profile.seconds is not None for profile in profiles)
    level = f"{one.settings.confidence:.0%}"
    columns = ["rater", "answers", "gives more often" if one.is_words else f"severity [{level}]", "agrees", "others",
               f"difference [{level}]", *(["seconds"] if timed else []), "unlike in"]  # fmt: skip
    return columns, [
        [
            profile.rater,
            profile.n_answers,
            _bias(profile) if one.is_words else span(profile.severity),
            profile.agreement,
            profile.among_others,
            span(profile.difference),
            *([_tenths(profile.seconds)] if timed else []),
            ", ".join(profile.unusual),
        ]
        for profile in profiles
    ]


def _tenths(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds:.1f}"


def _bias(profile: RaterProfile) -> str:
    """The answer that the rater gives more often than the others."""
    if not profile.bias:
        return "–"
    name, effect = max(profile.bias.items(), key=lambda pair: pair[1].value)
    return f"{name} {span(effect)}"


def span(effect: Effect | None) -> str:
    """``+0.50 [+0.48, +0.52]``."""
    if effect is None:
        return "–"
    if effect.low is None:
        return signed(effect.value)
    return f"{signed(effect.value)} [{signed(effect.low)}, {signed(effect.high or 0)}]"


def signed(value: float, digits: int = 2) -> str:
    """With its sign, where it is not 0 as far as it is shown."""
    shown = round(value, digits)
    return f"{shown:+.{digits}f}" if shown else f"{0:.{digits}f}"


def sentences(one: RaterProfiles) -> Iterator[str]:
    """Who is unlike the others, said with care."""
    if not one.tested:
        yield (
            f"Nobody is called unusual: that takes {FEWEST_RATERS} raters who share {FEWEST_ITEMS} items or more with "
            "others (dialogues, where items are drawn by dialogue)."
        )
        return
    odd = [profile for profile in one.profiles if profile.unusual]
    ways = "in agreement and in how often they give each answer" if one.is_words else "in agreement and in severity"
    if not odd:
        yield (
            f"Of {plural(one.tested, 'rater')} with enough items nobody is unlike the others beyond chance, {ways} "
            "(Holm's correction, 5%). Raters with few answers could be, unseen."
        )
        return
    for profile in odd:
        yield f"{profile.rater} is unlike the others: {'; '.join(_ways(profile))}."
    yield (
        f"Compared {ways}, with how much the {one.tested} raters differ anyway, on the same items, Holm's correction "
        "for all of them. It says unlike, not wrong: read some of the answers before leaving anybody out."
    )


def _ways(profile: RaterProfile) -> Iterator[str]:
    for trait, p in profile.unusual.items():
        chance = "p < .001" if p < 0.001 else f"p = {p:.3f}"
        if trait == "agreement" and profile.difference:
            more = "more" if profile.difference.value > 0 else "less"
            yield (
                f"agrees {more} with the others ({profile.agreement:.2f}) than they do with each other on the same "
                f"items ({profile.among_others:.2f}), {chance}"
            )
        elif trait == "severity" and profile.severity:
            more = "higher" if profile.severity.value > 0 else "lower"
            yield f"answers {more} by {abs(profile.severity.value):.2f}, {chance}"
        elif effect := profile.bias.get(trait.partition("'")[2].rstrip("'")):
            yield f"{trait} {'more' if effect.value > 0 else 'less'} often by {abs(effect.value):.0%}, {chance}"


def _rows(one: RaterProfiles) -> Iterator[list[object]]:
    for profile in one.profiles:
        yield [
            one.question, profile.rater, profile.type, profile.n_answers, profile.n_shared, *_three(profile.severity),
            profile.agreement, profile.among_others, *_three(profile.difference), profile.seconds,
            "; ".join(profile.unusual),
        ]  # fmt: skip


def _three(effect: Effect | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if effect is None else (effect.value, effect.low, effect.high)


def _json(one: RaterProfiles) -> dict[str, Any]:
    return {**asdict(one), "settings": asdict(one.settings), "in_words": list(sentences(one))}

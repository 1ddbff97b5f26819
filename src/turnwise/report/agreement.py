"""Agreement as text, JSON, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from turnwise.agreement.agree import Agreement, Measured, QuestionAgreement
from turnwise.agreement.estimate import Estimate, Interval
from turnwise.agreement.wording import about, sentences, who
from turnwise.report.latex import tabular
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural

FORMATS = ("table", "json", "csv", "latex")
#: More questions than these are first told in a line each.
MOST_IN_FULL = 3
COLUMNS = (
    "question", "level", "coefficient", "value", "low", "high", "bootstrap_low", "bootstrap_high", "standard_error",
    "items", "answers", "raters", "clusters", "draws", "seed", "note",
)  # fmt: skip
#: Of more categories than these, only the most frequent are shown.
MOST_CATEGORIES = 12
_OVERVIEW = {"percent": "agree", "fleiss": "Fleiss' κ", "randolph": "κ_free", "alpha": "α"}


def as_text(agreement: Agreement, format: str = "table", *, full: bool = False) -> str:
    """The agreement in a form; a table tells many questions in a line each, unless it is to be `full`."""
    if format == "json":
        return as_json(agreement)
    if format == "csv":
        return as_csv(agreement)
    if format == "latex":
        return as_latex(agreement)
    if full or len(agreement.questions) <= MOST_IN_FULL:
        return "\n\n".join([*map(block, agreement), "\n".join(_closing(agreement))])
    return "\n".join([overview(agreement), "", *_closing(agreement), "One in full: --question NAME; all: --full."])


def overview(agreement: Agreement) -> str:
    """A line for each question."""
    rows = [
        [
            one.question,
            one.level,
            one.n_items,
            one.n_answers,
            *(_value(one, key) for key in _OVERVIEW),
            _alpha_interval(one),
        ]
        for one in agreement
    ]
    return table(["question", "level", "items", "answers", *_OVERVIEW.values(), "α, interval"], rows, 3)


def _value(one: QuestionAgreement, key: str) -> float | None:
    found = [measured.estimate for measured in one.measured if measured.coefficient.key == key]
    return found[0].value if found else None


def _alpha_interval(one: QuestionAgreement) -> str:
    found = [measured.estimate for measured in one.measured if measured.coefficient.key == "alpha"]
    return span(found[0].bootstrap or found[0].interval) if found else ""


def block(one: QuestionAgreement) -> str:
    """A question in full: its coefficients, its answers, and what they mean."""
    notes = [f"{m.coefficient.title}: {note}." for m in one.measured if (note := _note(one, m.estimate))]
    parts = [about(one), "", table(*_coefficients(one), digits=3), *map(filled, notes)]
    if one.categories:
        parts += ["", _answers(one)]
    said = list(map(filled, sentences(one)))
    return "\n".join([*parts, *([""] if said else []), *said])


def _answers(one: QuestionAgreement) -> str:
    """The categories in their order; of very many, those that were answered most."""
    shown = set(sorted(one.categories, key=lambda category: -category.count)[:MOST_CATEGORIES])
    rows: list[list[object]] = [
        [category.name, category.count, f"{category.share:.1%}", _percent(category.agreement)]
        for category in one.categories
        if category in shown
    ]
    left = len(one.categories) - len(rows)
    more = f"\nand {plural(left, 'rarer answer')}" if left else ""
    return table(["answer", "times", "share", "another agrees"], rows) + more


def _coefficients(one: QuestionAgreement) -> tuple[list[str], list[list[object]]]:
    with_bootstrap = any(measured.estimate.draws for measured in one.measured)
    rows: list[list[object]] = []
    for measured in one.measured:
        found = measured.estimate
        rows.append([measured.coefficient.title, found.value, span(found.interval)])
        rows[-1] += [span(found.bootstrap)] if with_bootstrap else []
    level = f"{one.measured[0].estimate.level:.0%} interval" if one.measured else "interval"
    return ["coefficient", "value", level, *(["bootstrap"] if with_bootstrap else [])], rows


def _note(one: QuestionAgreement, found: Estimate) -> str:
    """Why there is no value, or what it is computed from where that is not everything."""
    if found.reason:
        return found.reason
    return f"of {found.n_items:,} items" if found.n_items < one.n_items else ""


def _closing(agreement: Agreement) -> Iterator[str]:
    """Who answered, and how the figures came about."""
    mixed = any(0 < len(one.models) < len(one.raters) for one in agreement)
    hint = " `--against llm` holds them against people." if mixed else ""
    yield from (filled(said + hint) for said in who(agreement))
    yield how_made(agreement)


def how_made(agreement: Agreement) -> str:
    """A line on how the figures came about."""
    how = agreement.settings
    clusters = {one.cluster for one in agreement} - {None}
    drawn = f"whole {'s, '.join(sorted(map(str, clusters)))}s" if clusters else "items"
    if not how.draws:
        return filled(f"Intervals: large-sample, at the estimate; {drawn} count as drawn.")
    return filled(
        f"Intervals: large-sample at the estimate, and percentiles of {how.draws:,} bootstrap samples of {drawn} "
        f"(seed {how.seed})."
    )


def span(interval: Interval | None) -> str:
    return "–" if interval is None else f"{interval.low:.3f} to {interval.high:.3f}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def rows_of(agreement: Agreement) -> Iterator[list[object]]:
    """A row for each coefficient of each question, as in `COLUMNS`."""
    for one in agreement:
        for measured in one.measured:
            found = measured.estimate
            yield [
                one.question, one.level, measured.coefficient.title, found.value, *_ends(found.interval),
                *_ends(found.bootstrap), found.standard_error, found.n_items, found.n_ratings, one.n_raters,
                found.n_clusters, found.draws, found.seed, found.reason,
            ]  # fmt: skip


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def as_csv(agreement: Agreement) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows_of(agreement))
    return text.getvalue().rstrip("\n")


def as_latex(agreement: Agreement) -> str:
    """A row a question: its answers, and each coefficient with its interval."""
    titles = list(dict.fromkeys(m.coefficient.title for one in agreement for m in one.measured))
    rows = [
        [one.question, one.n_items, one.n_answers, *(_cell(one, title) for title in titles)] for one in agreement
    ]  # fmt: skip
    return tabular(["question", "items", "answers", *titles], rows, 3)


def _cell(one: QuestionAgreement, title: str) -> str | None:
    found = next((m.estimate for m in one.measured if m.coefficient.title == title), None)
    if found is None or found.value is None:
        return None
    interval = found.bootstrap or found.interval
    return f"{found.value:.3f}" + (f" [{interval.low:.3f}, {interval.high:.3f}]" if interval else "")


def as_json(agreement: Agreement) -> str:
    """For programs: every number, and how it was made."""
    return json.dumps(
        {
            "source": agreement.source,
            "settings": asdict(agreement.settings),
            "questions": [question_json(one) for one in agreement],
            "decisions": [vars(decision) for decision in agreement.decisions],
        },
        ensure_ascii=False,
        allow_nan=False,
        indent=1,
    )


def question_json(one: QuestionAgreement) -> dict[str, Any]:
    return {
        "question": one.question,
        "level": one.level,
        "items": one.n_items,
        "answers": one.n_answers,
        "raters": one.n_raters,
        "rater_names": list(one.raters),
        "models": list(one.models),
        "answers_per_item": {"min": one.per_item[0], "max": one.per_item[1]},
        "items_with_one_answer": one.single_items,
        "not_answered": one.unanswered,
        "clusters": one.n_clusters,
        "cluster": one.cluster,
        "categories": [asdict(category) for category in one.categories],
        "coefficients": [_measured_json(measured) for measured in one.measured],
        "in_words": list(sentences(one)),
    }


def _measured_json(measured: Measured) -> dict[str, Any]:
    return {"coefficient": measured.coefficient.key, "how": measured.coefficient.how, **asdict(measured.estimate)}

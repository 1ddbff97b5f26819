"""A judge beside people, as text, JSON, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from turnwise.agreement.estimate import Estimate, Interval
from turnwise.agreement.judge import Beside, JudgeAgreement
from turnwise.report.latex import tabular
from turnwise.report.raters import signed as with_sign
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import Decisions, plural

COLUMNS = (
    "question", "judge", "reference", "figure", "judge_value", "judge_low", "judge_high", "person_value",
    "person_low", "person_high", "difference", "difference_low", "difference_high", "items",
)  # fmt: skip


def as_text(found: Sequence[JudgeAgreement], decisions: Decisions, format: str = "table") -> str:
    """Each judge and question in a form."""
    if format == "json":
        told = {
            "judges": [{**asdict(one), "in_words": list(sentences(one))} for one in found],
            "decisions": [vars(decision) for decision in decisions],
        }
        return json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1)
    if format == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row for one in found for row in _rows(one))
        return text.getvalue().rstrip("\n")
    if format == "latex":
        return "\n\n".join(tabular(*_figures(one)) for one in found)
    return "\n\n".join("\n".join(_block(one)) for one in found)


def _block(one: JudgeAgreement) -> Iterator[str]:
    yield f"{one.question}: {one.judge} beside {one.reference}, {one.level}, {plural(one.n_items, 'shared item')}"
    if one.beside:
        yield ""
        yield table(*_figures(one))
    if one.leanings:
        rows: list[list[object]] = [
            [leaning.answer, f"{leaning.judge:.1%}", f"{leaning.people:.1%}", points(leaning.difference)]
            for leaning in one.leanings
        ]
        yield ""
        yield table(["answer", one.judge, one.reference, "difference in points"], rows)
    yield ""
    yield from map(filled, sentences(one))


def _figures(one: JudgeAgreement) -> tuple[list[str], list[list[object]]]:
    return ["", one.judge, "a person", "difference"], [
        [figure.name, span(figure.judge), span(figure.person), span(figure.difference, signed=True)]
        for figure in one.beside
    ]


def _ends(estimate: Estimate) -> Interval | None:
    return estimate.bootstrap or estimate.interval


def span(estimate: Estimate, *, signed: bool = False) -> str:
    """``0.62 [0.57, 0.67]``."""
    if estimate.value is None:
        return "–"
    form = with_sign if signed else "{:.2f}".format
    ends = _ends(estimate)
    between = f" [{form(ends.low)}, {form(ends.high)}]" if ends else ""
    return f"{form(estimate.value)}{between}"


def points(estimate: Estimate) -> str:
    ends = _ends(estimate)
    between = f" [{with_sign(100 * ends.low, 1)}, {with_sign(100 * ends.high, 1)}]" if ends else ""
    return f"{with_sign(100 * (estimate.value or 0), 1)}{between}"


def sentences(one: JudgeAgreement) -> Iterator[str]:
    """What the figures say of the judge."""
    if one.majority is not None and one.majority.value is not None:
        yield (
            f"{one.judge} gives the answer of most people for {span(one.majority)} of the items that both answered for "
            "(tied majorities count in part)."
        )
    if one.beside:
        yield (
            f"Judge and person are held against the same panels, the people left when one is taken out, on "
            f"{plural(one.n_panels, 'item')} with two people or more."
        )
        yield from _verdicts(one)
    else:
        yield "No item has two people, so nothing says how much people agree with each other."
    yield from _bias(one)
    if one.n_alone:
        yield f"{plural(one.n_alone, 'item')} that {one.judge} alone answered for: left out."


def _verdicts(one: JudgeAgreement) -> Iterator[str]:
    """By the figure that decides, κ, which no habit of answering can raise; and by others that say something else."""
    main = next((figure for figure in one.beside if figure.name.startswith("κ")), one.beside[0])
    ends, verdict = _ends(main.difference), _verdict(main)
    if verdict == "more":
        yield f"By {main.name!r}, {one.judge} agrees with people more than a person does, as a mean of many would."
    elif verdict == "less":
        yield f"By {main.name!r}, {one.judge} agrees with people less than a person does."
    elif ends:
        yield (
            f"By {main.name!r}, these items do not tell {one.judge} from a person: the difference may be anything from "
            f"{with_sign(ends.low)} to {with_sign(ends.high)}."
        )
    for other, said in (("less", "worse"), ("more", "better")):
        names = [repr(figure.name) for figure in one.beside if figure is not main and _verdict(figure) == other]
        if names and other != verdict:
            yield f"It does {said} than a person by {' and '.join(names)}."


def _verdict(figure: Beside) -> str:
    """Whether the judge agrees `more` or `less` than a person, as far as the interval tells."""
    ends = _ends(figure.difference)
    if ends is None or ends.low <= 0 <= ends.high:
        return ""
    return "more" if (ends.low > 0) == figure.more_is_better else "less"


def _bias(one: JudgeAgreement) -> Iterator[str]:
    if one.bias is None or one.bias.value is None:
        return
    ends = _ends(one.bias)
    if ends is None or ends.low <= 0 <= ends.high:
        yield f"Its answers are {span(one.bias, signed=True)} from the people's mean: no leaning to be seen."
    else:
        yield f"Its answers lean {'up' if one.bias.value > 0 else 'down'}: {span(one.bias, signed=True)}."


def _rows(one: JudgeAgreement) -> Iterator[list[object]]:
    for figure in one.beside:
        yield [
            one.question, one.judge, one.reference, figure.name, *_three(figure.judge), *_three(figure.person),
            *_three(figure.difference), one.n_panels,
        ]  # fmt: skip
    if one.bias is not None:
        yield [one.question, one.judge, one.reference, "bias", *_three(one.bias), *[None] * 6, one.n_items]
    if one.majority is not None:
        yield [one.question, one.judge, one.reference, "majority", *_three(one.majority), *[None] * 6, one.n_items]


def _three(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    ends = _ends(estimate)
    return (estimate.value, None, None) if ends is None else (estimate.value, ends.low, ends.high)

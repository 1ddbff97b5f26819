"""Inferred links as a table of links (CSV, JSON Lines), and how well links agree with those of people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from turnwise.comparison.links import MEASURES, Estimate, LinkAgreement
from turnwise.errors import OptionError
from turnwise.graph.infer import Link
from turnwise.tables.aligned import table

#: How links are written, by the file's ending.
BY_SUFFIX = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS = ("csv", "jsonl")


def links_format(path: str) -> str:
    """The format that a file's ending names."""
    suffix = Path(path).suffix.lower()
    if suffix not in BY_SUFFIX:
        raise OptionError(f"{path}: the ending {suffix!r} names no format of links; end it in {', '.join(BY_SUFFIX)}.")
    return BY_SUFFIX[suffix]


def links_text(links: Iterable[Link], format_: str) -> str:
    """The links with four decimals of confidence; a row without a parent says that its turn needs none."""
    rounded = (link._replace(confidence=round(link.confidence, 4)) for link in links)
    if format_ == "jsonl":
        return "\n".join(json.dumps(link._asdict(), ensure_ascii=False) for link in rounded)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Link._fields)
    writer.writerows(rounded)
    return text.getvalue().rstrip("\n")


def shown_estimate(estimate: Estimate) -> str:
    """``0.541 [0.484, 0.597]``, or a dash where there is nothing to divide by."""
    if estimate.value is None:
        return "–"
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def agreement_table(agreements: Mapping[str, LinkAgreement], first: str = "method") -> str:
    """One row for each set of links: how many there are, and how they agree with those taken for right."""
    rows = [
        [name, int(one.totals[1]), *(shown_estimate(one[measure]) for measure in MEASURES)]
        for name, one in agreements.items()
    ]
    return table([first, "links", *MEASURES], rows)


def agreement_json(agreement: LinkAgreement) -> dict[str, object]:
    both, found, right, exact, turns = map(int, agreement.totals)
    counts = {"links": found, "right_links": right, "links_in_both": both, "exact_turns": exact, "turns": turns}
    estimates = {measure: vars(agreement[measure]) for measure in MEASURES}
    return counts | estimates | {"draws": agreement.draws, "seed": agreement.seed, "level": agreement.level}

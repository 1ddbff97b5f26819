"""The columns of tables of ratings: what they go by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from turnwise.errors import FormatError, OptionError, did_you_mean, shown
from turnwise.readers.row_table import find
from turnwise.tables.decisions import Decisions, plural

#: What a column holds → the names it goes by, the likeliest first; letters' case, blanks and hyphens do not count.
#: A table of questions and answers that were rated has both beside its ratings, so those two come last.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "id", "snippet", "snippet_id", "turn", "turn_id"),
    "annotator": (
        "annotator",
        "annotator_id",
        "annotator_name",
        "rater",
        "rater_id",
        "rater_name",
        "worker",
        "worker_id",
        "judge",
        "assessor",
    ),
    "question": ("criterion", "dimension", "question"),
    "value": ("value", "rating", "score", "grade", "label", "answer"),
    "unit": ("unit",),
    "target": ("target",),
    "rater_type": ("rater_type",),
    "created_at": ("created_at",),
    "seconds": ("seconds",),
    "superseded": ("superseded",),
    "dialogue": ("dialogue", "dialogue_id", "conversation", "conversation_id"),
}
#: What a row of our own table for the exchange of judgements has.
EXCHANGE = (
    "item", "unit", "target", "question", "value", "annotator", "rater_type", "created_at", "seconds", "is_gold",
    "superseded",
)  # fmt: skip


#: What the two forms of tables cannot do without; of other things a table may well have several.
JUDGED = ("item", "annotator", "question", "value")
#: What a frame's index is called in a file, where it has no name.
_INDEX = re.compile(r"(unnamed: \d+|__index_level_\d+__)?", re.IGNORECASE)


def columns_in(source: str, names: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """The name of the column that holds each thing, of those that are there; `given` says so outright."""
    found: dict[str, str] = {}
    for holds, name in given.items():
        if holds not in COLUMNS:
            hint = did_you_mean(holds, COLUMNS) or f"; it takes {', '.join(COLUMNS)}."
            raise OptionError(f"columns: there is no {shown(holds)}{hint}")
        if name not in names:
            todo = did_you_mean(name, names).removeprefix("; ").removesuffix("?")
            raise FormatError(source, None, f"the columns {', '.join(names)}", f"{name!r} for the {holds}", todo)
        found[holds] = name
    rest = [name for name in names if name not in found.values()]
    for holds, known in COLUMNS.items():
        if holds not in found and (at := find(list(map(plain, rest)), known)) is not None:
            found[holds] = rest[at]
    return found


def plain(name: str) -> str:
    """``Item ID`` and ``item-id`` are `item_id`."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def is_unnamed(name: str) -> bool:
    """Whether this is an index rather than a column."""
    return _INDEX.fullmatch(name.strip()) is not None


def others_of(names: Sequence[str], found: Mapping[str, str], holds: str) -> list[str]:
    """The columns that go by a name of what another one holds."""
    if holds not in found:
        return []
    return [name for name in names if name not in found.values() and plain(name) in COLUMNS[holds]]


def tell_columns(
    source: str, names: Sequence[str], found: Mapping[str, str], holding: Sequence[str], decisions: Decisions
) -> None:
    """Say which columns have no name, and which could have been read in the place of those that were."""
    unnamed = sum(map(is_unnamed, names))
    text = f"{plural(unnamed, 'column')} without a name, such as a frame's index: not read"
    decisions.add(source, "unnamed-columns", unnamed, text)
    for holds in holding:
        others = others_of(names, found, holds)
        text = (
            f"{found.get(holds)!r} is read as the {holds}, not {' or '.join(map(repr, others))}; "
            f"`--column {holds}=NAME` says otherwise"
        )
        decisions.add(source, "columns-of-one-kind", len(others), text)


def lacking(source: str, names: Sequence[str], holds: str, also: str = "") -> FormatError:
    """The error for a table without a column that it needs."""
    columns = ", ".join(shown(name, 30) for name in names[:8]) + (", …" if len(names) > 8 else "")
    expected = f"one for the {holds} ({', '.join(COLUMNS[holds])})"
    return FormatError(source, None, f"the columns {columns}", expected, f"`--column {holds}=NAME` names it{also}")

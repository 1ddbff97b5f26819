"""The columns of tables of ratings: what they go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnwise.errors import FormatError, OptionError, did_you_mean, shown
from turnwise.readers.row_table import find

#: What a column holds → the names it goes by, ours first; letters' case does not count.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "id", "snippet", "snippet_id", "turn", "turn_id"),
    "annotator": ("annotator", "annotator_id", "rater", "rater_id", "worker", "worker_id", "judge", "assessor"),
    "question": ("question", "criterion", "dimension"),
    "value": ("value", "answer", "rating", "score", "label", "grade"),
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
        if holds not in found and (at := find(rest, known)) is not None:
            found[holds] = rest[at]
    return found

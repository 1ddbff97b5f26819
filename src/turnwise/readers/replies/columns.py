"""The columns of tables of queries: what they go by, which ones were read, and what their cells say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from turnwise.errors import FormatError, OptionError, did_you_mean, shown
from turnwise.readers.cells import whole_id
from turnwise.readers.content import Content
from turnwise.readers.records import Place
from turnwise.readers.row_table import RowTable, row_table
from turnwise.tables.decisions import Decisions, plural

#: The names that a column goes by, the first ones first; letters' case does not count.
QUERY = ("query", "query_id", "qid", "id")
TEXT = ("text", "utterance", "question")
OPTION = (
    "option", "prediction", "predicted", "predicted_intent", "predicted_label", "intent", "item", "answer",
)  # fmt: skip
SCORE = ("score", "confidence", "probability")
GOLD = ("gold", "gold_intent", "true_intent", "expected", "label")
GOLD_ALONE = (*GOLD, "intent", "category", "answer")

#: Columns that are not read, and whose values would matter if they differed.
SYSTEM = ("system", "model", "bot", "run", "run_id")

#: What a column may be said to hold.
HOLDS = ("query", "text", "option", "score", "gold")


@dataclass(frozen=True)
class Said:
    """Which column the user says holds what, and which ones were read: (source, what it holds) → the column's name."""

    given: Mapping[str, str] = field(default_factory=dict)
    read: dict[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for holds in self.given:
            if holds not in HOLDS:
                hint = did_you_mean(holds, HOLDS) or f"; it takes {', '.join(HOLDS)}."
                raise OptionError(f"columns: there is no {shown(holds)}{hint}")

    def check(self) -> None:
        """Every column that was named must have been found in some table."""
        for holds, name in self.given.items():
            if (holds, name) not in {(held, read) for (_, held), read in self.read.items()}:
                raise OptionError(f"columns: no table that was read has the column {shown(name)} for the {holds}.")


@dataclass(frozen=True)
class QueryTable:
    """A table of queries, whose cells are read without the blanks around them; but texts stay as they were said."""

    rows: RowTable
    said: Said
    decisions: Decisions

    def column(self, holds: str, known: Sequence[str]) -> int | None:
        """The position of the column that holds this. Two that could are an error: nobody guesses which is meant."""
        names, given = self.rows.names, self.said.given
        if given.get(holds) in names:
            found = [at for at, name in enumerate(names) if name == given[holds]]
        else:
            taken = set(given.values())
            found = [at for at, name in enumerate(names) if name not in taken and name.strip().lower() in known]
        if len(found) > 1:
            listed = ", ".join(shown(names[at], 40) for at in found)
            some = {names[at] for at in found}
            todo = "rename or drop the others"
            if len(some) > 1:
                likely = min(some, key=lambda name: known.index(name.strip().lower()))
                todo = f"rename the others, or say which one it is, as in --column {holds}={likely}"
            raise FormatError(self.rows.source, None, f"the columns {listed}", f"only one of the {holds}", todo)
        if found:
            self.said.read[self.rows.source, holds] = names[found[0]]
        return found[0] if found else None

    def stripped(self, text: int | None) -> Iterator[tuple[int, Sequence[Any]]]:
        """The rows with their numbers; `text` is the column of texts. What was stripped is told when all are read."""
        padded = 0
        for number, cells in self.rows.rows:
            stripped = [cell.strip() if isinstance(cell, str) and at != text else cell for at, cell in enumerate(cells)]
            padded += any(one != other for one, other in zip(stripped, cells, strict=True))
            yield number, stripped
        told = f"{plural(padded, 'row')} with blanks around the content of cells read without them"
        self.decisions.add(self.rows.source, "padded-rows", padded, told)

    def tell_floating(self, column: int, count: int) -> None:
        """Say that so many ids of this column are floating numbers."""
        text = f"{plural(count, 'id')} in {shown(self.rows.names[column])} written as floating numbers (1.0 is 1)"
        self.decisions.add(self.rows.source, "floating-ids", count, text)


def query_table(content: Content, said: Said, decisions: Decisions) -> QueryTable:
    return QueryTable(row_table(content), said, decisions)


def query_name(value: Any, rows: RowTable, number: int) -> str:
    """A query's id or text, which a row must have; JSON may give an id as a whole number."""
    if isinstance(value, str) and value:
        return value
    if (whole := whole_id(value)) is not None:
        return whole
    raise rows.place(number).error(f"the query {shown(value)}", "a query's id or text")


def names_in(value: Any, place: Place) -> tuple[str, ...]:
    """The right options that a gold cell names: one, none (an empty cell), or several as a JSON list."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return (value,)  # a name may begin with a bracket
    if value is None or value == "":
        return ()
    listed = value if isinstance(value, list) else [value]
    for name in listed:
        if not isinstance(name, str) or not name.strip():
            raise place.error(f"the gold {value!r}", "the name of an option, or a list of names")
    return tuple(dict.fromkeys(name.strip() for name in listed))

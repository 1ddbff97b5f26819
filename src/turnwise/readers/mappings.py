"""Dicts and JSON values → tables: `{turn: {item: score}}`, the runs of TREC iKAT, and lists of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.cells import series_of, shown_value
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions, plural

if TYPE_CHECKING:
    import polars as pl


def is_nested(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping is of the form ``{turn: {item: number}}``, judged by its first filled turn."""
    some = [inner for inner in value.values() if not isinstance(inner, Mapping) or len(inner)][:1]
    return bool(value) and all(isinstance(inner, Mapping) and not _holds_mappings(inner) for inner in some)


def _holds_mappings(value: Mapping[Any, Any]) -> bool:
    return any(isinstance(inner, Mapping) for inner in value.values())


def is_ikat(value: Mapping[Any, Any]) -> bool:
    return isinstance(value.get("turns"), list)


def table_of_mapping(source: str, value: Mapping[Any, Any], holds: str, decisions: Decisions) -> Table:
    """The table of ``{turn: {item: number}}`` (what pytrec_eval takes), where the number is a score or a grade."""
    for turn, inner in value.items():
        if not isinstance(inner, Mapping):
            found = f"{shown_value(inner)} for turn {shown(turn)}"
            raise FormatError(source, None, found, f"a dict of items with their {holds}s: {{turn: {{item: {holds}}}}}")
    empty = [turn for turn, inner in value.items() if not inner]
    if empty:
        text = f"{plural(len(empty), 'turn')} without an item left out (first: {shown(empty[0])})"
        decisions.add(source, "empty-turns", len(empty), text)
    counts = [len(inner) for inner in value.values()]
    items = list(chain.from_iterable(value.values()))
    numbers = list(chain.from_iterable(inner.values() for inner in value.values()))
    return _table(source, (list(value), counts, items, numbers), holds)


def table_of_ikat(source: str, run: Mapping[str, Any]) -> Table:
    """The passages of a TREC iKAT run, by score. A turn with several responses has no one list, and is an error."""
    turns, counts, items, scores = [], [], [], []
    for number, turn in enumerate(run["turns"], 1):
        name, passages = _passages(source, number, turn)
        turns.append(name)
        counts.append(len(passages))
        items += [passage["id"] for passage in passages]
        scores += [passage["score"] for passage in passages]
    return _table(source, (turns, counts, items, scores), "score")


def _passages(source: str, number: int, turn: Any) -> tuple[Any, list[dict[str, Any]]]:
    def fault(found: str, expected: str, todo: str = "") -> FormatError:
        return FormatError(source, number, found, expected, todo, place="turn")

    if not isinstance(turn, dict) or "turn_id" not in turn or not isinstance(turn.get("responses"), list):
        raise fault(shown_value(turn), "an iKAT turn with 'turn_id' and 'responses'")
    if len(turn["responses"]) > 1:
        todo = "write the passages of each turn as a TREC run"
        raise fault(
            f"{len(turn['responses'])} responses to {shown(turn['turn_id'])}", "one, whose passages are ranked", todo
        )
    passages: list[dict[str, Any]] = []
    for response in turn["responses"]:
        passages += response.get("passage_provenance") or [] if isinstance(response, dict) else [response]
    for passage in passages:
        if not isinstance(passage, dict) or not {"id", "score"} <= set(passage):
            raise fault(f"the passage {shown_value(passage)}", "one with 'id' and 'score'")
    return turn["turn_id"], passages


def record_place(row: int) -> str:
    return f"record {row + 1}"


def table_of_records(source: str, records: Sequence[Any], place: Callable[[int], str] = record_place) -> Table:
    """The table of a list of objects, whose keys are the columns."""
    for row, record in enumerate(records):
        if not isinstance(record, Mapping):
            expected = 'an object with named values, such as {"turn": …, "item": …, "score": …}'
            raise FormatError(f"{source}, {place(row)}", None, shown_value(record), expected)

    def select(wanted: Sequence[str]) -> pl.DataFrame:
        import polars as pl

        return pl.DataFrame([series_of(name, [record.get(name) for record in records], table) for name in wanted])

    table = Table(source, list(dict.fromkeys(chain.from_iterable(records))), select, place)
    return table


def _table(source: str, parts: tuple[list[Any], list[int], list[Any], list[Any]], holds: str) -> Table:
    turns, counts, items, numbers = parts
    if not items:
        raise InputError(f"{source}: found no {holds}s, expected {{turn: {{item: {holds}}}}}.")
    owner = np.repeat(np.arange(len(turns)), counts)

    def place(row: int) -> str:
        return f"turn {shown(turns[owner[row]])}, item {shown(items[row])}"

    def select(wanted: Sequence[str]) -> pl.DataFrame:
        import polars as pl

        by_turn = Table(source, [], select, lambda row: f"turn {row + 1}")
        columns = {
            "turn": series_of("turn", turns, by_turn).gather(owner),
            "item": series_of("item", items, table),
            holds: series_of(holds, numbers, table),
        }
        return pl.DataFrame([columns[name] for name in wanted])

    table = Table(source, ["turn", "item", holds], select, place)
    return table

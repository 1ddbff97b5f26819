"""The right options of queries: from a table with a gold column, from judgements (qrels), or one for all."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.content import Content
from turnwise.readers.files import opened
from turnwise.readers.replies.columns import GOLD_ALONE, QUERY, TEXT, Said, names_in, query_name, query_table
from turnwise.readers.replies.objects import gold_content, is_path
from turnwise.readers.row_table import find, header
from turnwise.readers.scan import Scan
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.replies import Replies
from turnwise.tables.rows import QRELS


@dataclass(frozen=True)
class Gold:
    """The right options by query id, and the queries' texts where the source has both ids and texts.

    No right option (an empty tuple) says that the query is out of scope. `several` are the queries whose right options
    were put together from rows that name different ones.
    """

    source: str
    by_id: dict[str, tuple[str, ...]]
    texts: dict[str, str]
    several: frozenset[str] = frozenset()

    @cached_property
    def by_text(self) -> dict[str, tuple[str, ...]]:
        """The right options by text; without texts an id may be one."""
        if not self.texts:
            return self.by_id
        found: dict[str, tuple[str, ...]] = {}
        for query, text in self.texts.items():
            found[text] = _joined(found.get(text, ()), self.by_id[query])
        return found

    def of(self, query: str, text: str) -> tuple[str, ...] | None:
        """The right options of a query, found by its id, else by its text; None where it has no gold."""
        found = self.by_id.get(query)
        return self.by_text.get(text) if found is None else found

    def is_joined(self, query: str, text: str) -> bool:
        """Whether a query's right options come from rows, or from queries of one text, that name different ones."""
        return query in self.several if query in self.by_id else text in self._texts_joined

    @cached_property
    def _texts_joined(self) -> set[str]:
        if not self.texts:
            return set(self.several)
        alike = [(text, query) for query, text in self.texts.items()]
        return {text for text, query in alike if query in self.several or self.by_id[query] != self.by_text[text]}


def read_gold(source: Any, decisions: Decisions, said: Said | None = None) -> Gold:
    """Gold from CSV, TSV or JSON records with a query and a gold column, from JSON {query: gold}, or from qrels.

    Several right options stand in several rows of a query, or in one cell as a JSON list. In qrels the items with a
    grade above 0 are right. Frames and dicts are read as the JSON that says the same.
    """
    content = gold_content(source, decisions)
    if is_path(source) and not content.is_json:
        if find(header(content.text), GOLD_ALONE) is None and _may_be_qrels(content):
            return _from_qrels(source, decisions)
    elif _is_mapping(content):
        content = replace(gold_content(content.records[0].fields, decisions), source=content.source)
    return _from_table(content, Said() if said is None else said, decisions)


def _is_mapping(content: Content) -> bool:
    """One JSON object that names no column of a table, with a name, a list of names or null for each query."""
    fields = content.records[0].fields
    if len(content.records) > 1 or find(list(fields), (*QUERY, *TEXT, *GOLD_ALONE)) is not None:
        return False
    return bool(fields) and all(value is None or isinstance(value, str | list) for value in fields.values())


def _from_table(content: Content, said: Said, decisions: Decisions) -> Gold:
    table = query_table(content, said, decisions)
    rows = table.rows
    query, text = table.column("query", QUERY), table.column("text", TEXT)
    gold = table.column("gold", GOLD_ALONE)
    key = text if query is None else query
    if key is None or gold is None:
        raise rows.lacks("columns for query and gold", (*QUERY, *TEXT), GOLD_ALONE)
    by_id: dict[str, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    several: set[str] = set()
    floating = 0
    for number, cells in table.stripped(text):
        name = query_name(cells[key], rows, number)
        floating += isinstance(cells[key], float)
        named = names_in(cells[gold], rows.place(number))
        before = by_id.get(name, named)
        if bool(before) != bool(named):
            one = (before or named)[0]
            found = f"no gold for query {shown(name)}" if before else f"the gold {shown(one)} for query {shown(name)}"
            other = f"{shown(one)} as in a row before" if before else "none as in a row before"
            raise rows.place(number).error(found, other, "a query is out of scope or has right options, not both")
        if set(before) != set(named):
            several.add(name)
        by_id[name] = _joined(before, named)
        if query is not None and text is not None and isinstance(cells[text], str):
            texts[name] = cells[text]
    if not by_id:
        raise InputError(f"{content.source}: found no rows below the header, expected gold for each query.")
    table.tell_floating(key, floating)
    return Gold(content.source, by_id, texts, frozenset(several))


def _joined(before: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*before, *more)))


def _may_be_qrels(content: Content) -> bool:
    """Four columns with a number at the end, in the first line or below a header."""
    for line in content.text.split("\n", 2)[:2]:
        fields = line.split()
        if len(fields) == 4 and fields[3].lstrip("-").isdigit():
            return True
    return False


def _from_qrels(path: str | os.PathLike[str], decisions: Decisions) -> Gold:
    source = os.fspath(path)
    with opened(path) as stream:
        scan = Scan(stream, source, QRELS)
        rows = scan.whole()
    scan.report(decisions)
    grades: dict[tuple[str, str], float] = {}
    gold: dict[str, tuple[str, ...]] = {}
    for row in range(len(rows)):
        query, item, grade = rows.turn(row).decode(), rows.item(row).decode(), float(rows.value[row])
        if grades.setdefault((query, item), grade) != grade:
            found = f"grade {grade:g} for {shown(item)} of query {shown(query)}"
            raise FormatError(source, scan.line_of(rows, row), found, f"its grade {grades[query, item]:g} of before")
        gold[query] = _joined(gold.get(query, ()), (item,) if grade > 0 else ())
    return Gold(source, gold, {})


def attach_gold(replies: Replies, gold: Gold, decisions: Decisions) -> Replies:
    """The replies whose queries have gold, with it. Queries without gold, and gold without replies, are counted."""
    found = [gold.of(query, text) for query, text in zip(replies.queries, replies.texts, strict=True)]
    kept = [position for position, named in enumerate(found) if named is not None]
    if not kept:
        raise InputError(
            f"{gold.source}: found gold for none of the {plural(len(replies), 'query', 'queries')} of {replies.source} "
            f"(gold names queries such as {shown(next(iter(gold.by_id)))}, the replies {shown(replies.queries[0])}), "
            "expected the same ids or texts; check that both files are of the same queries."
        )
    _report_unmatched(replies, gold, set(kept), decisions)
    _report_joined(replies, gold, kept, decisions)
    if replies.gold is not None:
        text = f"its own gold is replaced by that of {gold.source}"
        decisions.add(replies.source, "gold-replaced", len(kept), text)
    part = replies if len(kept) == len(replies) else replies.taking(kept)
    return part.with_gold([named for named in found if named is not None])


def _report_unmatched(replies: Replies, gold: Gold, kept: set[int], decisions: Decisions) -> None:
    without = [query for position, query in enumerate(replies.queries) if position not in kept]
    if without:
        said = plural(len(without), "query has no gold and is left out", "queries have no gold and are left out")
        text = f"{said} (first: {shown(without[0])})"
        decisions.add(replies.source, "queries-without-gold", len(without), text)
    answered = {replies.queries[position] for position in kept} | {replies.texts[position] for position in kept}
    unanswered = [query for query in gold.by_id if answered.isdisjoint((query, gold.texts.get(query, query)))]
    if unanswered:
        text = f"{plural(len(unanswered), 'query', 'queries')} with gold got no reply: not counted"
        decisions.add(gold.source, "gold-without-reply", len(unanswered), f"{text} (first: {shown(unanswered[0])})")


def _report_joined(replies: Replies, gold: Gold, kept: list[int], decisions: Decisions) -> None:
    joined = [at for at in kept if gold.is_joined(replies.queries[at], replies.texts[at])]
    if joined:
        query, text = replies.queries[joined[0]], replies.texts[joined[0]]
        right = ", ".join(map(shown, (gold.of(query, text) or ("out of scope",))[:4]))
        told = plural(len(joined), "query has several right options", "queries have several right options")
        found = f"{told}, since rows of gold name different ones: each is right (first: {shown(query)}, {right})"
        decisions.add(gold.source, "several-gold", len(joined), found)


def same_gold(replies: Replies, name: str) -> Replies:
    """The replies with one right option for every query; an empty name says that all are out of scope."""
    return replies.with_gold([(name,) if name else ()] * len(replies))

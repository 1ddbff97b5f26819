"""Which column of a table holds what: a column may go by several names, or be named outright."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnwise.errors import FormatError, OptionError, did_you_mean, shown

#: What a column holds → the names it goes by, the first one ours; letters' case and surrounding spaces do not count.
ALIASES = {
    "turn": ("turn", "turn_id", "query_id", "qid", "topic", "topic_id", "query"),
    "item": ("item", "docid", "doc_id", "docno", "passage_id", "pid", "option", "answer"),
    "score": ("score", "sim", "confidence", "value"),
    "rank": ("rank",),
    "grade": ("grade", "rel", "relevance", "label", "judgement"),
    "system": ("system", "run", "run_id", "tag"),
}
_SHOWN_NAMES = 12


@dataclass(frozen=True)
class Columns:
    """The names of the columns that lists or judgements are read from."""

    turn: str
    item: str
    number: str
    holds: str  # what the number is: score, rank or grade

    @property
    def names(self) -> list[str]:
        return [self.turn, self.item, self.number]


@dataclass(frozen=True)
class Header:
    """A table's column names, and which of them the user says holds what; None where nobody can say."""

    source: str
    names: Sequence[str]
    given: Mapping[str, str] | None = None

    def of_lists(self) -> Columns:
        """The columns of ranked lists: turn, item and score, or rank where there is no score."""
        turn, item = self._needed("turn"), self._needed("item")
        for holds in ("score", "rank"):
            if number := self.find(holds):
                return Columns(turn, item, number, holds)
        if self.find("grade"):
            raise self._lacking(
                "score", "this looks like judgements: give a run here, and this table as the judgements"
            )
        raise self._lacking("score")

    def of_judgements(self) -> Columns:
        """The columns of judgements: turn, item and grade."""
        turn, item = self._needed("turn"), self._needed("item")
        if grade := self.find("grade"):
            return Columns(turn, item, grade, "grade")
        if self.find("score") or self.find("rank"):
            raise self._lacking("grade", "this looks like a run: give judgements here, and this table as a run")
        raise self._lacking("grade")

    def find(self, holds: str) -> str | None:
        """The column that holds this, or None. Two that could are an error: nobody guesses which one is meant."""
        given = self.given or {}
        if holds in given:
            return self._given(given[holds], holds)
        taken = set(given.values())
        found = [name for name in self.names if name not in taken and _plain(name) in ALIASES[holds]]
        if len(found) > 1:
            likely = min(found, key=lambda name: ALIASES[holds].index(_plain(name)))
            todo = f"rename the others{self._or_say(holds, likely)}"
            if len(set(found)) == 1:
                todo = "rename or drop the others"
            raise FormatError(self.source, None, f"the columns {_listed(found)}", f"only one of the {holds}", todo)
        return found[0] if found else None

    def _or_say(self, holds: str, name: str) -> str:
        """How to say which column it is, where that can be said."""
        return "" if self.given is None else f", or say --column {holds}={name}"

    def _given(self, name: str, holds: str) -> str:
        if name not in self.names:
            todo = did_you_mean(name, self.names).removeprefix("; ").removesuffix("?")
            raise FormatError(self.source, None, self._found, f"{name!r} for the {holds}, as said", todo)
        return name

    def _needed(self, holds: str) -> str:
        if found := self.find(holds):
            return found
        raise self._lacking(holds)

    def _lacking(self, holds: str, todo: str = "") -> FormatError:
        wanted = ALIASES[holds] + (ALIASES["rank"] if holds == "score" else ())
        known = set().union(*ALIASES.values())
        near = [name for name in self.names if _plain(name) not in known and did_you_mean(_plain(name), wanted)]
        if not todo and len(self.names) == 1 and " " in self.names[0].strip():
            todo = "separate the columns by commas or tabs"
        elif not todo and not knows_any(self.names) and any(map(_is_value, self.names)):
            todo = "put a header row with the columns' names before the first row"
        elif not todo:
            todo = f"rename {shown(near[0])} to {holds!r}" if near else f"add it, or rename the column of the {holds}"
            todo += self._or_say(holds, near[0] if near else "NAME")
        return FormatError(self.source, None, self._found, f"one named {', '.join(wanted[:-1])} or {wanted[-1]}", todo)

    @property
    def _found(self) -> str:
        return f"the columns {_listed(self.names)}" if self.names else "no columns"


def checked_columns(given: Mapping[str, str] | None) -> Mapping[str, str]:
    """What the user says of columns, refused where it names something that no column holds."""
    for holds in given or {}:
        if holds not in ALIASES:
            hint = did_you_mean(holds, ALIASES) or f"; it takes {', '.join(ALIASES)}."
            raise OptionError(f"columns: there is no {shown(holds)}{hint}")
    return given or {}


def look_like_lists(names: Sequence[str]) -> bool:
    """Whether a table with these columns may hold ranked lists."""
    return _knows(names, "turn") and _knows(names, "item") and (_knows(names, "score") or _knows(names, "rank"))


def knows_any(names: Sequence[str]) -> bool:
    """Whether these are names of columns that we know, rather than the first row of a table without a header."""
    return _knows(names, "turn") or _knows(names, "item")


def holds_number(name: str) -> bool:
    """Whether a column of this name holds scores, ranks or grades."""
    return any(_plain(name) in ALIASES[holds] for holds in ("score", "rank", "grade"))


def _knows(names: Sequence[str], holds: str) -> bool:
    return any(_plain(name) in ALIASES[holds] for name in names)


def _plain(name: str) -> str:
    return name.strip().lower()


def _is_value(name: str) -> bool:
    """A column's name that starts with a digit or a minus is rather a cell of the first row."""
    return name.strip()[:1].isdigit() or name.strip()[:1] == "-"


def _listed(names: Sequence[str]) -> str:
    some = ", ".join(shown(name, 40) for name in names[:_SHOWN_NAMES])
    return some + (f" and {len(names) - _SHOWN_NAMES} more" if len(names) > _SHOWN_NAMES else "")

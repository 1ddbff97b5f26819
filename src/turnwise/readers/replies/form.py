"""What a reply format is, and what it makes of one reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from turnwise.errors import FormatError, shown
from turnwise.readers.cells import whole_id
from turnwise.readers.content import Content
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Place, Record, kind_of
from turnwise.readers.replies.columns import Said
from turnwise.tables.decisions import Decisions

#: What a reader leaves out of a list, and how it says so.
FALLBACK = "fallback-options"
INACTIVE = "inactive-options"
LEFT_OUT = {
    FALLBACK: "the bot's own fallback is not an option and is left out",
    INACTIVE: "intents that the bot's current page cannot offer are left out",
}


class Reply(NamedTuple):
    """One reply: a query and its options, in any order. `left_out` says why, once for each option left out.

    `fell_back` says that the bot itself fell back, though it names options too.
    """

    place: Place
    id: str | None
    text: str
    names: list[str]
    scores: list[float]
    left_out: tuple[str, ...] = ()
    gold: tuple[str, ...] | None = None
    fell_back: bool = False


@dataclass(frozen=True)
class ReplyFormat:
    """A format that describes itself."""

    name: str
    title: str
    looks_like: str
    detect: Callable[[Content], bool]
    read: Callable[[Content, Said, Decisions], list[Reply]]


def json_format(
    name: str, title: str, looks_like: str, detect: Callable[[dict[str, Any]], bool], read: Callable[[Record], Reply]
) -> ReplyFormat:
    """A format in which each JSON object is one reply; every one must have the format's shape."""

    def read_all(content: Content, said: Said, decisions: Decisions) -> list[Reply]:  # noqa: ARG001 - of tables
        check_records(content, detect, f"a reply of the format {name}, {looks_like}")
        return [read(record) for record in content.records]

    return ReplyFormat(name, title, looks_like, in_records(detect), read_all)


def query_id(record: Record) -> str | None:
    """The id that a team gave the query. Ids a service makes for its replies name no query and are not looked at."""
    for key in ("query_id", "qid", "id"):
        value = record.fields.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if (whole := whole_id(value)) is not None:
            return whole
    return None


class Keys(NamedTuple):
    """Where the options of a record stand, and under which keys an option's name and confidence are."""

    where: str
    name: str
    confidence: str


def options(place: Place, items: Any, keys: Keys) -> tuple[list[str], list[float]]:
    """Names and confidences of a list of objects, each checked."""
    try:
        names = [item[keys.name] for item in items]
        scores = [item[keys.confidence] for item in items]
    except (TypeError, KeyError):
        raise _first_fault(place, items, keys) from None
    if not (_are_names(names) and _are_confidences(scores)):
        raise _first_fault(place, items, keys)
    return names, scores


def one_option(place: Place, name: Any, confidence: Any, keys: Keys) -> tuple[list[str], list[float]]:
    """The single option of a reply, or none where its name is null or empty."""
    if name is None or name == "":
        return [], []
    item = {keys.name: name} if confidence is None else {keys.name: name, keys.confidence: confidence}
    return options(place, [item], keys)


def _are_names(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) and value for value in values)


def _are_confidences(values: list[Any]) -> bool:
    """Finite numbers all, and no `true` among them (which Python takes for 1)."""
    try:
        return all(map(isfinite, values)) and bool not in set(map(type, values))
    except (TypeError, OverflowError):
        return False


def _first_fault(place: Place, items: Any, keys: Keys) -> FormatError:
    """The error for the first option that is not as it should be."""
    expected = f"an object with '{keys.name}' and '{keys.confidence}'"
    if not isinstance(items, list):
        return place.error(f"{kind_of(items)} in '{keys.where}'", "a list of options")
    for number, item in enumerate(items, 1):
        where = f"in option {number} of '{keys.where}'" if len(items) > 1 else f"in '{keys.where}'"
        if not isinstance(item, dict):
            return place.error(f"{kind_of(item)} {where}", expected)
        name, confidence = item.get(keys.name), item.get(keys.confidence)
        if not _are_names([name]):
            return place.error(f"{_found(item, keys.name)} {where}", expected)
        if not _are_confidences([confidence]):
            todo = "" if keys.confidence in item else "have the bot write its confidences"
            return place.error(f"{_found(item, keys.confidence)} for {shown(name)} {where}", "a finite number", todo)
    raise AssertionError("no option is at fault")


def _found(item: dict[str, Any], key: str) -> str:
    return f"no '{key}'" if item.get(key) is None else f"{key} {shown(item[key], 30)}"

"""The official links of TREC CAsT 2020 on their own: `{turn: {query_turn_dependence, result_turn_dependence}}`."""

from __future__ import annotations

from collections import defaultdict

from turnwise.readers.content import Content
from turnwise.readers.conversations.cast import QUERY, RESULT, tell_answers
from turnwise.readers.conversations.form import (
    ConversationFormat,
    conversation,
    only_object,
    split_id,
    turn_names,
)
from turnwise.readers.conversations.topic_81 import is_as_published, mended
from turnwise.readers.records import Place, kind_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import USER, Conversation, Links, Turn


def _is_dependence(content: Content) -> bool:
    first = next(iter(only_object(content).values()), None)
    return isinstance(first, dict) and (QUERY in first or RESULT in first)


def _read(content: Content, decisions: Decisions) -> list[Conversation]:
    found: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    from_answers = 0
    for number, (key, fields) in enumerate(only_object(content).items(), 1):
        place = Place(content.source, "turn", number)
        name, turn = split_id(place, key)
        if not isinstance(fields, dict):
            raise place.error(f"{kind_of(fields)} for {key!r}", f"an object with '{QUERY}' and '{RESULT}'")
        needed = [turn_names(place, fields.get(kind), f"'{kind}' of {key}") for kind in (QUERY, RESULT)]
        from_answers += len(needed[1])
        found[name][turn] = tuple(dict.fromkeys([*needed[0], *needed[1]]))
    tell_answers(content.source, from_answers, decisions)
    return [_conversation(content.source, number, *entry, decisions) for number, entry in enumerate(found.items(), 1)]


def _conversation(source: str, number: int, name: str, links: Links, decisions: Decisions) -> Conversation:
    turns = [Turn(turn, USER, "") for turn in links]
    if is_as_published(name, links):
        turns, links = mended(source, turns, decisions)
    return conversation(Place(source, "conversation", number), name, turns, links=links)


CAST_DEPENDENCE = ConversationFormat(
    "cast-dependence",
    "the links of the annotated TREC CAsT 2020 topics on their own",
    '{"81_2": {"query_turn_dependence": [1], "result_turn_dependence": null}}',
    _is_dependence,
    _read,
)

"""TREC CAsT topics of 2019, 2020 and 2021; the annotated topics of 2020 have links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.readers.conversations.form import (
    asked_turn,
    conversation,
    holds_turns,
    name_of,
    records_format,
    title_of,
    turn_names,
    turn_objects,
)
from turnwise.readers.conversations.topic_81 import is_as_published, mended
from turnwise.readers.records import Record
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import Conversation

#: What a turn needs: the question of another turn, or the answer that it got. Both are links from that turn.
QUERY, RESULT = "query_turn_dependence", "result_turn_dependence"


def _is_cast(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "turn", "raw_utterance")


def _conversations(records: Sequence[Record], decisions: Decisions) -> list[Conversation]:
    turns = [turn for record in records for turn in record.fields["turn"] if isinstance(turn, dict)]
    annotated = any(QUERY in turn or RESULT in turn for turn in turns)
    tell_answers(records[0].place.source, sum(turn.get(RESULT) is not None for turn in turns), decisions)
    return [_conversation(record, annotated, decisions) for record in records]


def tell_answers(source: str, count: int, decisions: Decisions) -> None:
    text = f"{plural(count, 'link')} from the answer that a turn got: read as a link from that turn"
    decisions.add(source, "links-from-answers", count, text)


def _conversation(record: Record, annotated: bool, decisions: Decisions) -> Conversation:
    place = record.place
    name = name_of(place, record.fields, "number")
    turns, links = [], {}
    for where, fields in turn_objects(record, "turn"):
        turn = asked_turn(place, fields, where, ("number", "raw_utterance"))
        turns.append(turn)
        needed = [*turn_names(place, fields.get(QUERY), f"'{QUERY}'{where}")]
        needed += turn_names(place, fields.get(RESULT), f"'{RESULT}'{where}")
        links[turn.id] = tuple(dict.fromkeys(needed))
    if is_as_published(name, links):
        turns, links = mended(place.source, turns, decisions)
    return conversation(place, name, turns, title=title_of(record), links=links if annotated else None)


CAST = records_format(
    "cast",
    "TREC CAsT topics of 2019, 2020 and 2021; those of 2020 with links where they are annotated",
    '[{"number": 31, "turn": [{"number": 1, "raw_utterance": …, "query_turn_dependence": [1]}]}]',
    _is_cast,
    _conversations,
)

"""IBM Watson Assistant: message replies of its v1 and v2, and their logs."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import Keys, Reply, json_format, options, query_id


def _reply(fields: dict[str, Any]) -> dict[str, Any]:
    """A log keeps the reply under `response`."""
    response = fields.get("response")
    return response if isinstance(response, dict) else fields


def _is_watson(fields: dict[str, Any]) -> bool:
    reply = _reply(fields)
    output = reply.get("output")
    intents = output.get("intents") if isinstance(output, dict) else None
    if intents is None and "input" in reply:
        intents = reply.get("intents")
    return isinstance(intents, list)


def _read(record: Record) -> Reply:
    """v1 has `intents` beside `input`; v2 has them in `output`. An empty list is Watson's 'irrelevant'."""
    reply = record._replace(fields=_reply(record.fields))
    intents = reply.part("output").get("intents")
    if intents is None:
        intents = reply.fields.get("intents", [])
    found = options(record.place, intents, Keys("intents", "intent", "confidence"))
    text = reply.part("input").get("text") or record.part("request", "input").get("text")
    return Reply(record.place, query_id(record), record.text(text, "input.text"), *found)


WATSON = json_format(
    "watson",
    "IBM Watson Assistant",
    '{"input": {"text": …}, "intents": [{"intent": …, "confidence": …}]}',
    _is_watson,
    _read,
)

"""Microsoft LUIS: replies of its v3 and v2 endpoints."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import Keys, Reply, json_format, one_option, options, query_id


def _is_v3(fields: dict[str, Any]) -> bool:
    prediction = fields.get("prediction")
    return isinstance(prediction, dict) and isinstance(prediction.get("intents"), dict)


def _read_v3(record: Record) -> Reply:
    intents = record.part("prediction", "intents")
    items = [{"name": name, **said} if isinstance(said, dict) else said for name, said in intents.items()]
    found = options(record.place, items, Keys("prediction.intents", "name", "score"))
    return Reply(record.place, query_id(record), record.text(record.fields.get("query"), "query"), *found)


def _is_v2(fields: dict[str, Any]) -> bool:
    return "topScoringIntent" in fields


def _read_v2(record: Record) -> Reply:
    """All intents where the request was verbose, else the top one alone."""
    if record.fields.get("intents"):
        found = options(record.place, record.fields["intents"], Keys("intents", "intent", "score"))
    else:
        top, keys = record.part("topScoringIntent"), Keys("topScoringIntent", "intent", "score")
        found = one_option(record.place, top.get("intent"), top.get("score"), keys)
    return Reply(record.place, query_id(record), record.text(record.fields.get("query"), "query"), *found)


LUIS = json_format(
    "luis",
    "LUIS v3",
    '{"query": …, "prediction": {"topIntent": …, "intents": {NAME: {"score": …}}}}',
    _is_v3,
    _read_v3,
)
LUIS_V2 = json_format(
    "luis-v2",
    "LUIS v2",
    '{"query": …, "topScoringIntent": {"intent": …, "score": …}, "intents": [{"intent": …, "score": …}]}',
    _is_v2,
    _read_v2,
)

"""Azure conversational language understanding (CLU): conversation and orchestration projects."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import Keys, Reply, json_format, options, query_id


def _prediction(fields: dict[str, Any]) -> Any:
    """The prediction stands in `result`, or is the record's own where only that part was kept."""
    result = fields.get("result")
    return (result if isinstance(result, dict) else fields).get("prediction")


def _is_clu(fields: dict[str, Any]) -> bool:
    prediction = _prediction(fields)
    intents = prediction.get("intents") if isinstance(prediction, dict) else None
    if isinstance(intents, dict):
        return any(isinstance(route, dict) and "confidenceScore" in route for route in intents.values())
    return isinstance(intents, list)


def _read(record: Record) -> Reply:
    """A conversation project lists its intents; an orchestration project keys its routes by name."""
    path = ("result", "prediction") if isinstance(record.fields.get("result"), dict) else ("prediction",)
    intents = record.part(*path).get("intents", [])
    if isinstance(intents, dict):
        intents = [{"category": name, **route} if isinstance(route, dict) else route for name, route in intents.items()]
    said = record.part(*path[:-1]).get("query")
    found = options(record.place, intents, Keys("prediction.intents", "category", "confidenceScore"))
    return Reply(record.place, query_id(record), record.text(said, "query"), *found)


CLU = json_format(
    "clu",
    "Azure conversational language understanding (CLU)",
    '{"result": {"query": …, "prediction": {"topIntent": …, "intents": [{"category": …, "confidenceScore": …}]}}}',
    _is_clu,
    _read,
)

"""Dialogflow: the replies of ES (v2, and v1 of its API.AI days) and of CX."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import FALLBACK, INACTIVE, Keys, Reply, json_format, one_option, options, query_id

ALTERNATIVES = "Alternative Matched Intents"


def _is_es(fields: dict[str, Any]) -> bool:
    result = fields.get("queryResult")
    return isinstance(result, dict) and "match" not in result


def _read_es(record: Record) -> Reply:
    result, intent = record.part("queryResult"), record.part("queryResult", "intent")
    text = record.text(result.get("queryText"), "queryResult.queryText")
    if intent.get("isFallback"):
        return Reply(record.place, query_id(record), text, [], [], (FALLBACK,))
    keys = Keys("queryResult", "intent.displayName", "intentDetectionConfidence")
    found = one_option(record.place, intent.get("displayName"), result.get("intentDetectionConfidence"), keys)
    return Reply(record.place, query_id(record), text, *found)


def _is_v1(fields: dict[str, Any]) -> bool:
    result = fields.get("result")
    return isinstance(result, dict) and "resolvedQuery" in result


def _read_v1(record: Record) -> Reply:
    """The reply's `id` is the service's own, so queries are named by their text."""
    result, metadata = record.part("result"), record.part("result", "metadata")
    text = record.text(result.get("resolvedQuery"), "result.resolvedQuery")
    if str(metadata.get("isFallbackIntent", "")).lower() == "true":
        return Reply(record.place, None, text, [], [], (FALLBACK,))
    keys = Keys("result", "metadata.intentName", "score")
    return Reply(
        record.place, None, text, *one_option(record.place, metadata.get("intentName"), result.get("score"), keys)
    )


def _is_cx(fields: dict[str, Any]) -> bool:
    result = fields.get("queryResult")
    return isinstance(result, dict) and isinstance(result.get("match"), dict)


def _read_cx(record: Record) -> Reply:
    """The matched intent, and the others that CX names in its diagnostic information.

    Of the alternatives only those count that the current page could have offered (`Active`).
    """
    result, match = record.part("queryResult"), record.part("queryResult", "match")
    said = next((result[key] for key in ("text", "transcript", "queryText") if result.get(key)), None)
    text = record.text(said, "queryResult.text")
    keys = Keys("queryResult.match", "intent.displayName", "confidence")
    matched = record.part("queryResult", "match", "intent").get("displayName")
    names, scores = one_option(record.place, matched, match.get("confidence"), keys)
    others = record.part("queryResult", "diagnosticInfo").get(ALTERNATIVES) or []
    more = options(record.place, others, Keys(ALTERNATIVES, "DisplayName", "Score"))
    inactive = 0
    for name, score, other in zip(*more, others, strict=True):
        if other.get("Active") is False:
            inactive += 1
        elif name != matched:
            names, scores = [*names, name], [*scores, score]
    return Reply(record.place, query_id(record), text, names, scores, (INACTIVE,) * inactive)


DIALOGFLOW_CX = json_format(
    "dialogflow-cx",
    "Dialogflow CX: detectIntent replies",
    '{"queryResult": {"text": …, "match": {"intent": {"displayName": …}, "confidence": …}}}',
    _is_cx,
    _read_cx,
)
DIALOGFLOW_ES = json_format(
    "dialogflow-es",
    "Dialogflow ES: detectIntent replies (v2)",
    '{"queryResult": {"queryText": …, "intent": {"displayName": …}, "intentDetectionConfidence": …}}',
    _is_es,
    _read_es,
)
DIALOGFLOW_V1 = json_format(
    "dialogflow-v1",
    "Dialogflow v1 (API.AI): query replies",
    '{"result": {"resolvedQuery": …, "metadata": {"intentName": …}, "score": …}}',
    _is_v1,
    _read_v1,
)

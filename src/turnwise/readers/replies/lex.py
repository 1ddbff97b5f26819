"""Amazon Lex V2: `RecognizeText` replies, Lambda events and conversation logs."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import FALLBACK, Keys, Reply, json_format, options, query_id


def _is_lex(fields: dict[str, Any]) -> bool:
    return isinstance(fields.get("interpretations"), list)


def _read(record: Record) -> Reply:
    """Interpretations with their confidence, an object in replies and a number in Lambda events.

    Lex gives no confidence to its built-in intents (`FallbackIntent`, Kendra search, QnA), which it inserts where
    its own threshold falls: they are not options, and one that stands first is what the bot answered. A reply of
    `RecognizeText` does not repeat the query; the text is found where the team wrote it beside the reply
    (`inputTranscript`, `text` or `query`).
    """
    items, fallbacks, fell_back = [], 0, False
    for said in record.fields["interpretations"]:
        if not isinstance(said, dict) or not isinstance(said.get("intent"), dict):
            items.append(said)  # refused below, with its number
        elif said.get("nluConfidence") is None:
            fallbacks += 1
            fell_back = fell_back or not items
        else:
            confidence = said["nluConfidence"]
            score = confidence.get("score") if isinstance(confidence, dict) else confidence
            items.append({"intent.name": said["intent"].get("name"), "nluConfidence": score})
    found = options(record.place, items, Keys("interpretations", "intent.name", "nluConfidence"))
    text = next((record.fields[key] for key in ("inputTranscript", "text", "query") if record.fields.get(key)), None)
    said = record.text(text, "inputTranscript")
    return Reply(record.place, query_id(record), said, *found, (FALLBACK,) * fallbacks, fell_back=fell_back)


LEX = json_format(
    "lex",
    "Amazon Lex V2",
    '{"interpretations": [{"intent": {"name": …}, "nluConfidence": {"score": …}}]}',
    _is_lex,
    _read,
)

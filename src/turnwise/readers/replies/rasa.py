"""Rasa: replies of `/model/parse` or `rasa shell nlu`, and what `rasa test nlu` writes."""

from __future__ import annotations

from typing import Any

from turnwise.readers.records import Record
from turnwise.readers.replies.form import FALLBACK, Keys, Reply, json_format, one_option, options, query_id

#: The intent that Rasa's FallbackClassifier puts first when no intent is sure enough.
NLU_FALLBACK = "nlu_fallback"


def _is_parse(fields: dict[str, Any]) -> bool:
    intent = fields.get("intent")
    return isinstance(fields.get("intent_ranking"), list) or (isinstance(intent, dict) and "name" in intent)


def _read_parse(record: Record) -> Reply:
    """The ranking where there is one, else the intent alone."""
    ranking = record.fields.get("intent_ranking")
    if ranking:
        found = options(record.place, ranking, Keys("intent_ranking", "name", "confidence"))
    else:
        intent = record.part("intent")
        keys = Keys("intent", "name", "confidence")
        found = one_option(record.place, intent.get("name"), intent.get("confidence"), keys)
    return _reply(record, *found)


def _is_test(fields: dict[str, Any]) -> bool:
    return "intent_prediction" in fields and "intent" in fields


def _read_test(record: Record) -> Reply:
    """`intent` is the right one, `intent_prediction` what Rasa said."""
    said = record.part("intent_prediction")
    keys = Keys("intent_prediction", "name", "confidence")
    names, scores = one_option(record.place, said.get("name"), said.get("confidence"), keys)
    gold = record.text(record.fields.get("intent"), "intent")
    return _reply(record, names, scores)._replace(gold=(gold,) if gold else ())


def _reply(record: Record, names: list[str], scores: list[float]) -> Reply:
    """The options without `nlu_fallback`, which stands first where the bot fell back."""
    left_out: tuple[str, ...] = ()
    fell_back = names[:1] == [NLU_FALLBACK]
    if NLU_FALLBACK in names:
        kept = [i for i, name in enumerate(names) if name != NLU_FALLBACK]
        left_out = (FALLBACK,) * (len(names) - len(kept))
        names, scores = [names[i] for i in kept], [scores[i] for i in kept]
    text = record.text(record.fields.get("text"), "text")
    return Reply(record.place, query_id(record), text, names, scores, left_out, fell_back=fell_back)


RASA_TEST = json_format(
    "rasa-test",
    "Rasa: intent_errors.json and intent_successes.json of `rasa test nlu`, with their gold intents",
    '[{"text": …, "intent": GOLD, "intent_prediction": {"name": …, "confidence": …}}]',
    _is_test,
    _read_test,
)
RASA = json_format(
    "rasa",
    "Rasa: parse replies",
    '{"text": …, "intent": {"name": …, "confidence": …}, "intent_ranking": [{"name": …, "confidence": …}]}',
    _is_parse,
    _read_parse,
)

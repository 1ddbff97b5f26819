"""Each toolkit's replies, as its documentation shows them: format found, options ranked, texts and gold kept."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.errors import FormatError, OptionError
from turnwise.readers.replies import FORMATS, read_replies
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies

Read = Callable[..., tuple[Replies, Decisions]]
Write = Callable[..., Path]


def lists_of(replies: Replies) -> list[list[tuple[str, float]]]:
    return [
        list(zip(replies.options(i), replies.scores[a:b].tolist(), strict=True))
        for i, (a, b) in enumerate(zip(replies.offsets[:-1], replies.offsets[1:], strict=True))
    ]


def rasa(text: str, *ranking: tuple[str, float], **more: Any) -> dict[str, Any]:
    options = [{"name": name, "confidence": confidence} for name, confidence in ranking]
    return {"text": text, "intent": options[0], "entities": [], "intent_ranking": options, **more}


PAY, CARD = rasa("pay my bill", ("pay", 0.7), ("card", 0.2)), rasa("lost it", ("card", 0.6), ("pay", 0.3))


@pytest.mark.parametrize(
    "content",
    [
        [PAY, CARD],
        {"results": [PAY, CARD]},
        json.dumps(PAY) + "\n" + json.dumps(CARD) + "\n",
        json.dumps(PAY) + "\r\n\r\n" + json.dumps(CARD),
        b"\xef\xbb\xbf" + json.dumps([PAY, CARD]).encode(),
        gzip.compress(json.dumps([PAY, CARD], indent=1).encode()),
    ],
    ids=["array", "wrapped", "lines", "lines-crlf", "bom", "gzip"],
)
def test_rasa_in_every_wrapping(read: Read, content: Any) -> None:
    replies, decisions = read(content)
    assert replies.format == "rasa"
    assert replies.queries == replies.texts == ["pay my bill", "lost it"]
    assert lists_of(replies) == [[("pay", 0.7), ("card", 0.2)], [("card", 0.6), ("pay", 0.3)]]
    assert replies.gold is None
    assert not len(decisions)


def test_one_rasa_object_is_one_reply(read: Read) -> None:
    assert lists_of(read(PAY)[0]) == [[("pay", 0.7), ("card", 0.2)]]


def test_rasa_without_a_ranking_offers_its_intent(read: Read) -> None:
    alone = {"text": "hi", "intent": {"name": "greet", "confidence": 0.9}, "intent_ranking": []}
    nothing = {"text": "", "id": 7, "intent": {"name": None, "confidence": 0.0}}
    replies, _ = read([{**alone, "id": "a"}, nothing])
    assert lists_of(replies) == [[("greet", 0.9)], []]
    assert replies.queries == ["a", "7"]


def test_rasa_fallback_is_left_out_of_the_list_and_counted(read: Read) -> None:
    replies, decisions = read([rasa("hm", ("nlu_fallback", 0.75), ("pay", 0.25), ("card", 0.2)), PAY])
    assert lists_of(replies)[0] == [("pay", 0.25), ("card", 0.2)]
    assert decisions.count("fallback-options") == 1
    assert replies.fell_back is not None
    assert replies.fell_back.tolist() == replies.taking([0, 1]).fell_back.tolist() == [True, False]


def test_rasa_test_output_has_its_gold(read: Read) -> None:
    said = [
        {"text": "pay", "intent": "pay", "intent_prediction": {"name": "card", "confidence": 0.6}},
        {"text": "hm", "intent": "card", "intent_prediction": {"name": "nlu_fallback", "confidence": 0.3}},
    ]
    replies, decisions = read(said)
    assert replies.format == "rasa-test"
    assert replies.gold == [("pay",), ("card",)]
    assert lists_of(replies) == [[("card", 0.6)], []]
    assert decisions.count("fallback-options") == 1


def test_errors_and_successes_of_rasa_test_are_read_as_one(write: Write) -> None:
    def said(text: str, gold: str, name: str) -> list[dict[str, Any]]:
        return [{"text": text, "intent": gold, "intent_prediction": {"name": name, "confidence": 0.5}}]

    files = [write(said("a", "x", "y"), "intent_errors.json"), write(said("b", "x", "x"), "intent_successes.json")]
    replies = read_replies(files, Decisions())
    assert replies.queries == ["a", "b"]
    assert replies.gold == [("x",), ("x",)]
    assert replies.source.count(".json") == 2


def test_dialogflow_es(read: Read) -> None:
    def said(text: str, intent: dict[str, Any] | None, confidence: float | None) -> dict[str, Any]:
        result: dict[str, Any] = {"queryText": text, "languageCode": "en"}
        if intent is not None:
            result["intent"] = intent
        if confidence is not None:
            result["intentDetectionConfidence"] = confidence
        return {"responseId": "r1", "queryResult": result}

    fallback = {"displayName": "Default Fallback Intent", "isFallback": True}
    replies, decisions = read(
        [
            said("a", {"displayName": "pay"}, 0.8),
            said("b", fallback, 1),
            said("c", fallback, None),
            said("d", None, None),
        ]
    )
    assert replies.format == "dialogflow-es"
    assert replies.queries == ["a", "b", "c", "d"]
    assert lists_of(replies) == [[("pay", 0.8)], [], [], []]
    assert decisions.count("fallback-options") == 2


def test_dialogflow_v1(read: Read) -> None:
    def said(text: str, score: float, **metadata: str) -> dict[str, Any]:
        return {"id": text + "-id", "result": {"resolvedQuery": text, "metadata": metadata, "score": score}}

    replies, decisions = read(
        {
            "results": [
                said("a", 0.9, intentName="pay"),
                said("b", 0.0),
                said("c", 1, intentName="F", isFallbackIntent="true"),
            ]
        }
    )
    assert replies.format == "dialogflow-v1"
    assert replies.queries == ["a", "b", "c"]  # `id` names the service's reply, not the query
    assert lists_of(replies) == [[("pay", 0.9)], [], []]
    assert decisions.count("fallback-options") == 1


def test_dialogflow_cx_ranks_its_alternatives(read: Read) -> None:
    match = {"intent": {"displayName": "pay"}, "matchType": "INTENT", "confidence": 0.8}
    others = [
        {"DisplayName": "pay", "Score": 0.8, "Active": True, "Type": "NLU", "Id": "1"},
        {"DisplayName": "card", "Score": 0.5, "Active": True, "Type": "NLU", "Id": "2"},
        {"DisplayName": "hello", "Score": 0.9, "Active": False, "Type": "NLU", "Id": "3"},
    ]
    replies, decisions = read(
        [
            {"queryResult": {"text": "a", "match": match, "diagnosticInfo": {"Alternative Matched Intents": others}}},
            {"queryResult": {"transcript": "b", "match": match}},
            {"queryResult": {"text": "c", "match": {"matchType": "NO_MATCH"}}},
        ]
    )
    assert replies.format == "dialogflow-cx"
    assert replies.queries == ["a", "b", "c"]
    assert lists_of(replies) == [[("pay", 0.8), ("card", 0.5)], [("pay", 0.8)], []]
    assert decisions.count("inactive-options") == 1


def test_azure_clu_conversation_and_orchestration(read: Read) -> None:
    prediction = {
        "topIntent": "pay",
        "projectKind": "Conversation",
        "intents": [{"category": "pay", "confidenceScore": 0.9}, {"category": "None", "confidenceScore": 0.1}],
    }
    replies, _ = read([{"kind": "ConversationResult", "result": {"query": "a", "prediction": prediction}}])
    assert replies.format == "clu"
    assert (replies.queries, lists_of(replies)) == (["a"], [[("pay", 0.9), ("None", 0.1)]])
    routes = {"bank": {"confidenceScore": 1, "targetProjectKind": "Conversation"}, "None": {"confidenceScore": 0}}
    replies, _ = read({"query": "b", "prediction": {"topIntent": "bank", "intents": routes}})
    assert replies.format == "clu"
    assert (replies.queries, lists_of(replies)) == (["b"], [[("bank", 1), ("None", 0)]])


def test_luis(read: Read) -> None:
    replies, _ = read(
        {"query": "a", "prediction": {"topIntent": "x", "intents": {"x": {"score": 0.7}, "y": {"score": 0.8}}}}
    )
    assert replies.format == "luis"
    assert (replies.queries, lists_of(replies)) == (["a"], [[("y", 0.8), ("x", 0.7)]])
    top = {"intent": "x", "score": 0.7}
    replies, _ = read(
        [
            {"query": "a", "topScoringIntent": top, "intents": [top, {"intent": "y", "score": 0.2}]},
            {"query": "b", "topScoringIntent": top},
        ]
    )
    assert replies.format == "luis-v2"
    assert lists_of(replies) == [[("x", 0.7), ("y", 0.2)], [("x", 0.7)]]


def test_amazon_lex_leaves_out_what_has_no_confidence(read: Read) -> None:
    fallback = {"intent": {"name": "FallbackIntent", "slots": {}, "state": "ReadyForFulfillment"}}
    sure = {"intent": {"name": "pay"}, "nluConfidence": {"score": 0.9}, "interpretationSource": "Lex"}
    unsure = {"intent": {"name": "card"}, "nluConfidence": 0.3}
    replies, decisions = read(
        [
            {"sessionId": "s", "inputTranscript": "a", "interpretations": [sure, fallback, unsure]},
            {"sessionId": "s", "inputTranscript": "b", "interpretations": [fallback]},
            {"sessionId": "s", "inputTranscript": "c", "interpretations": [fallback, unsure]},
        ]
    )
    assert replies.format == "lex"
    assert replies.queries == ["a", "b", "c"]
    assert lists_of(replies) == [[("pay", 0.9), ("card", 0.3)], [], [("card", 0.3)]]
    assert decisions.count("fallback-options") == 3
    assert replies.fell_back is not None
    assert replies.fell_back.tolist() == [False, True, True]


def test_lex_replies_without_their_query_are_named_by_position(read: Read) -> None:
    said = {"interpretations": [{"intent": {"name": "pay"}, "nluConfidence": {"score": 0.9}}]}
    replies, decisions = read([said, said])
    assert replies.queries == ["1", "2"]
    assert decisions.count("positions-as-ids") == 2


def test_watson_replies_and_logs(read: Read) -> None:
    intents = [{"intent": "pay", "confidence": 0.8}]
    v1 = {"input": {"text": "a"}, "intents": intents, "entities": [], "output": {"text": []}}
    irrelevant = {"input": {"text": "b"}, "intents": [], "output": {"text": []}}
    replies, _ = read({"results": [v1, irrelevant]})
    assert replies.format == "watson"
    assert (replies.queries, lists_of(replies)) == (["a", "b"], [[("pay", 0.8)], []])
    log = {"request": {"input": {"text": "c"}}, "response": {"output": {"intents": intents, "generic": []}}}
    replies, _ = read({"logs": [log], "pagination": {}})
    assert (replies.queries, lists_of(replies)) == (["c"], [[("pay", 0.8)]])


def test_repeated_texts_without_ids_are_named_by_position(read: Read) -> None:
    replies, decisions = read([PAY, CARD, PAY])
    assert replies.queries == ["1", "2", "3"]
    assert replies.texts[2] == "pay my bill"
    assert "named by position" in str(next(iter(decisions)))


def test_an_option_twice_in_a_reply_keeps_its_best_confidence(read: Read) -> None:
    replies, decisions = read(rasa("a", ("x", 0.2), ("y", 0.3), ("x", 0.5)))
    assert lists_of(replies) == [[("x", 0.5), ("y", 0.3)]]
    assert decisions.count("duplicate-options") == 1


def test_a_format_can_be_forced_and_must_fit(read: Read) -> None:
    assert read(PAY, "rasa")[0].format == "rasa"
    with pytest.raises(FormatError, match="a reply of the format lex"):
        read(PAY, "lex")
    with pytest.raises(OptionError, match="no reply format 'raza'; did you mean 'rasa'"):
        read(PAY, "raza")
    with pytest.raises(OptionError, match="the formats are rasa-test, rasa, dialogflow-cx"):
        read(PAY, "#")


def test_every_format_describes_itself_and_no_name_is_used_twice() -> None:
    assert len({known.name for known in FORMATS}) == len(FORMATS) == 11
    assert all(known.title and known.looks_like for known in FORMATS)


def test_files_of_two_formats_are_refused(write: Write) -> None:
    files = [write(PAY, "a.json"), write("query,option,score\nq,x,1\n", "b.csv")]
    with pytest.raises(Exception, match=r"b\.csv: found the format plain, expected rasa as in .*a\.json"):
        read_replies(files, Decisions())

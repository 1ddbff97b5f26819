"""Broken reply files, each with the one sentence it must give: where, what was found, what was expected."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.errors import InputError
from turnwise.readers.replies import read_replies
from turnwise.tables.decisions import Decisions


def rasa(confidence: Any = 0.5, name: Any = "x") -> dict[str, Any]:
    return {"text": "t", "intent_ranking": [{"name": "y", "confidence": 1}, {"name": name, "confidence": confidence}]}


def lex(said: Any) -> dict[str, Any]:
    return {"inputTranscript": "t", "interpretations": [{"intent": {"name": "p"}, "nluConfidence": 0.5}, said]}


ES = {"queryResult": {"queryText": "a", "intent": {"displayName": "pay"}}}

BROKEN: dict[str, tuple[Any, str]] = {
    "empty": ("", "found an empty file, expected a bot's replies"),
    "blank": (" \n\n", "found an empty file, expected a bot's replies"),
    "empty array": ("[]", "found '[]', expected a bot's replies"),
    "empty results": ('{"results": []}', "found '{\"results\": []}', expected a bot's replies"),
    "header only": ("query,option,score\n", "found no row below the header, expected at least one option"),
    "utf-16": ("query,option,score\n".encode("utf-16"), "found UTF-16 text, expected text, plain, .gz or .zst"),
    "latin-1": ("query,option,score\ncafé,a,1\n".encode("latin-1"), "line 2: found the byte e9, expected UTF-8 text"),
    "zero byte": (b"query,option,score\nq\0,a,1\n", "line 2: found a zero byte, expected text"),
    "binary": (b"\x89PNG\r\n\x1a\n\xde", "line 1: found the byte 89, expected UTF-8 text"),
    "zip": (b"PK\x03\x04xx", "found a zip archive"),
    "truncated gzip": (gzip.compress(b"query,option,score\n" * 9)[:-9], "the compressed data end too early"),
    "truncated json": ('[{"text": "a"', "line 1: found broken JSON: the end of the text at column 14, expected ','"),
    "comma too many": (
        '[\n{"text": "a",}\n]',
        "line 2: found broken JSON: '}\\n]' at column 14, expected property name enclosed in double quotes",
    ),
    "control character": ('{"text": "a\nb"}', "line 1: found broken JSON: '\\nb\"}' at column 12, expected valid JSON"),
    "two arrays": ("[\n]\n[]", "line 3: found broken JSON: '[]' at column 1, expected the end of the file"),
    "broken line": (
        json.dumps(rasa()) + '\n{"text": oops}',
        "line 2: found broken JSON: 'oops}' at column 10, expected value",
    ),
    "line without object": (json.dumps(rasa()) + "\n[1]", "line 2: found a list '[1]', expected an object"),
    "deep nesting": ("[" * 100_000, "found JSON nested too deeply"),
    "a key twice": (json.dumps(rasa()) + '\n{"text": "a", "text": "b"}', "line 2: found the key 'text' twice"),
    "numbers": ("[1, 2]", "record 1: found a number '1', expected an object"),
    "unknown shape": (
        [{"utterance": "a", "guess": "b"}],
        "record 1: found an object with 'utterance', 'guess', expected replies in one of the formats rasa-test, rasa,",
    ),
    "a reply of another shape": (
        [rasa(), {"error": "timeout"}],
        "record 2: found an object with 'error', expected a reply of the format rasa",
    ),
    "confidence missing": (
        [rasa(), {"text": "u", "intent_ranking": [{"name": "x"}]}],
        "record 2: found no 'confidence' for 'x' in 'intent_ranking', expected a finite number",
    ),
    "confidence null": (rasa(None), "record 1: found no 'confidence' for 'x' in option 2 of 'intent_ranking'"),
    "confidence text": (rasa("0.5"), "record 1: found confidence '0.5' for 'x' in option 2 of 'intent_ranking'"),
    "confidence true": (rasa(True), "found confidence 'True' for 'x'"),
    "confidence NaN": (rasa(float("nan")), "found confidence 'nan' for 'x'"),
    "confidence infinite": (rasa(float("inf")), "found confidence 'inf' for 'x'"),
    "confidence beyond floats": (rasa(10**400), "found confidence '1000"),
    "name a number": (rasa(0.5, 7), "found name '7' in option 2 of 'intent_ranking', expected an object with 'name'"),
    "name missing": (rasa(0.5, None), "found no 'name' in option 2 of 'intent_ranking'"),
    "option a text": ({"text": "t", "intent_ranking": ["x"]}, "found a text in 'intent_ranking', expected an object"),
    "text a number": (
        {"text": 5, "intent": {"name": "x", "confidence": 1}},
        "found a number in 'text', expected a text",
    ),
    "intent a text": (
        {"text": "t", "intent": "x", "intent_prediction": "y"},
        "found a text in 'intent_prediction', expected an object",
    ),
    "dialogflow without confidence": (ES, "found no 'intentDetectionConfidence' for 'pay' in 'queryResult'"),
    "cx alternatives a number": (
        {"queryResult": {"text": "a", "match": {}, "diagnosticInfo": {"Alternative Matched Intents": 5}}},
        "found a number in 'Alternative Matched Intents', expected a list of options",
    ),
    "clu without category": (
        {"result": {"query": "q", "prediction": {"intents": [{"confidenceScore": 0.5}]}}},
        "found no 'category' in 'prediction.intents'",
    ),
    "luis without score": (
        {"query": "q", "prediction": {"intents": {"x": {}}}},
        "found no 'score' for 'x' in 'prediction.intents'",
    ),
    "luis intent a number": (
        {"query": "q", "prediction": {"intents": {"x": 1}}},
        "found a number in 'prediction.intents'",
    ),
    "lex confidence a text": (
        lex({"intent": {"name": "x"}, "nluConfidence": "high"}),
        "found nluConfidence 'high' for 'x'",
    ),
    "lex confidence empty": (lex({"intent": {"name": "x"}, "nluConfidence": {}}), "found no 'nluConfidence' for 'x'"),
    "lex without intent": (lex({"nluConfidence": 0.5}), "found no 'intent.name' in option 2 of 'interpretations'"),
    "lex a text": (lex("x"), "found a text in option 2 of 'interpretations'"),
    "watson without confidence": (
        {"input": {"text": "a"}, "intents": [{"intent": "x"}]},
        "found no 'confidence' for 'x' in 'intents'",
    ),
    "id twice": (
        [{**rasa(), "id": 1}, {**rasa(), "id": "1"}],
        "record 2: found the query id '1' again, expected each id once",
    ),
    "id missing": ([{**rasa(), "id": 1}, rasa()], "record 2: found a reply without id, expected an id in every reply"),
    "wrong columns": (
        "question,guess,score\nq,a,1\n",
        "line 1: found the columns 'question', 'guess', 'score', expected columns for query, option and score",
    ),
    "no header": ("q1,a,0.5\nq1,b,0.4\n", "line 1: found the columns 'q1', 'a', '0.5'"),
    "prose": ("Dear all,\nplease find below\n", "line 1: found the columns 'Dear all', ''"),
    "short row": ("query,option,score\nq,a,1\nq,b\n", "line 3: found 2 cells, expected 3, one for each column"),
    "long row": ("query,option,score\nq,a,0,5\n", "line 2: found 4 cells, expected 3"),
    "open quote": ('query,option,score\nq,"a,1\n', "line 2: found a broken row (unexpected end of data)"),
    "huge cell": (f"query,option,score\nq,{'a' * 200_000},1\n", "found a broken row (field larger than field limit"),
    "score a word": (
        "query,option,score\nq,a,1\n\nq,b,high\n",
        "line 4: found the score 'high', expected a finite number",
    ),
    "score NaN": ("query,option,score\nq,a,NaN\n", "line 2: found the score 'NaN'"),
    "score infinite": ("query,option,score\nq,a,-inf\n", "line 2: found the score '-inf'"),
    "score empty": ("query,option,score\nq,a,\n", "line 2: found the score ''"),
    "decimal comma": (
        "query;option;score\nq;a;0,5\n",
        "line 2: found the score '0,5', expected a finite number, such as 0.75; write decimals with a point",
    ),
    "score a text in json": ([{"query": "q", "option": "a", "score": "0.5"}], "record 1: found the score '0.5'"),
    "option empty": ("query,option,score\nq,,0.5\n", "line 2: found the option '', expected an option's name"),
    "query empty": ("query,option,score\n,a,0.5\n", "line 2: found the query '', expected a query's id or text"),
    "query a list": ([{"query": ["q"], "option": "a", "score": 0.5}], "record 1: found the query \"['q']\""),
    "gold a number": (
        [{"query": "q", "option": "a", "score": 0.5, "gold": 3}],
        "record 1: found the gold 3, expected the name",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_gives_one_sentence(write: Callable[..., Path], case: str) -> None:
    content, sentence = BROKEN[case]
    path = write(content, "broken")
    with pytest.raises(InputError) as raised:
        read_replies(path, Decisions())
    said = str(raised.value)
    assert sentence in said
    assert said.startswith(str(path))
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < len(str(path)) + 420


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_replies(tmp_path / "none.json", Decisions())


def test_strict_reading_refuses_a_left_out_fallback(write: Callable[..., Path]) -> None:
    path = write(rasa(0.5, "nlu_fallback"))
    with pytest.raises(InputError, match="1 option not taken: the bot's own fallback"):
        read_replies(path, Decisions(strict=True))

"""Broken replies of bots, and broken gold."""

# One input a line reads better than many lines of 120 characters.
# ruff: noqa: E501

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from tests.broken.case import CUT, NO_TEXT, RUN, Case, Files, called, zipped

RASA: list[dict[str, Any]] = [
    {
        "text": f"q{number}",
        "intent": {"name": "a", "confidence": 0.6},
        "intent_ranking": [{"name": "a", "confidence": 0.6}, {"name": "b", "confidence": 0.4}],
    }
    for number in range(6)
]
REPLIES = json.dumps(RASA)
GOLD = "query,gold\n" + "".join(f"q{number},{'ab'[number % 2]}\n" for number in range(6))
GOOD: Files = {"replies.json": REPLIES, "gold.csv": GOLD}
TUNE = "options tune replies.json --gold gold.csv"
FINITE = "expected a finite number"
WHERE = "in option 2 of 'intent_ranking'"
RASA_SHAPE = '{"text": …, "intent": {"name": …, "confidence": …}, "intent_ranking": [{"name": …, "confidence": …}]}'
FORMATS = "rasa-test, rasa, dialogflow-cx, dialogflow-es, dialogflow-v1, clu, luis, luis-v2, lex, watson, plain"
OPTION_COLUMNS = (
    "expected columns for query, option and score; name them in the header (query: also query_id, qid, id, text, "
    "utterance, question; option: also prediction, predicted, predicted_intent, predicted_label, intent, item, answer; "
    "score: also confidence, probability)."
)
GOLD_COLUMNS = (
    "expected columns for query and gold; name them in the header (query: also query_id, qid, id, text, utterance, "
    "question; gold: also gold_intent, true_intent, expected, label, intent, category, answer)."
)
LINES = "".join(json.dumps(reply) + "\n" for reply in RASA)


def replies(name: str, content: bytes | str | list[Any], says: str, file: str = "replies.json") -> Case:
    text = json.dumps(content) if isinstance(content, list) else content
    return called(
        f"replies: {name}", f"options tune {file} --gold gold.csv", file + says, {file: text, "gold.csv": GOLD}
    )


def gold(name: str, content: bytes | str, says: str, file: str = "gold.csv") -> Case:
    files = {"replies.json": REPLIES, file: content}
    return called(f"gold: {name}", f"options tune replies.json --gold {file}", file + says, files)


def fourth(change: Callable[[dict[str, Any]], object]) -> list[Any]:
    """Good replies, but for the second option of the fourth."""
    changed = copy.deepcopy(RASA)
    change(changed[3]["intent_ranking"][1])
    return changed


CASES: list[Case] = [
    replies("a confidence NaN", fourth(lambda o: o.update(confidence=float("nan"))), f", record 4: found confidence 'nan' for 'b' {WHERE}, {FINITE}."),
    replies("a confidence in words", fourth(lambda o: o.update(confidence="high")), f", record 4: found confidence 'high' for 'b' {WHERE}, {FINITE}."),
    replies("no confidence", fourth(lambda o: o.pop("confidence")), f", record 4: found no 'confidence' for 'b' {WHERE}, {FINITE}; have the bot write its confidences."),
    replies("an option without a name", fourth(lambda o: o.pop("name")), f", record 4: found no 'name' {WHERE}, expected an object with 'name' and 'confidence'."),
    replies("no list of options", [*RASA[:3], {**RASA[3], "intent_ranking": {"a": 0.6}}], ", record 4: found an object in 'intent_ranking', expected a list of options."),
    replies("a text that is a number", [*RASA[:3], {**RASA[3], "text": 5}], ", record 4: found a number in 'text', expected a text."),
    replies("one of another format", [*RASA[:3], {"queryResult": {}}], f", record 4: found an object with 'queryResult', expected a reply of the format rasa, {RASA_SHAPE}."),
    replies("a number among them", [*RASA[:3], 7], ", record 4: found a number '7', expected an object."),
    replies("broken JSON", '[\n{"text": "q0",\n"intent": }]', ", line 3: found broken JSON: '}]' at column 11, expected value."),
    replies("a broken line", LINES + "{oops}\n", ", line 7: found broken JSON: 'oops}' at column 2, expected property name enclosed in double quotes."),
    replies("empty", "", ": found an empty file, expected a bot's replies."),
    replies("an empty list", "[]", ": found '[]', expected a bot's replies."),
    replies("of no known format", [{"utterance": "x", "guess": "a"}], f", record 1: found an object with 'utterance', 'guess', expected replies in one of the formats {FORMATS}; `--from-format` names one."),
    replies("UTF-16", REPLIES.encode("utf-16"), f": found UTF-16 text, {NO_TEXT}; save it as UTF-8."),
    replies("Latin-1", '[{"text": "é"}]'.encode("latin-1"), ", line 1: found the byte e9, expected UTF-8 text; save the file as UTF-8."),
    replies("gzip cut off", zipped(REPLIES)[:50], f": {CUT}", "replies.json.gz"),
    replies("nested 100,000 deep", "[" * 100_000, ": found JSON nested too deeply, expected objects and lists some levels deep."),
    replies("a run", RUN, f", line 1: found the columns 't_1 Q0 a 1 2.5 tag', {OPTION_COLUMNS}", "run.txt"),
    replies("CSV without scores", "query,option\nq1,a\n", f", line 1: found the columns 'query', 'option', {OPTION_COLUMNS}", "replies.csv"),
    replies("CSV, a score in words", "query,option,score\nq1,a,abc\n", ", line 2: found the score 'abc', expected a finite number, such as 0.75.", "replies.csv"),
    replies("CSV, an infinite score", "query,option,score\nq1,a,inf\n", ", line 2: found the score 'inf', expected a finite number, such as 0.75.", "replies.csv"),
    replies("CSV, a cell too many", "query,option,score\nq1,a,0.5,9\n", ", line 2: found 4 cells, expected 3, one for each column (query, option, score).", "replies.csv"),
    replies("CSV, an option without a name", "query,option,score\nq1,,0.5\n", ", line 2: found the option '', expected an option's name.", "replies.csv"),
    replies("CSV, only a header", "query,option,score\n", ": found no row below the header, expected at least one option of one query.", "replies.csv"),
    called("replies: a missing file", "options tune none.json --gold gold.csv", "none.json: no such file.", GOOD),
    called("replies: a folder", "options tune d --gold gold.csv", "d: found a folder, expected a file.", {"gold.csv": GOLD, "d": None}),
    called("replies: another format than said", f"{TUNE} --from-format lex", "replies.json, record 1: found an object with 'text', 'intent', 'intent_ranking', expected a reply of the format lex, *.", GOOD),
    called("replies: two formats", "options tune replies.json b.csv --gold gold.csv", "b.csv: found the format plain, expected rasa as in replies.json; read files of one format at a time.", {**GOOD, "b.csv": "query,option,score\nz,a,1\n"}),
    called("gold: none", "options tune replies.json", "replies.json: found no gold, expected the right options of each query; give a file of them (--gold FILE) or the one that is right for all (--gold-is NAME).", GOOD),
    called("gold: a missing file", TUNE, "gold.csv: no such file.", {"replies.json": REPLIES}),
    gold("no gold column", "query,right\nq1,a\n", f", line 1: found the columns 'query', 'right', {GOLD_COLUMNS}"),
    gold("no query column", "name,gold\nq1,a\n", f", line 1: found the columns 'name', 'gold', {GOLD_COLUMNS}"),
    gold("empty", "", ": found an empty file, expected a gold option for each query."),
    gold("only a header", "query,gold\n", ": found no rows below the header, expected gold for each query."),
    gold("of other queries", "query,gold\nz1,a\n", ": found gold for none of the 6 queries of replies.json (gold names queries such as 'z1', the replies 'q0'), expected the same ids or texts; check that both files are of the same queries."),
    gold("an object for an option", '[{"query":"q0","gold":{"a":1}}]', ", record 1: found the gold {'a': 1}, expected the name of an option, or a list of names.", "gold.json"),
    gold("broken JSON", '[{"query":"q0","gold":}]', ", line 1: found broken JSON: '}]' at column 23, expected value.", "gold.json"),
]  # fmt: skip

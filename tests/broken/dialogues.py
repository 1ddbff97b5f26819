"""Dialogues, schemes and what is asked of them: broken in every way that was met or thought of."""

# One input a line reads better than many lines of 120 characters.
# ruff: noqa: E501

from __future__ import annotations

import json
from typing import Any

from tests.broken.case import Case, Files, called

HELP = "`turnwise dialogues {} --help` tells what it takes."
POST = '{"sender": "customer", "text": "Hi"}'
GOOD: Files = {"d.jsonl": f'{{"id": "d", "posts": [{POST}]}}\n'}
FORMATS = "expected dialogues in one of the formats posts, stc3, messages, sharegpt, labelstudio, csv; `--from-format` names one."
SIDES = "expected 'customer' or 'helpdesk', or such as 'user' and 'assistant'"
LABELS = "expected one of CNUG0, CNUG, CNUG*, HNUG, HNUG*, CNaN, HNaN"
KINDS = "expected one of CNUG0, CNUG, CNUG*, HNUG, HNUG*"


def stats(name: str, content: str, says: str, file: str = "d.json") -> Case:
    """Dialogues in a file that is broken; the sentence starts with the file."""
    return Case(f"dialogues: {name}", {file: content}, ("dialogues", "stats", file), file + says)


def annotated(nuggets: Any, answers: Any = None) -> str:
    annotation = {"annotator": "ann", "nuggets": nuggets} | ({} if answers is None else {"answers": answers})
    return json.dumps({"id": "d", "posts": [json.loads(POST)], "annotations": [annotation]})


def stc3(turns: Any, nugget: Any = None) -> str:
    return json.dumps([{"id": "d", "turns": turns} | ({} if nugget is None else {"annotations": [{"nugget": nugget}]})])


def task(*results: Any, dialogue: Any = None, **annotation: Any) -> str:
    posts = dialogue or [{"author": "customer", "text": "Hi"}]
    given = {"completed_by": 1, "result": list(results), **annotation}
    return json.dumps([{"id": 1, "data": {"dialogue": posts}, "annotations": [given]}])


def label(start: Any, end: Any, *labels: str) -> dict[str, Any]:
    value = {"start": start, "end": end, "paragraphlabels": list(labels)}
    return {"id": "r", "from_name": "nugget", "type": "paragraphlabels", "value": value}


ONE = [{"sender": "customer", "utterances": ["Hi"]}]

MARKED = [{"kind": "CNUG0", "first": 1, "last": 1, "weight": 1}]
#: Good dialogues in every form, for changes at random.
MUTABLE: dict[str, bytes | str] = {
    "dialogues.jsonl": annotated(MARKED, {"A": 1, "why": "so"}) + "\n",
    "stc3.json": stc3([*ONE, {"sender": "helpdesk", "utterances": ["Hello", ""]}], ["CNUG0", "HNUG*"]),
    "chats.jsonl": '{"id": "d", "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yo"}]}\n',
    "tasks.json": task(label("0", "0", "CNUG"), {"type": "choices", "from_name": "A", "value": {"choices": ["2"]}}),
    "posts.csv": 'dialogue,sender,time,text\nd,customer,0,Hi\nd,helpdesk,2.5,"Hello, you"\n',
    "posts.nuggets.csv": "dialogue,annotator,kind,first,last,weight\nd,ann,CNUG0,1,1,1\n",
    "posts.labels.csv": "dialogue,annotator,question,value\nd,ann,A,2\n",
}

CASES: list[Case] = [
    stats("nothing", "", ": found an empty file, expected dialogues."),
    stats("an empty list", "[]", ": found '[]', expected dialogues."),
    stats("a list of numbers", "[1]", ", record 1: found a number '1', expected an object."),
    stats(
        "JSON cut off",
        '[{"id": "d", "posts": [',
        ", line 1: found broken JSON: the end of the text at column 24, expected value.",
    ),
    stats("an object of another kind", '{"a": 1}', f", record 1: found an object with 'a', {FORMATS}"),
    stats("words", "How are you?\n", f", line 1: found 'How are you?', {FORMATS}", "d.txt"),
    stats(
        "a dialogue twice",
        (GOOD["d.jsonl"] or "") * 2,
        ", line 2: found dialogue d again, expected each dialogue once; rename one of the two.",
        "d.jsonl",
    ),  # type: ignore[arg-type,operator]
    stats("no id", f'{{"posts": [{POST}]}}', ", record 1: found no 'id', expected an id: text or a whole number."),
    stats(
        "a sender of neither side",
        '{"id": "d", "posts": [{"sender": "bot", "text": "Hi"}]}',
        ", record 1: found the sender 'bot' in post 1, expected 'customer' or 'helpdesk'.",
    ),
    stats(
        "a post without a text",
        '{"id": "d", "posts": [{"sender": "customer"}]}',
        ", record 1: found no 'text' in post 1, expected a text, or its 'lengths', such as {\"characters\": 12}.",
    ),
    stats(
        "a length below 0",
        '{"id": "d", "posts": [{"sender": "customer", "lengths": {"words": -1}}]}',
        ", record 1: found '-1' words in post 1, expected a length: a number from 0.",
    ),
    stats(
        "a time that is none",
        '{"id": "d", "posts": [{"sender": "customer", "text": "Hi", "time": "noon"}]}',
        ", record 1: found the time 'noon' in post 1, expected seconds, or such as 2024-05-31T12:30:00.",
    ),
    stats(
        "an unknown kind",
        annotated([{"kind": "CNUGO", "first": 1}]),
        f", record 1: found the kind 'CNUGO' of nugget 1 in annotation 1, {KINDS}; did you mean 'CNUG' or 'CNUG0' or 'CNUG*'.",
    ),
    stats(
        "a post that is not there",
        annotated([{"kind": "CNUG", "first": 2}]),
        ": dialogue d, annotator ann: found CNUG at post 2 of 1, expected that a nugget is of posts that the dialogue has (I); `turnwise dialogues check` lists all that is broken.",
    ),
    stats(
        "a weight below 0",
        annotated([{"kind": "CNUG", "first": 1, "weight": -2}]),
        ": dialogue d, annotator ann: found CNUG at post 1 with the weight -2, expected that a weight is a finite number from 0; `turnwise dialogues check` lists all that is broken.",
    ),
    stats(
        "an answer that is a list",
        annotated([], {"A": [1]}),
        ", record 1: found the answer '[1]' to 'A' in annotation 1, expected a number or a word.",
    ),
    stats(
        "a turn of neither side",
        stc3([{"sender": "both", "utterances": ["Hi"]}]),
        ", record 1: found the sender 'both' in turn 1, expected 'customer' or 'helpdesk'.",
    ),
    stats(
        "a turn without posts",
        stc3([{"sender": "customer", "utterances": []}]),
        ", record 1: found no posts in turn 1, expected at least one; remove the turn and its labels.",
    ),
    stats(
        "a label too few",
        stc3(ONE, []),
        ", record 1: found 0 labels in 'nugget' in annotation 1, expected a list of 1, one for each turn.",
    ),
    stats(
        "an unknown label",
        stc3(ONE, ["CNUG1"]),
        f", record 1: found the label 'CNUG1' in annotation 1, {LABELS}; did you mean 'CNUG' or 'CNUG0' or 'CNUG*'.",
    ),
    stats(
        "a role that is none",
        '{"id": "d", "messages": [{"role": "usr", "content": "Hi"}]}',
        f", record 1: found the role 'usr' in item 1 of 'messages', {SIDES}; did you mean 'user'.",
    ),
    stats(
        "a message without content",
        '{"id": "d", "messages": [{"role": "user"}]}',
        ", record 1: found no 'content' in item 1 of 'messages', expected a text, or a list of parts.",
    ),
    stats(
        "a chat of instructions alone",
        '{"id": "d", "messages": [{"role": "system", "content": "Hi"}]}',
        ", record 1: found dialogue d without posts, expected at least one.",
    ),
    stats(
        "ids in some chats",
        '{"id": "d", "messages": [{"role": "user", "content": "Hi"}]}\n{"messages": [{"role": "user", "content": "Hi"}]}',
        ", line 2: found a dialogue without an id, expected an id in each one, as others have one.",
        "d.jsonl",
    ),
    stats(
        "ShareGPT without a value",
        '{"id": "d", "conversations": [{"from": "human"}]}',
        ", record 1: found no 'value' in item 1 of 'conversations', expected a text.",
    ),
    stats(
        "ShareGPT of another speaker",
        '{"id": "d", "conversations": [{"from": "cat", "value": "Meow"}]}',
        f", record 1: found the from 'cat' in item 1 of 'conversations', {SIDES}*.",
    ),
    stats(
        "a task of another author",
        task(dialogue=[{"author": "me", "text": "Hi"}]),
        f", record 1: found the author 'me' in paragraph 1, {SIDES}*.",
    ),
    stats(
        "a task with an unknown label",
        task(label("0", "0", "Goal")),
        f", record 1: found the label 'Goal' in annotation 1, {KINDS}.",
    ),
    stats(
        "a span without a label",
        task(label("0", "0")),
        ', record 1: found paragraph labels without a label in annotation 1, expected "value": {"paragraphlabels": ["CNUG"], …}.',
    ),
    stats(
        "a span from nowhere",
        task(label(None, "0", "CNUG")),
        ", record 1: found the start 'None' of a span in annotation 1, expected the number of a paragraph, from 0.",
    ),
    stats(
        "a span beyond the end",
        task(label("0", "4", "CNUG")),
        ": dialogue 1, annotator 1: found CNUG at posts 1 to 5 of 1, expected that a nugget is of posts that the dialogue has (I); `turnwise dialogues check` lists all that is broken.",
    ),
    stats(
        "a choice without a name",
        task({"type": "choices", "value": {"choices": ["1"]}}),
        ", record 1: found a result of the type choices without a value or a name in annotation 1, expected 'choices' and 'from_name'.",
    ),
    stats(
        "an annotator that is a list",
        task(completed_by=[1]),
        ", record 1: found a list in 'completed_by' in annotation 1, expected a number, a name, or an object with an 'email'.",
    ),
    stats(
        "results that are a text",
        task(result="none"),
        ", record 1: found a text in 'result' in annotation 1, expected a list of objects.",
    ),
    stats(
        "a table with two columns of one name",
        "dialogue,sender,text,text\nd,customer,Hi,Ho\n",
        ", line 1: found two columns 'text', expected each name once; rename one of them.",
        "d.csv",
    ),
    stats(
        "a table with a broken length",
        "dialogue,sender,length:words\nd,customer,two\n",
        ", line 2: found 'two' in the column 'length:words', expected a length: a number from 0.",
        "d.csv",
    ),
    stats(
        "a table with nothing said",
        "dialogue,sender,length:words\nd,customer,\n",
        ", line 2: found neither a text nor a length, expected one of the two in each row.",
        "d.csv",
    ),
    called(
        "a form that is none",
        "dialogues stats d.jsonl --from-format post",
        "there is no format of dialogues 'post'; did you mean 'posts'?",
        GOOD,
    ),
    called(
        "a form that it is not",
        "dialogues stats d.jsonl --from-format sharegpt",
        'd.jsonl, record 1: found an object with \'id\', \'posts\', expected the format sharegpt: {"id": "d1", "conversations": [{"from": "human", "value": …}]}.',
        GOOD,
    ),
    called("a scheme that is none", "dialogues schemes stc", "there is no scheme 'stc'; did you mean 'stc3'?", GOOD),
    called("a scheme that is not there", "dialogues check d.jsonl --scheme own.toml", "own.toml: no such file.", GOOD),
    called(
        "a label that a scheme lacks",
        "dialogues stats d.json --scheme stc3",
        "d.json: dialogue d, annotator ann: found the answer 3 to A, which has 2, 1, 0, -1, -2, expected that the scheme has the answer; `turnwise dialogues check` lists all that is broken.",
        {"d.json": annotated([], {"A": 3})},
    ),
    called(
        "an ending that names no form",
        "dialogues convert d.jsonl -o d.txt",
        "d.txt: the ending '.txt' names no form; end it in one of .jsonl, .ndjson, .json, .csv, or name the form: posts, stc3, messages, sharegpt, labelstudio, csv.",
        GOOD,
    ),
    called(
        "dialogues written in no folder",
        "dialogues convert d.jsonl -o no/d.csv",
        "no/d.csv: there is no folder no; create it, or write elsewhere.",
        GOOD,
    ),
    called(
        "a form to write that is none",
        "dialogues convert d.jsonl -o d.csv --to xml",
        f"invalid value for '--to': 'xml' is not one of 'posts', 'stc3', 'messages', 'sharegpt', 'labelstudio', 'csv'; {HELP.format('convert')}",
        GOOD,
    ),
    called(
        "a filter that asks for nothing",
        "dialogues filter d.jsonl",
        f"give at least one of --min-posts, --min-blocks and --min-answered; {HELP.format('filter')}",
        GOOD,
    ),
    called(
        "a filter that leaves nothing",
        "dialogues filter d.jsonl --min-posts 2 -o out.jsonl",
        "d.jsonl: no dialogue is left to write (posts dropped 1 of 1); ask for less.",
        GOOD,
    ),
    called(
        "a filter of accounts without any",
        "dialogues filter d.jsonl --min-answered 0.5",
        "d.jsonl: the dialogues do not say whose they are by 'account'; they say nothing else of themselves.",
        GOOD,
    ),
]

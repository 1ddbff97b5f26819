"""Broken files of conversations end in one sentence that says where, what, and what was expected."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.readers.conversations.samples import CAST, IKAT, PATHS, SAMPLES, TREE, system, user
from turnwise.errors import InputError, OptionError, TurnwiseError
from turnwise.graph import graphs_of
from turnwise.readers.conversations import read_conversations, read_graphs
from turnwise.tables.decisions import Decisions

TURN = {"number": 1, "raw_utterance": "Tea?"}


def changed(topics: list[dict[str, Any]], key: str, **fields: Any) -> list[dict[str, Any]]:
    """Topics with fields of the first topic's last turn set, or taken out where the value is None."""
    copy: list[dict[str, Any]] = json.loads(json.dumps(topics))
    copy[0][key][-1] = {k: v for k, v in (copy[0][key][-1] | fields).items() if v is not None}
    return copy


BROKEN: list[tuple[Any, str]] = [
    ("", "found an empty file, expected conversations"),
    ("[]", "found '[]', expected conversations"),
    ("hello\nworld\n", "line 1: found 'hello', expected conversations in one of the formats cast, "),
    (
        {"run_name": "x", "turns": [{"turn_id": "9-1_1", "responses": []}]},
        "record 1: found an object with 'run_name', ",
    ),
    (
        "conversation,parent,child\n31,,1\n31,01,2\n31,2,3\n",
        "line 3: found the parent '01', which is nowhere a child, beside the child '1', expected one spelling of a",
    ),
    ("conversation,parent,child\n31,,1\nnan,1,2\n", "line 3: found the conversation 'nan', expected its id"),
    ("conversation,parent,child\n31,,1\n31,1,nan\n", "line 3: found a row without a child, expected the turn"),
    ([{"number": 31}], "record 1: found an object with 'number', expected conversations in one of the formats"),
    (
        [*CAST, {"number": 8, "turn": []}],
        "record 2: found an object with 'number', 'turn' (an empty list), expected a conversation of",
    ),
    ([*CAST, *CAST], "found conversation 7 twice, expected each once; rename one of the two"),
    (
        changed(CAST, "turn", raw_utterance=None),
        "record 1: found no 'raw_utterance' in item 2 of 'turn', expected a text",
    ),
    (changed(CAST, "turn", raw_utterance=5), "found a number in 'raw_utterance' in item 2 of 'turn', expected a text"),
    (changed(CAST, "turn", number=1), "found turn 1 of conversation 7 twice, expected each turn once"),
    (changed(CAST, "turn", number=1.5), "found the number '1.5' in item 2 of 'turn', expected an id: text or a whole"),
    (
        [{"number": 7, "turn": [TURN, "Green?"]}],
        "record 1: found a text as item 2 of 'turn', expected an object for each",
    ),
    ([{"turn": [TURN]}], "record 1: found no 'number', expected an id"),
    (
        changed(CAST, "turn", query_turn_dependence=[None]),
        "found 'None' in 'query_turn_dependence' in item 2 of 'turn'",
    ),
    (changed(CAST, "turn", query_turn_dependence={"1": 2}), "found \"{'1': 2}\" in 'query_turn_dependence' in item 2"),
    (changed(TREE, "turn", participant="Bot"), "found the participant 'Bot' in item 5 of 'turn', expected 'User' or"),
    (changed(TREE, "turn", participant="System"), "found no 'response' in item 5 of 'turn', expected a text"),
    (
        [PATHS[0], changed(PATHS[1:], "turn", number="1-3")[0]],
        "record 2: found turn 1-3 of conversation 132 with another",
    ),
    (
        [PATHS[0], {"number": 132, "turn": [PATHS[0]["turn"][1]]}],
        "record 2: found turn 1-3 of conversation 132 after another turn than on an earlier path, expected paths of",
    ),
    (changed(IKAT, "turns", turn_id=True), "found the turn_id 'True' in item 2 of 'turns', expected an id"),
    ({"31": {"1": []}, "32": 5}, "conversation 2: found a number for '32', expected an object {turn: [parents]}"),
    (
        {"31": {"1": [], "2": [[1]]}},
        "conversation 1: found '[1]' in the parents of 31_2, expected the number of a turn",
    ),
    ('{"31": {"1": [], "2": [1], "2": []}}', "found the key '2' twice in one object, expected each key once"),
    ('{"31": {"1": []}, "31": {"1": []}}', "found the key '31' twice in one object, expected each key once"),
    ({"31": {"1": []}, "32": {}}, "conversation 2: found conversation 32 without turns, expected at least one"),
    ({"82": {"query_turn_dependence": [1]}}, "turn 1: found the turn '82', expected CONVERSATION_TURN, such as 31_4"),
    ({"8_1": {"query_turn_dependence": None}, "8_2": 3}, "turn 2: found a number for '8_2', expected an object with"),
    ("31\n1\n2,1\n" * 20 + "3,x\n", "line 61: found '3,x', expected numbers: turn,parent,parent"),
    ("31\n1\n\n1,2\n", "line 4: found '1,2' at the start of a block, expected the number of a conversation"),
    ("31\n\n32\n1\n", "line 1: found conversation 31 without turns, expected at least one"),
    ([{"number": 31, "links": [[0, 0], [1]]}], "found another row 2 of 'links', expected 2 numbers"),
    ([{"number": 31, "links": [[0, 0], [True, 0]]}], "found another row 2 of 'links', expected 2 numbers"),
    ("31_1\tTea?\tSE\n31_2\tWhy?\tXX\n", "line 2: found the label 'XX', expected SE, FT or PT"),
    (
        "31_1\tTea?\tSE\n31_2\tWhy?\n",
        "line 2: found 2 cells: '31_2\\tWhy?', expected 3 between tabs: turn, text, label",
    ),
    ("31_1\tTea?\tSE\n32_1\tWhy?\tFT\n", "line 2: found FT for turn 1, the first of conversation 32, expected SE"),
    ("31_1\tTea?\n312\tWhy?\n", "line 2: found the turn '312', expected CONVERSATION_TURN, such as 31_4"),
    ([{"turn": "31_1", "text": None}], "record 1: found '31_1' and 'None', expected the id of a turn and its text"),
    ("turn,text\n31,Tea?\n", "line 2: found the turn '31', expected CONVERSATION_TURN, such as 31_4"),
    ("31_1\tTea?\n31_1\tWhy?\n", "line 1: found turn 1 of conversation 31 twice, expected each turn once"),
    (
        "conversation,parent,child\n31,1,\n",
        "line 2: found a row without a child, expected the turn that needs the parent",
    ),
    ("conversation,parent,child\n31,1\n", "line 2: found 2 cells, expected 3, one for each column"),
    ("conversation,parent,child\n", "found no rows, expected at least one link"),
    ([{"parent": 1.5, "child": 2}], "record 1: found the parent '1.5', expected an id: text or a whole number"),
    (
        {"messages": [{"role": "usr", "content": "x"}]},
        "found the role 'usr' in item 1 of 'messages', expected one of user, ",
    ),
    (
        {"messages": [{"role": "user"}]},
        "record 1: found no 'content' in item 1 of 'messages', expected a text",
    ),
    (
        {"messages": [{"role": "user", "content": ["x"]}]},
        "found a list in 'content' in item 1 of 'messages', expected a",
    ),
    (
        '{"id": 1, "messages": [{"role": "user", "content": "x"}]}\n{"messages": [{"role": "user", "content": "x"}]}',
        "line 2: found a conversation without an id, expected an id in each one, as others have one",
    ),
    ([{"conversations": [{"from": "human", "value": 3}]}], "found a number in 'value' in item 1 of 'conversations'"),
    (
        '[{"number": 31, "turn": [{"number": 1, "raw_utterance": "Tea?"}',
        "line 1: found broken JSON: the end of the text",
    ),
]


@pytest.mark.parametrize(("content", "sentence"), BROKEN)
def test_broken_files(write: Callable[..., Path], content: Any, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        read_conversations(write(content), Decisions())
    said = str(error.value)
    assert sentence in said
    assert "given.json" in said
    assert "\n" not in said


GRAPHS: list[tuple[Any, str]] = [
    ({"31": {"1": [], "2": [2]}}, "conversation 31: turn 2 depends on itself"),
    ({"31": {"1": [2], "2": []}}, "conversation 31: found turn 1 depends on 2, which comes later"),
    ({"31": {"1": [9], "2": []}}, "conversation 31: turn 1 depends on turn '9', which is unknown"),
    ("conversation,parent,child\n31,3,2\n31,2,3\n", "found the cycle 2 → 3 → 2"),
    ("conversation,parent,child\nc,b,a\nc,c,b\nc,a,c\n", "found the cycle"),
    (
        [{"number": 132, "turn": [user("1-1", "Tea?", parent="1-2"), system("1-2", "Yes.", parent="1-1")]}],
        "conversation 132: found the cycle 1-1 → 1-2 → 1-1",
    ),
    (CAST, "found no links between the turns of conversation 7, expected a file that says which turn needs which"),
]


@pytest.mark.parametrize(("content", "sentence"), GRAPHS)
def test_links_that_make_no_graph(write: Callable[..., Path], content: Any, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        read_graphs(write(content), Decisions())
    assert sentence in str(error.value)
    assert "given.json" in str(error.value)


def test_a_wrong_name_of_a_format(write: Callable[..., Path]) -> None:
    with pytest.raises(OptionError, match="no format of conversations 'cast-trees'; did you mean 'cast-tree'"):
        read_conversations(write(CAST), Decisions(), format="cast-trees")


def test_the_wrong_format_named(write: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="record 1: found an object with 'number', 'title', 'turn', expected the fo"):
        read_conversations(write(CAST), Decisions(), format="ikat")


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("named", SAMPLES)
def test_any_format_named_for_any_file_ends_in_a_sentence(write: Callable[..., Path], name: str, named: str) -> None:
    if name == named:
        return
    with pytest.raises(InputError):
        read_conversations(write(SAMPLES[name].content), Decisions(), format=named)


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_samples_never_end_in_a_traceback(write: Callable[..., Path], name: str) -> None:
    """A piece of each sample taken out, doubled, or replaced: read, or refused by one of our own errors."""
    content = SAMPLES[name].content
    text = content if isinstance(content, str) else json.dumps(content)
    draw = random.Random(name)
    said = []
    for _ in range(150):
        start = draw.randrange(len(text))
        end = min(len(text), start + draw.choice((1, 1, 2, 5, 20)))
        piece = draw.choice(("", text[start:end] * 2, "null", "[]", "{}", '"', "\t", "\n", ",", "1e999", "é", "_"))
        try:
            found = read_conversations(write(text[:start] + piece + text[end:]), Decisions())
            if found.has_links:
                graphs_of(found)
        except TurnwiseError as error:
            said.append(str(error))
    assert said
    assert not [sentence for sentence in said if "\n" in sentence]

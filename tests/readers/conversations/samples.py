"""A small file of each format, written for the tests: what it looks like, and what must be read from it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Sample(NamedTuple):
    """The content of a file, and the links by conversation that it has (None: it says nothing of links)."""

    content: Any
    links: dict[str, dict[str, tuple[str, ...]] | None]


def user(number: str, text: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "participant": "User", "utterance": text, **more}


def system(number: str, text: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "participant": "System", "response": text, **more}


CAST = [
    {
        "number": 7,
        "title": "tea",
        "turn": [
            {"number": 1, "raw_utterance": "What is oolong?"},
            {"number": 2, "raw_utterance": "Is it green?", "manual_rewritten_utterance": "Is oolong green?"},
        ],
    }
]
ANNOTATED = [
    {
        "number": 8,
        "turn": [
            {"number": 1, "raw_utterance": "Who grows tea?"},
            {"number": 2, "raw_utterance": "And where?", "query_turn_dependence": [1]},
            {
                "number": 3,
                "raw_utterance": "Is it wet there?",
                "query_turn_dependence": [1],
                "result_turn_dependence": 2,
            },
        ],
    }
]
TREE = [
    {
        "number": 132,
        "turn": [
            user("1-1", "What is oolong?"),
            system("1-2", "A tea.", parent="1-1"),
            user("1-3", "Is it green?", parent="1-2"),
            system("1-4", "No.", parent="1-3"),
            user("2-1", "Is it black?", parent="1-2"),
        ],
    }
]
PATHS = [
    {
        "number": 132,
        "turn": [
            {"number": "1-1", "utterance": "What is oolong?", "response": "A tea."},
            {"number": "1-3", "utterance": "Is it green?", "response": "No."},
        ],
    },
    {
        "number": 132,
        "turn": [
            {"number": "1-1", "utterance": "What is oolong?", "response": "A tea from China."},
            {"number": "2-1", "utterance": "Is it black?"},
        ],
    },
]
IKAT = [
    {
        "number": "9-1",
        "title": "tea",
        "ptkb": {"1": "I like tea."},
        "turns": [
            {
                "turn_id": 1,
                "utterance": "Which tea?",
                "resolved_utterance": "Which tea, for me?",
                "response": "Mate",
            },
            {"turn_id": 2, "utterance": "Why?", "ptkb_provenance": [1]},
        ],
    }
]

SAMPLES = {
    "cast": Sample(ANNOTATED, {"8": {"1": (), "2": ("1",), "3": ("1", "2")}}),
    "cast-tree": Sample(TREE, {"132": {"1-1": (), "1-2": ("1-1",), "1-3": ("1-2",), "1-4": ("1-3",), "2-1": ("1-2",)}}),
    "cast-paths": Sample(PATHS, {"132": {"1-1": (), "1-3": ("1-1",), "2-1": ("1-1",)}}),
    "ikat": Sample(IKAT, {"9-1": None}),
    "links": Sample(
        "conversation,parent,child\n31,,1\n31,1,2\n31,2,10\n31,1,10\n32,1,2\n",
        {"31": {"1": (), "2": ("1",), "10": ("2", "1")}, "32": {"1": (), "2": ("1",)}},
    ),
    "parents": Sample({"31": {"1": [], "2": [1], "3": [1, 2]}}, {"31": {"1": (), "2": ("1",), "3": ("1", "2")}}),
    "cast-dependence": Sample(
        {
            "8_1": {"query_turn_dependence": None, "result_turn_dependence": None},
            "8_2": {"query_turn_dependence": [1], "result_turn_dependence": 1},
        },
        {"8": {"1": (), "2": ("1",)}},
    ),
    "coted": Sample("31\n1\n2,1\n3,1,2\n\n32\n1\n", {"31": {"1": (), "2": ("1",), "3": ("1", "2")}, "32": {"1": ()}}),
    "adjacency": Sample(
        [{"number": 31, "links": [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}], {"31": {"1": (), "2": ("1",), "3": ("1", "2")}}
    ),
    "labels": Sample(
        "31_1\tTea?\tSE\n31_2\tGreen?\tFT\n31_3\tWhy?\tPT\n31_4\tBlack?\tFT\n32_1\tMate?\tSE\n",
        {"31": {"1": (), "2": ("1",), "3": ("2",), "4": ("1",)}, "32": {"1": ()}},
    ),
    "texts": Sample("31_1\tWhat is tea?\r\n31_2\tIs tea green?\r\n", {"31": None}),
    "exchanges": Sample(
        "conversation,exchange,question,reply\na,1,Hi,Hello\nb,1,Who are you?,Ada\na,2,Bye,\n", {"a": None, "b": None}
    ),
    "messages": Sample(
        {"id": "d1", "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]},
        {"d1": None},
    ),
    "sharegpt": Sample(
        [{"id": "d1", "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}]}],
        {"d1": None},
    ),
}

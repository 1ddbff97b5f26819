"""Chats as dialogues: messages with roles, and ShareGPT."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from turnwise.errors import FormatError
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues

Read = Callable[..., tuple[Dialogues, Decisions]]


def test_messages_with_roles(read: Read) -> None:
    lines = [
        {
            "id": "d1",
            "account": "@Lamps",
            "messages": [
                {"role": "system", "content": "You are a helpdesk."},
                {"role": "user", "content": "The lamp blinks."},
                {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
                {"role": "tool", "content": "blinking: reset"},
                {"role": "assistant", "content": [{"type": "text", "text": "Reset it."}, {"type": "image_url"}]},
                {"role": "user", "content": ""},
            ],
        },
        {"id": "d2", "messages": [{"role": "user", "content": " Hi "}]},
    ]
    found, decisions = read(lines, name="chats.jsonl")
    assert (found.format, found.names, found.offsets.tolist()) == ("messages", ["d1", "d2"], [0, 3, 4])
    assert found.by_helpdesk.tolist() == [False, True, False, False]
    assert found.texts == ["The lamp blinks.", "Reset it.", "", " Hi "]
    assert found.groups == {"account": ["@Lamps", ""]}
    assert found.nuggets is None
    told = {decision.kind: decision.text for decision in decisions}
    assert told["messages-left-out"] == (
        "3 messages that neither side says to the other left out (system 1, assistant 1, tool 1)"
    )
    assert set(told) == {"messages-left-out", "parts-without-text", "empty-posts"}


def test_messages_without_ids_are_named_by_position(read: Read) -> None:
    message = {"role": "user", "content": "Hi", "timestamp": "2024-05-31T12:00:00"}
    reply = {"role": "assistant", "content": "Hello", "timestamp": "2024-05-31T12:00:30"}
    found, decisions = read([{"messages": [message]}, {"messages": [message, reply]}])
    assert found.names == ["1", "2"]
    assert decisions.count("conversations-by-position") == 2
    assert found.times is not None
    assert found.times.tolist() == [0, 0, 30]


def test_sharegpt(read: Read) -> None:
    found, decisions = read(
        [
            {
                "id": "s",
                "conversations": [
                    {"from": "system", "value": "Be kind."},
                    {"from": "human", "value": "Hi "},
                    {"from": "gpt", "value": "Hello"},
                ],
            }
        ]
    )
    assert (found.format, found.names, found.texts) == ("sharegpt", ["s"], ["Hi ", "Hello"])
    assert found.by_helpdesk.tolist() == [False, True]
    assert decisions.count("messages-left-out") == 1


@pytest.mark.parametrize(("role", "side"), [("agent", True), ("Customer", False), ("bot", True), ("visitor", False)])
def test_other_names_of_the_sides(read: Read, role: str, side: bool) -> None:
    found, _ = read([{"id": "d", "messages": [{"role": role, "content": "Hi"}]}])
    assert found.by_helpdesk.tolist() == [side]


def test_a_chat_without_messages_is_told_as_such(read: Read) -> None:
    lines = [{"id": "d1", "messages": [{"role": "user", "content": "Hi"}]}, {"id": "d2", "messages": []}]
    for given in (lines, lines[1:]):
        with pytest.raises(FormatError, match=r"found an object with 'id', 'messages' \(an empty list\), expected"):
            read(given)

"""Dialogues as chats, one JSON object a line: messages with roles, and ShareGPT. They hold what was said alone."""

from __future__ import annotations

import json
from collections.abc import Callable

from turnwise.report.dialogue_files.form import DialogueForm, Parts
from turnwise.report.dialogue_files.said import Said
from turnwise.tables.dialogues import Dialogues


def _writer(listed: str, speaker: str, said: str, names: tuple[str, str]) -> Callable[..., Parts]:
    """What writes chats with these keys; `names` are what the two sides are called there."""

    def write(found: Dialogues, _: list[dict[str, Said]]) -> Parts:
        assert found.texts is not None
        sides = found.by_helpdesk.tolist()
        messages = [{speaker: names[side], said: text} for side, text in zip(sides, found.texts, strict=True)]
        ends, lines = found.offsets.tolist(), []
        for number, name in enumerate(found.names):
            groups = {group: values[number] for group, values in found.groups.items() if values[number]}
            chat = {"id": name, **groups, listed: messages[ends[number] : ends[number + 1]]}
            lines.append(json.dumps(chat, ensure_ascii=False))
        return {"": "\n".join(lines)}

    return write


def _form(name: str, write: Callable[..., Parts]) -> DialogueForm:
    return DialogueForm(
        name, write, needs_texts=True, lengths=False, times=False, nuggets=False, weights=False, answers=False
    )


MESSAGES = _form("messages", _writer("messages", "role", "content", ("user", "assistant")))
SHAREGPT = _form("sharegpt", _writer("conversations", "from", "value", ("human", "gpt")))

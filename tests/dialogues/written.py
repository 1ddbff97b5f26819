"""Dialogues small enough to work out by hand, in our own format, and the table they are read into."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues


def posts(sides: str) -> list[dict[str, Any]]:
    """`CCH`: two posts of the customer, then one of the helpdesk; a small letter is a post without content."""
    senders = {"c": "customer", "h": "helpdesk"}
    return [
        {"sender": senders[side.lower()], "text": f"post {at}" if side.isupper() else ""}
        for at, side in enumerate(sides, 1)
    ]


def dialogue(name: str, sides: str, /, **annotations: Sequence[Any]) -> dict[str, Any]:
    """A dialogue; each annotator's nuggets are (kind, first) or (kind, first, last) or with a weight as the fourth."""
    keys = ("kind", "first", "last", "weight")
    return {
        "id": name,
        "posts": posts(sides),
        "annotations": [
            {"annotator": who, "nuggets": [dict(zip(keys, one, strict=False)) for one in nuggets]}
            for who, nuggets in annotations.items()
        ],
    }


def made(path: Path, *dialogues: dict[str, Any], **reading: Any) -> Dialogues:
    """The table of these dialogues."""
    path.write_text("\n".join(map(json.dumps, dialogues)), encoding="utf-8")
    return read_dialogues(path, Decisions(), **reading)

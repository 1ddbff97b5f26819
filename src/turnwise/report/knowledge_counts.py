"""The counts of a knowledge base and its dialogues, for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.tables.aligned import table


def counts_text(counted: Mapping[str, Any]) -> str:
    """A table of the knowledge base, and one of the dialogues with a column for each split."""
    blocks = [table(["knowledge base", ""], [[_words(key), n] for key, n in counted["knowledge_base"].items()])]
    if splits := counted.get("dialogues"):
        keys = list(next(iter(splits.values())))
        rows = [[_words(key), *(part[key] for part in splits.values())] for key in keys]
        blocks.append(table(["dialogues", *splits], rows))
    return "\n\n".join(blocks)


def _words(key: str) -> str:
    return key.replace("_", " ")

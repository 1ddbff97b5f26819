"""What was said to an avatar, for a person."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from turnwise.tables.aligned import table

#: Questions that are listed of each kind; JSON has all.
LISTED = 10


def log_text(counted: Mapping[str, Any]) -> str:
    """Counts, the questions that got no answer, and the answers that were rated as not good."""
    names = ("dialogues", "exchanges", "without_an_answer", "answers_rated", "rated_good", "rated_not_good")
    period = [["first", counted["first"]], ["last", counted["last"]]]
    used = [["retriever", f"{name} ({n:,})"] for name, n in counted["retrievers"].items()]
    counts = [[name.replace("_", " "), f"{counted[name]:,}"] for name in names]
    blocks = [table(["log", ""], [*counts, *used, *period])]
    if unanswered := counted["unanswered"]:
        rows = [[_short(question), times] for question, times in list(unanswered.items())[:LISTED]]
        blocks.append(table(["asked without an answer", "times"], rows) + _more(len(unanswered)))
    if bad := counted["not_good"]:
        rows = [[_short(one["question"]), one["answer"]] for one in bad[:LISTED]]
        blocks.append(table(["answered, and rated as not good", "answer"], rows) + _more(len(bad)))
    return "\n\n".join(blocks)


def _short(text: str) -> str:
    return shorten(text, 70, placeholder=" …")


def _more(n: int) -> str:
    return f"\n… and {n - LISTED:,} more" if n > LISTED else ""

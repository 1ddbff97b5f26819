"""Small knowledge bases for tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turnwise.tables.knowledge import KnowledgeBase, Questions


def kb_of(*pairs: tuple[str, str], ids: Sequence[str] | None = None) -> KnowledgeBase:
    questions = list(dict.fromkeys(question for question, _ in pairs))
    answers = list(dict.fromkeys(answer for _, answer in pairs))
    return KnowledgeBase(
        "kb", "pairs", questions, answers,
        np.array([questions.index(question) for question, _ in pairs]),
        np.array([answers.index(answer) for _, answer in pairs]),
        list(ids or answers), [""] * len(pairs), [""] * len(pairs),
    )  # fmt: skip


def asked_of(*turns: tuple[str, Sequence[int]], split: str = "") -> Questions:
    """Turns of one dialogue, each with its right answers by position."""
    n = len(turns)
    texts = [text for text, _ in turns]
    return Questions(
        "dialogues", "exchanges", [f"d_{at + 1}" for at in range(n)], texts, [split] * n, [""] * n, texts,
        np.zeros(n, dtype=np.bool_), np.arange(n), np.zeros(n, dtype=np.int64),
    ).with_gold([list(gold) for _, gold in turns])  # fmt: skip

"""The verbs about ratings: read what raters answered, then say how much they agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from turnwise.agreement.agree import Agreement, AgreementSettings, measure_agreement
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import Ratings


def agree(
    ratings: Any,
    questions: str | Iterable[str] | None = None,
    coefficients: str | Sequence[str] = (),
    *,
    level: str | None = None,
    weights: str | None = None,
    collapse: str | None = None,
    categories: Sequence[str] = (),
    cluster: str | None = None,
    draws: int = 2000,
    seed: int = 0,
    confidence: float = 0.95,
    from_format: str | None = None,
    columns: Mapping[str, str] | None = None,
    strict: bool = False,
) -> Agreement:
    """How much do raters agree? Every coefficient that suits each question, with intervals and in words.

    `ratings` is a file of any format that `turnwise agree` reads, a folder, a frame, several of them, or a table of
    ratings. Items of one dialogue are drawn together where the ratings know of dialogues; `cluster` names another
    group of items, or `none`. `columns` names columns that are not found by themselves.
    """
    decisions = Decisions(strict)
    read = ratings_of(ratings, decisions, from_format, columns)
    settings = AgreementSettings(
        (coefficients,) if isinstance(coefficients, str) else tuple(coefficients), level, weights, collapse,
        tuple(map(str, categories)), cluster, draws, seed, confidence,
    )  # fmt: skip
    wanted = [questions] if isinstance(questions, str) else questions
    return measure_agreement(read, wanted, settings, decisions)


def ratings_of(
    ratings: Any, decisions: Decisions, from_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Ratings:
    """The ratings that a user gives, read where they are not a table yet."""
    if isinstance(ratings, Ratings):
        return ratings
    return read_ratings(ratings, decisions, format=from_format, columns=columns)

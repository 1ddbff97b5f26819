"""The verbs about ratings: read what raters answered, then say how much they agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from turnwise.agreement.agree import Agreement, AgreementSettings, measure_agreement
from turnwise.agreement.judge import JudgeAgreement, judge_agreement
from turnwise.agreement.raters import RaterProfiles, profile_raters
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import HUMAN, MODEL, Ratings


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


def raters(ratings: Any, questions: str | Iterable[str] | None = None, **how: Any) -> list[RaterProfiles]:
    """Who is severe, who agrees with the rest, and who is unlike the others? For each question, by item.

    `ratings` and what else may be said are those of `agree`.
    """
    read, settings = _read(ratings, how)
    return profile_raters(read, [questions] if isinstance(questions, str) else questions, settings)


def judge(
    ratings: Any, against: str = MODEL, reference: str = HUMAN, questions: str | Iterable[str] | None = None, **how: Any
) -> list[JudgeAgreement]:
    """Does a judge, such as a model, agree with people as much as they agree with each other?

    `against` and `reference` are types of raters or names of raters, with commas between; the rest is as in `agree`.
    """
    read, settings = _read(ratings, how)
    wanted = [questions] if isinstance(questions, str) else questions
    return judge_agreement(read, reference, against, wanted, settings)


def _read(ratings: Any, how: dict[str, Any]) -> tuple[Ratings, AgreementSettings]:
    """The ratings and the settings, of what is said beside them."""
    decisions = Decisions(how.pop("strict", False))
    read = ratings_of(ratings, decisions, how.pop("from_format", None), how.pop("columns", None))
    return read, AgreementSettings(**how)


def ratings_of(
    ratings: Any, decisions: Decisions, from_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Ratings:
    """The ratings that a user gives, read where they are not a table yet."""
    if isinstance(ratings, Ratings):
        return ratings
    return read_ratings(ratings, decisions, format=from_format, columns=columns)

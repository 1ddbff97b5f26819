"""Answers put together into fewer, as the helpdesk paper does with its Q3: 2 and 1 become 1, −2 and −1 become −1."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from turnwise.tables.ratings import Ratings


def by_sign(ratings: Ratings, question: str) -> Ratings:
    """The same study with the answers to a question by sign: −1, 0 or 1. Answers in words stay."""
    if question in ratings.labels:
        return ratings
    rows = ratings.question == ratings.number(question)
    return replace(ratings, value=np.where(rows, np.sign(ratings.value), ratings.value))


def has_more_than_signs(ratings: Ratings, question: str) -> bool:
    """Whether collapsing by sign changes anything: numbers on both sides of 0, and more than three of them."""
    if question in ratings.labels:
        return False
    value = ratings.value[ratings.question == ratings.number(question)]
    return bool(len(value) and value.min() < 0 < value.max() and len(np.unique(value)) > 3)

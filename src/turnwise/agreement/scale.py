"""The scale of a question: its categories in their order, some of them collapsed into one where that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.agreement.answers import MOST_CATEGORIES, Answers, Bools, packed
from turnwise.agreement.krippendorff import LEVELS
from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.ratings import Floats, Ints, Ratings

#: Whole numbers of at most so many values are taken for grades of a scale.
MOST_GRADES = 11
#: A cluster of this name means that every item was drawn on its own.
NO_CLUSTER = "none"


@dataclass(frozen=True, eq=False)
class Question:
    """The answers to one question, ready to be compared."""

    name: str
    answers: Answers
    #: [item]: its position among the items of the ratings
    items: Ints
    #: the names of the categories, in their order; none where answers are numbers of any kind
    categories: tuple[str, ...]
    is_words: bool
    level: str
    cluster: str | None
    rows: Ints  # [answer]: its row in the ratings


def collapsed_by(text: str) -> dict[str, str]:
    """What each category becomes, of ``2,1=1;-1,-2=-1``."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        before, equals, after = part.rpartition("=")
        names = [name.strip() for name in before.split(",")]
        if not equals or not after.strip() or not all(names):
            raise OptionError(f"collapse: found {part!r}, expected categories and what they become, such as '2,1=1'.")
        for name in names:
            if name in found:
                raise OptionError(f"collapse: found the category {name!r} twice, expected each once.")
            found[name] = after.strip()
    return found


def question_of(
    ratings: Ratings,
    name: str,
    *,
    level: str | None = None,
    categories: Sequence[str] = (),
    collapse: Mapping[str, str] | None = None,
    cluster: str | None = None,
    weights: str | None = None,
    rows: Bools | None = None,
) -> Question:
    """A question of some ratings, or of the chosen `rows` of them.

    `categories` are all that could be answered, in their order; `collapse` is applied first. Items of one group of the
    name `cluster` count as drawn together; by default those of one dialogue, where the ratings know of dialogues.
    """
    here = ratings.question == ratings.number(name)
    found = np.flatnonzero(here if rows is None else here & rows)
    value, words = ratings.value[found], ratings.labels.get(name)
    if collapse:
        value, words = _collapsed(name, value, words, collapse)
    if categories:
        value, words, scale = _ordered(name, value, words, categories)
    else:
        scale = np.arange(len(words), dtype=np.float64) if words is not None else np.unique(value)
    if words is not None and len(words) > 2 and weights not in (None, "identity") and not categories:
        raise _unordered(name, words, f"with {weights} weights")
    grouped, of_item = _clusters(ratings, cluster)
    answers = packed(
        ratings.item[found], ratings.rater[found], value, len(ratings.raters),
        categories=scale.tolist(), cluster=of_item, raters_known=ratings.raters_known,
    )  # fmt: skip
    shown = () if len(scale) > MOST_CATEGORIES else tuple(words or (f"{number:g}" for number in scale))
    return Question(
        name, answers, np.unique(ratings.item[found]), shown, words is not None,
        _level(name, level, scale, words, bool(categories)), grouped, found,
    )  # fmt: skip


def _collapsed(
    name: str, value: Floats, words: tuple[str, ...] | None, collapse: Mapping[str, str]
) -> tuple[Floats, tuple[str, ...] | None]:
    """The answers after some categories became one; numbers stay numbers if they all become numbers."""
    old = np.unique(value) if words is None else np.arange(len(words), dtype=np.float64)
    known = [f"{number:g}" for number in old] if words is None else list(words)
    becomes = {_plain(before, words): after for before, after in collapse.items()}
    if not becomes.keys() & set(known):
        hint = did_you_mean(next(iter(becomes)), known) or f"; its answers are {', '.join(known[:12])}."
        raise OptionError(f"collapse: {name!r} has no answer {next(iter(becomes))!r}{hint}")
    new = [becomes.get(category, category) for category in known]
    position = np.searchsorted(old, value)
    numbers = [_number(category) for category in new] if words is None else [None]
    if None not in numbers:
        return np.array(numbers, dtype=np.float64)[position], None
    ordered = tuple(dict.fromkeys(new))
    return np.array([ordered.index(category) for category in new], dtype=np.float64)[position], ordered


def _ordered(
    name: str, value: Floats, words: tuple[str, ...] | None, categories: Sequence[str]
) -> tuple[Floats, tuple[str, ...] | None, Floats]:
    """The answers on a scale that the user gives: of numbers, all values; of words, all words in their order."""
    if words is None:
        numbers = [_number(category) for category in categories]
        if None in numbers:
            odd = categories[numbers.index(None)]
            raise OptionError(f"categories: {name!r} is answered with numbers, found {odd!r}.")
        return value, None, np.unique(np.array(numbers, dtype=np.float64))
    order = tuple(dict.fromkeys(category.strip() for category in categories))
    used = [words[int(at)] for at in np.unique(value)]
    if lacking := [word for word in used if word not in order]:
        raise OptionError(f"categories: {name!r} is answered with {lacking[0]!r}, too; name every answer.")
    position = np.array([order.index(word) if word in order else -1 for word in words], dtype=np.float64)
    return position[value.astype(np.int64)], order, np.arange(len(order), dtype=np.float64)


def _clusters(ratings: Ratings, cluster: str | None) -> tuple[str | None, Ints | None]:
    """The group that items are drawn by, and the number of each item's; an item without one is its own."""
    name = cluster or "dialogue"
    if name not in ratings.groups:
        if cluster and cluster != NO_CLUSTER:
            known = ", ".join([*ratings.groups, NO_CLUSTER])
            raise OptionError(f"{ratings.source}: items have no group {cluster!r}; there are {known}.")
        return None, None
    of_item = [group or f"\0{at}" for at, group in enumerate(ratings.groups[name])]
    number = {group: at for at, group in enumerate(dict.fromkeys(of_item))}
    return name, np.array([number[group] for group in of_item], dtype=np.int64)


def _level(name: str, level: str | None, scale: Floats, words: tuple[str, ...] | None, ordered: bool) -> str:
    """The level of measurement: words are names, whole numbers are grades, other numbers are measured."""
    if level is not None and level not in LEVELS:
        hint = did_you_mean(level, LEVELS) or f"; the levels are {', '.join(LEVELS)}."
        raise OptionError(f"there is no level of measurement {level!r}{hint}")
    if words is not None:
        if level not in (None, "nominal") and not ordered:
            raise _unordered(name, words, f"on the level {level}")
        return level or ("ordinal" if ordered and len(scale) > 2 else "nominal")
    if level is not None:
        return level
    if len(scale) <= 2:
        return "nominal"
    whole = bool(np.all(scale == np.floor(scale)))
    return "ordinal" if whole and len(scale) <= MOST_GRADES else "interval"


def _unordered(name: str, words: tuple[str, ...], how: str) -> OptionError:
    return OptionError(
        f"{name!r} is answered with words, which have no order of their own; name them in their order as categories "
        f"(now {', '.join(words[:8])}) to measure {how}."
    )


def _plain(category: str, words: tuple[str, ...] | None) -> str:
    """A category as answers have it: `2.0` is `2`."""
    number = _number(category) if words is None else None
    return category if number is None else f"{number:g}"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None

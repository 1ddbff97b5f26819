"""Altered questions, after Wei and Zou (2019): swapped, deleted and inserted words, and synonyms.

Each altered question is made by one of the four ways, drawn with equal chances of those that are possible: synonyms
need a thesaurus, and a question of one word can only be inserted into. About one word in ten is touched, at least one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

#: A word → words of the same meaning.
Thesaurus = Mapping[str, Sequence[str]]
Words = list[str]

SHARE = 0.1


def altered(question: str, copies: int, rng: np.random.Generator, thesaurus: Thesaurus | None = None) -> list[str]:
    """So many altered copies of a question; ones that came out as it was, or twice, are left out."""
    words = question.split()
    if not words:
        return []
    known = thesaurus or {}
    ways: list[Callable[[Words, np.random.Generator, Thesaurus], Words]] = [_insert]
    if len(words) > 1:
        ways += [_swap, _delete]
    if any(_synonyms(word, known) for word in words):
        ways.append(_replace)
    made = []
    for _ in range(copies):
        changed = list(words)
        way = ways[rng.integers(len(ways))]
        for _ in range(max(1, round(SHARE * len(words)))):
            changed = way(changed, rng, known)
        made.append(" ".join(changed))
    return [text for text in dict.fromkeys(made) if text != question]


def _swap(words: Words, rng: np.random.Generator, _: Thesaurus) -> Words:
    """Two words change places."""
    if len(words) < 2:
        return words
    first, second = rng.choice(len(words), 2, replace=False)
    words[first], words[second] = words[second], words[first]
    return words


def _delete(words: Words, rng: np.random.Generator, _: Thesaurus) -> Words:
    """A word goes; the last one stays."""
    if len(words) > 1:
        del words[rng.integers(len(words))]
    return words


def _insert(words: Words, rng: np.random.Generator, thesaurus: Thesaurus) -> Words:
    """A synonym of one of the words, or without one the word again, goes anywhere."""
    known = [synonym for word in words for synonym in _synonyms(word, thesaurus)]
    source = known or words
    words.insert(int(rng.integers(len(words) + 1)), source[int(rng.integers(len(source)))])
    return words


def _replace(words: Words, rng: np.random.Generator, thesaurus: Thesaurus) -> Words:
    """A word becomes a synonym."""
    places = [at for at, word in enumerate(words) if _synonyms(word, thesaurus)]
    if places:
        at = places[rng.integers(len(places))]
        known = _synonyms(words[at], thesaurus)
        words[at] = known[int(rng.integers(len(known)))]
    return words


def _synonyms(word: str, thesaurus: Thesaurus) -> Sequence[str]:
    return thesaurus.get(word.strip(".,;:!?\"'()").lower(), ())

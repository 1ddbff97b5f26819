"""What an English utterance is made of: its words, those with content, and names. Closed classes of words, by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass

IT = frozenset({"it", "its", "itself"})
THEY = frozenset({"they", "them", "their", "theirs", "themselves"})
PERSON = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
PRONOUNS = IT | THEY | PERSON
#: Words that leave out the noun they stand for, or the thing they compare with.
ONES = frozenset("one ones either both each two latter former all some any most none".split())
OTHER = frozenset(
    """other others another else same similar different differ difference differences additional alternative
    alternatives alternate instead besides also too more rest remaining""".split()
)  # fmt: skip
REACTION = frozenset("oh ok okay interesting wow so no yes well great cool thanks hmm ah really sure right".split())

PREPOSITIONS = frozenset(
    """of in on at to from by for with about into over after before between against during without within through as
    than like""".split()
)  # fmt: skip
BE = frozenset("is are was were be been being am".split())
#: Words that may stand between *the* and its noun and say nothing of which one is meant.
EMPTY_MODIFIERS = frozenset("main best different important other most".split())
CLOSED = (
    PRONOUNS | ONES | OTHER | REACTION | PREPOSITIONS | BE | EMPTY_MODIFIERS
    | frozenset(
        """a an the up out off down
        do does did done doing have has had having can could will would shall should may might must
        i you we me my your our us mine yours ours myself yourself someone somebody anyone people person
        what which who whom whose when where why how whether
        and or but if then because while not nor
        this that these those such there here many much few less least several
        tell know want give show find get make think learn explain describe help need use see say go come take let
        please thing things kind kinds type types way ways example examples information info fact facts
        very just only even still again now ever actually good better""".split()
    )
)  # fmt: skip

_TOKEN = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*|[?.!]")
_CONTRACTED = ("'s", "'re", "'ll", "'ve", "'m", "'d", "n't")


@dataclass(frozen=True)
class Utterance:
    """A turn's words in lower case and their order; `content` and `names` hold stems."""

    words: tuple[str, ...]
    content: tuple[str, ...]  # in order, each once
    names: frozenset[str]
    content_places: tuple[int, ...]

    @property
    def has_plural(self) -> bool:
        """Whether a word with content stands in the plural."""
        return any(stem(self.words[at]) != self.words[at] for at in self.content_places)

    @property
    def is_english(self) -> bool:
        """Whether some word is one of those that nearly every English sentence has."""
        return any(word in CLOSED for word in self.words)


def utterance(text: str) -> Utterance:
    """Read a turn's text. Names are words with a capital that no start of a sentence explains."""
    tokens = _TOKEN.findall(text.replace("’", "'").replace("‘", "'"))
    words: list[str] = []
    names: set[str] = set()
    starts = True
    for token in tokens:
        if token in "?.!":
            starts = True
            continue
        word = _plain(token)
        capitals = sum(letter.isupper() for letter in token)
        if word and word not in CLOSED and capitals > (1 if starts else 0):
            names.add(stem(word))
        words += [word] if word else []
        starts = False
    places = tuple(at for at, word in enumerate(words) if word not in CLOSED and len(word) > 1)
    content = dict.fromkeys(stem(words[at]) for at in places)
    return Utterance(tuple(words), tuple(content), frozenset(names), places)


def _plain(token: str) -> str:
    """A token in lower case, without the ending that an apostrophe sets off."""
    word = token.lower()
    for ending in _CONTRACTED:
        word = word.removesuffix(ending)
    return word


def stem(word: str) -> str:
    """A noun without its plural: `batteries` → `battery`, `boxes` → `box`, `sharks` → `shark`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word

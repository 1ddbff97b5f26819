"""Links between turns as ratings: of each pair of turns that could be linked, did the annotator link it?

Each file is what one annotator (or one method) linked, and is named by its file name.
"""

from __future__ import annotations

from functools import partial

from turnwise.errors import InputError
from turnwise.readers.conversations import FORMATS as CONVERSATIONS
from turnwise.readers.conversations import conversations_in
from turnwise.readers.formats import format_of
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.system_names import system_name
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import Conversation

LINKED, PARENTS = "linked", "parents"
#: What is said of a pair of turns, and of a turn that needs no other.
SCALE = ("no", "yes")
NONE = "none"


def _detect(source: Source) -> bool:
    return source.content is not None and format_of(source.content, CONVERSATIONS) is not None


def _read(source: Source, gathered: Gathered, decisions: Decisions) -> None:
    """Two questions: is this pair linked, and which are all the parents of this turn?"""
    assert source.content is not None
    found = conversations_in(source.content, decisions)
    if not found.has_links:
        raise InputError(f"{source.name}: found no links between turns and no ratings, expected one of the two.")
    gathered.scales[LINKED] = SCALE
    gathered.worded.add(PARENTS)
    rater = system_name(source.name)
    if rater in gathered.raters:
        rater = source.name  # two files of one name in different folders
    if rater in gathered.raters:
        raise InputError(f"{source.name}: found this file of links again, expected another annotator's.")
    for conversation in found:
        _links(conversation, rater, gathered, source.name)


def _links(conversation: Conversation, rater: str, gathered: Gathered, source: str) -> None:
    """A turn can be linked with every turn before it."""
    links = conversation.links
    if links is None:
        return
    spot = partial("{}, conversation {}".format, source, conversation.id)
    asked = [turn.id for turn in conversation.turns if turn.is_asked]
    for at, child in enumerate(asked):
        parents = set(links.get(child, ()))
        turn = gathered.item(f"{conversation.id}_{child}", dialogue=conversation.id)
        gathered.add(Answer(spot, turn, rater, PARENTS, ", ".join(p for p in asked if p in parents) or NONE))
        for parent in asked[:at]:
            pair = gathered.item(f"{turn} ← {parent}", dialogue=conversation.id)
            gathered.add(Answer(spot, pair, rater, LINKED, SCALE[parent in parents]))


LINKED_TURNS = RatingsFormat(
    "links",
    "links between turns, in any format that `turnwise graph` reads; an annotator a file, two files or more",
    "conversation,parent,child",
    _detect,
    _read,
)

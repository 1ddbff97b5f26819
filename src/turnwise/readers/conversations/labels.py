"""Labels of what a turn refers to, as the authors of adaptive utterance rewriting give them for TREC CAsT 2019.

SE: self-explanatory, no link. FT: the first topic, a link from the conversation's first turn. PT: a previous topic; the
label does not say which, so it is a link from the turn before.
"""

from __future__ import annotations

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.conversations.identified import has_lines, lines
from turnwise.readers.records import Place
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import USER, Conversation, Turn

ALONE, FIRST, BEFORE = LABELS = ("SE", "FT", "PT")


def _are_labels(content: Content) -> bool:
    return has_lines(content, 3) and content.text.lstrip("\r\n").split("\n", 1)[0].split("\t")[2].strip() in LABELS


def _read(content: Content, decisions: Decisions) -> list[Conversation]:
    turns: dict[str, list[Turn]] = {}
    links: dict[str, dict[str, tuple[str, ...]]] = {}
    places: dict[str, Place] = {}
    counts = dict.fromkeys(LABELS, 0)
    for place, name, turn, (text, label) in lines(content, ("turn", "text", "label")):
        if label not in counts:
            raise place.error(f"the label {shown(label)}", f"{ALONE}, {FIRST} or {BEFORE}")
        counts[label] += 1
        places.setdefault(name, place)
        before = turns.setdefault(name, [])
        if label != ALONE and not before:
            todo = f"label it {ALONE}"
            raise place.error(f"{label} for turn {turn}, the first of conversation {name}", ALONE, todo)
        parent = {ALONE: None, FIRST: before[:1], BEFORE: before[-1:]}[label]
        links.setdefault(name, {})[turn] = tuple(p.id for p in parent or ())
        before.append(Turn(turn, USER, text))
    count = counts[FIRST] + counts[BEFORE]
    text = (
        f"{plural(count, 'label')} read as links: {counts[FIRST]:,} {FIRST} from the first turn, "
        f"{counts[BEFORE]:,} {BEFORE} from the turn before"
    )
    decisions.add(content.source, "labels-as-links", count, text)
    return [conversation(places[name], name, own, links=links[name]) for name, own in turns.items()]


LABELLED = ConversationFormat(
    "labels",
    "a turn, its text and a label on each line: SE (self-explanatory), FT (first topic), PT (a previous topic)",
    "31_2⇥Is it treatable?⇥FT",
    _are_labels,
    _read,
)

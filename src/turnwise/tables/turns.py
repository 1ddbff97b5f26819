"""What was said: conversations, their turns, and the links between turns where a file has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from turnwise.errors import InputError, did_you_mean
from turnwise.tables.decisions import Decisions, plural

#: Who speaks, whatever a format calls them. `INSTRUCTIONS` is what chat formats call "system": text that nobody says.
USER, ASSISTANT, INSTRUCTIONS, TOOL = "user", "assistant", "instructions", "tool"
#: A format of links or topics may not say who speaks; then every turn is taken to be asked.
UNKNOWN = ""

#: For each turn that needs others: the turns that give the context to understand it.
Links = Mapping[str, tuple[str, ...]]

#: `4` and `1-3`, also with the conversation in front: `31_4`.
_NUMBERED = re.compile(r"(?:.*_)?(\d{1,18}(?:-\d{1,18})*)")


def in_number_order(turns: Iterable[str]) -> list[str] | None:
    """Turns in the order of their numbers: `2` before `10`, `1-9` before `2-1`. None where one has no number."""
    numbers = {}
    for turn in turns:
        match = _NUMBERED.fullmatch(turn)
        if match is None:
            return None
        numbers[turn] = [int(number) for number in match[1].split("-")]
    return sorted(numbers, key=numbers.__getitem__)


@dataclass(frozen=True)
class Turn:
    """One turn, by its id within the conversation (`4` of `31_4`).

    `others` are further texts that the file has for the turn, under the file's own names: rewritten utterances,
    responses, ids of passages.
    """

    id: str
    speaker: str
    text: str
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_asked(self) -> bool:
        """Whether the turn is one that a system answers."""
        return self.speaker in (USER, UNKNOWN)


@dataclass(frozen=True)
class Conversation:
    """Turns in their order. `links` is None where the source says nothing of links, and empty where it has none."""

    id: str
    turns: tuple[Turn, ...]
    title: str = ""
    links: Links | None = None


@dataclass(frozen=True)
class Conversations:
    """The conversations of a source, each id once."""

    source: str
    format: str
    found: tuple[Conversation, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Conversation]:
        return iter(self.found)

    def __getitem__(self, name: str) -> Conversation:
        if name not in self._by_id:
            known = list(self._by_id)
            listed = ", ".join(known[:8]) + (", …" if len(known) > 8 else "")
            hint = did_you_mean(name, known) or f"; it has {listed}."
            raise InputError(f"{self.source}: there is no conversation {name!r}{hint}")
        return self._by_id[name]

    @cached_property
    def _by_id(self) -> dict[str, Conversation]:
        return {conversation.id: conversation for conversation in self.found}

    @property
    def has_links(self) -> bool:
        return any(conversation.links is not None for conversation in self.found)

    @property
    def n_turns(self) -> int:
        return sum(len(conversation.turns) for conversation in self.found)

    def with_texts(self, texts: Conversations, decisions: Decisions) -> Conversations:
        """The same turns and links, with the titles, speakers and texts that another source has for them."""
        lacking = []
        found = []
        for conversation in self.found:
            other = texts._by_id.get(conversation.id)
            said = {} if other is None else {turn.id: turn for turn in other.turns}
            lacking += [f"{conversation.id}_{turn.id}" for turn in conversation.turns if turn.id not in said]
            turns = tuple(said.get(turn.id, turn) for turn in conversation.turns)
            title = conversation.title or ("" if other is None else other.title)
            found.append(replace(conversation, turns=turns, title=title))
        if lacking and len(lacking) == self.n_turns:
            raise InputError(
                f"{texts.source}: found no text for any turn of {self.source}, expected the same conversations and "
                f"turns, such as {lacking[0]}."
            )
        text = (
            f"{plural(len(lacking), 'turn')} without a text in {texts.source} (first: {lacking[0] if lacking else ''})"
        )
        decisions.add(self.source, "turns-without-text", len(lacking), text)
        return replace(self, found=tuple(found))

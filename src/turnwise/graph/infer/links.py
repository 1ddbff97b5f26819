"""Infer the links of conversations from what their turns say, by a method of a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.graph.conversations import graph_of_conversation
from turnwise.graph.infer.baselines import BASELINES
from turnwise.graph.infer.guess import Guess, Method
from turnwise.graph.infer.model import by_model
from turnwise.graph.infer.rewrites import by_rewrites, rewrite_of
from turnwise.graph.infer.rules import by_rules
from turnwise.graph.infer.words import utterance
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import Conversation, Conversations, Turn

DEFAULT_METHOD, REWRITES_METHOD = "model", "rewrites"
METHODS: dict[str, Method] = {
    DEFAULT_METHOD: by_model,
    "rules": by_rules,
    REWRITES_METHOD: by_rewrites,
    **BASELINES,
}
#: In these formats a link names the turn before on a path, so that only a path's turns can give context.
_TREES = frozenset({"cast-tree", "cast-paths"})


class Link(NamedTuple):
    """A row of the table of links; without a parent it says how sure it is that the turn needs none."""

    conversation: str
    parent: str | None
    child: str
    confidence: float


@dataclass(frozen=True)
class Inferred:
    """The conversations with the links that were found in place of their own, and how sure each link is."""

    method: str
    conversations: Conversations
    confidence: Mapping[tuple[str, str], Guess]  # of each conversation and turn

    def rows(self) -> Iterator[Link]:
        """One row for each link, and one for each turn without."""
        for conversation in self.conversations:
            place = {turn.id: at for at, turn in enumerate(conversation.turns)}
            for child, parents in (conversation.links or {}).items():
                guess = self.confidence[conversation.id, child]
                for parent in parents:
                    yield Link(conversation.id, parent, child, guess.parents[place[parent]])
                if not parents:
                    yield Link(conversation.id, None, child, 1 - guess.needs)


def infer_links(
    conversations: Conversations,
    decisions: Decisions,
    *,
    method: str = DEFAULT_METHOD,
    min_confidence: float = 0.0,
) -> Inferred:
    """The links between the turns that systems answer; those less sure than `min_confidence` are left out."""
    if method not in METHODS:
        hint = did_you_mean(method, METHODS) or f"; the methods are {', '.join(METHODS)}."
        raise OptionError(f"there is no method {method!r} of inferring links{hint}")
    if not 0 <= min_confidence <= 1:
        raise OptionError(f"the lowest confidence must lie between 0 and 1, found {min_confidence}.")
    _check(conversations, method, decisions)
    confidence: dict[tuple[str, str], Guess] = {}
    found = []
    for conversation in conversations:
        guesses = _guesses(conversation, METHODS[method], conversations.source, conversations.format in _TREES)
        confidence |= {(conversation.id, conversation.turns[at].id): guess for at, guess in guesses.items()}
        links = {
            conversation.turns[child].id: tuple(
                conversation.turns[at].id for at, sure in sorted(guess.parents.items()) if sure >= min_confidence
            )
            for child, guess in guesses.items()
        }
        found.append(replace(conversation, links=links))
    return Inferred(method, replace(conversations, found=tuple(found)), confidence)


def with_rewrites(conversations: Conversations, rewrites: Conversations) -> Conversations:
    """The conversations with what another source says for each turn as the turn's rewritten utterance."""
    said = {(conversation.id, turn.id): turn.text for conversation in rewrites for turn in conversation.turns}

    def rewritten(conversation: Conversation, turn: Turn) -> Turn:
        text = said.get((conversation.id, turn.id))
        return turn if text is None else replace(turn, others={**turn.others, "rewritten_utterance": text})

    found = (replace(c, turns=tuple(rewritten(c, turn) for turn in c.turns)) for c in conversations)
    return replace(conversations, found=tuple(found))


def _guesses(conversation: Conversation, method: Method, source: str, is_tree: bool) -> dict[int, Guess]:
    """For the place of each turn that a system answers, a guess whose parents are places in the conversation."""
    asked = [at for at, turn in enumerate(conversation.turns) if turn.is_asked]
    if not is_tree:
        guesses = method([conversation.turns[at] for at in asked])
        return {at: _placed(guess, asked) for at, guess in zip(asked, guesses, strict=True)}
    before = graph_of_conversation(conversation, source).parents
    paths: list[list[int]] = []
    for at, parents in zip(asked, before, strict=True):
        paths.append([*(paths[parents[0]] if parents else []), at])
    return {path[-1]: _placed(method([conversation.turns[at] for at in path])[-1], path) for path in paths}


def _placed(guess: Guess, places: Sequence[int]) -> Guess:
    return Guess(guess.needs, {places[parent]: sure for parent, sure in guess.parents.items()})


def _check(conversations: Conversations, method: str, decisions: Decisions) -> None:
    """Refuse what the method cannot read, and tell what it cannot use."""
    source = conversations.source
    turns = [turn for conversation in conversations for turn in conversation.turns]
    asked = [(c.id, turn) for c in conversations for turn in c.turns if turn.is_asked]
    answers = len(turns) - len(asked)
    text = f"{plural(answers, 'turn')} that no system answers: links join what users say"
    decisions.add(source, "answers-not-linked", answers, text)
    if method in BASELINES:
        return
    if not any(turn.text for _, turn in asked):
        raise InputError(f"{source}: found no text of any turn, expected what users say; give topics, not links.")
    foreign = [(name, turn) for name, turn in asked if not utterance(turn.text).is_english]
    first = f" (first: turn {foreign[0][1].id} of conversation {foreign[0][0]})" if foreign else ""
    text = f"{plural(len(foreign), 'turn')} without a common English word: cues are English, so these are missed{first}"
    decisions.add(source, "turns-not-english", len(foreign), text)
    if method == REWRITES_METHOD:
        lacking = [(name, turn) for name, turn in asked if rewrite_of(turn) is None]
        if lacking:
            name, turn = lacking[0]
            raise InputError(
                f"{source}: found {plural(len(lacking), 'turn')} without a rewritten utterance (first: turn {turn.id} "
                f"of conversation {name}), expected one for each; give them with --rewrites FILE, or use another."
            )

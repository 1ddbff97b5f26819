"""Conversation graphs met with the turns that were judged → the packed conversations that measures see.

A graph's turns that nobody judged have no score. What becomes of a link from such a turn is a choice (`through`): it
passes to that turn's own parents (the default, since the context they give is still needed), or is dropped. A judged
turn that no graph knows is an error, since another numbering or the wrong file is the usual reason, unless `unknown`
says that such turns are self-contained.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import GraphError, OptionError
from turnwise.graph import Graph, Through
from turnwise.measures.conversation import Conversations
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.judgements import conversation_of

#: What a judged turn that no graph knows is: an error, or a self-contained turn.
Unknown = Literal["error", "self-contained"]


@dataclass(frozen=True, eq=False)
class JudgedConversations:
    """The conversations that have judged turns. Turn *i* of `packed` is the judged turn ``order[i]``."""

    names: list[str]
    packed: Conversations
    order: NDArray[np.int64]


def judged_conversations(
    turns: Sequence[str],
    graphs: Mapping[str, Graph],
    decisions: Decisions,
    *,
    source: str = "graphs",
    through: Through = "pass",
    unknown: Unknown = "error",
) -> JudgedConversations:
    """The graphs of the judged turns, whose ids name conversation and turn: `31_4`, `132_1-3`, `9-1_3`."""
    if through not in ("pass", "drop"):
        raise OptionError(f"through must be 'pass' or 'drop', found {through!r}.")
    if unknown not in ("error", "self-contained"):
        raise OptionError(f"unknown must be 'error' or 'self-contained', found {unknown!r}.")
    judged = {name: _in_graph(own, name, graphs.get(name)) for name, own in _by_conversation(turns).items()}
    strangers = {name: _strangers(own, graphs.get(name)) for name, own in judged.items()}
    _check_known(strangers, graphs, source, unknown)
    told = {name: graphs[name] for name in judged if name in graphs}
    _tell_unjudged(told, judged, decisions, source, through)
    elsewhere = len(graphs) - len(told)
    text = f"{plural(elsewhere, 'conversation')} with a graph, but no judged turn: not scored"
    decisions.add(source, "unjudged-conversations", elsewhere, text)
    count = sum(map(len, strangers.values()))
    text = f"{plural(count, 'judged turn')} without a graph: taken to be self-contained"
    decisions.add(source, "turns-without-graph", count, text)
    whole = {name: graphs.get(name, Graph(name, (), ())).with_turns(strangers[name]) for name in judged}
    return _packed([whole[name].only(own, through) for name, own in judged.items()], judged)


def unlinked_conversations(turns: Sequence[str]) -> JudgedConversations:
    """The conversations of judged turns without any link, for measures that need no graph."""
    judged = {name: _in_graph(own, name, None) for name, own in _by_conversation(turns).items()}
    return _packed([Graph(name, (), ()).with_turns(list(own)) for name, own in judged.items()], judged)


def _packed(graphs: list[Graph], judged: Mapping[str, Mapping[str, int]]) -> JudgedConversations:
    order = [judged[graph.conversation][turn] for graph in graphs for turn in graph.turns]
    packed = Conversations.of([list(graph.parents) for graph in graphs])
    return JudgedConversations([graph.conversation for graph in graphs], packed, np.array(order, dtype=np.int64))


def _by_conversation(turns: Sequence[str]) -> dict[str, dict[str, int]]:
    """The judged turns of each conversation with their positions among all."""
    found: dict[str, dict[str, int]] = {}
    for position, turn in enumerate(turns):
        found.setdefault(conversation_of(turn), {})[turn] = position
    return found


def _in_graph(own: Mapping[str, int], name: str, graph: Graph | None) -> dict[str, int]:
    """The same by the ids that the graph has: without the conversation, or with it where the graph has it so."""
    known = set(graph.turns if graph else ())
    return {turn if turn in known else turn.removeprefix(f"{name}_"): position for turn, position in own.items()}


def _strangers(own: Mapping[str, int], graph: Graph | None) -> list[str]:
    known = set(graph.turns if graph else ())
    return [turn for turn in own if turn not in known]


def _check_known(
    strangers: Mapping[str, list[str]], graphs: Mapping[str, Graph], source: str, unknown: Unknown
) -> None:
    if not any(name in graphs for name in strangers):
        raise GraphError(
            f"{source}: found graphs of the conversations {_some(graphs)}, expected those of the judged ones "
            f"({_some(strangers)}); give another file."
        )
    lacking = [(name, turn) for name, turns in strangers.items() for turn in turns]
    if lacking and unknown == "error":
        name, turn = lacking[0]
        first = f"turn {turn} of conversation {name}" if name in graphs else f"conversation {name}"
        raise GraphError(
            f"{source}: found no graph for {plural(len(lacking), 'judged turn')} (first: {first}), expected every "
            "judged turn, also those that need no other; check that both number the turns alike."
        )


def _some(names: Collection[str]) -> str:
    return ", ".join(list(names)[:3]) + (", …" if len(names) > 3 else "")


def _tell_unjudged(
    graphs: Mapping[str, Graph],
    judged: Mapping[str, Mapping[str, int]],
    decisions: Decisions,
    source: str,
    through: Through,
) -> None:
    left_out = links = 0
    for name, graph in graphs.items():
        kept = [turn in judged[name] for turn in graph.turns]
        left_out += kept.count(False)
        links += sum(kept[t] and not kept[p] for t, parents in enumerate(graph.parents) for p in parents)
    text = f"{plural(left_out, 'turn')} of the graphs not judged: left out"
    if links:
        fate = "passed on to the parents of those turns" if through == "pass" else "dropped"
        text += f", and {plural(links, 'link')} from them {fate}"
    decisions.add(source, "unjudged-graph-turns", left_out, text)

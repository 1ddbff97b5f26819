"""From conversations with links to their graphs."""

from __future__ import annotations

from turnwise.errors import GraphError
from turnwise.graph.graph import Graph, graph_of
from turnwise.tables.turns import Conversation, Conversations


def graph_of_conversation(conversation: Conversation, source: str) -> Graph:
    """The graph of the turns that a system answers.

    The assistant's own turns are no nodes of it: whatever becomes of unjudged turns, a link from an answer passes to
    the turn that it answers.
    """
    if conversation.links is None:
        raise GraphError(
            f"{source}: found no links between the turns of conversation {conversation.id}, expected a file that says "
            "which turn needs which; give one with links (docs/formats.md lists them), or find some with "
            "`turnwise graph infer`."
        )
    whole = graph_of(conversation.id, [turn.id for turn in conversation.turns], conversation.links, source=source)
    asked = [turn.id for turn in conversation.turns if turn.is_asked]
    return whole if len(asked) == len(whole) else whole.only(asked, "pass")


def graphs_of(conversations: Conversations) -> dict[str, Graph]:
    """The graph of each conversation."""
    return {c.id: graph_of_conversation(c, conversations.source) for c in conversations}

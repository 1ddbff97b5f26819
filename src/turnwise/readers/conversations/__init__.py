"""Conversations, and the links between their turns, in the formats that collections are published in.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from turnwise.errors import InputError, OptionError
from turnwise.graph import Graph, graphs_of
from turnwise.readers.content import Content, content_of
from turnwise.readers.conversations.adjacency import ADJACENCY
from turnwise.readers.conversations.cast import CAST
from turnwise.readers.conversations.cast_dependence import CAST_DEPENDENCE
from turnwise.readers.conversations.cast_paths import CAST_PATHS
from turnwise.readers.conversations.cast_tree import CAST_TREE
from turnwise.readers.conversations.coted import COTED
from turnwise.readers.conversations.exchanges import EXCHANGES
from turnwise.readers.conversations.ikat import IKAT
from turnwise.readers.conversations.labels import LABELLED
from turnwise.readers.conversations.links import LINKS, read_parquet
from turnwise.readers.conversations.messages import MESSAGES
from turnwise.readers.conversations.parents import PARENTS, conversations_of
from turnwise.readers.conversations.sharegpt import SHAREGPT
from turnwise.readers.conversations.texts import TEXTS
from turnwise.readers.formats import chosen_format
from turnwise.readers.kinds import kind_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import Conversations

#: In the order they are tried: a format comes before those whose shape its own includes.
FORMATS = (
    CAST,
    CAST_TREE,
    CAST_PATHS,
    IKAT,
    LINKS,
    CAST_DEPENDENCE,
    PARENTS,
    COTED,
    ADJACENCY,
    LABELLED,
    EXCHANGES,
    TEXTS,
    MESSAGES,
    SHAREGPT,
)

Path = str | os.PathLike[str]


def read_conversations(
    path: Path, decisions: Decisions, *, format: str | None = None, can_be_named: bool = False
) -> Conversations:
    """The conversations in a file, with the links between their turns where the file has them.

    `can_be_named` says whether the command that reads has an option for the format.
    """
    if kind_of(path) == "parquet":
        if format not in (None, LINKS.name):
            raise OptionError(f"{os.fspath(path)}: found a Parquet file, which may be {LINKS.name}, not {format}.")
        return _each_once(Conversations(os.fspath(path), LINKS.name, tuple(read_parquet(path, decisions))))
    return conversations_in(content_of(path, "conversations"), decisions, format=format, can_be_named=can_be_named)


def conversations_in(
    content: Content, decisions: Decisions, *, format: str | None = None, can_be_named: bool = False
) -> Conversations:
    """The same of a file that was opened already."""
    known = chosen_format(content, format, FORMATS, "conversations", can_be_named)
    return _each_once(Conversations(content.source, known.name, tuple(known.read(content, decisions))))


def read_graphs(
    links: Path | Mapping[Any, Any],
    decisions: Decisions | None = None,
    *,
    format: str | None = None,
    can_be_named: bool = False,
) -> dict[str, Graph]:
    """The graph of each conversation in a file, which must have links.

    Links may also be given as ``{conversation: {turn: [parents]}}``, in which a conversation may be a graph already.
    """
    if isinstance(links, Mapping):
        made = {str(name): graph for name, graph in links.items() if isinstance(graph, Graph)}
        written = {name: parents for name, parents in links.items() if not isinstance(parents, Graph)}
        told = graphs_of(Conversations("links", PARENTS.name, conversations_of(written)))
        return {name: (made | told)[name] for name in map(str, links)}
    if not isinstance(links, str | os.PathLike):
        raise OptionError(
            f"graphs: found {type(links).__name__}, expected a file's path, or a dict {{conversation: {{turn: "
            "[parents]}}; write a table of links to a file first."
        )
    decisions = decisions or Decisions()
    return graphs_of(read_conversations(links, decisions, format=format, can_be_named=can_be_named))


def _each_once(conversations: Conversations) -> Conversations:
    seen: set[str] = set()
    for conversation in conversations:
        if conversation.id in seen:
            raise InputError(
                f"{conversations.source}: found conversation {conversation.id} twice, expected each once; "
                "rename one of the two."
            )
        seen.add(conversation.id)
    if not seen:
        raise InputError(f"{conversations.source}: found no rows, expected at least one link.")
    return conversations

"""Replies of bots: ranked options with confidences, in the formats that toolkits write.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from turnwise.errors import InputError, OptionError
from turnwise.readers.content import Content
from turnwise.readers.formats import chosen_format, format_named, format_of
from turnwise.readers.records import keys_of
from turnwise.readers.replies.clu import CLU
from turnwise.readers.replies.columns import Said
from turnwise.readers.replies.dialogflow import DIALOGFLOW_CX, DIALOGFLOW_ES, DIALOGFLOW_V1
from turnwise.readers.replies.form import LEFT_OUT, Reply, ReplyFormat
from turnwise.readers.replies.lex import LEX
from turnwise.readers.replies.luis import LUIS, LUIS_V2
from turnwise.readers.replies.objects import is_records, replies_content
from turnwise.readers.replies.plain import PLAIN
from turnwise.readers.replies.rasa import RASA, RASA_TEST
from turnwise.readers.replies.watson import WATSON
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.replies import Options, Replies, ranked

#: In the order they are tried: a format comes before those whose shape its own includes.
FORMATS = (
    RASA_TEST,
    RASA,
    DIALOGFLOW_CX,
    DIALOGFLOW_ES,
    DIALOGFLOW_V1,
    CLU,
    LUIS,
    LUIS_V2,
    LEX,
    WATSON,
    PLAIN,
)


def read_replies(sources: Any, decisions: Decisions, *, format: str | None = None, said: Said | None = None) -> Replies:
    """The replies in a file, or in several of one format (such as Rasa's `intent_errors` and `intent_successes`).

    A frame, a dict or a list of records is read as the JSON that says the same. Queries are named by their id where
    there is one, else by their text where no text occurs twice, else by their position, and that is counted.
    """
    several = isinstance(sources, list | tuple) and not is_records(sources)
    contents = [replies_content(source, decisions) for source in (sources if several else [sources])]
    if not contents:
        raise OptionError("found no file of replies, expected at least one.")
    formats = [_format(content, format) for content in contents]
    for content, other in zip(contents, formats, strict=True):
        if other is not formats[0]:
            raise InputError(
                f"{content.source}: found the format {other.name}, expected {formats[0].name} as in "
                f"{contents[0].source}; read files of one format at a time."
            )
    said = Said() if said is None else said
    replies = [reply for content in contents for reply in formats[0].read(content, said, decisions)]
    return _table(", ".join(content.source for content in contents), formats[0].name, replies, decisions)


def _format(content: Content, name: str | None) -> ReplyFormat:
    """The format of this name, or the one whose shape the content has."""
    if name is not None:
        known = format_named(name, FORMATS, "reply format")
        return known if content.is_json else chosen_format(content, known.name, FORMATS, "replies")
    if found := format_of(content, FORMATS):
        return found
    first = content.records[0]
    names = ", ".join(known.name for known in FORMATS)
    raise first.place.error(
        keys_of(first.fields), f"replies in one of the formats {names}", "`--from-format` names one"
    )


def _table(source: str, format: str, replies: list[Reply], decisions: Decisions) -> Replies:
    if not replies:
        raise InputError(f"{source}: found no row below the header, expected at least one option of one query.")
    for kind, count in Counter(why for reply in replies for why in reply.left_out).items():
        decisions.add(source, kind, count, f"{plural(count, 'option')} not taken: {LEFT_OUT[kind]}")
    queries = _names(source, replies, decisions)
    options = Options(
        [len(reply.names) for reply in replies],
        [name for reply in replies for name in reply.names],
        np.array([score for reply in replies for score in reply.scores], dtype=np.float64),
    )
    texts = [reply.text for reply in replies]
    table = ranked(source, format, queries, texts, options, decisions, _gold(source, replies))
    return replace(table, fell_back=np.array([reply.fell_back for reply in replies], dtype=np.bool_))


def _names(source: str, replies: list[Reply], decisions: Decisions) -> list[str]:
    """What the queries are called."""
    ids = [reply.id for reply in replies if reply.id is not None]
    if ids:
        seen: set[str] = set()
        for reply in replies:
            if reply.id is None:
                raise reply.place.error("a reply without id", "an id in every reply, as others have one")
            if reply.id in seen:
                raise reply.place.error(f"the query id {reply.id!r} again", "each id once", "remove one of the two")
            seen.add(reply.id)
        return ids
    texts = [reply.text for reply in replies]
    if all(texts) and len(set(texts)) == len(texts):
        return texts
    why = "some texts occur more than once" if all(texts) else "some have no text"
    text = f"{plural(len(replies), 'query has', 'queries have')} no id and {why}: named by position, from 1"
    decisions.add(source, "positions-as-ids", len(replies), text)
    return [str(position) for position in range(1, len(replies) + 1)]


def _gold(source: str, replies: list[Reply]) -> list[tuple[str, ...]] | None:
    gold = [reply.gold for reply in replies if reply.gold is not None]
    if gold and len(gold) < len(replies):
        raise InputError(f"{source}: found gold in some of the files only, expected it in all or in none.")
    return gold or None

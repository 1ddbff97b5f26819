"""`turnwise avatar stats`: what is in a knowledge base and its dialogues."""

from __future__ import annotations

import click

from turnwise.cli.avatar_choices import gold
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.report.knowledge_counts import counts_text
from turnwise.retrieval.counts import counts
from turnwise.tables.decisions import Decisions


@click.command(
    "stats",
    epilog="Example: turnwise avatar stats answers.csv dialogues.jsonl",
)
@click.argument("kb", metavar="KB")
@click.argument("dialogues", required=False, metavar="[DIALOGUES]")
@gold
@table_or_json
@strict
def command(kb: str, dialogues: str | None, gold: str | None, format_: str, strict: bool) -> None:
    """Count what is in a knowledge base and in its dialogues: pairs, unique questions and answers, turns.

    KB has a question and its answer a row (CSV, TSV, JSON or JSON Lines). DIALOGUES are conversations (messages, or a
    table of exchanges).
    """
    decisions = Decisions(strict)
    base = read_knowledge_base(kb, decisions)
    asked = None if dialogues is None else read_questions(dialogues, base, decisions, gold=gold)
    counted = counts(base, asked)
    tell_decisions(decisions)
    tell_result(format_, lambda: counted, lambda: counts_text(counted))

"""`turnwise avatar retrievers`: what can find answers, and its parameters."""

from __future__ import annotations

import json

import click

from turnwise.cli.choices import table_or_json
from turnwise.report.retrieved import described, retrievers_text
from turnwise.retrieval import RETRIEVERS, named


@click.command("retrievers", epilog="Example: turnwise avatar retrievers bm25")
@click.argument("retriever", required=False)
@table_or_json
def command(retriever: str | None, format_: str) -> None:
    """List the retrievers, or show RETRIEVER in full, with its parameters."""
    chosen = [named(retriever.partition("(")[0].strip())] if retriever else list(RETRIEVERS.values())
    if format_ == "json":
        click.echo(json.dumps([described(one) for one in chosen], ensure_ascii=False, indent=1))
        return
    click.echo(retrievers_text(chosen))
    if not retriever:
        click.echo("\nWrite them as tfidf or bm25(k1=1.2); `turnwise avatar retrievers bm25` shows one in full.")

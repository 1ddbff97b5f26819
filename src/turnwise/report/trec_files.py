"""What a retriever answered as a TREC run, and what is right as qrels."""

from __future__ import annotations

from collections.abc import Iterator

from turnwise.retrieval.retrieved import Retrieved, right_answers


def run_lines(found: Retrieved) -> Iterator[str]:
    """`turn Q0 item rank score tag`; scores with all their digits, so that the order is the same again."""
    tag = "".join(c if c.isalnum() or c in "-_.=@" else "_" for c in found.retriever).strip("_")
    for turn, items, scores in found.lists():
        for rank, (item, score) in enumerate(zip(items, scores, strict=True), 1):
            yield f"{turn} Q0 {item} {rank} {score!r} {tag}"


def qrels_lines(found: Retrieved, *, refusals: bool = True) -> Iterator[str]:
    """`turn 0 item 1`, a line for each right answer."""
    for turn, items in right_answers(found.questions, found.kb, refusals=refusals).items():
        yield from (f"{turn} 0 {item} {grade}" for item, grade in items.items())

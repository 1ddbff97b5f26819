"""What a retriever answered, in a few lines for a person; and what retrievers there are."""

from __future__ import annotations

from typing import Any

from turnwise.measures.measure import parameters, text_of
from turnwise.retrieval import Retriever
from turnwise.retrieval.retrieved import Retrieved
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural


def summary(found: Retrieved) -> str:
    """How many turns got a list, how many were refused and why, and how long it took."""
    turns = len(found.questions)
    listed = int((found.ranked.lengths > 0).sum())
    said = [
        f"{found.retriever}: {plural(turns, 'turn')} answered from {plural(len(found.kb.answers), 'answer')}, "
        f"{found.seconds['index']:.2f} s to prepare and {found.seconds['search']:.2f} s to search."
    ]
    if found.below is not None:
        said.append(
            f"{plural(int(found.refused.sum()), 'turn')} refused: the best answer scores below {found.below:.4g}."
        )
    elif listed < turns:
        said.append(f"For {plural(turns - listed, 'turn')} nothing spoke for any answer.")
    if (chosen := found.threshold) is not None:
        said.append(
            f"That threshold was chosen on {plural(chosen.questions, 'turn')}, where a wrong answer costs "
            f"{chosen.wrong_cost:g}: it refuses {chosen.refused:,} of them, and raises the mean worth of a turn from "
            f"{chosen.worth_without:.4f} to {chosen.worth:.4f}."
        )
    return filled(" ".join(said))


def retrievers_text(chosen: list[type[Retriever]]) -> str:
    """All retrievers with their parameters, for a person."""
    if len(chosen) == 1:
        return in_full(chosen[0])
    rows = [[r.name, r.title, " ".join(p.name for p in parameters(r)), r.example] for r in chosen]
    return table(["retriever", "what it is", "parameters", "for example"], rows)


def in_full(made: type[Retriever]) -> str:
    """One retriever: what it does, its parameters, an example."""
    description = "\n".join(line.strip() for line in (made.__doc__ or "").strip().splitlines())
    rows = [[p.name, _default(p.default), p.metadata["rule"].text, p.metadata["text"]] for p in parameters(made)]
    blocks = [f"{made.name}: {made.title}", description]
    for name, default, rule, text in rows:
        first, *rest = filled(" " * 4 + f"{text}; {rule}").splitlines()
        blocks.append("\n".join([f"{name}={default}", first, *rest]))
    return "\n\n".join([*blocks, f"Example: {made.example}"])


def described(made: type[Retriever]) -> dict[str, Any]:
    """One retriever's declaration, for programs."""
    return {
        "name": made.name,
        "title": made.title,
        "description": "\n".join(line.strip() for line in (made.__doc__ or "").strip().splitlines()),
        "made_of": list(made.holds) if made.holds[1] else None,
        "parameters": [
            {"name": p.name, "default": p.default, "rule": p.metadata["rule"].text, "text": p.metadata["text"]}
            for p in parameters(made)
        ],
        "example": made.example,
    }


def _default(value: object) -> str:
    return text_of(value) or "–"

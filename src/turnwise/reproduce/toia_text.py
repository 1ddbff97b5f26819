"""The reproduction of “A View From The Crowd” for a terminal of 100 columns."""

from __future__ import annotations

from textwrap import fill

from turnwise.reproduce.toia import RANDOM, STANDS_IN, Cell, Column, Reproduction, Split
from turnwise.tables.aligned import table

WIDTH = 100

HEAD = (
    "Tables 4 and 5 of Chierici and Habash, “A View From The Crowd” (2021), against the avatar maker's labels, in "
    "percent. “As published” is the authors' counting, with ties as their sort left them; “ties” is from the least to "
    "the most that counting could have given had ties fallen otherwise. “Right” is from Turnwise's catalogue: answers "
    "listed once each, every turn counted; its interval draws whole dialogues."
)


def as_text(found: Reproduction) -> str:
    parts = [fill(HEAD, WIDTH)]
    for name, split in found.splits.items():
        parts += [_about(name, split), *(_column(name, column) for column in split.columns.values())]
    parts += [_differences(name, found.splits[name]) for name in found.splits]
    parts.append("What the paper says, beside its own figures\n" + "\n".join(_claim(found)))
    if found.left_out:
        parts.append("\n".join(fill(f"Left out: {text}", WIDTH) for text in found.left_out))
    return "\n\n".join(parts)


def _about(name: str, split: Split) -> str:
    without = f", {split.without_answer} of them without a right answer" if split.without_answer else ""
    return fill(f"── {name}: {split.turns} turns of {split.dialogues} dialogues{without} ──", WIDTH)


def _column(split: str, column: Column) -> str:
    head = ["metric", "published", "as published", "ties", "right", "95 % interval"]
    rows: list[list[object]] = [
        [
            metric, "–" if cell.published is None else f"{cell.published:.1f}", f"{cell.as_published:.1f}",
            _ties(column, cell), f"{cell.right:.1f}", f"{cell.interval[0]:.1f} to {cell.interval[1]:.1f}",
        ]
        for metric, cell in column.cells.items()
    ]  # fmt: skip
    lines = [f"{split}, {_title(column)}", table(head, rows)]
    if column.matched:
        lines.append("As published meets {} of the {} printed figures to the decimal.".format(*column.matched))
    return "\n".join(lines)


def _ties(column: Column, cell: Cell) -> str:
    if column.retriever == RANDOM:
        return "any order"
    least, most = f"{cell.ties.least:.1f}", f"{cell.ties.most:.1f}"
    return "no matter" if least == most else f"{least} to {most}"


def _title(column: Column) -> str:
    if column.retriever == RANDOM:
        return f"{column.retriever} (the mean over all random lists)"
    if note := STANDS_IN.get(column.retriever):
        return f"{column.retriever} ({note})"
    return f"{column.retriever} (the paper's {column.beside})" if column.beside else column.retriever


def _differences(name: str, split: Split) -> str:
    """From the authors' counting to the right one, step by step."""
    lines = [f"What the difference is, {name}"]
    for column in split.columns.values():
        if column.counted is None:
            continue
        lines.append(f"  {column.retriever}")
        for metric, cell in column.cells.items():
            moves = "; ".join(f"{step.change}: {step.value:.1f}" for step in cell.steps)
            lines.append(
                fill(
                    f"{metric}: as published {cell.as_published:.1f}; {moves}.",
                    WIDTH,
                    initial_indent="    ",
                    subsequent_indent="      ",
                )
            )
        counted = column.counted
        told = (
            f"The authors' counting found {counted.refusals} right refusals, left {counted.left_out} turns out of MRR, "
            f"and gave {counted.above_one} turns an average precision above 1."
        )
        lines.append(fill(told, WIDTH, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def _claim(found: Reproduction) -> list[str]:
    return [
        fill(f"- {claim.says}: {claim.verdict}, since {claim.why}.", WIDTH, subsequent_indent="  ")
        for claim in found.claims
    ]

"""Posts merged into blocks: CCCCCHHHHH becomes C'H', and what was marked on posts is then marked on blocks."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from turnwise.errors import InputError, OptionError, shown
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import CHARACTERS, KINDS, Bools, Dialogues, Ints, Nuggets

#: What becomes of a block in which one annotator found nuggets of several kinds.
Mixed = Literal["refuse", "strongest"]
#: The goal is stronger than the trigger, and the trigger than a regular nugget; by kind.
_STRENGTH = np.array([1, 0, 2, 0, 2])


def merge_blocks(found: Dialogues, decisions: Decisions, *, mixed: Mixed = "refuse") -> Dialogues:
    """The same dialogues with a post for each block; a nugget becomes one of its whole block.

    The texts of a block stand one a line. A block begins when its first post was sent.
    """
    starts = np.flatnonzero(found.starts_block)
    lengths = {unit: np.add.reduceat(values, starts) for unit, values in found.lengths.items()}
    texts = None
    if found.texts is not None:
        ends = [*starts.tolist()[1:], found.n_posts]
        parts = zip(starts.tolist(), ends, strict=True)
        texts = ["\n".join(text for text in found.texts[start:end] if text) for start, end in parts]
        lengths[CHARACTERS] = np.array(list(map(len, texts)), dtype=np.float64)
    return replace(
        found,
        offsets=np.concatenate([[0], np.cumsum(found.n_blocks)]),
        by_helpdesk=found.by_helpdesk[starts],
        lengths=lengths,
        texts=texts,
        times=None if found.times is None else found.times[starts],
        nuggets=None if found.nuggets is None else nuggets_on_blocks(found, decisions, mixed=mixed),
    )


def nuggets_on_blocks(found: Dialogues, decisions: Decisions, *, mixed: Mixed = "refuse") -> Nuggets:
    """The nuggets, each of one whole block: `first` and `last` are the block's number within its dialogue."""
    if mixed not in get_args(Mixed):
        raise OptionError(f"mixed: found {shown(mixed)}, expected 'refuse' or 'strongest'.")
    nuggets = found.nuggets
    assert nuggets is not None
    start = found.offsets[nuggets.dialogue]
    block, last = found.block[start + nuggets.first], found.block[start + nuggets.last]
    if (across := np.flatnonzero(block != last)).size:
        raise _across(found, int(across[0]))
    order, new = _grouped(nuggets, block)
    several = order[_differs(nuggets.kind[order], new)]
    if len(several) and mixed == "refuse":
        raise _of_several_kinds(found, int(several[0]), int(block[several[0]]))
    chosen = order[new]
    group = np.cumsum(new) - 1
    same_kind = nuggets.kind[order] == nuggets.kind[chosen][group]
    weights = np.where(same_kind, nuggets.weight[order], np.nan)
    sizes = np.bincount(found.offsets[found.owner] + found.block)
    covered = nuggets.last - nuggets.first + 1 == sizes[start + block]
    for kind, count, text in (
        ("nuggets-mixed", len(several), "of another kind in the block of a stronger one left out"),
        ("nuggets-joined", int((same_kind & ~new).sum()), "of one kind in one block joined to the first there"),
        ("nuggets-widened", int((~covered).sum()), "of a part of a block taken as one of the whole block"),
    ):
        decisions.add(found.source, kind, count, f"{plural(count, 'nugget')} {text}")
    # the order in which the annotations stood is kept
    place = np.argsort(chosen, kind="stable")
    chosen = chosen[place]
    return replace(
        nuggets,
        dialogue=nuggets.dialogue[chosen],
        annotator=nuggets.annotator[chosen],
        first=block[chosen],
        last=block[chosen],
        kind=nuggets.kind[chosen],
        weight=np.fmax.reduceat(weights, np.flatnonzero(new))[place] if len(weights) else weights,
    )


def _grouped(nuggets: Nuggets, block: Ints) -> tuple[Ints, Bools]:
    """The nuggets of each annotator's block together, the strongest first, and which of them start a group."""
    place = np.arange(len(nuggets))
    order = np.lexsort((place, -_STRENGTH[nuggets.kind], block, nuggets.annotator, nuggets.dialogue))
    keys = np.stack([nuggets.dialogue, nuggets.annotator, block])[:, order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    return order.astype(np.int64), new


def _differs(kind: Ints, new: Bools) -> Bools:
    """Which nuggets are of another kind than the first of their group."""
    first = kind[np.flatnonzero(new)][np.cumsum(new) - 1] if len(kind) else kind
    return np.asarray(kind != first)


def _across(found: Dialogues, at: int) -> InputError:
    nuggets = found.nuggets
    assert nuggets is not None
    return InputError(
        f"{_where(found, at)} marked posts {nuggets.first[at] + 1} to {nuggets.last[at] + 1}, which are of both sides, "
        f"as {KINDS[nuggets.kind[at]]}, expected posts of one side; `turnwise dialogues check` lists all such nuggets."
    )


def _of_several_kinds(found: Dialogues, at: int, block: int) -> InputError:
    return InputError(
        f"{_where(found, at)} marked nuggets of several kinds in block {block + 1}, expected one kind a block; "
        "with mixed 'strongest' the goal counts before the trigger, and that before a regular one."
    )


def _where(found: Dialogues, at: int) -> str:
    nuggets = found.nuggets
    assert nuggets is not None
    return (
        f"{found.source}: dialogue {found.names[nuggets.dialogue[at]]}: "
        f"annotator {nuggets.annotators[nuggets.annotator[at]]}"
    )

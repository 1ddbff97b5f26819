"""Are nuggets of annotated dialogues of use for dialogues that nobody annotated? (the paper's reusability hypothesis)

*Compared to subjective annotation, nugget annotation enables us to predict the quality of unannotated dialogues more
accurately* (section 3.2): some of the nuggets of a dialogue on the same problem may be found in the new one.

Each post of a new dialogue is set beside the most alike annotated posts of the same side, in dialogues of the same
problem where that is known. What annotators made of those is taken for this one; so the new dialogue has, of each
kind, the most that any of its posts has. A regression, fitted on the annotated dialogues in just the same way (each
beside the others), turns that and the dialogue's length into a label. The rival reuses labels: those of the most alike
dialogues, through a regression of its own with the same length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.nugget_units import nugget_units
from turnwise.errors import InputError, OptionError
from turnwise.tables.dialogues import CHARACTERS, KINDS, Dialogues
from turnwise.validity.likeness import (
    Vectors,
    dialogue_places,
    nearest,
    of_places,
    of_texts,
    post_places,
)
from turnwise.validity.matrices import labels_of, mean_of, numbers_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Likeness = Literal["words", "places"]

#: Ways to predict a label, from the one that knows least.
METHODS = {
    "mean": "the mean label",
    "length": "length alone",
    "labels": "length, reused labels",
    "nuggets": "length, reused nuggets",
    "known nuggets": "length, its own nuggets",
}
#: How much the share of a kind at large counts beside matched posts, which are as alike as 0 to 1 each.
_PRIOR = 0.1
#: A kind that annotators give a post more likely than not is what the post is taken for.
LIKELY = 0.5


@dataclass(frozen=True, eq=False)
class Reused:
    """What is predicted of new dialogues; NaN where nothing can be said."""

    #: ``[post, kind]``: how likely an annotator gives the post this kind
    posts: Floats
    #: method → a label for each new dialogue
    labels: dict[str, Floats]
    likeness: Likeness
    #: new dialogues of a problem that no annotated dialogue has
    unmatched: int

    def likely(self, first: int, last: int) -> list[tuple[int, str, float]]:
        """Of the posts from `first` up to `last`, those likely to be a nugget: place from 1, kind and how likely."""
        best = np.nan_to_num(self.posts[first:last]).argmax(axis=1)
        shares = self.posts[np.arange(first, last), best]
        return [
            (at + 1, KINDS[kind], share)
            for at, (kind, share) in enumerate(zip(best.tolist(), shares.tolist(), strict=True))
            if share >= LIKELY
        ]


def reuse(
    annotated: Dialogues,
    new: Dialogues,
    label: str,
    *,
    group: str | None = None,
    neighbours: int = 5,
) -> Reused:
    """Predict the nuggets and a label of `new` dialogues from `annotated` ones.

    With `group` (such as `problem`) only dialogues with the same value are compared. Words are compared where both have
    texts; else the posts' lengths and places, which know nothing of what is said.
    """
    given = mean_of(numbers_of(labels_of(annotated), label))
    if np.isnan(given).all():
        raise InputError(f"{annotated.source}: no dialogue has an answer to {label}, and that is what is reused.")
    annotated = annotated if not np.isnan(given).any() else annotated.keeping(~np.isnan(given))
    given = given[~np.isnan(given)]
    likeness: Likeness = "places" if annotated.texts is None or new.texts is None else "words"
    shares = post_shares(annotated)
    groups = _groups(annotated, new, group)
    apart = np.zeros(len(new), dtype=np.int64) - 1 - np.arange(len(new))  # no new dialogue is an annotated one
    own = np.arange(len(annotated))
    posts = _matched(annotated, annotated, shares, likeness, (groups[0], groups[0]), own, neighbours)
    new_posts = _matched(annotated, new, shares, likeness, groups, apart, neighbours)
    near = _near_labels(annotated, annotated, given, likeness, (groups[0], groups[0]), own, neighbours)
    new_near = _near_labels(annotated, new, given, likeness, groups, apart, neighbours)
    costs, new_costs = _costs(annotated), _costs(new)
    features: dict[str, tuple[Floats, Floats]] = {
        "mean": (costs[:, :0], new_costs[:, :0]),
        "length": (costs, new_costs),
        "labels": (np.column_stack([costs, near]), np.column_stack([new_costs, new_near])),
        "nuggets": (
            np.column_stack([costs, _most(annotated, posts)]), np.column_stack([new_costs, _most(new, new_posts)]),
        ),
    }  # fmt: skip
    if new.nuggets is not None and len(new.nuggets.read):
        features["known nuggets"] = (
            np.column_stack([costs, _most(annotated, shares)]),
            np.column_stack([new_costs, _most(new, post_shares(new))]),
        )
    matched = np.isin(groups[1], groups[0])
    labels = {name: np.where(matched, _predicted(x, given, x_new), np.nan) for name, (x, x_new) in features.items()}
    return Reused(new_posts, labels, likeness, int((~matched).sum()))


def post_shares(dialogues: Dialogues) -> Floats:
    """``[post, kind]``: the share of the readers of its dialogue who gave the post this kind; NaN where nobody read."""
    units = nugget_units(dialogues, "post")
    given = np.zeros((dialogues.n_posts, len(KINDS)))
    some = units.code > 0
    np.add.at(given, (units.unit[some], units.code[some] - 1), 1)
    readers = np.bincount(units.read[:, 0], minlength=len(dialogues))[dialogues.owner].astype(np.float64)
    return given / np.where(readers > 0, readers, np.nan)[:, None]


def _matched(
    annotated: Dialogues,
    new: Dialogues,
    shares: Floats,
    likeness: Likeness,
    groups: tuple[Ints, Ints],
    name: Ints,
    k: int,
) -> Floats:
    """What annotators would make of each new post, going by the most alike annotated posts of its side and group."""
    known, wanted = _post_vectors(annotated, new, likeness)
    read = ~np.isnan(shares[:, 0])
    found = np.full((new.n_posts, shares.shape[1]), np.nan)
    for helpdesk in (False, True):
        side = read & (annotated.by_helpdesk == helpdesk)
        base = shares[side].mean(axis=0) if side.any() else np.zeros(shares.shape[1])
        for group in np.unique(groups[1]).tolist():
            rows = np.flatnonzero((groups[1][new.owner] == group) & (new.by_helpdesk == helpdesk))
            from_rows = np.flatnonzero(side & (groups[0][annotated.owner] == group))
            at, like = nearest(
                wanted.taken(rows), known.taken(from_rows), name[new.owner[rows]], annotated.owner[from_rows], k
            )
            weight = np.where(at >= 0, like, 0.0)
            there = (
                shares[from_rows][np.maximum(at, 0)] if len(from_rows) else np.zeros((len(rows), k, shares.shape[1]))
            )
            total = (weight[:, :, None] * there).sum(axis=1) + _PRIOR * base
            found[rows] = total / (weight.sum(axis=1) + _PRIOR)[:, None]
    return found


def _near_labels(
    annotated: Dialogues,
    new: Dialogues,
    given: Floats,
    likeness: Likeness,
    groups: tuple[Ints, Ints],
    name: Ints,
    k: int,
) -> Floats:
    """The mean label of the most alike annotated dialogues of the group."""
    if likeness == "words":
        fitted = _whole_texts(annotated)
        spaced = annotated.unit != CHARACTERS
        known, wanted = (of_texts(_whole_texts(of), not spaced, fitted) for of in (annotated, new))
    else:
        points = dialogue_places(annotated)
        known, wanted = of_places(points, points), of_places(dialogue_places(new), points)
    found = np.full(len(new), given.mean())
    for group in np.unique(groups[1]).tolist():
        rows, from_rows = np.flatnonzero(groups[1] == group), np.flatnonzero(groups[0] == group)
        at, like = nearest(wanted.taken(rows), known.taken(from_rows), name[rows], from_rows, k)
        weight = np.where(at >= 0, like, 0.0)
        there = given[from_rows][np.maximum(at, 0)] if len(from_rows) else np.zeros((len(rows), k))
        found[rows] = ((weight * there).sum(axis=1) + _PRIOR * given.mean()) / (weight.sum(axis=1) + _PRIOR)
    return found


def _post_vectors(annotated: Dialogues, new: Dialogues, likeness: Likeness) -> tuple[Vectors, Vectors]:
    if likeness == "words":
        assert annotated.texts is not None
        assert new.texts is not None
        characters = annotated.unit == CHARACTERS
        return tuple(of_texts(of, characters, annotated.texts) for of in (annotated.texts, new.texts))  # type: ignore[return-value]
    points = post_places(annotated)
    return of_places(points, points), of_places(post_places(new), points)


def _whole_texts(dialogues: Dialogues) -> list[str]:
    texts, ends = dialogues.texts or [], dialogues.offsets.tolist()
    return [" ".join(texts[start:end]) for start, end in pairwise(ends)]


def _most(dialogues: Dialogues, posts: Floats) -> Floats:
    """``[dialogue, kind]``: the most that any of its posts has."""
    found: Floats = np.maximum.reduceat(np.nan_to_num(posts), dialogues.offsets[:-1], axis=0)
    return found


def _costs(dialogues: Dialogues) -> Floats:
    length = np.nan_to_num(dialogues.totals(dialogues.unit))
    return np.stack([np.diff(dialogues.offsets), dialogues.n_blocks, length], axis=1).astype(np.float64)


def _groups(annotated: Dialogues, new: Dialogues, group: str | None) -> tuple[Ints, Ints]:
    """A number for the group of each annotated and each new dialogue; all are of one, where no group is named."""
    if group is None:
        return np.zeros(len(annotated), dtype=np.int64), np.zeros(len(new), dtype=np.int64)
    for of in (annotated, new):
        if group not in of.groups:
            has = f"it has {', '.join(of.groups)}" if of.groups else "it has no groups at all"
            raise OptionError(f"{of.source}: dialogues are not grouped by {group!r}; {has}.")
    number: Mapping[str, int] = {
        name: at for at, name in enumerate(dict.fromkeys([*annotated.groups[group], *new.groups[group]]))
    }
    return tuple(np.array([number[name] for name in of.groups[group]], dtype=np.int64) for of in (annotated, new))  # type: ignore[return-value]


def _predicted(x: Floats, y: Floats, x_new: Floats) -> Floats:
    """Least squares on standardised columns, a little shrunk, so that few dialogues do not run wild."""
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 1e-9 * np.maximum(1, np.abs(mean)), spread, np.inf)  # what is constant tells nothing
    z, z_new = (x - mean) / spread, (x_new - mean) / spread
    shrunk = z.T @ z + np.eye(z.shape[1])
    beta = np.linalg.solve(shrunk, z.T @ (y - y.mean())) if z.shape[1] else np.zeros(0)
    return np.asarray(y.mean() + z_new @ beta)

"""What is predicted of new dialogues from annotated ones, and how well that works: for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from turnwise.report.correlations import between
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import KINDS, Dialogues
from turnwise.validity.reuse import LIKELY, METHODS, Reused
from turnwise.validity.reuse_trial import ReuseTrial

_BY = {"words": "the words of posts", "places": "the lengths and places of posts, since there are no texts"}


def trial_text(name: str, found: ReuseTrial) -> str:
    return "\n".join(_trial(name, found))


def trial_json(found: ReuseTrial) -> dict[str, Any]:
    """The same for a program."""
    return {**asdict(found), "holds": found.holds, "verdict": found.verdict}


def _trial(name: str, found: ReuseTrial) -> Iterator[str]:
    one_by_one = found.folds >= found.dialogues + found.left_out
    how = "each from all others" if one_by_one else f"a tenth at a time from the other {found.folds - 1} tenths"
    among = f" of the same {found.group}" if found.group else ""
    left_out = f" ({found.left_out:,} left out, which have no other{among})" if found.left_out else ""
    yield filled(
        f"{name}: {found.label} of {plural(found.dialogues, 'dialogue')}{left_out} predicted {how}, as if nobody had "
        f"annotated them, by {_BY[found.likeness]}; the {found.neighbours} most alike{among} count."
    )
    yield ""
    rows: list[list[object]] = [
        [
            METHODS[guess.method], guess.r_squared, between(guess.interval, 2),
            between(guess.beyond_interval), guess.absolute_error,
        ]
        for guess in found.guesses
    ]  # fmt: skip
    head = ["predicted from", "R²", f"{found.level:.0%} interval", "less that of reused labels", "mean error"]
    yield table(head, rows, 2)
    yield filled("Its own nuggets: those that annotators found in it, which is what matching could reach at best.")
    if found.draws:
        yield filled(f"Intervals draw dialogues with their errors anew ({found.draws:,} draws, seed {found.seed}).")
    yield ""
    yield filled(found.verdict)


def reused_text(new: Dialogues, label: str, found: Reused) -> str:
    return "\n".join(_reused(new, label, found))


def reused_json(new: Dialogues, label: str, found: Reused) -> dict[str, Any]:
    """The same for a program, with every post's kinds."""
    return {
        "label": label,
        "likeness": found.likeness,
        "unmatched": found.unmatched,
        "dialogues": [
            {
                "id": name,
                "predicted": {method: _known(float(values[at])) for method, values in found.labels.items()},
                "posts": [
                    {kind: _known(share) for kind, share in zip(KINDS, shares, strict=True)}
                    for shares in found.posts[new.offsets[at] : new.offsets[at + 1]].tolist()
                ],
            }
            for at, name in enumerate(new.names)
        ],
    }


def _known(value: float) -> float | None:
    return None if value != value else value


def _reused(new: Dialogues, label: str, found: Reused) -> Iterator[str]:
    rows: list[list[object]] = []
    for at, name in enumerate(new.names):
        likely = found.likely(int(new.offsets[at]), int(new.offsets[at + 1]))
        marks = ", ".join(f"{kind} {post} ({share:.2f})" for post, kind, share in likely)
        rows.append([name, *(_known(float(found.labels[m][at])) for m in ("nuggets", "labels")), marks or "–"])
    yield table(["dialogue", f"{label} by nuggets", f"{label} by labels", "likely nuggets (post, how likely)"], rows, 2)
    yield filled(
        f"Predicted from annotated dialogues by {_BY[found.likeness]}. A post is named where annotators are likely "
        f"({LIKELY:g} or more) to give it that kind. How far to trust this: give the annotated file alone."
    )
    if found.unmatched:
        yield filled(f"{plural(found.unmatched, 'dialogue')} of a group that no annotated dialogue has: no prediction.")

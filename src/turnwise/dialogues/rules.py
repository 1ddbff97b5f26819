"""The rules of nuggets, and every nugget or answer that breaks one: with its dialogue, annotator and post.

The paper's rules: a nugget is a post or consecutive posts of one side (I), overlaps with no other (II), and is minimal,
without posts that do not help (III). What it says of minimal nuggets can be told only where a post is empty, so that is
a hint. Whether a nugget helps the customer on (IV) is for people to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.errors import InputError
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, KINDS, Dialogues, Ints, Nuggets
from turnwise.tables.ratings import Ratings
from turnwise.tables.schemes import Question, Scheme

#: Every rule by its key: what it says. The last one is a hint: it may be broken for a reason.
RULES = {
    "posts": "a nugget is of posts that the dialogue has (I)",
    "one-side": "a nugget is of consecutive posts of one side (I)",
    "kind": "the customer's posts have CNUG0, CNUG and CNUG*, the helpdesk's HNUG and HNUG*",
    "overlap": "a post is in one nugget of an annotator at most (II)",
    "weight": "a weight is a finite number from 0",
    "question": "the scheme has the question",
    "answer": "the scheme has the answer",
    "asked": "a question is answered only where the scheme asks it",
    "minimal": "a nugget holds no post without content (III; a hint)",
}
HINTS = ("minimal",)


@dataclass(frozen=True)
class Broken:
    """A rule that is broken, and where; posts count from 1. What there is not is empty."""

    rule: str
    dialogue: str
    annotator: str
    found: str
    kind: str = ""
    first: int | None = None
    last: int | None = None
    post: int | None = None
    question: str = ""

    def __str__(self) -> str:
        return f"dialogue {self.dialogue}, annotator {self.annotator}: {self.found}"

    def error(self, source: str) -> InputError:
        """The same as an error, for those who can do nothing with it."""
        return InputError(
            f"{source}: dialogue {self.dialogue}, annotator {self.annotator}: found {self.found}, expected that "
            f"{RULES[self.rule]}; `turnwise dialogues check` lists all that is broken."
        )


@dataclass(frozen=True)
class Checked:
    """What a check found: rules that are broken, and hints."""

    dialogues: int
    readings: int
    nuggets: int
    answers: int
    scheme: str | None
    broken: list[Broken]
    hints: list[Broken]

    def counts(self) -> dict[str, int]:
        """How often each rule is broken; those of answers only where a scheme was given."""
        rules = [rule for rule in RULES if self.scheme or rule not in ("question", "answer", "asked")]
        found = [one.rule for one in (*self.broken, *self.hints)]
        return {rule: found.count(rule) for rule in rules}


def posts_text(first: int, last: int) -> str:
    """`post 3`, `posts 3 to 5`."""
    return f"post {first}" if first == last else f"posts {first} to {last}"


def unusable(dialogue: str, annotator: str, kind: int, span: tuple[int, int], posts: int, weight: float) -> Broken:
    """What is wrong with a nugget whose posts (from 0) or whose weight there cannot be."""
    first, last = span[0] + 1, span[1] + 1
    rule, found = "posts", f"{KINDS[kind]} at {posts_text(first, last)} of {posts}"
    if 0 < first <= last <= posts:
        rule, found = "weight", f"{KINDS[kind]} at {posts_text(first, last)} with the weight {weight:g}"
    return Broken(rule, dialogue, annotator, found, KINDS[kind], first, last, min(max(first, 1), posts))


def check_dialogues(found: Dialogues, unusable: Sequence[Broken] = (), scheme: Scheme | None = None) -> Checked:
    """All that breaks the rules of nuggets, and of a scheme of labels where one is given.

    `unusable` has the nuggets that could not be read into the table.
    """
    nuggets, labels = found.nuggets, found.labels
    broken, hints = list(unusable), list[Broken]()
    if nuggets is not None:
        broken += _of_both_sides(found, nuggets)
        broken += _of_the_wrong_side(found, nuggets)
        broken += _overlapping(found, nuggets)
        broken += _weighted(found, nuggets)
        hints += _empty(found, nuggets)
    if scheme is not None and labels is not None:
        broken += _out_of_scheme(labels, scheme)
    return Checked(
        dialogues=len(found),
        readings=0 if nuggets is None else len(nuggets.read),
        nuggets=len(nuggets or ()) + len(unusable),
        answers=len(labels or ()),
        scheme=None if scheme is None else scheme.name,
        broken=broken,
        hints=hints,
    )


def _nugget(found: Dialogues, nuggets: Nuggets, at: int, rule: str, more: str, post: int | None = None) -> Broken:
    """A rule that a nugget breaks; `post` from 0 within the dialogue, else its first."""
    first, last, kind = int(nuggets.first[at]) + 1, int(nuggets.last[at]) + 1, KINDS[nuggets.kind[at]]
    name, annotator = found.names[nuggets.dialogue[at]], nuggets.annotators[nuggets.annotator[at]]
    where = first if post is None else post + 1
    return Broken(rule, name, annotator, f"{kind} at {posts_text(first, last)}{more}", kind, first, last, where)


def _of_both_sides(found: Dialogues, nuggets: Nuggets) -> Iterator[Broken]:
    start = found.offsets[nuggets.dialogue]
    for at in np.flatnonzero(found.block[start + nuggets.first] != found.block[start + nuggets.last]).tolist():
        sides = found.by_helpdesk[start[at] + nuggets.first[at] : start[at] + nuggets.last[at] + 1]
        other = int(nuggets.first[at]) + int(np.flatnonzero(sides != sides[0])[0])
        more = f", of which post {other + 1} is of the other side"
        yield _nugget(found, nuggets, at, "one-side", more, other)


def _of_the_wrong_side(found: Dialogues, nuggets: Nuggets) -> Iterator[Broken]:
    said_by_helpdesk = found.by_helpdesk[found.offsets[nuggets.dialogue] + nuggets.first]
    for at in np.flatnonzero(said_by_helpdesk != nuggets.by_helpdesk).tolist():
        yield _nugget(found, nuggets, at, "kind", f", said by the {HELPDESK if said_by_helpdesk[at] else CUSTOMER}")


def _overlapping(found: Dialogues, nuggets: Nuggets) -> Iterator[Broken]:
    order = np.lexsort((nuggets.last, nuggets.first, nuggets.annotator, nuggets.dialogue))
    if not len(order):
        return
    group = np.cumsum(_changes(nuggets.dialogue[order], nuggets.annotator[order])) * (int(nuggets.last.max()) + 1)
    reached = np.maximum.accumulate(group + nuggets.last[order])
    for place in (np.flatnonzero((group + nuggets.first[order])[1:] <= reached[:-1]) + 1).tolist():
        at, before = int(order[place]), place - 1
        while group[before] + nuggets.last[order[before]] != reached[place - 1]:
            before -= 1
        other = order[before]
        span = posts_text(int(nuggets.first[other]) + 1, int(nuggets.last[other]) + 1)
        more = f", which overlaps with {KINDS[nuggets.kind[other]]} at {span}"
        yield _nugget(found, nuggets, at, "overlap", more)


def _changes(*columns: Ints) -> Ints:
    """1 where any column differs from the row before."""
    stacked = np.stack(columns)
    changed = np.zeros(stacked.shape[1], dtype=np.int64)
    changed[1:] = (stacked[:, 1:] != stacked[:, :-1]).any(axis=0)
    return changed


def _weighted(found: Dialogues, nuggets: Nuggets) -> Iterator[Broken]:
    for at in np.flatnonzero((nuggets.weight < 0) | np.isinf(nuggets.weight)).tolist():
        yield _nugget(found, nuggets, at, "weight", f" with the weight {nuggets.weight[at]:g}")


def _empty(found: Dialogues, nuggets: Nuggets) -> Iterator[Broken]:
    """Nuggets with an empty post at the start, at the end or in the middle."""
    empty = found.lengths[found.unit] == 0
    counted = np.concatenate([[0], np.cumsum(empty)])
    start = found.offsets[nuggets.dialogue]
    inside = counted[start + nuggets.last + 1] - counted[start + nuggets.first]
    for at in np.flatnonzero(inside).tolist():
        own = empty[start[at] + nuggets.first[at] : start[at] + nuggets.last[at] + 1]
        if own.all():
            where, post = ("without content" if len(own) == 1 else "all without content"), 0
        elif own[0] or own[-1]:
            where, post = f"with nothing at its {'start' if own[0] else 'end'}", 0 if own[0] else len(own) - 1
        else:
            where, post = "with nothing in its middle", int(np.flatnonzero(own)[0])
        yield _nugget(found, nuggets, at, "minimal", f", {where}", int(nuggets.first[at]) + post)


def _out_of_scheme(labels: Ratings, scheme: Scheme) -> Iterator[Broken]:
    """Answers that the scheme does not have, and answers to what it did not ask."""
    for number, name in enumerate(labels.questions):
        rows = np.flatnonzero(labels.question == number)
        if name not in scheme:
            if len(rows):
                text = (
                    f"{plural(len(rows), 'answer')} to {name}, first here, which the scheme {scheme.name} does not ask"
                )
                yield _answer(labels, int(rows[0]), "question", text)
            continue
        question = scheme[name]
        for row in rows.tolist():
            if _value(labels, row, question) is None:
                known = ", ".join(f"{value:g}" for value in question.values)
                text = f"the answer {_said(labels, row)} to {name}, which has {known}"
                yield _answer(labels, row, "answer", text)
        if question.only_if is not None and question.only_if[0] in labels.questions:
            yield from _unasked(labels, rows, scheme, question)


def _unasked(labels: Ratings, rows: Ints, scheme: Scheme, question: Question) -> Iterator[Broken]:
    """Answers to a question that is asked only of those who answered another so or higher."""
    assert question.only_if is not None
    other, least = question.only_if
    condition = scheme[other]
    answered = {
        (int(labels.item[row]), int(labels.rater[row])): row
        for row in np.flatnonzero(labels.question == labels.number(other)).tolist()
    }
    for row in rows.tolist():
        before = answered.get((int(labels.item[row]), int(labels.rater[row])))
        value = None if before is None else _value(labels, before, condition)
        if before is not None and value is not None and value < least:
            text = f"an answer to {question.name}, which is asked only if {other} is {least:g} or more: it is {value:g}"
            yield _answer(labels, row, "asked", text)


def _value(labels: Ratings, row: int, question: Question) -> float | None:
    """The value of an answer in its question; None where the question has no such value."""
    words = labels.labels.get(question.name)
    value = float(labels.value[row])
    if words:
        return question.value_of(words[int(value)])
    return value if value in question.values else None


def _said(labels: Ratings, row: int) -> str:
    words = labels.labels.get(labels.questions[labels.question[row]])
    return repr(words[int(labels.value[row])]) if words else f"{labels.value[row]:g}"


def _answer(labels: Ratings, row: int, rule: str, text: str) -> Broken:
    question = labels.questions[labels.question[row]]
    return Broken(rule, labels.items[labels.item[row]], labels.raters[labels.rater[row]], text, question=question)

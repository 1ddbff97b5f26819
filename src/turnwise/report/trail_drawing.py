"""A dialogue along its decay line, for a terminal: each post, its nugget, and what that is worth where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwise.report.graph_svg import printable, shortened
from turnwise.tables.aligned import filled, table, width
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import CUSTOMER, HELPDESK
from turnwise.tables.trail import Trail, TrailNugget, TrailPost, TrailSide

#: How many columns the longest bar takes.
BAR = 10


def trail_text(trails: Sequence[Trail], columns: int = 100) -> str:
    """One dialogue under one or several measures."""
    return "\n\n".join("\n".join(_lines(trail, columns)) for trail in trails)


def _lines(trail: Trail, columns: int) -> Iterator[str]:
    longest = ", the longest dialogue" if trail.is_longest else ""
    yield printable(
        f"{trail.dialogue}, {read_by(trail)}: {plural(len(trail.posts), 'post')}, {trail.total:g} {trail.unit}; "
        f"L = {trail.length:g}{longest}."
    )
    yield ""
    yield from _posts(trail, columns)
    yield ""
    yield filled(f"{sums(trail)} Of a bar, the full part is what is left of the weight.")


def read_by(trail: Trail) -> str:
    """Who marked the nuggets."""
    return "by the vote of its annotators" if trail.reader == "vote" else f"as {trail.reader} read it"


def sums(trail: Trail) -> str:
    """How the value comes about, in a sentence."""
    worth = " and ".join(f"the {side_name(side)}'s nuggets are worth {side.worth:.4f}" for side in trail.sides)
    if abs(sum(side.share * side.worth for side in trail.sides) - trail.value) > 1e-9:
        return f"{trail.measure} = {trail.value:.4f}, beside the shortest text with the same nuggets: {worth}."
    if len(trail.sides) == 1:
        return f"{trail.measure} = {trail.value:.4f}."
    terms = (f"{side.worth:.4f}" if side.share == 1 else f"{side.share:g} · {side.worth:.4f}" for side in trail.sides)
    return f"{trail.measure} = {' + '.join(terms)} = {trail.value:.4f}: {worth}."


def side_name(side: TrailSide | TrailPost) -> str:
    return HELPDESK if side.by_helpdesk else CUSTOMER


def _posts(trail: Trail, columns: int) -> Iterator[str]:
    starting = {nugget.first: nugget for nugget in trail.nuggets}
    inside = {post for n in trail.nuggets for post in range(n.first + 1, n.last + 1)}
    most = max((nugget.weight for nugget in trail.nuggets), default=1.0)
    rows = []
    for number, post in enumerate(trail.posts, 1):
        nugget = starting.get(number)
        told: list[object] = ["", "", "", "", ""]
        if nugget:
            told = [f"{nugget.weight:g}", f"{nugget.discount:.4f}", f"{nugget.worth:.4f}", bar(nugget, most), ""]
        mark = nugget.kind if nugget else "  〃" if number in inside else ""
        rows.append([number, side_name(post), f"{post.start:g}", mark, *told[:4], printable(post.text or "")])
    head = ["post", "by", "from", "nugget", "weight", "discount", "worth", "", "text" if _has_text(trail) else ""]
    room = max(columns - max(map(width, table(head[:-1], [row[:-1] for row in rows]).splitlines())) - 2, 12)
    for row in rows:
        row[-1] = shortened(str(row[-1]), room)
    yield table(head, rows)


def _has_text(trail: Trail) -> bool:
    return any(post.text for post in trail.posts)


def bar(nugget: TrailNugget, most: float) -> str:
    """The weight as a bar, of which the full part is left after the discount."""
    whole = max(round(BAR * nugget.weight / most), 1) if nugget.weight > 0 else 0
    full = min(round(whole * nugget.discount), whole)
    return "█" * full + "░" * (whole - full)

"""A dialogue along its decay line, drawn as in Figure 3 of Sakai, Zeng and Luo (2016).

Above, the dialogue: a box a post, as wide as it is long, the customer's posts above the helpdesk's. Below, for each
side and measure, its nuggets as bars: the frame is the weight, the full part what the discount leaves of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnwise.report.blocks import Picture
from turnwise.report.comparison_pictures import slug
from turnwise.report.graph_svg import printable, shortened
from turnwise.report.themed_figure import png_of, svg_of
from turnwise.report.trail_drawing import read_by, side_name, sums
from turnwise.tables.trail import Trail, TrailNugget, TrailSide

#: Letters of a post's text that stand beside its number.
LETTERS = 88
#: Posts that are listed with their text; a longer dialogue has the boxes alone.
MOST_TEXTS = 24
#: How many times as long as the dialogue the picture is, at most.
NARROW = 6
#: The least width of a bar, as a share of the text.
LEAST = 0.008


def trail_picture(trails: Sequence[Trail]) -> Picture:
    """One dialogue under one or several measures, of one reader."""
    first = trails[0]
    texts = [post.text for post in first.posts] if any(post.text for post in first.posts) else []
    listed = texts if len(texts) <= MOST_TEXTS else []
    panels = [(trail, side) for trail in trails for side in trail.sides]
    heights = [0.19 * len(listed) + 0.1 if listed else 0.01, 0.75, *[1.45] * len(panels)]

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        figure.suptitle(shortened(printable(_title(trails)), 80), x=0.01, ha="left", fontsize=11, parse_math=False)
        grid = figure.add_gridspec(len(heights), 1, height_ratios=heights)
        if listed:
            _list(figure.add_subplot(grid[0]), first, colours)
        end = _end(trails)
        strip = figure.add_subplot(grid[1])
        _strip(strip, first, colours, end)
        for at, (trail, side) in enumerate(panels, 2):
            axis = figure.add_subplot(grid[at], sharex=strip)
            _panel(axis, trail, side, colours, end)
            axis.tick_params(axis="x", labelbottom=at == len(heights) - 1)
        axis.set_xlabel(f"{first.unit} into the dialogue, which ends at the dashed line; L = {first.length:,g}")
        axis.set_xlim(0, end)

    return Picture(
        f"trail-{slug(first.dialogue)}",
        _title(trails),
        described(trails),
        "A frame is a nugget's weight, its full part what the discount leaves of it; the line is the discount. Blue "
        "nuggets are regular, orange ones goals.",
        (6.4, sum(heights) + 1.0),
        draw,
    )


def _title(trails: Sequence[Trail]) -> str:
    values = ", ".join(f"{trail.measure} = {trail.value:.4f}" for trail in trails)
    return f"{trails[0].dialogue}, {read_by(trails[0])}: {values}"


def trail_svg(trails: Sequence[Trail]) -> str:
    """The picture as a file of its own."""
    picture = trail_picture(trails)
    return svg_of(picture.draw, picture.size, picture.name, picture.title, picture.description)


def trail_png(trails: Sequence[Trail]) -> bytes:
    picture = trail_picture(trails)
    return png_of(picture.draw, picture.size)


def described(trails: Sequence[Trail]) -> str:
    """The picture for somebody who does not see it."""
    first = trails[0]
    nuggets = "; ".join(
        f"{n.kind} at {n.at:g}, weight {n.weight:g}, discount {n.discount:.4f}, worth {n.worth:.4f}"
        for n in first.nuggets
    )
    return (
        f"A dialogue of {len(first.posts)} posts and {first.total:g} {first.unit}; L is {first.length:g}. "
        f"Nuggets: {nuggets or 'none'}. {' '.join(sums(trail) for trail in trails)}"
    )


def _end(trails: Sequence[Trail]) -> float:
    """Where the picture ends: where the decay lines do, but a short dialogue must not vanish beside them."""
    furthest = max(float(trail.along[-1]) for trail in trails)
    return min(furthest, NARROW * trails[0].total) if trails[0].total > 0 else furthest


def _list(axis: Any, trail: Trail, colours: Mapping[str, str]) -> None:
    """What was said: nuggets in frames, dotted where they are regular, whole where they are goals, as in the paper."""
    axis.set_ylim(len(trail.posts) - 0.5, -0.6)
    axis.set_xlim(0, 1)
    axis.axis("off")
    nugget_of = {post: nugget for nugget in trail.nuggets for post in range(nugget.first, nugget.last + 1)}
    for at, post in enumerate(trail.posts):
        side = "H" if post.by_helpdesk else "C"
        axis.text(0.045, at, f"{side}{at + 1}", ha="right", va="center", fontsize=8, color=colours["soft"])
        nugget = nugget_of.get(at + 1)
        text = axis.text(
            0.07, at, shortened(printable(post.text or ""), LETTERS), va="center", fontsize=8, parse_math=False,
            color=colours["ink" if nugget else "soft"],
        )  # fmt: skip
        if nugget:
            style = "-" if _is_goal(nugget) else (0, (1, 1.5))
            frame = {"boxstyle": "square,pad=0.18", "fill": False, "linewidth": 1.1, "linestyle": style}
            text.set_bbox({**frame, "edgecolor": colours[_hue(nugget)]})


def _strip(axis: Any, trail: Trail, colours: Mapping[str, str], end: float) -> None:
    """The posts along the text: the customer's above, the helpdesk's below."""
    axis.set_ylim(-0.05, 2.05)
    axis.set_yticks([1.5, 0.5], ["C", "H"])
    axis.grid(visible=False)
    axis.tick_params(axis="x", labelbottom=False)
    hue_of = {post: _hue(nugget) for nugget in trail.nuggets for post in range(nugget.first, nugget.last + 1)}
    for number, post in enumerate(trail.posts, 1):
        low = 0.08 if post.by_helpdesk else 1.08
        wide = max(post.end - post.start, LEAST * end)
        hue = hue_of.get(number)
        axis.bar(
            post.start, 0.84, wide, bottom=low, align="edge", linewidth=0.9,
            edgecolor=colours["ground" if hue else "soft"], facecolor=colours[hue] if hue else "none",
        )  # fmt: skip
        if wide > 0.025 * end and len(trail.posts) < 100:
            axis.text(
                post.start + wide / 2, low + 0.42, str(number), ha="center", va="center", fontsize=7.5,
                color=colours["ground" if hue else "soft"],
            )  # fmt: skip


def _panel(axis: Any, trail: Trail, side: TrailSide, colours: Mapping[str, str], end: float) -> None:
    """One side's nuggets along the decay line."""
    own = [nugget for nugget in trail.nuggets if nugget.by_helpdesk == side.by_helpdesk]
    share = "" if side.share == 1 else f", times {side.share:g}"
    title = f"{trail.measure}: {side_name(side)}'s nuggets, worth {side.worth:.4f}{share}"
    axis.set_axisbelow(True)
    axis.set_title(shortened(title, 80), loc="left", fontsize=9, fontweight="bold", parse_math=False)
    axis.plot(trail.along, side.discount, color=colours["soft"], linewidth=1.3)
    axis.axvline(trail.total, color=colours["rule"], linewidth=1.2, linestyle=(0, (4, 3)))
    for nugget in own:
        wide = max(nugget.end - nugget.start, LEAST * end)
        hue = colours[_hue(nugget)]
        axis.bar(nugget.start, nugget.worth, wide, align="edge", color=hue, linewidth=0)
        axis.bar(
            nugget.start, nugget.weight, wide, align="edge", fill=False, edgecolor=hue, linewidth=1,
            linestyle="-" if _is_goal(nugget) else (0, (1, 1.5)),
        )  # fmt: skip
        axis.text(
            nugget.start + wide / 2, nugget.weight, nugget.kind, ha="center", va="bottom", fontsize=7.5,
            color=colours["ink"],
        )  # fmt: skip
    axis.set_ylim(0, max([nugget.weight for nugget in own] + [1.0]) * 1.22)
    axis.locator_params(axis="y", nbins=4, integer=True)


def _is_goal(nugget: TrailNugget) -> bool:
    return nugget.kind.endswith("*")


def _hue(nugget: TrailNugget) -> str:
    return "mark" if _is_goal(nugget) else "line"

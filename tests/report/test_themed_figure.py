"""Drawings by matplotlib: the same picture is the same bytes, wherever in memory it was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from turnwise.report.themed_figure import png_of, svg_of

layout_engine = pytest.importorskip("matplotlib.layout_engine", reason="pictures need turnwise[plots]")


def panels(figure: Any, colours: Mapping[str, str]) -> None:
    """Two panels over a third that has a scale of colours."""
    grid = figure.add_gridspec(2, 2, height_ratios=[1, 2])
    for column in range(2):
        axes = figure.add_subplot(grid[0, column])
        axes.set_title(f"panel {column}", loc="left", color=colours["ink"])
        axes.plot([0, 1], [1, column])
    axes = figure.add_subplot(grid[1, :])
    figure.colorbar(axes.imshow(np.arange(6.0).reshape(2, 3)), ax=axes)


def svg() -> str:
    return svg_of(panels, (5.0, 4.0), "panels", "Panels", "Three panels.")


def test_drawing_again_gives_the_same_bytes() -> None:
    assert svg() == svg()
    assert png_of(panels, (5.0, 4.0)) == png_of(panels, (5.0, 4.0))


def test_last_bits_of_the_layout_leave_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    # what the layout's solver does now and then, since it goes by memory addresses
    first, lay_out = svg(), layout_engine.ConstrainedLayoutEngine.execute
    shifts = iter([1e-15, -1e-15, 3e-15])

    def jittered(self: Any, fig: Any) -> None:
        lay_out(self, fig)
        shift = next(shifts)
        for axes in fig.axes:
            place = axes.get_position(original=True)
            axes.set_position(place.translated(shift, -shift), which="original")

    monkeypatch.setattr(layout_engine.ConstrainedLayoutEngine, "execute", jittered)
    assert svg() == svg() == svg() == first


def test_axes_stand_where_the_layout_put_them() -> None:
    # a place that was set by hand would no longer be laid out: titles and scales would lie over each other
    seen: list[Any] = []

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        panels(figure, colours)
        seen.append(figure)

    png_of(draw, (5.0, 4.0))
    figure = seen[0]
    boxes = [axes.get_tightbbox(figure.canvas.get_renderer()) for axes in figure.axes]
    assert len(boxes) == 4
    assert all(not (a.overlaps(b)) for at, a in enumerate(boxes) for b in boxes[:at])

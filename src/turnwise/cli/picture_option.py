"""Writing a command's one picture: the ending says how."""

from __future__ import annotations

from pathlib import Path

import click

from turnwise.errors import OptionError
from turnwise.report.blocks import Picture
from turnwise.report.themed_figure import png_of, svg_of
from turnwise.report.whole_file import refuse_unwritable, whole_file, write_whole

picture_option = click.option("--picture", metavar="FILE", help="Draw the result here, too; .svg or .png says how.")


def refuse_no_picture(path: str | None) -> None:
    """Say before long work that a picture cannot be written here."""
    if path is None:
        return
    if Path(path).suffix.lower() not in (".svg", ".png"):
        raise OptionError(f"--picture {path}: a picture is SVG or PNG; end its name in .svg or .png.")
    refuse_unwritable(path)


def write_picture(path: str | None, picture: Picture) -> None:
    if path is None:
        return
    if path.lower().endswith(".svg"):
        write_whole(path, svg_of(picture.draw, picture.size, picture.name, picture.title, picture.description))
    else:
        with whole_file(path) as draft:
            draft.write_bytes(png_of(picture.draw, picture.size))
    click.echo(f"wrote {path}", err=True)

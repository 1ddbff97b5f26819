"""What commands that make a score table ask in the same words, and refuse before the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from turnwise.errors import OptionError
from turnwise.report.scores import FORMATS, format_of
from turnwise.report.whole_file import refuse_unwritable


def measures_option(such_as: str, default: Iterable[str]) -> Callable[[Any], Any]:
    """`-m`, which may be repeated."""
    return click.option(
        "--measure",
        "-m",
        "measures",
        multiple=True,
        metavar="MEASURE",
        help=f"A measure such as {such_as}; may be repeated.  [default: {', '.join(default)}]",
    )


output = click.option("--output", "-o", metavar="FILE", help="Write the score table here; the ending names the format.")
format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="The format of what is written or printed.  [default: table, or by FILE's ending]",
)


def form_asked(output: str | None, format_: str | None, read: Iterable[str | None]) -> str:
    """The form of what is written or printed. What is asked for in vain is refused here, before the work.

    `read` are the files that the command reads.
    """
    if output:
        form = format_ or format_of(output)
        refuse_unwritable(output, read)
        return form
    if format_ == "parquet":
        raise OptionError("parquet is not text: give a file with -o FILE.")
    return format_ or "table"

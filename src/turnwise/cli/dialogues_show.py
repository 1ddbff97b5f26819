"""`turnwise dialogues show`: one dialogue, with its nuggets along the decay line."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from turnwise.cli.choices import strict
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.telling import tell_decisions
from turnwise.dialogues.vote import voted
from turnwise.errors import OptionError
from turnwise.measures import parse_all
from turnwise.readers.dialogues import read_dialogues
from turnwise.report.trail_drawing import trail_text
from turnwise.report.trail_picture import trail_png, trail_svg
from turnwise.report.whole_file import refuse_unwritable, whole_file, write_whole
from turnwise.scoring.trails import trail_of
from turnwise.tables.decisions import Decisions

ENDINGS = (".txt", ".svg", ".png")


@click.command(
    "show",
    epilog="Example: turnwise dialogues show dialogues.jsonl red-light-1 -m UCH --annotator ada -o red-light-1.svg",
)
@click.argument("file", metavar="FILE")
@click.argument("dialogue", metavar="DIALOGUE")
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="UCH, UC, UH, U or S, with any parameters; may be repeated.  [default: UCH]",
)
@click.option("--annotator", metavar="NAME", help="Whose nuggets to show.  [default: those of the annotators' vote]")
@click.option("--output", "-o", metavar="FILE", help="Write the drawing here; end it in .txt, .svg or .png.")
@from_format
@strict
def command(
    file: str,
    dialogue: str,
    measures: tuple[str, ...],
    annotator: str | None,
    output: str | None,
    from_format: str | None,
    strict: bool,
) -> None:
    """Draw DIALOGUE, one of those in FILE, with its nuggets along the decay line.

    Each nugget stands where it is in the dialogue, with its weight and what the discount leaves of it.
    """
    ending = Path(output).suffix.lower() if output else ".txt"
    if output:  # before the work, so that a bad place costs nothing
        if ending not in ENDINGS:
            raise OptionError(
                f"{output}: the ending {ending!r} names no drawing; end it in one of {', '.join(ENDINGS)}."
            )
        refuse_unwritable(output)
    decisions = Decisions(strict)
    found = read_dialogues(file, decisions, format=from_format)
    found = voted(found) if annotator is None else found
    trails = [trail_of(found, dialogue, measure, annotator) for measure in parse_all(measures or ["UCH"])]
    tell_decisions(decisions)
    if not output:
        click.echo(trail_text(trails, shutil.get_terminal_size((100, 24)).columns))
        return
    if ending == ".png":
        with whole_file(output) as draft:
            Path(draft).write_bytes(trail_png(trails))
    else:
        write_whole(output, trail_svg(trails) if ending == ".svg" else trail_text(trails))
    click.echo(f"wrote {output}", err=True)

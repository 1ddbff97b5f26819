"""`turnwise options`: how many options a bot should show, and what the lists it shows are worth."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from turnwise.cli.choices import column_pairs, strict
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.errors import OptionError
from turnwise.options import score_options, tune
from turnwise.policies.policy import POLICIES
from turnwise.policies.shown_lists import ListScores
from turnwise.policies.toolkits import TOOLKITS
from turnwise.policies.tune import LONGEST
from turnwise.policies.tuning import Tuning
from turnwise.readers.replies import FORMATS
from turnwise.report.whole_file import refuse_unwritable, write_whole

Command = TypeVar("Command", bound=Callable[..., Any])

#: What `-o FILE` writes, by the file's ending.
BY_SUFFIX = {".html": "html", ".htm": "html", ".json": "json", ".txt": "table"}


@click.group("options")
def command() -> None:
    """How many options should my bot show?

    A bot that is unsure may show a short list of options. `tune` finds out when that pays, and `score` measures the
    lists that a bot shows already.
    """


def about_queries(decorated: Command) -> Command:
    """The options that both commands have: what is right, and what the names mean."""
    names = [form.name for form in FORMATS]
    for option in reversed(
        (
            click.option(
                "--gold",
                metavar="FILE",
                help="The right options: CSV or JSON Lines with query and gold, JSON {query: gold}, or qrels.",
            ),
            click.option("--gold-is", metavar="NAME", help="One option that is right for every query."),
            click.option(
                "--from-format", type=click.Choice(names), help="The format of REPLIES.  [default: by its content]"
            ),
            click.option(
                "--column",
                "columns",
                multiple=True,
                metavar="NAME=COLUMN",
                help="A table's column for query, text, option, score or gold, as in option=guess; may be repeated.",
            ),
            click.option(
                "--out-of-scope",
                multiple=True,
                metavar="NAME",
                help="Gold that means no option is right; may be repeated.  [default: known names such as oos, None]",
            ),
            click.option(
                "--fallback",
                multiple=True,
                metavar="NAME",
                help="The bot's own fallback where it is ranked; may be repeated.  [default: as --out-of-scope]",
            ),
            click.option(
                "--seed",
                type=click.IntRange(min=0),
                default=0,
                show_default=True,
                help="For all that is drawn at random.",
            ),
            click.option(
                "--resamples",
                type=click.IntRange(min=1),
                default=2000,
                show_default=True,
                help="Bootstrap samples for the intervals.",
            ),
            strict,
        )
    ):
        decorated = option(decorated)
    return decorated


@command.command("tune", epilog="Example: turnwise options tune replies.json --gold gold.csv --report options.html")
@click.argument("replies", nargs=-1, required=True, metavar="REPLIES...")
@about_queries
@click.option(
    "--measure", "-m", default="OLAR", show_default=True, metavar="MEASURE", help="What a list is worth, as LAR or F1."
)
@click.option(
    "--policy",
    type=click.Choice(["all", *POLICIES]),
    default="all",
    show_default=True,
    help="How confidences become a list.",
)
@click.option("--max-length", type=click.IntRange(1, LONGEST), default=5, show_default=True, help="The longest list.")
@click.option(
    "--folds", type=click.IntRange(min=2), default=5, show_default=True, help="Parts that are held out in turn."
)
@click.option(
    "--toolkit",
    type=click.Choice(sorted(TOOLKITS)),
    help="Whose setting to print.  [default: by the format of REPLIES]",
)
@click.option("--report", metavar="FILE", help="Write the page with the picture here (HTML).")
@click.option("--output", "-o", metavar="FILE", help="Write the result here; .html, .json or .txt names its form.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), help="What to print.  [default: table]")
def tune_command(
    replies: tuple[str, ...], report: str | None, output: str | None, format_: str | None, **choices: Any
) -> None:
    """Choose how many options to show, on training folds, and measure the choice on held-out ones.

    REPLIES is what a bot answered, ranked options with confidences: Rasa, Dialogflow, CLU, LUIS, Lex, Watson, or CSV
    and JSON Lines with query, option and score. Several files of one format are read as one.
    """
    read = [*replies, choices["gold"]]
    form = output and _form(output, read)  # before the work, so that a bad place costs nothing
    if report and _form(report, read) != "html":
        raise OptionError(f"--report {report}: the page is HTML; end its name in .html.")
    tuning = tune(_paths(replies), progress=Progress("step"), **_named(choices))
    tell_decisions(tuning.decisions)
    _write_page(tuning, [path for path in (report, output if form == "html" else None) if path])
    if output and form != "html":
        _write(output, _text(tuning, str(form)))
    click.echo(_text(tuning, format_ or "table"))


@command.command("score", epilog="Example: turnwise options score replies.json --gold gold.csv -m OLAR -m F1")
@click.argument("replies", nargs=-1, required=True, metavar="REPLIES...")
@about_queries
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="What a list is worth; may be repeated.  [default: OLAR, with the μ of the longest list]",
)
@click.option("--output", "-o", metavar="FILE", help="Write the result here; .json or .txt names its form.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), help="What to print.  [default: table]")
def score_command(replies: tuple[str, ...], output: str | None, format_: str | None, **choices: Any) -> None:
    """Score the lists that a bot already shows, as they are.

    Each reply in REPLIES is taken for the list that people saw: all its options, or the fallback if that is ranked
    first or nothing is.
    """
    form = output and _form(output, [*replies, choices["gold"]])
    if form == "html":
        raise OptionError(f"{output}: scores of lists are written as .json or .txt; `options tune` writes a page.")
    scores = score_options(_paths(replies), **_named(choices))
    tell_decisions(scores.decisions)
    if output:
        _write(output, _text(scores, str(form)))
    click.echo(_text(scores, format_ or "table"))


def _paths(replies: Sequence[str]) -> str | Sequence[str]:
    return replies[0] if len(replies) == 1 else list(replies)


def _named(choices: dict[str, Any]) -> dict[str, Any]:
    """The choices as the library takes them: names that were not given are left to it."""
    if choices["gold"] is not None and choices["gold_is"] is not None:
        raise OptionError("--gold and --gold-is both say what is right; give one of the two.")
    choices["columns"] = column_pairs(choices["columns"], "option=guess")
    return {name: None if value == () else value for name, value in choices.items()}


def _form(path: str, read: Sequence[str | None]) -> str:
    """The form that a file's ending names, of a file that can be written and is none of those to read."""
    suffix = Path(path).suffix.lower()
    if suffix not in BY_SUFFIX:
        raise OptionError(f"{path}: the ending {suffix!r} names no form; end it in {', '.join(BY_SUFFIX)}.")
    refuse_unwritable(path, read)
    return BY_SUFFIX[suffix]


def _text(result: Tuning | ListScores, form: str) -> str:
    if form == "json":
        return json.dumps(result.as_dict(), ensure_ascii=False, allow_nan=False, indent=1)
    return str(result)


def _write(path: str, text: str) -> None:
    write_whole(path, text)
    click.echo(f"wrote {path}", err=True)


def _write_page(tuning: Tuning, paths: Sequence[str]) -> None:
    if not paths:
        return
    from turnwise.report.options_page import page

    text = page(tuning)
    for path in dict.fromkeys(paths):
        _write(path, text)

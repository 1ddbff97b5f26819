"""Options that several commands of `turnwise avatar` have, in the same words."""

from __future__ import annotations

import click

from turnwise.errors import OptionError

answering = click.option(
    "--retriever",
    "-r",
    "named",
    default="tfidf",
    show_default=True,
    metavar="NAME",
    help="What finds the answers, such as bm25(k1=1.2); `turnwise avatar retrievers` lists all.",
)
gold = click.option(
    "--gold", metavar="FILE", help="The right answers, where DIALOGUES do not name them: qrels or a table."
)
split = click.option(
    "--split", metavar="NAME", help="Only the turns of one split of DIALOGUES, such as dev or test.  [default: all]"
)
abstain = click.option(
    "--abstain",
    metavar="SCORE|auto",
    help="Refuse a question whose best answer scores less: its list starts with NO-ANSWER. auto chooses the score.",
)
tune_on = click.option(
    "--tune-on", default="dev", show_default=True, metavar="SPLIT", help="Where --abstain auto chooses the score."
)
wrong_cost = click.option(
    "--wrong-cost",
    type=click.FloatRange(min=0),
    default=1.0,
    show_default=True,
    help="For --abstain auto: what a wrong answer costs, where a right one and a right refusal earn 1.",
)


def abstention(text: str | None) -> float | str | None:
    """What --abstain says."""
    if text is None or text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"--abstain {text}: expected a number or auto.") from None

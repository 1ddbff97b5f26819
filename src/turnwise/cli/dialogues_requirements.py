"""`turnwise dialogues requirements`: what a measure does on all small dialogues, shown by counterexample."""

from __future__ import annotations

import click

from turnwise.cli.choices import table_or_json
from turnwise.cli.own_measure import chosen, from_module
from turnwise.cli.telling import tell_result
from turnwise.measures.checked_measure import TOLERANCE
from turnwise.measures.requirements import SCOPES, Requirements, check_requirements
from turnwise.measures.small_dialogues import DIALOGUES, NOTHING, Outcome, as_dialogue_scorer
from turnwise.tables.aligned import filled, table


@click.command(
    "requirements",
    epilog="Examples: turnwise dialogues requirements UCH; turnwise dialogues requirements --from mymodule:MyMeasure",
)
@click.argument("measure", required=False)
@from_module
@click.option("--max-posts", type=int, default=4, show_default=True, metavar="N", help="The longest dialogue.")
@click.option(
    "--post-length",
    type=float,
    default=1.0,
    show_default=True,
    metavar="X",
    help="How long every post is, for a MEASURE with a length of its own, such as UCH(length=500).",
)
@table_or_json
def command(measure: str | None, source: str | None, max_posts: int, post_length: float, format_: str) -> None:
    """Check what Sakai, Zeng and Luo (2016) require of a measure of dialogues, on all dialogues of up to N posts.

    Each post is a nugget of one of the five kinds, or none. (d) Heavier nuggets score higher. (e) A dialogue with a
    goal nugget is preferred to one without. (f) Of two with the same nuggets the shorter is preferred. (g) Of two with
    a goal nugget the one that comes to it sooner is preferred. For what fails, the smallest counterexample is shown.
    """
    scorer = chosen(measure, source, lambda found: DIALOGUES.name_of(as_dialogue_scorer(found)), "UCH")
    found = check_requirements(scorer, max_posts, post_length)
    tell_result(format_, found.as_dict, lambda: as_text(found))


def as_text(found: Requirements) -> str:
    """The findings for a person: a table, a sentence for each failure, and what no search decides."""
    rows = [[f"({r.letter})", r.title, *(_told(r.outcomes.get(scope)) for scope in SCOPES)] for r in found.found]
    failures = [filled(sentence) for r in found.found for sentence in r.sentences(found.measure)]
    return "\n".join(
        [
            filled(
                f"{found.measure} on all {found.n_dialogues:,} dialogues of 1 to {found.max_posts} posts, each "
                f"{found.post_length:g} long. {NOTHING} is a post without a nugget."
            ),
            f"Scores within {TOLERANCE:g} of each other count as the same; in brackets, the pairs checked.",
            "",
            table(["", "requirement", *SCOPES], rows),
            "",
            *failures,
            *([""] if failures else []),
            *(filled(f"({letter}) {said}.") for letter, said in found.words.items()),
        ]
    )


def _told(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    return f"{'holds' if outcome.holds else 'fails'} ({outcome.pairs:,})"

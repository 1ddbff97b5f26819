"""`turnwise dialogues`: dialogues of customers and a helpdesk, with nuggets and labels."""

from __future__ import annotations

from typing import ClassVar

import click

from turnwise.cli.late_group import LateGroup


class Dialogues(LateGroup):
    #: Every command, the file it lives in, and its line in the help.
    table: ClassVar = {
        "stats": ("dialogues_stats", "Count posts, blocks, lengths, nuggets and labels."),
        "agree": ("dialogues_agree", "How much annotators agree on nuggets, and whether more than on labels."),
        "score": ("dialogues_score", "Score dialogues by their nuggets: UCH, UC, UH, …"),
        "score-submission": ("dialogues_score_submission", "Score predictions of how annotators label dialogues."),
        "filter": ("dialogues_filter", "Keep dialogues of accounts that answer, and long enough."),
        "convert": ("dialogues_convert", "Write dialogues in another form, posts or blocks."),
        "check": ("dialogues_check", "Check nuggets and labels against their rules."),
        "schemes": ("dialogues_schemes", "List the schemes of labels, or show one."),
        "correlate": ("dialogues_correlate", "Do measures go with labels? Parts make the whole."),
        "sensitivity": ("dialogues_sensitivity", "How many pairs of dialogues measures and labels tell apart."),
        "predict": ("dialogues_predict", "What a label goes with: success, measures and costs (PARADISE)."),
        "show": ("dialogues_show", "Draw a dialogue with its nuggets along the decay line."),
        "requirements": ("dialogues_requirements", "Which requirements of section 3.3 a measure meets, with proof."),
        "reuse": ("dialogues_reuse", "Predict dialogues that nobody annotated from annotated ones."),
    }


@click.group("dialogues", cls=Dialogues)
def command() -> None:
    """Dialogues between customers and a helpdesk: what is in them, and what annotators found.

    A post is what one side sends at once; a block is all that it sends before the other side does. A nugget is a
    post, or several in a row of one side, that helps the customer on.
    """

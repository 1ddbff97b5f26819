"""`turnwise avatar`: avatars and FAQ bots that answer from a knowledge base."""

from __future__ import annotations

from typing import ClassVar

import click

from turnwise.cli.late_group import LateGroup


class Avatar(LateGroup):
    #: Every command, the file it lives in, and its line in the help.
    table: ClassVar = {
        "stats": ("avatar_stats", "Count what is in a knowledge base and its dialogues."),
        "retrievers": ("avatar_retrievers", "List what can find answers, or show one in full."),
        "retrieve": ("avatar_retrieve", "Answer the turns of dialogues, and write an ordinary run."),
        "compare": ("avatar_compare", "Compare retrievers on the same dialogues, with tests and intervals."),
        "train": ("avatar_train", "Fine-tune a model on a knowledge base."),
        "chat": ("avatar_chat", "Talk to an avatar in the terminal."),
        "serve": ("avatar_serve", "Talk to an avatar in the browser."),
        "advise": ("avatar_advise", "What to record next, and what to mend, without raters."),
        "pool": ("avatar_pool", "Put together what people should rate."),
        "log": ("avatar_log", "What visitors asked, what got no answer, and what they liked."),
        "crowd": ("avatar_crowd", "What people's ratings of the answers say."),
    }


@click.group("avatar", cls=Avatar)
def command() -> None:
    """Build an avatar or FAQ bot that answers from a knowledge base, and measure it.

    A knowledge base has a question and its answer a row, as CSV, TSV or JSON. Dialogues are conversations with the
    questions that visitors really ask.
    """

"""`turnwise avatar train`: a knowledge base in, a fine-tuned model out."""

from __future__ import annotations

import click

from turnwise.avatars import train_retriever
from turnwise.cli.choices import strict
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.errors import OptionError
from turnwise.retrieval.training.settings import CHOICES, LEARNING_RATES, TrainingSettings
from turnwise.tables.decisions import Decisions, plural

_RATES = ", ".join(f"{rate:g} for {kind}" for kind, rate in LEARNING_RATES.items())


@click.command(
    "train", epilog="Example: turnwise avatar train answers.csv --model cross --negatives 10 -o my-cross-encoder"
)
@click.argument("kb", metavar="KB")
@click.option(
    "--model",
    "kind",
    type=click.Choice(CHOICES["kind"]),
    default="bi",
    show_default=True,
    help="A cross-encoder, which reads a question with each answer; or a bi-encoder, which embeds texts: faster.",
)
@click.option(
    "--base",
    default="minilm",
    show_default=True,
    metavar="MODEL",
    help="The encoder to start from: minilm or a folder.",
)
@click.option(
    "--negatives",
    default="10",
    show_default=True,
    metavar="N|all",
    help="cross: wrong answers for every right pair. (bi takes the others of the batch.)",
)
@click.option("--augment", type=int, default=0, show_default=True, help="Altered copies of every question.")
@click.option(
    "--thesaurus", metavar="FILE", help="For --augment: words of one meaning in a line, such as big, large, huge."
)
@click.option("--epochs", type=int, default=1, show_default=True, help="How often all pairs are gone through.")
@click.option("--batch", type=int, default=32, show_default=True, help="How many examples a step takes.")
@click.option(
    "--learning-rate",
    type=float,
    help=f"The highest learning rate.  [default: {_RATES}]",
)
@click.option(
    "--layers",
    type=click.Choice(CHOICES["layers"]),
    default="encoder",
    show_default=True,
    help="What is trained: all; all but the table of word vectors; the last layer and what is above it; the head.",
)
@click.option("--longest", type=int, default=96, show_default=True, help="How many tokens of a text are read.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of all that is drawn.")
@click.option("--output", "-o", "folder", required=True, metavar="FOLDER", help="Write the model here.")
@strict
def command(
    kb: str, kind: str, negatives: str, thesaurus: str | None, folder: str, strict: bool, **chosen: object
) -> None:
    """Fine-tune a model on the pairs of the knowledge base KB, as the paper's BERT q-A was.

    The folder is used as dense(model=FOLDER) for a bi-encoder and as cross(model=FOLDER) for a cross-encoder. It holds
    weights as safetensors, and turnwise.json, which says how they came to be.
    """
    settings = TrainingSettings(kind=kind, negatives=_negatives(negatives), **chosen)  # type: ignore[arg-type]
    decisions = Decisions(strict)
    trained = train_retriever(
        kb,
        folder,
        settings,
        thesaurus=thesaurus,
        decisions=decisions,
        progress=Progress("step"),
        told=lambda sentence: click.echo(sentence, err=True),
    )
    tell_decisions(decisions)
    use = f"cross(model={folder})" if kind == "cross" else f"dense(model={folder}, match=both)"
    click.echo(
        f"wrote {folder} ({plural(trained.steps, 'step')} of {settings.batch}, {trained.seconds:.0f} s); "
        f"use it as --retriever '{use}'"
    )


def _negatives(text: str) -> int | None:
    if text.lower() == "all":
        return None
    if not text.isdigit():
        raise OptionError(f"--negatives {text}: expected a whole number or all.")
    return int(text)

"""How a model is fine-tuned; recorded in the folder that it is saved to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from turnwise.errors import OptionError

Kind = Literal["cross", "bi"]
#: What is trained: all weights; all but the table of word vectors (half of a small encoder's weights, of which a small
#: knowledge base touches few); the last layer and what is above it; only what is above the encoder.
Layers = Literal["all", "encoder", "last", "head"]

CHOICES: dict[str, tuple[str, ...]] = {"kind": get_args(Kind), "layers": get_args(Layers)}
#: What fine-tuning a small encoder on some hundreds of pairs takes; found on the development set of the corpus.
LEARNING_RATES: dict[str, float] = {"cross": 1e-4, "bi": 5e-5}


@dataclass(frozen=True)
class TrainingSettings:
    """What `turnwise avatar train` may be told."""

    kind: Kind = "cross"
    base: str = "minilm"
    #: cross: wrong answers for every right pair; None is all. bi: the others of the batch are the wrong ones.
    negatives: int | None = 10
    augment: int = 0  # altered copies of every question
    epochs: int = 1
    batch: int = 32
    learning_rate: float | None = None  # None is the kind's own
    layers: Layers = "encoder"
    longest: int = 96  # tokens of a text, or of a question and its answer together
    seed: int = 0

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise OptionError(f"{name} must be one of {', '.join(choices)}, found {getattr(self, name)!r}.")
        if self.kind == "bi" and self.layers == "head":
            raise OptionError(
                "layers=head trains the head of a cross-encoder alone; a bi-encoder has none: take another."
            )
        for name, least in (("epochs", 1), ("batch", 2), ("longest", 8), ("augment", 0), ("seed", 0)):
            if getattr(self, name) < least:
                raise OptionError(f"{name} must be at least {least}, found {getattr(self, name)}.")
        if self.negatives is not None and self.negatives < 1:
            raise OptionError(f"negatives must be at least 1, or all, found {self.negatives}.")
        if self.learning_rate is not None and not 0 < self.learning_rate < 1:
            raise OptionError(f"learning_rate must be between 0 and 1, found {self.learning_rate}.")

    @property
    def rate(self) -> float:
        return LEARNING_RATES[self.kind] if self.learning_rate is None else self.learning_rate

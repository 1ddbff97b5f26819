from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.errors import MissingExtra, OptionError
from turnwise.measures.measure import Rule, param
from turnwise.retrieval.ranked import Ints
from turnwise.retrieval.retriever import COUNT, Floats, Index, Listening, Progress
from turnwise.tables.knowledge import KnowledgeBase

FOLDER = Rule("a folder", lambda v: isinstance(v, str))


@dataclass(frozen=True)
class Cross(Listening):
    """A cross-encoder reads the question together with each answer, and says how likely the one answers the other.

    `turnwise avatar train KB --model cross -o FOLDER` makes one from a knowledge base. A score is the log-odds that
    the answer is right. Every question is read with every answer, so it is slow; `rerank` lets it read a few only.
    """

    name = "cross"
    title = "a fine-tuned cross-encoder of question and answer"
    example = "cross(model=FOLDER)"

    model: str = param("", FOLDER, "the folder of the fine-tuned model")
    batch: int = param(64, COUNT, "how many pairs are read at once")
    longest: int = param(96, COUNT, "how many tokens of a pair are read")

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        if not self.model.strip():
            raise OptionError(
                "cross has no model; make one with `turnwise avatar train KB --model cross -o FOLDER`, then write it "
                "as cross(model=FOLDER)."
            )
        return CrossIndex(kb, self)


class CrossIndex(Index):
    cells = 1 << 13

    def __init__(self, kb: KnowledgeBase, settings: Cross) -> None:
        super().__init__(kb, settings)
        self.batch, self.longest = settings.batch, settings.longest
        self.model, self.tokenizer = loaded(settings.model)

    def scores(self, texts: Sequence[str]) -> Floats:
        n, n_answers = len(texts), len(self.kb.answers)
        owner = np.repeat(np.arange(n), n_answers)
        return self.scores_of(texts, owner, np.tile(np.arange(n_answers), n)).reshape(n, n_answers)

    def scores_of(self, texts: Sequence[str], owner: Ints, answers: Ints, progress: Progress | None = None) -> Floats:
        import torch

        found = np.empty(len(answers))
        lengths = np.array([len(text) for text in texts])[owner]
        lengths = lengths + np.array([len(answer) for answer in self.kb.answers])[answers]
        by_length = np.argsort(lengths, kind="stable")  # so that little is padded
        with torch.inference_mode():
            for at in range(0, len(by_length), self.batch):
                some = by_length[at : at + self.batch]
                read = self.tokenizer(
                    [texts[i] for i in owner[some]],
                    [self.kb.answers[a] for a in answers[some]],
                    padding=True,
                    truncation=True,
                    max_length=self.longest,
                    return_tensors="pt",
                )
                found[some] = self.model(**read).logits[:, 0].double().numpy()
        return found


def loaded(folder: str) -> tuple[Any, Any]:
    """The cross-encoder in a folder, and its tokenizer."""
    try:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
    except ImportError:
        raise MissingExtra("the retriever cross", "neural") from None
    from turnwise.retrieval.encoder import quiet_loading

    with quiet_loading(folder, "cross-encoder"):
        if Path(folder).is_dir() and not (Path(folder) / "config.json").is_file():
            raise OSError("it has no config.json")
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model: Any = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True)
        if model.config.num_labels != 1:
            raise ValueError(f"its head has {model.config.num_labels} labels, and one is wanted")
    model.eval()
    return model, tokenizer

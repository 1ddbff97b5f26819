"""How many options should a bot show? Worked on two real intent classifiers.

    python examples/intents.py ../shared/data -o intents-report

It trains scikit-learn on BANKING77 and on CLINC150, writes what the classifiers reply to questions they never saw
(CSV for one, JSON Lines for the other), and asks Turnwise how many options to show. CLINC150 has questions that are out
of scope. Needs scikit-learn, and matplotlib for the pictures: `pip install scikit-learn 'turnwise[plots]'`.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import turnwise as tw
from turnwise.report.options_figure import figure
from turnwise.report.options_page import page
from turnwise.report.whole_file import write_whole

MEASURES = ("OLAR", "F1")

#: How many options a reply holds: more than any list will show.
RANKED = 10


class Intents(NamedTuple):
    """A corpus: questions with their intents, to learn from and to be tried on."""

    train: list[tuple[str, str]]
    test: list[tuple[str, str]]


class Row(NamedTuple):
    """One option of one reply, as Turnwise reads it from a plain table."""

    query: str
    text: str
    option: str
    score: float
    gold: str


def banking77(data: Path) -> Intents:
    """77 intents of a bank's customers."""

    def read(name: str) -> list[tuple[str, str]]:
        with (data / "intents_banking77" / name).open(encoding="utf-8", newline="") as lines:
            return [(row["text"], row["category"]) for row in csv.DictReader(lines)]

    return Intents(read("train.csv"), read("test.csv"))


def clinc150(data: Path, *, with_oos: bool = False) -> Intents:
    """150 intents of an assistant; the test has 1,000 more questions that are none of them, with the intent `oos`.

    A classifier may learn `oos` as one intent more, from 100 examples: where it ranks `oos` first, the bot falls back.
    """
    folder = data / "intents_clinc150"
    with gzip.open(folder / "data_full.train_and_oos_train.json.gz", "rt", encoding="utf-8") as text:
        train = json.load(text)
    test = json.loads((folder / "data_full.test_and_oos_test.json").read_text(encoding="utf-8"))
    learned = [*train["train"], *(train["oos_train"] if with_oos else [])]
    return Intents([(q, i) for q, i in learned], [(q, i) for q, i in [*test["test"], *test["oos_test"]]])


def classifier(train: list[tuple[str, str]]) -> Any:
    """TF-IDF of words and of letters, and logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union

    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2, max_features=5000)
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 4), sublinear_tf=True, min_df=3, max_features=5000)
    model = make_pipeline(make_union(words, letters), LogisticRegression(C=10, tol=1e-3, max_iter=300))
    return model.fit([question for question, _ in train], [intent for _, intent in train])


def replies(model: Any, questions: list[tuple[str, str]]) -> Iterator[Row]:
    """What the classifier ranks for each question, best first."""
    confidences = model.predict_proba([question for question, _ in questions])
    best = np.argsort(-confidences, axis=1)[:, :RANKED]
    for at, (question, intent) in enumerate(questions):
        for option in best[at]:
            yield Row(f"q{at + 1}", question, model.classes_[option], float(confidences[at, option]), intent)


def write_csv(path: Path, rows: Iterator[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(Row._fields)
        writer.writerows(rows)


def write_jsonl(path: Path, rows: Iterator[Row]) -> None:
    with path.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row._asdict(), ensure_ascii=False) + "\n" for row in rows)


CORPORA: dict[str, tuple[Callable[[Path], Intents], str, Callable[[Path, Iterator[Row]], None]]] = {
    "banking77": (banking77, "csv", write_csv),
    "clinc150": (clinc150, "jsonl", write_jsonl),
    "clinc150-with-oos": (partial(clinc150, with_oos=True), "jsonl", write_jsonl),
}


def tuned(name: str, data: Path, out: Path, sample: int | None = None) -> list[tw.Tuning]:
    """Train on one corpus, write the replies, and tune under each measure; `sample` questions of each part, or all."""
    read, ending, write = CORPORA[name]
    train, test = read(data)
    if sample is not None:
        draw = random.Random(0)
        train, test = draw.sample(train, min(sample, len(train))), draw.sample(test, min(sample, len(test)))
    path = out / f"{name}.{ending}"
    write(path, replies(classifier(train), test))
    return [tw.tune(path, measure) for measure in MEASURES]


def what_changed(tuning: tw.Tuning) -> str:
    """One option beside the tuned lists, in one line."""
    one, best = tuning.one_option, tuning.best
    told = f"{tuning.measure:4}  {one.value.mean:.4f} → {best.value.mean:.4f}"
    told += f"   right one in list {one.shown.right_in_list:.1%} → {best.shown.right_in_list:.1%}"
    if best.shown.fallback_when_out_of_scope is not None:
        caught = one.shown.fallback_when_out_of_scope or 0.0
        told += f"   out of scope caught {caught:.1%} → {best.shown.fallback_when_out_of_scope:.1%}"
    return f"{told}   options {best.shown.mean_length:.2f}   {best.setting}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("data", type=Path, nargs="?", default=Path("../shared/data"), help="where the corpora are")
    arguments.add_argument("-o", "--output", type=Path, default=Path("intents-report"), help="where files are written")
    given = arguments.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    for name in CORPORA:
        print(f"{name}: training …", flush=True)
        tunings = tuned(name, given.data, given.output)
        for tuning in tunings:
            stem = given.output / f"{name}-{tuning.measure}"
            write_whole(stem.with_suffix(".html"), page(tuning))
            write_whole(stem.with_suffix(".svg"), figure(tuning.curves[0], tuning))
        print(f"\n{tunings[0]}\n\nBy {tunings[1].measure}: {tunings[1].sentence}\n")
        print("What changed, one option → tuned lists, on held-out questions")
        print("\n".join(what_changed(tuning) for tuning in tunings), end="\n\n")
    print(f"Replies, pages and pictures are in {given.output}.")


if __name__ == "__main__":
    main()

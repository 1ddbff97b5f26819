"""Does the advice for the maker hold? `python benchmarks/advice.py [FOLDER OF THE CORPUS] [--retriever NAME]`

`turnwise avatar advise` calls answers versatile, and turns alike, without any rater. On the Margarita corpus (by
default in ../shared/data/mdc): are these the answers that the maker labels right for many other turns, or that raters
of a stated model find right for many; do turns that are alike share a right answer; and do the recordings that are
named first help in other dialogues?
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from scipy.stats import rankdata, spearmanr

from turnwise.avatars import retrieve
from turnwise.crowd.pool import pool_of
from turnwise.crowd.rated import Rated
from turnwise.crowd.variation import variation
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.retrieval import retriever
from turnwise.retrieval.advice import AdviceSettings, advice
from turnwise.retrieval.alike import Likeness, chance, measuring
from turnwise.retrieval.asked_turns import AskedTurn, turns_of
from turnwise.tables.aligned import table
from turnwise.tables.answer_lists import answer_lists
from turnwise.tables.candidates import Candidates
from turnwise.tables.knowledge import KnowledgeBase, Questions

MANY = 3  # turns for which an answer is right, to call it versatile
SHORT = 3  # words of an answer that fits nearly everywhere
RATERS, PER_ITEM, LEANING, NOISE = 12, 3, 0.35, 0.7


def reach(kb: KnowledgeBase, asked: list[AskedTurn], by: str) -> np.ndarray:
    """In the first answers of how many questions each answer stands."""
    made = retriever(by)
    found = {one.answer: one.questions for one in advice(made.index(kb), made, asked).versatile}
    return np.array([found[name] for name in kb.answer_ids], dtype=float)


def unjudged(questions: Questions) -> list[AskedTurn]:
    """The turns, as if nobody had said what is right."""
    return [AskedTurn(one.turn, one.dialogue, one.text, one.before) for one in turns_of(questions)]


def area(scores: np.ndarray, wanted: np.ndarray) -> float:
    """The chance that a wanted one has a higher score than another (AUC)."""
    ranks, n = rankdata(scores), wanted.sum()
    return float((ranks[wanted].sum() - n * (n + 1) / 2) / (n * (~wanted).sum()))


def in_first(scores: np.ndarray, wanted: np.ndarray, k: int = 10) -> int:
    return int(wanted[np.argsort(-scores, kind="stable")[:k]].sum())


def against_the_maker(kb: KnowledgeBase, dev: Questions, test: Questions, by: str) -> list[list[object]]:
    """From the questions of one half of the dialogues, without labels; held against the labels of the other half."""
    rng = np.random.default_rng(0)
    rows: list[list[object]] = []
    for name, seen, labelled in (("dev → test", dev, test), ("test → dev", test, dev)):
        times = np.bincount(labelled.gold, minlength=len(kb.answers))
        wanted = times >= MANY
        ways = {
            f"{by}, of visitors' questions": reach(kb, unjudged(seen), by),
            f"{by}, of its own questions": reach(kb, [], by),
            "number of own questions": np.bincount(kb.answer_of, minlength=len(kb.answers)).astype(float),
            "chance": rng.random(len(kb.answers)),
        }
        rows += [
            [name, way, spearmanr(s, times).statistic, area(s, wanted), in_first(s, wanted), 10 * wanted.mean()]
            for way, s in ways.items()
        ]
    return rows


def pooled(kb: KnowledgeBase, questions: Questions) -> Candidates:
    """What raters see: the first ten of TF-IDF, BM25 and chance."""
    lists = []
    for by in ("tfidf", "bm25", "random"):
        ranked = retrieve(kb, questions, by, k=10).ranked
        lists.append(answer_lists(by, ranked.owner, ranked.answers, ranked.scores, kb.tie_order))
    return pool_of(kb, questions, lists, depth=10, seed=0).candidates


def rated(candidates: Candidates, worth: np.ndarray, seed: int) -> Rated:
    """Three of twelve raters for each turn, each with a leaning and noise, on a scale of five."""
    rng = np.random.default_rng(seed)
    leaning = rng.normal(0, LEANING, RATERS)
    of_turn = rng.permuted(np.tile(np.arange(RATERS), (len(candidates.turns), 1)), axis=1)[:, :PER_ITEM]
    item = np.repeat(np.arange(len(candidates)), PER_ITEM)
    rater = of_turn[candidates.turn].ravel()
    value = np.clip(np.rint(worth[item] + leaning[rater] + rng.normal(0, NOISE, len(item))), 1, 5)
    return Rated(candidates, [f"w{at}" for at in range(RATERS)], item, rater, value)


def worths(candidates: Candidates, seed: int) -> dict[str, np.ndarray]:
    """What an item is worth to raters of different models, on the scale from 1 to 5."""
    rng = np.random.default_rng(seed)
    strays = rng.normal(0, 0.5, len(candidates))
    labelled = np.where((candidates.right == 1) | candidates.is_gold, 4.5, 2.2) + strays
    ranks = np.where(candidates.ranks > 0, candidates.ranks, 99).min(axis=1)
    short = np.array([len(text.split()) <= SHORT for text in candidates.texts])
    _, of_answer = np.unique(np.array(candidates.texts, dtype=object), return_inverse=True)
    own = rng.normal(0, 1, int(of_answer.max()) + 1)[of_answer]
    return {
        "as the maker labels": labelled,
        "the maker, kinder to what ranks high": labelled + 1.5 / np.sqrt(ranks),
        f"the maker, kind to answers of {SHORT} words": np.maximum(labelled, np.where(short, 3.8, 0) + strays),
        "the maker, kind to answers by chance": labelled + own,
    }


def against_raters(kb: KnowledgeBase, dev: Questions, test: Questions, by: str) -> list[list[object]]:
    """From the questions of dev; held against the share of an answer's pairs that raters of test find right."""
    scores = dict(zip(kb.answers, reach(kb, unjudged(dev), by), strict=True))
    candidates = pooled(kb, test)
    rows: list[list[object]] = []
    for model, worth in worths(candidates, 1).items():
        found = variation(rated(candidates, worth, 2), "answer", 3.5, 0)
        assert found is not None
        units = [unit for unit in found.units if unit.pairs >= MANY and unit.text in scores]
        mine = np.array([scores[unit.text] for unit in units])
        right = np.array([unit.right * unit.pairs for unit in units])
        share = np.array([unit.right for unit in units])
        wanted = right >= np.sort(right)[-len(right) // 10]
        rows.append(
            [
                model, len(units), spearmanr(mine, right).statistic, spearmanr(mine, share).statistic,
                in_first(mine, wanted), 10 * wanted.mean(),
            ]
        )  # fmt: skip
    return rows


def shared_answers(kb: KnowledgeBase, questions: Questions, by: str) -> list[list[object]]:
    """Of two turns that are so much alike, how many share a right answer, and how many are counted to."""
    some = questions.taking(np.flatnonzero(questions.n_gold > 0))
    gold = {text: set(some.gold_of(at).tolist()) for at, text in reversed(list(enumerate(some.texts)))}
    texts, measure = list(dict.fromkeys([*kb.questions, *some.texts])), measuring(retriever(by))
    place = {text: at for at, text in enumerate(texts)}
    pairs = Likeness(texts, measure).among([place[text] for text in gold], 0.1).pairs()
    names = list(gold)
    cosine = np.array([cosine for *_, cosine in pairs])
    share = np.array([bool(gold[names[one]] & gold[names[other]]) for one, other, _ in pairs])
    rows: list[list[object]] = []
    for low in np.arange(1, 10) / 10:
        here = (cosine >= low) & (cosine < low + 0.1)
        if here.any():
            counted = chance(measure, cosine[here]).mean()
            rows.append([f"{low:.1f} to {low + 0.1:.1f}", int(here.sum()), float(share[here].mean()), float(counted)])
    return rows


def recordings(kb: KnowledgeBase, dev: Questions, test: Questions, by: str, times: int = 60) -> list[list[object]]:
    """100 answers are taken away, and those of the first turns advised recorded again: whom else do they serve?"""
    made, rng = retriever(by), np.random.default_rng(0)
    index = made.index(kb)
    budgets = (5, 10, 20)
    served = np.zeros((3, len(budgets)))
    lacking = 0
    for _ in range(times):
        gone = set(rng.choice(len(kb.answers), 100, replace=False).tolist())

        def left(questions: Questions, gone: set[int] = gone) -> list[set[int]]:
            """The right answers of the turns that have lost all of theirs; for others none."""
            gold = [set(questions.gold_of(at).tolist()) for at in range(len(questions))]
            return [one if one and one <= gone else set() for one in gold]

        lost, lost_test = left(dev), [one for one in left(test) if one]
        turns = [
            AskedTurn(one.turn, one.dialogue, one.text, one.before, frozenset() if lost[at] else frozenset({0}))
            for at, one in enumerate(turns_of(dev))
        ]
        place = {turn: at for at, turn in enumerate(dev.turns)}
        found = advice(index, made, turns, AdviceSettings())
        ways = [
            [lost[place[one.ids[0]]] for one in found.to_record],
            [lost[at] for at in rng.permutation(np.flatnonzero([bool(one) for one in lost]))],
        ]
        lacking += len(lost_test)
        for way, order in enumerate([*ways, best(lost_test)]):
            for at, budget in enumerate(budgets):
                back = set().union(*order[:budget])
                served[way, at] += sum(bool(one & back) for one in lost_test)
    names = ("as advised", "turns by chance", "the best there is")
    return [[name, *(float(value) / lacking for value in row)] for name, row in zip(names, served, strict=True)]


def best(turns: list[set[int]]) -> list[set[int]]:
    """Single answers, the one that serves the most of these turns first: what nobody can know beforehand."""
    order, rest = [], list(turns)
    while rest:
        counts = np.bincount([answer for one in rest for answer in one])
        answer = int(counts.argmax())
        order.append({answer})
        rest = [one for one in rest if answer not in one]
    return order


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=Path(__file__).parents[2] / "shared" / "data" / "mdc", type=Path)
    parser.add_argument("--retriever", default="tfidf")
    given = parser.parse_args()
    if not (given.folder / "DIALOGUES.csv").is_file():
        print(f"{given.folder}: the Margarita corpus is not there; name its folder.", file=sys.stderr)
        return 0
    kb = read_knowledge_base(given.folder / "MargaritaCorpusKB.csv")
    asked = read_questions(given.folder / "DIALOGUES.csv", kb)
    dev, test, by = asked.of_split("dev"), asked.of_split("test"), given.retriever
    print(f"Versatile answers, and answers that the maker labels right for {MANY} or more turns of other dialogues")
    columns = ["dialogues", "from", "Spearman's ρ", "AUC", "of its first 10", "of 10 by chance"]
    print(table(columns, against_the_maker(kb, dev, test, by), 2))
    print("\nVersatile answers, and the tenth of the answers that raters of a model find right most often (dev → test)")
    columns = ["raters", "answers", "ρ with times right", "ρ with share right", "of its first 10", "of 10 by chance"]
    print(table(columns, against_raters(kb, dev, test, by), 2))
    print("\nDo two turns that are alike share a right answer?")
    print(table(["cosine", "pairs of turns", "share one", "counted as"], shared_answers(kb, asked, by), 2))
    print("\n100 answers taken away: the share of test turns that are without, and served by the first dev recordings")
    print(table(["recorded", "5", "10", "20"], recordings(kb, dev, test, by), 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())

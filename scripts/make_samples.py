"""Write the samples that come with Turnwise, the same bytes each time.

Three files are written by hand: the turns of `score/turns.csv`, the queries of `options/gold.csv`, and the phrases
of `support_bot.csv` beside this script. From these come three runs and their judgements, drawn with a seed, and the
replies of a support bot: the confidences of a small naive Bayes classifier, which never saw the query it classifies.
"""

from __future__ import annotations

import csv
import json
import math
import random
import re
from collections import Counter
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "src" / "turnwise" / "samples"
SEED = 11
OUT_OF_SCOPE = "out_of_scope"

CANDIDATES = 60  # passages a turn could retrieve
DEPTH = 25  # passages a run lists
JUDGED_DEPTH = 10  # judges see the first ten of each run, as in a TREC pool
TOPICS = {"1": "garden", "2": "aurora", "3": "heating", "4": "railway", "5": "baking", "6": "running"}
#: How well each system finds what is relevant, and how much of that it loses with each turn of a conversation.
SYSTEMS = {"keyword": (0.6, 0.14), "rewritten": (0.75, 0.05), "reranked": (1.1, 0.05)}

FOLDS = 7
SMOOTHING = 0.3
SHARPNESS = 0.12  # below 1: naive Bayes is surer than it should be
RANKING_LENGTH = 10  # as Rasa's `ranking_length`


RATED_DIALOGUES, RATED_TURNS = 40, 2
#: Raters of answers: how much higher than the others they answer, and how much they err.
RATERS = {"ana": (0.1, 0.5), "ben": (0.0, 0.6), "chi": (-0.1, 0.5), "dev": (0.2, 0.5), "eli": (0.0, 0.6),
          "fay": (-0.2, 0.5), "gus": (-1.0, 2.2)}  # fmt: skip
RATERS_AN_ITEM = 5
JUDGE, JUDGE_LEANING, JUDGE_ERROR = "model", 0.6, 0.6


def main() -> None:
    for path, lines in (collection() | replies() | ratings()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file below its header."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def collection() -> dict[Path, list[str]]:
    """Three runs over the turns, and the judgements of their pooled first passages."""
    draw = random.Random(SEED)
    qrels: list[str] = []
    runs: dict[str, list[str]] = {system: [] for system in SYSTEMS}
    for turn, _ in rows(SAMPLES / "score" / "turns.csv"):
        grades = draw_grades(draw, TOPICS[turn.partition("_")[0]])
        pool: set[str] = set()
        for system in SYSTEMS:
            ranked = draw_list(draw, grades, system, depth=int(turn.partition("_")[2]))
            pool.update(passage for passage, _ in ranked[:JUDGED_DEPTH])
            if (system, turn) == ("keyword", "4_4"):
                continue  # nothing matched "Can I still ride it today?": a judged turn that a run lacks
            runs[system] += [
                f"{turn} Q0 {passage} {rank} {score} {system}" for rank, (passage, score) in enumerate(ranked, 1)
            ]
        qrels += [f"{turn} 0 {passage} {grades[passage]}" for passage in sorted(pool)]
    folder = SAMPLES / "score"
    return {folder / "qrels.txt": qrels} | {folder / "runs" / f"{s}.run": lines for s, lines in runs.items()}


def draw_grades(draw: random.Random, topic: str) -> dict[str, int]:
    """The true grades of one turn's candidate passages: most are 0, few are 3."""
    passages = draw.sample(range(1000, 10_000), CANDIDATES)
    share = draw.uniform(0.82, 0.95)
    weights = [share, (1 - share) * 0.5, (1 - share) * 0.3, (1 - share) * 0.2]
    return {f"{topic}-{p}": draw.choices((0, 1, 2, 3), weights)[0] for p in passages}


def draw_list(draw: random.Random, grades: dict[str, int], system: str, depth: int) -> list[tuple[str, str]]:
    """A system's list for one turn: score = skill × grade + noise; the later the turn, the less skill is left."""
    skill, loss = SYSTEMS[system]
    skill *= max(0.0, 1 - loss * (depth - 1))
    scores = {passage: skill * grade + draw.gauss(0, 1) for passage, grade in grades.items()}
    best = sorted(scores, key=lambda passage: scores[passage], reverse=True)[:DEPTH]
    if system == "reranked":  # a probability with three digits, which ties now and then
        return [(passage, f"{1 / (1 + math.exp(-scores[passage])):.3f}") for passage in best]
    return [(passage, f"{10 + 2 * scores[passage]:.4f}") for passage in best]


def replies() -> dict[Path, list[str]]:
    """The bot's parse of each query, in Rasa's shape."""
    queries = rows(SAMPLES / "options" / "gold.csv")
    phrases = rows(Path(__file__).with_name("support_bot.csv"))
    order = list(range(len(queries)))
    random.Random(SEED).shuffle(order)
    fold_of = {at: place % FOLDS for place, at in enumerate(order)}
    models = []
    for fold in range(FOLDS):
        model: dict[str, Counter[str]] = {}
        for intent, phrase in phrases:
            model.setdefault(intent, Counter()).update(features(phrase))
        for at, (query, intent) in enumerate(queries):
            if fold_of[at] != fold and intent != OUT_OF_SCOPE:
                model[intent].update(features(query))
        models.append(model)
    lines = []
    for at, (query, _) in enumerate(queries):
        ranking = [{"name": name, "confidence": round(c, 6)} for name, c in classify(query, models[fold_of[at]])]
        reply = {"text": query, "intent": ranking[0], "intent_ranking": ranking[:RANKING_LENGTH]}
        lines.append(json.dumps(reply, separators=(",", ":")))
    return {SAMPLES / "options" / "replies.jsonl": lines}


def features(text: str) -> list[str]:
    """Words, and the runs of three to five letters in them, which forgive endings."""
    found = []
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        padded = f" {word} "
        found.append(word)
        found += [padded[at : at + size] for size in (3, 4, 5) for at in range(len(padded) - size + 1)]
    return found


def classify(query: str, model: dict[str, Counter[str]]) -> list[tuple[str, float]]:
    """Multinomial naive Bayes: every intent with its confidence, most confident first."""
    vocabulary = len(set().union(*model.values()))
    logs = {
        intent: SHARPNESS
        * sum(math.log((of[f] + SMOOTHING) / (of.total() + SMOOTHING * vocabulary)) for f in features(query))
        for intent, of in model.items()
    }
    highest = max(logs.values())
    weights = {intent: math.exp(value - highest) for intent, value in logs.items()}
    total = sum(weights.values())
    return sorted(((intent, w / total) for intent, w in weights.items()), key=lambda row: (-row[1], row[0]))


def ratings() -> dict[Path, list[str]]:
    """Answers of a support bot, rated by people, five of seven each, and by a model that is a little too kind."""
    draw = random.Random(SEED)
    people = ["item,dialogue,annotator,question,value,seconds"]
    model = ["item,annotator,rater_type,question,value"]
    for dialogue in range(1, RATED_DIALOGUES + 1):
        mood = draw.gauss(0.2, 0.7)
        for turn in range(1, RATED_TURNS + 1):
            item = f"d{dialogue}_{turn}"
            quality, is_right = mood + draw.gauss(0, 0.8), draw.random() < 0.9
            for name in draw.sample(list(RATERS), RATERS_AN_ITEM):
                leaning, error = RATERS[name]
                helpful = graded(draw.gauss(quality + leaning, error))
                right = is_right if draw.random() < 0.93 else not is_right
                start = f"{item},d{dialogue},{name}"
                people.append(f"{start},helpful,{helpful},{max(2, round(draw.gauss(14, 4)))}")
                people.append(f"{start},correct,{'yes' if right else 'no'},{max(2, round(draw.gauss(9, 3)))}")
            start = f"{item},{JUDGE},llm"
            model.append(f"{start},helpful,{graded(draw.gauss(quality + JUDGE_LEANING, JUDGE_ERROR))}")
            model.append(f"{start},correct,{'yes' if is_right or draw.random() < 0.5 else 'no'}")
    folder = SAMPLES / "ratings"
    return {folder / "people.csv": people, folder / "model.csv": model}


def graded(quality: float) -> int:
    """A grade from -2 to 2."""
    return max(-2, min(2, round(quality)))


if __name__ == "__main__":
    main()

"""Train the model that infers links between turns, and write what was learned as a file that people can read.

    python scripts/train_graph_model.py --data ../shared/data
    python scripts/train_graph_model.py --data ../shared/data --cross-validate

It learns from the official links of TREC CAsT 2020 (MIT) and from nothing else. Nothing is drawn at random: folds are
taken in the order of the conversations, so the same data and libraries give the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from numpy.typing import ArrayLike
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from turnwise.comparison.links import compare_links
from turnwise.graph.infer import METHODS, infer_links, rules
from turnwise.graph.infer.coefficients import FILE, Choice, Learned, Logistic
from turnwise.graph.infer.features import PAIR_FEATURES, TURN_FEATURES, Floats, pair_features, turn_features
from turnwise.graph.infer.guess import Guess
from turnwise.graph.infer.model import decoded, probabilities
from turnwise.graph.infer.rewrites import sources
from turnwise.graph.infer.words import Utterance, utterance
from turnwise.readers.conversations import read_conversations
from turnwise.report.links import agreement_table
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import Conversation, Conversations

LINKS, COTED = "dependence/official_cast2020_dependence.json", "dependence/coted_cast2020_parents.json"
TEXTS = {
    "manual": "cast2020/2020_manual_evaluation_topics_v1.0.json",
    "automatic": "cast2020/2020_automatic_evaluation_topics_v1.0.json",
}
#: Of 0.1, 0.3, 1 and 3 the one with the least log-loss on held-out conversations, for both questions.
INVERSE_PENALTY = 1.0
FOLDS = 5
#: Where a probability counts as yes, those nearest to a half first: of equals the first is taken.
THRESHOLDS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)


@dataclass(frozen=True)
class Example:
    """A conversation: what its turns say, and the places of each turn's parents."""

    name: str
    turns: list[Utterance]
    parents: list[set[int]]


def annotated(data: Path, rewritten: str = "manual") -> Conversations:
    """CAsT 2020 with the official links, numbered as in the judgements, and with rewritten utterances."""
    decisions = Decisions()
    return read_conversations(data / LINKS, decisions).with_texts(
        read_conversations(data / TEXTS[rewritten], decisions), decisions
    )


def example(conversation: Conversation) -> Example:
    place = {turn.id: at for at, turn in enumerate(conversation.turns)}
    links = conversation.links or {}
    parents = [{place[parent] for parent in links.get(turn.id, ())} for turn in conversation.turns]
    return Example(conversation.id, [utterance(turn.text) for turn in conversation.turns], parents)


def regression(rows: Floats, answers: ArrayLike, *, intercept: bool = True) -> LogisticRegression:
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=10_000, tol=1e-8, fit_intercept=intercept)
    with threadpool_limits(1):  # small sums, always added up in the same order
        return model.fit(rows, answers)


def weights_of(fitted: LogisticRegression, names: Sequence[str]) -> dict[str, float]:
    return dict(zip(names, map(float, fitted.coef_[0]), strict=True))


def as_logistic(fitted: LogisticRegression, threshold: float = 0.5) -> Logistic:
    return Logistic(float(fitted.intercept_[0]), weights_of(fitted, TURN_FEATURES), threshold)


def as_choice(fitted: LogisticRegression, threshold: float = 0.5) -> Choice:
    return Choice(weights_of(fitted, PAIR_FEATURES), threshold)


def fit_needs(examples: Iterable[Example]) -> LogisticRegression:
    """Does a turn need context? From all turns but the first of each conversation."""
    known = list(examples)
    rows = np.vstack([turn_features(one.turns)[1:] for one in known])
    return regression(rows, [bool(parents) for one in known for parents in one.parents[1:]])


def fit_parent(examples: Sequence[Example]) -> LogisticRegression:
    """Which of two earlier turns gives context? From all pairs of a parent and another earlier turn of the same turn.

    A row is the difference of the pair's features, once each way round, so that no intercept is needed. How likely the
    turns themselves need context is what a model says that never saw their conversation, as in use.
    """
    rows = []
    for training, held_out in folds(examples):
        needs_model = as_logistic(fit_needs(training))
        for one in held_out:
            needs = needs_model(turn_features(one.turns))
            needs[0] = 0.0
            for features, parents in zip(pair_features(one.turns, needs), one.parents, strict=True):
                others = [place for place in range(len(features)) if place not in parents]
                rows += [features[parent] - features[other] for parent in sorted(parents) for other in others]
    both_ways = np.vstack([rows, np.negative(rows)])
    return regression(both_ways, np.repeat([True, False], len(rows)), intercept=False)


def folds(examples: Sequence[Example]) -> Iterable[tuple[list[Example], list[Example]]]:
    """Training and held-out conversations; each conversation is held out once."""
    for fold in range(min(FOLDS, len(examples))):
        held_out = examples[fold::FOLDS]
        yield [one for one in examples if one not in held_out], list(held_out)


def fit(examples: Sequence[Example]) -> Learned:
    """Both regressions, with thresholds chosen by cross-validation among these conversations."""
    needs_from, parent_from = thresholds(examples)
    return Learned(as_logistic(fit_needs(examples), needs_from), as_choice(fit_parent(examples), parent_from), {})


def fit_without_thresholds(examples: Sequence[Example]) -> Learned:
    return Learned(as_logistic(fit_needs(examples)), as_choice(fit_parent(examples)), {})


def thresholds(examples: Sequence[Example]) -> tuple[float, float]:
    """The two thresholds with the best mean of F1 and exact sets of parents on held-out conversations."""
    held_out = [
        (one, *probabilities(one.turns, model))
        for training, others in folds(examples)
        for model in [fit_without_thresholds(training)]
        for one in others
    ]

    def worth(chosen: tuple[float, float]) -> float:
        guessed = [(one, decoded(needs, parent, *chosen)) for one, needs, parent in held_out]
        both = sum(
            len(g.parents.keys() & right) for one, gs in guessed for g, right in zip(gs, one.parents, strict=True)
        )
        links = sum(
            len(g.parents) + len(right) for one, gs in guessed for g, right in zip(gs, one.parents, strict=True)
        )
        exact = [g.parents.keys() == right for one, gs in guessed for g, right in zip(gs, one.parents, strict=True)]
        return 2 * both / max(links, 1) + sum(exact) / len(exact)

    return max(product(THRESHOLDS, THRESHOLDS), key=worth)


def held_out_guesses(examples: Sequence[Example]) -> dict[str, list[Guess]]:
    """For each conversation the guesses of a model that saw nothing of it, thresholds included."""
    found = {}
    for one in examples:
        model = fit([other for other in examples if other is not one])
        needs, parent = probabilities(one.turns, model)
        found[one.name] = decoded(needs, parent, model.needs.threshold, model.parent.threshold)
    return found


def shares_right(data: Path) -> dict[str, float]:
    """In what share of its uses each rule, baseline and kind of rewriting was right: (right + 1) / (uses + 2)."""
    uses: dict[str, list[bool]] = defaultdict(list)
    for conversation in annotated(data):
        one = example(conversation)
        for place, parents in list(enumerate(one.parents))[1:]:
            uses["needs"].append(bool(parents))
            uses["first"].append(0 in parents)
            uses["previous"] += [place - 1 in parents] if place > 1 else []
        for (rule, named), parents in list(zip(rules.applied(one.turns), one.parents, strict=True))[1:]:
            uses[f"rule: {rule}"] += [parent in parents for parent in named] or [not parents]
    for who, key in (("manual", "manual_rewritten_utterance"), ("automatic", "automatic_rewritten_utterance")):
        for conversation in annotated(data, who):
            one = example(conversation)
            said = [set(turn.content) for turn in one.turns]
            for place, turn in list(enumerate(conversation.turns))[1:]:
                added = set(utterance(turn.others[key]).content) - said[place]
                found = sources(added, said[:place])
                for parent, how in found.items():
                    uses[f"{who} rewrite: {how}"].append(parent in one.parents[place])
                uses[f"{who} rewrite: nothing added"] += [] if found else [not one.parents[place]]
    return {name: round((sum(right) + 1) / (len(right) + 2), 2) for name, right in sorted(uses.items())}


def content(data: Path) -> dict[str, Any]:
    """What the file of coefficients holds."""
    examples = [example(conversation) for conversation in annotated(data)]
    model = fit(examples)
    return {
        "about": {
            "what": "logistic regressions for links between the turns of a conversation, and how often rules are right",
            "made by": "scripts/train_graph_model.py",
            "learned from": "the official links of TREC CAsT 2020 (github.com/daltonj/treccastweb, 2020), MIT licence",
            "conversations": len(examples),
            "turns": sum(len(one.turns) for one in examples),
            "links": sum(len(parents) for one in examples for parents in one.parents),
            "inverse penalty": INVERSE_PENALTY,
            "folds": FOLDS,
            "drawn at random": "nothing",
            "scikit-learn": sklearn.__version__,
            "numpy": np.__version__,
        },
        "needs": {
            "intercept": round(model.needs.intercept, 4),
            "weights": rounded(model.needs.weights),
            "threshold": model.needs.threshold,
        },
        "parent": {"weights": rounded(model.parent.weights), "threshold": model.parent.threshold},
        "right": shares_right(data),
    }


def cross_validated(data: Path) -> str:
    """How every method does on CAsT 2020, the model on conversations that it never saw; as two tables."""
    decisions = Decisions()
    official = annotated(data)
    found = {name: infer_links(official, decisions, method=name).conversations for name in METHODS if name != "model"}
    found["rewrites, automatic"] = infer_links(annotated(data, "automatic"), decisions, method="rewrites").conversations
    held_out = held_out_guesses([example(conversation) for conversation in official])
    linked = [
        replace(conversation, links=links_of(conversation, held_out[conversation.id])) for conversation in official
    ]
    found["model, held out"] = replace(official, found=tuple(linked))
    texts = []
    for title, right in {
        "the official links": official,
        "COTED's links": read_conversations(data / COTED, decisions),
    }.items():
        agreements = {name: compare_links(one, right, decisions) for name, one in found.items()}
        texts.append(f"CAsT 2020 beside {title}\n\n{agreement_table(agreements)}")
    return "\n\n".join(texts)


def links_of(conversation: Conversation, guesses: Sequence[Guess]) -> dict[str, tuple[str, ...]]:
    ids = [turn.id for turn in conversation.turns]
    return {ids[at]: tuple(ids[parent] for parent in guess.parents) for at, guess in enumerate(guesses)}


def rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: round(weight, 4) for name, weight in weights.items()}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Train the model that infers links between turns.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with cast2020/ and dependence/")
    parser.add_argument("--output", type=Path, default=FILE, help="the file to write [default: the package's own]")
    parser.add_argument("--cross-validate", action="store_true", help="only print how well held-out links are found")
    chosen = parser.parse_args(arguments)
    if chosen.cross_validate:
        print(cross_validated(chosen.data))
        return
    text = json.dumps(content(chosen.data), indent=1, ensure_ascii=False)
    chosen.output.write_text(text + "\n", encoding="utf-8")
    print(f"wrote {chosen.output}")


if __name__ == "__main__":
    main(sys.argv[1:])

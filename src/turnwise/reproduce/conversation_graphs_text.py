"""The reproduction of Faggioli et al. (SIGIR 2021) for a terminal: ours beside what is printed, then the claims."""

from __future__ import annotations

from textwrap import fill

import numpy as np

from turnwise.reproduce.conversation_graphs import TURN_MEASURE, Reproduction, higher
from turnwise.reproduce.conversation_graphs_claims import NAMES, claims, percent, signed
from turnwise.reproduce.conversation_graphs_printed import (
    CONVERSATIONS,
    HIGHER_IN_CONVERSATION,
    HIGHER_IN_TREE,
    PAIRS,
    RUNS,
    SIGNIFICANT,
    TURNS,
)
from turnwise.tables.aligned import table

WIDTH = 118


def as_text(found: Reproduction) -> str:
    """Tables, then the claims with their verdicts."""
    return "\n\n".join([_head(found), _systems(found), _pairs(found), _turn_pairs(found), _claims(found)])


def _head(found: Reproduction) -> str:
    scores = found.scores
    n_conversations = len(scores.conversation_names)
    return fill(
        f"{len(scores.systems)} runs ({int(found.manual.sum())} manual) on {n_conversations} conversations of "
        f"{len(scores.turns)} judged turns, links by the authors of COTED. The paper has {RUNS} runs on the same "
        f"{CONVERSATIONS} conversations ({TURNS} turns) with its own annotation; neither is public, so numbers differ.",
        WIDTH,
    )


def _systems(found: Reproduction) -> str:
    over_turns = found.scores.mean(TURN_MEASURE)
    rows: list[list[object]] = [
        [
            found.scores.systems[s],
            "manual" if found.manual[s] else "automatic",
            *(float(values[s]) for values in found.means.values()),
            float(over_turns[s]),
        ]
        for s in np.argsort(-found.means["mean"], kind="stable")
    ]
    note = (
        f"All of {TURN_MEASURE}. Mean, HDA-b and HDA-f are means over conversations (macro), which the analysis of "
        "variance needs; the mean over turns (micro) weights a conversation by its turns, and is TREC's."
    )
    return table(["system", "rewriting", "mean", "HDA-b", "HDA-f", "over turns"], rows) + "\n" + fill(note, WIDTH)


def _pairs(found: Reproduction) -> str:
    rows: list[list[object]] = [
        [
            f"significant pairs, {NAMES[key]}",
            _of(count, len(found.comparison.measures[0].pairs)),
            f"{SIGNIFICANT[key]} of 2080",
        ]
        for key, count in found.significant.items()
    ]
    for pair, between in found.between.items():
        name, there = f"{NAMES[pair[0]]} and {NAMES[pair[1]]}", PAIRS[pair]
        kinds = ("AA", "AD", "PA", "PD1", "PD2")
        ours = " ".join(str(getattr(between.agreement, kind)) for kind in kinds)
        rows.append([f"{name}: AA AD PA PD1 PD2", ours, f"{there.AA} – {there.PA} {there.PD1} {there.PD2}"])
        tau = between.tau
        rows.append(
            [
                f"{name}: τ",
                f"{tau.value:.4f} ({tau.low:.3f} to {tau.high:.3f})",
                "–" if there.tau is None else there.tau,
            ]
        )
        for at, (group, swaps) in enumerate(found.swaps[pair].items()):
            share = swaps[0] / swaps[1] if swaps[1] else None
            printed = percent(there.swapped[at]) if there.swapped else "–"
            rows.append([f"{name}: swapped, {group}", f"{percent(share)} ({_of(*swaps)})", printed])
    settings = found.comparison.settings
    note = (
        f"Pairs of systems: two-way analysis of variance, Tukey's HSD at {settings.alpha:g}. AA, AD: both measures "
        "call a pair different, with the same or another winner; PA: neither does; PD1, PD2: only the first or the "
        f"second. τ with a bootstrap interval over conversations (seed {settings.seed})."
    )
    return table(["", "here", "printed"], [[a, b, str(c)] for a, b, c in rows]) + "\n" + fill(note, WIDTH)


def _of(count: int, of: int) -> str:
    return f"{count} of {of}"


def _turn_pairs(found: Reproduction) -> str:
    pairs = found.turn_pairs
    conversation, tree = (
        higher(pairs.same_conversation.mean, pairs.different.mean),
        higher(pairs.same_tree.mean, pairs.same_conversation.mean),
    )
    rows: list[list[object]] = [
        [pairs.different.name, len(pairs.different.taus), pairs.different.mean, "", "", "", ""],
        [
            pairs.same_conversation.name, len(pairs.same_conversation.taus), pairs.same_conversation.mean,
            signed(conversation), signed(HIGHER_IN_CONVERSATION), _p(pairs.p_conversation),
            _p(pairs.ks_conversation[1]),
        ],
        [
            pairs.same_tree.name, len(pairs.same_tree.taus), pairs.same_tree.mean, signed(tree),
            f"{100 * HIGHER_IN_TREE:+.2f}%", _p(pairs.p_tree), _p(pairs.ks_tree[1]),
        ],
    ]  # fmt: skip
    head = ["pairs of turns", "pairs", "mean τ", "higher by", "printed", "permutation p", "KS p"]
    note = (
        f"{pairs.without_value:,} pairs with a turn on which all systems are equal have no τ. The permutation test "
        f"({pairs.draws:,} draws, seed {pairs.seed}) deals turns out anew, and so respects that pairs share turns."
    )
    return table(head, rows) + "\n" + fill(note, WIDTH)


def _p(p: float) -> str:
    return "–" if p != p else f"{p:.4f}"


def _claims(found: Reproduction) -> str:
    lines = ["The paper's claims, on these runs"]
    for number, claim in enumerate(claims(found), 1):
        lines += [
            fill(f"{number:2}. {claim.verdict.upper()}: {claim.claim}", WIDTH, subsequent_indent="    "),
            fill(f"    here: {claim.here}", WIDTH, subsequent_indent="      "),
            fill(f"    paper: {claim.published}", WIDTH, subsequent_indent="      "),
        ]
    return "\n".join(lines)

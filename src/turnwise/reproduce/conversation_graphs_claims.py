"""The claims of Faggioli et al. (SIGIR 2021) one by one: does each hold on the runs at hand?"""

from __future__ import annotations

from dataclasses import dataclass

from turnwise.reproduce.conversation_graphs import Reproduction, higher
from turnwise.reproduce.conversation_graphs_printed import (
    HIGHER_IN_CONVERSATION,
    HIGHER_IN_TREE,
    PAIRS,
    PRINTED_CHANGE,
    SIGNIFICANT,
)

ALPHA = 0.05
HDA_B, HDA_F, BOTH = ("mean", "hda_b"), ("mean", "hda_f"), ("hda_b", "hda_f")
NAMES = {"mean": "the mean", "hda_b": "HDA-b", "hda_f": "HDA-f"}


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and what stands for or against it here; `holds` is None where it cannot be told."""

    claim: str
    holds: bool | None
    here: str
    published: str

    @property
    def verdict(self) -> str:
        return "cannot be told" if self.holds is None else "holds" if self.holds else "does not hold"


def claims(found: Reproduction) -> list[Claim]:
    """Every claim, in the order of the paper."""
    return [
        _trees(found),
        _same_conversation(found),
        _same_tree(found),
        _same_tree_by_chance(found),
        _above_the_mean(found),
        _automatic_swapped_more(found, HDA_B),
        _automatic_swapped_more(found, HDA_F),
        _forward_nearer(found),
        *(_mean_finds_more(found, key) for key in ("hda_b", "hda_f")),
        _forward_agrees_more(found),
        _mostly_active(found),
        _no_active_disagreement(found),
        _mean_alone(found),
        _more_reliable(found),
    ]


def percent(share: float | None) -> str:
    return "no value" if share is None else f"{100 * share:.1f}%"


def signed(share: float | None) -> str:
    return "no value" if share is None else f"{100 * share:+.1f}%"


def _trees(found: Reproduction) -> Claim:
    trees, parts = found.graphs.tree_components, found.graphs.components
    return Claim(
        "The most common structure of a conversation's graph, or of its parts, is a tree.",
        2 * trees > parts,
        f"{trees} of {parts} components are trees; {found.graphs.several_parents} of {found.graphs.turns} judged turns "
        "have several parents",
        "no figure",
    )


def _same_conversation(found: Reproduction) -> Claim:
    pairs = found.turn_pairs
    one, other = pairs.same_conversation.mean, pairs.different.mean
    return Claim(
        "Turns of the same conversation are more correlated than turns of different ones, significantly.",
        one > other and pairs.p_conversation < ALPHA,
        f"mean τ {one:.4f} against {other:.4f} ({signed(higher(one, other))}); permutation p = "
        f"{pairs.p_conversation:.4f}, Kolmogorov–Smirnov p = {pairs.ks_conversation[1]:.4f}",
        f"{signed(HIGHER_IN_CONVERSATION)}, p < 1e-10",
    )


def _same_tree(found: Reproduction) -> Claim:
    pairs = found.turn_pairs
    one, other = pairs.same_tree.mean, pairs.same_conversation.mean
    return Claim(
        "Turns of the same tree are slightly more correlated than turns of the same conversation.",
        one > other,
        f"mean τ {one:.4f} against {other:.4f} ({signed(higher(one, other))})",
        f"{100 * HIGHER_IN_TREE:+.2f}%",
    )


def _same_tree_by_chance(found: Reproduction) -> Claim:
    pairs = found.turn_pairs
    ks = pairs.ks_tree[1]
    return Claim(
        "… but not significantly.",
        pairs.p_tree >= ALPHA,
        f"permutation p = {pairs.p_tree:.4f}; Kolmogorov–Smirnov, which takes pairs that share a turn for independent, "
        f"p = {ks:.4f}",
        "not significant, test not named",
    )


def _above_the_mean(found: Reproduction) -> Claim:
    n_above = {key: int((found.means[key] > found.means["mean"]).sum()) for key in ("hda_b", "hda_f")}
    n = len(found.scores.systems)
    told = [
        f"{NAMES[key]} is higher for {n_above[key]} of {n} systems, and lower in {count} of {of} single conversations"
        for key, (count, of) in found.below.items()
    ]
    return Claim(
        "Scores under HDA are always higher than under the mean.",
        all(count == n for count in n_above.values()),
        "; ".join(told) + " (a system in a conversation)",
        "“tend to be always higher”, for systems",
    )


def _automatic_swapped_more(found: Reproduction, pair: tuple[str, str]) -> Claim:
    swaps, there = found.swaps[pair], PAIRS[pair].swapped
    share = {group: count / of if of else None for group, (count, of) in swaps.items()}
    automatic, manual = share["automatic"], share["manual"]
    told = [f"{group} {percent(share[group])} ({count} of {of})" for group, (count, of) in swaps.items()]
    return Claim(
        f"Between the mean and {NAMES[pair[1]]}, automatic runs change places more than manual ones.",
        None if automatic is None or manual is None else automatic > manual,
        ", ".join(told),
        ", ".join(f"{group} {percent(s)}" for group, s in zip(swaps, there or (), strict=True)),
    )


def _forward_nearer(found: Reproduction) -> Claim:
    forward, backward = found.between[HDA_F].tau.value, found.between[HDA_B].tau.value
    return Claim(
        "HDA-f ranks systems more like the mean than HDA-b does.",
        forward > backward + 1e-12,
        f"τ {forward:.4f} against {backward:.4f}",
        f"τ {PAIRS[HDA_F].tau} against {PAIRS[HDA_B].tau}",
    )


def _mean_finds_more(found: Reproduction, key: str) -> Claim:
    mean, hda = found.significant["mean"], found.significant[key]
    there = SIGNIFICANT[key], SIGNIFICANT["mean"]
    return Claim(
        f"The mean finds more significantly different pairs of systems than {NAMES[key]}.",
        mean > hda,
        f"{mean} against {hda}" + (f" ({signed(hda / mean - 1)})" if mean else ""),
        f"{there[1]} against {there[0]} ({signed(there[0] / there[1] - 1)}, printed as {PRINTED_CHANGE[key]})",
    )


def _forward_agrees_more(found: Reproduction) -> Claim:
    forward, backward = found.between[HDA_F].agreement, found.between[HDA_B].agreement
    there = [PAIRS[pair].AA + PAIRS[pair].PA for pair in (HDA_F, HDA_B)]
    return Claim(
        "HDA-f agrees more with the mean than HDA-b does.",
        forward.AA + forward.PA > backward.AA + backward.PA,
        f"AA + PA {forward.AA + forward.PA} against {backward.AA + backward.PA} of {forward.total} pairs",
        f"AA + PA {there[0]} against {there[1]} of 2,080 pairs",
    )


def _mostly_active(found: Reproduction) -> Claim:
    shares, there = {}, {}
    for pair, between in found.between.items():
        name = f"{NAMES[pair[0]]} and {NAMES[pair[1]]}"
        a, p = between.agreement, PAIRS[pair]
        called = a.total - a.PA
        shares[name] = a.AA / called if called else None
        there[name] = p.AA / (p.AA + p.PD1 + p.PD2)
    return Claim(
        "Active agreement is high: of the pairs that either measure calls different, both call most.",
        None if None in shares.values() else all(share is not None and share > 0.5 for share in shares.values()),
        ", ".join(f"{name} {percent(share)}" for name, share in shares.items()),
        ", ".join(f"{name} {percent(share)}" for name, share in there.items()),
    )


def _no_active_disagreement(found: Reproduction) -> Claim:
    counts = [between.agreement.AD for between in found.between.values()]
    return Claim(
        "No two measures call a pair different with opposite winners (no active disagreement).",
        not any(counts),
        f"AD {', '.join(map(str, counts))}",
        "none: the four columns of Table 2 add up to all pairs",
    )


def _mean_alone(found: Reproduction) -> Claim:
    told = {pair: found.between[pair].agreement for pair in (HDA_B, HDA_F)}
    return Claim(
        "The mean alone calls more pairs different than HDA alone does (PD1 above PD2).",
        all(a.PD1 > a.PD2 for a in told.values()),
        ", ".join(f"{NAMES[pair[1]]} {a.PD1} against {a.PD2}" for pair, a in told.items()),
        ", ".join(f"{NAMES[pair[1]]} {PAIRS[pair].PD1} against {PAIRS[pair].PD2}" for pair in told),
    )


def _more_reliable(found: Reproduction) -> Claim:
    mixed = [f"{NAMES[key]} {count} of {of}" for key, (count, of) in found.mean_alone_unrewritten.items()]
    noise = [
        f"{NAMES[key]} {c.anova.error_variance:.5f} (ω² of systems {c.anova.systems.omega_squared or 0:.3f})"
        for key, c in zip(NAMES, found.comparison.measures, strict=True)
    ]
    return Claim(
        "HDA is more reliable in telling systems apart; the mean's further significant pairs are wrong ones.",
        None,
        "nobody knows which pairs are right. But fewer significant pairs are also what a noisier measure gives, error "
        f"variance: {', '.join(noise)}; and of the pairs that only the mean calls different, most set a run that takes "
        f"utterances as asked against one that rewrites them, which do differ: against {', '.join(mixed)}",
        "no figure",
    )

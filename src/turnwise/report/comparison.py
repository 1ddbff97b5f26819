"""A comparison of systems as tables and JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from turnwise.comparison import wording
from turnwise.comparison.compare import Between, Compared, Comparison, ComparisonSettings
from turnwise.comparison.findings import Findings, GroupSwaps
from turnwise.comparison.turn_pairs import TurnPairs
from turnwise.tables.aligned import filled, table

Table = tuple[list[str], list[list[object]]]

#: Decimals to which p-values are exact: beyond them pairs are put in order by their difference.
EXACT = 9


def leaderboard(compared: Compared, systems: list[str]) -> Table:
    """Systems best first, with intervals and whether they are tied with the best."""
    tied = set(compared.top)
    order = compared.best_first
    rows: list[list[object]] = [
        [
            systems[s],
            float(compared.means[s]),
            f"{compared.intervals.low[s]:.4f} to {compared.intervals.high[s]:.4f}",
            "tied at the top" if s in tied and len(tied) > 1 else "best" if s in tied else "",
        ]
        for s in order
    ]
    return ["system", compared.measure, f"{compared.intervals.level:.0%} interval", ""], rows


def pairs_in_order(compared: Compared, systems: list[str]) -> list[dict[str, Any]]:
    """Every pair, most certain first; the interval of its difference only where the test has one.

    Tests of one pair at a time have a p-value corrected for many pairs, too.
    """
    pairs = compared.pairs
    found = []
    for at in np.lexsort((-np.abs(pairs.difference), pairs.p.round(EXACT))):
        up = pairs.difference[at] >= 0
        one, two = (pairs.first[at], pairs.second[at]) if up else (pairs.second[at], pairs.first[at])
        pair = {"better": systems[one], "worse": systems[two], "difference": abs(float(pairs.difference[at]))}
        if pairs.low is not None and pairs.high is not None:
            low, high = (pairs.low[at], pairs.high[at]) if up else (-pairs.high[at], -pairs.low[at])
            pair["interval"] = [float(low), float(high)]
        pair["p"] = float(pairs.p[at])
        if compared.corrected is not None:
            pair["corrected_p"] = float(compared.corrected[at])
        found.append({**pair, "significant": bool(compared.significant[at])})
    return found


def pairs_table(compared: Compared, systems: list[str], settings: ComparisonSettings) -> Table:
    """The same for a person."""
    rows: list[list[object]] = []
    for pair in pairs_in_order(compared, systems):
        row = [pair["better"], pair["worse"], pair["difference"]]
        row += [f"{low:.4f} to {high:.4f}" for low, high in [pair["interval"]]] if "interval" in pair else []
        row += [_certainty(pair[p]) for p in ("p", "corrected_p") if p in pair]
        rows.append([*row, "yes" if pair["significant"] else "no"])
    holds_for = "all pairs at once" if settings.test == "tukey" else "one pair"
    interval = [f"{1 - settings.alpha:.0%} interval, {holds_for}"] if compared.pairs.low is not None else []
    corrected = [] if compared.corrected is None else ["corrected p"]
    return ["better", "worse", "difference", *interval, "p", *corrected, "significant"], rows


def agreements(comparison: Comparison) -> Table:
    """The paper's Table 2, with swaps and τ."""
    interval = f"{1 - comparison.settings.alpha:.0%} interval"
    columns = ["measures", "AA", "AD", "PA", "PD1", "PD2", "pairs", "swapped", "τ", interval]
    return columns, [
        [
            f"{b.first} vs {b.second}",
            *(getattr(b.agreement, kind) for kind in ("AA", "AD", "PA", "PD1", "PD2")),
            b.pairs,
            b.swapped,
            b.tau.value if b.tau.is_known else None,
            f"{b.tau.low:.3f} to {b.tau.high:.3f}" if b.tau.is_known else None,
        ]
        for b in comparison.between
    ]


def swaps_table(swaps: list[GroupSwaps]) -> Table:
    """Pairs of systems within a group that change order from one measure to another."""
    return ["measures", "group", "swapped", "pairs", "share"], [
        [f"{s.first} vs {s.second}", s.group, s.swapped, s.pairs, s.swapped / s.pairs if s.pairs else None]
        for s in swaps
    ]


def turn_pairs_table(pairs: TurnPairs, has_trees: bool) -> Table:
    """Kendall's τ of two turns over systems; each test is against the group above."""
    tests = {
        pairs.same_conversation.name: (pairs.p_conversation, pairs.ks_conversation[1]),
        pairs.same_tree.name: (pairs.p_tree, pairs.ks_tree[1]),
    }
    return ["pairs of turns", "pairs", "mean τ", "p, turns dealt out anew", "p, Kolmogorov–Smirnov"], [
        [group.name, len(group.taus), group.mean, *tests.get(group.name, (None, None))]
        for group in pairs.groups(has_trees)
    ]


def as_text(found: Findings, pairs: bool = False, turns: bool = False) -> str:
    """For a terminal."""
    comparison = found.comparison
    blocks = []
    for compared in comparison.measures:
        blocks.append(table(*leaderboard(compared, comparison.systems)))
        if pairs:
            blocks.append(table(*pairs_table(compared, comparison.systems, comparison.settings)))
    if comparison.between:
        blocks.append(table(*agreements(comparison)))
    if found.swaps:
        blocks.append(table(*swaps_table(found.swaps)))
    if turns and found.turn_pairs:
        blocks.append(table(*turn_pairs_table(found.turn_pairs, found.has_trees)))
        blocks.append(filled(wording.independence(found.turn_pairs, comparison.settings)))
    elif turns:
        blocks.append(filled(f"Turns were not compared: {found.why_no_turn_pairs}."))
    return "\n\n".join([*blocks, "\n".join(map(filled, wording.in_words(comparison).splitlines()))])


def _certainty(p: object) -> str:
    """A p-value with four digits, never as 0."""
    return "<0.0001" if isinstance(p, float) and p < 0.0001 else f"{p:>7.4f}"


def as_json(found: Findings) -> str:
    """For programs: every number, and how it was made."""
    comparison = found.comparison
    return json.dumps(
        {
            "settings": asdict(comparison.settings),
            "systems": comparison.systems,
            "units": comparison.units,
            "measures": [_measure(compared, comparison.systems) for compared in comparison.measures],
            "between": [_between(b) for b in comparison.between],
            "groups": dict(zip(comparison.systems, found.groups, strict=True)) if found.groups else {},
            "swaps": [asdict(s) for s in found.swaps],
            "turn_pairs": _turn_pairs(found),
            "decisions": [vars(d) for d in comparison.decisions],
        },
        ensure_ascii=False,
        indent=1,
    )


def _turn_pairs(found: Findings) -> dict[str, Any] | None:
    if found.turn_pairs is None:
        return None
    return {"measure": found.turn_measure, **found.turn_pairs.as_dict(found.has_trees)}


def _between(between: Between) -> dict[str, Any]:
    return asdict(between) if between.tau.is_known else {**asdict(between), "tau": None}


def _measure(compared: Compared, systems: list[str]) -> dict[str, Any]:
    return {
        "measure": compared.measure,
        "means": dict(zip(systems, compared.means.tolist(), strict=True)),
        "intervals": {
            system: [low, high]
            for system, low, high in zip(
                systems, compared.intervals.low.tolist(), compared.intervals.high.tolist(), strict=True
            )
        },
        "anova": {
            "systems": asdict(compared.anova.systems),
            "units": asdict(compared.anova.units),
            "error": {"sum_of_squares": compared.anova.error.sum_of_squares, "df": compared.anova.error.df},
            "error_variance": compared.anova.error_variance,
        },
        "top": [systems[s] for s in compared.top],
        "power": asdict(compared.power),
        "pairs": pairs_in_order(compared, systems),
    }

"""How well graphs are inferred, for a terminal."""

from __future__ import annotations

from turnwise.comparison.links import MEASURES
from turnwise.report.links import agreement_table, shown_estimate
from turnwise.reproduce.graph_inference import GraphInference
from turnwise.tables.aligned import table


def as_text(found: GraphInference) -> str:
    model = found.agreements["model"]
    n, turns = len(model.conversations), int(model.totals[4])
    differences = [
        [f"model − {name}", *(shown_estimate(model.difference(found.agreements[name], m)) for m in MEASURES)]
        for name in ("first", "rules")
    ]
    rankings = found.rankings | {"official, CAsT 2020": found.people_rankings}
    changes = [
        [name, *(value for one in changed for value in (one.tau, one.most_ranks, one.swapped))]
        for name, changed in rankings.items()
    ]
    here, there = found.rankings["model"][0], found.people_rankings[0]
    columns = [f"{word} {short}" for short in ("b", "f") for word in ("tau", "ranks", "swaps")]
    rows = [[f"{one.low:.1f} to {one.high:.1f}", one.links, one.mean, one.right] for one in found.confidences]
    parts = [
        f"Inferred links of CAsT 2019 beside COTED's ({n} conversations, {turns} turns; none was seen in training)",
        agreement_table(found.agreements),
        "The model's lead, with intervals over the same draws of conversations",
        table(["difference", *MEASURES], differences),
        "How well people agree: the official links of CAsT 2020 beside COTED's",
        agreement_table({"official": found.people}, "links of"),
        "Are the model's links right as often as they say?",
        table(["confidence", "links", "mean confidence", "right"], rows, 2),
        f"HDA-b and HDA-f of nDCG@3: the order of {here.systems} runs of CAsT 2019 beside that with COTED's links\n"
        f"(last row: {there.systems} runs of CAsT 2020). Kendall's tau, the most ranks that a run moves, and the pairs "
        f"swapped, of {here.pairs} ({there.pairs})",
        table(["links", *columns], changes, 3),
        f"Brackets: 95% bootstrap intervals over conversations, {model.draws:,} draws, seed {model.seed}.",
    ]
    return "\n\n".join(parts)

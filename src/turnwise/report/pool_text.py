"""What there is to rate in a pool, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.tables.aligned import table
from turnwise.tables.decisions import plural


def pool_text(counted: Mapping[str, Any], depth: int) -> str:
    each = counted["candidates_per_turn"]
    systems = [[name, of["offered"], of["alone"]] for name, of in counted["systems"].items()]
    gold = counted["gold"]
    lines = [
        table(["system", f"answers in its first {depth}", "offered by it alone"], systems),
        "",
        f"{plural(counted['turns'], 'turn')}, {plural(counted['items'], 'item')} to rate: "
        f"{each['mean']:.1f} candidates a turn ({each['least']} to {each['most']}),",
        f"and the gold answer: {gold['reply']:,} from the dialogue, {gold['label']:,} labelled right, "
        f"{plural(gold['none'], 'turn')} without; {gold['also_offered']:,} offered anyway.",
        f"{plural(counted['ratings'], 'rating')} if {counted['ratings_per_item']} people rate each item.",
    ]
    if raters := counted["raters"]:
        items, golds = raters["items_each"], raters["golds_each"]
        lines.append(
            f"{plural(raters['number'], 'rater')}: {items['least']:,} to {items['most']:,} items each, "
            f"{golds['least']:,} to {golds['most']:,} gold answers among them."
        )
    return "\n".join(lines)

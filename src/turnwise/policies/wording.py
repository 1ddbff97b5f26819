"""Tunings in words: the tables a person reads at a terminal, and the sentence for a product owner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from textwrap import wrap
from typing import TYPE_CHECKING

from turnwise.measures import TurnMeasure
from turnwise.policies.outcome import Estimate, Outcome, Price, Shown
from turnwise.policies.questions import Questions
from turnwise.policies.worth import break_even
from turnwise.tables.aligned import filled
from turnwise.tables.decisions import plural

if TYPE_CHECKING:
    from turnwise.policies.tuning import Tuning

#: Fewer queries than this are called few, and it is said what one of them weighs.
FEW = 100

#: How wide a column's head may be, whatever stands below it.
HEAD = 10

PRICES = "What it costs to have the right one in the list more often (held out; the setting is chosen on all queries):"


def percent(share: float | None, decimals: int = 0) -> str:
    return "–" if share is None else f"{100 * share:.{decimals}f}%"


def instead(share: float | None, of: float | None) -> str:
    """`94% … instead of 81%`: with a decimal more where whole percents would look the same but are not."""
    decimals = 1 if share != of and percent(share) == percent(of) else 0
    return f"{percent(share, decimals)} {{}}instead of {percent(of, decimals)}"


def span(estimate: Estimate | None, sign: str = "") -> str:
    return "–" if estimate is None else f"{estimate.low:{sign}.4f} to {estimate.high:{sign}.4f}"


def value_row(outcome: Outcome) -> list[str]:
    difference = outcome.difference
    return [
        outcome.name,
        f"{outcome.value.mean:.4f}",
        span(outcome.value),
        "–" if difference is None else f"{difference.mean:+.4f}",
        span(difference, "+"),
        str(outcome.setting) if outcome.tuned else "–",
    ]


def shown_row(name: str, shown: Shown) -> list[str]:
    return [
        name,
        percent(shown.right_in_list, 1),
        f"{shown.mean_length:.2f}",
        percent(shown.fallback_when_out_of_scope, 1),
        percent(shown.fallback_when_in_scope, 1),
        percent(shown.length_shares[0]),
        *(
            percent(sum(shown.length_shares[first : last + 1]))
            for first, last in length_groups(len(shown.length_shares) - 1)
        ),
    ]


def value_heads(measure: str) -> list[str]:
    return ["policy", measure, "95% interval", "against one option", "95% interval", "setting chosen on all queries"]


def shown_heads(longest: int) -> list[str]:
    told = ["policy", "right one in list", "options", "fallback if out of scope", "fallback if in scope"]
    groups = (str(first) if first == last else f"{first:,}–{last:,}" for first, last in length_groups(longest))
    return [*told, "lists: fallback", *groups]


def length_groups(longest: int) -> list[tuple[int, int]]:
    """The lengths of lists that a table tells apart: up to 10 each by itself, and longer ones in groups beyond 5."""
    if longest <= 10:
        return [(length, length) for length in range(1, longest + 1)]
    groups = [(length, length) for length in range(1, 6)]
    ends = (step * 10**power for power in count(1) for step in (1, 2, 5))
    while groups[-1][1] < longest:
        groups.append((groups[-1][1] + 1, min(next(ends), longest)))
    return groups


def price_heads(measure: str) -> list[str]:
    return ["wanted", "right one in list", "options", measure, "setting"]


def price_row(price: Price) -> list[str]:
    return [
        percent(price.wanted),
        percent(price.right_in_list, 1),
        f"{price.mean_length:.2f}",
        f"{price.value:.4f}",
        str(price.setting),
    ]


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """Columns of text; those of `words` stand to the left, numbers to the right. Long heads are broken into lines."""
    cells = [max((len(row[at]) for row in rows), default=0) for at in range(len(heads))]
    broken = [wrap(head, max(cell, HEAD, *map(len, head.split()))) for head, cell in zip(heads, cells, strict=True)]
    widths = [max(cell, *map(len, lines or [""])) for lines, cell in zip(broken, cells, strict=True)]
    height = max(map(len, broken))
    top = [[""] * (height - len(lines)) + lines for lines in broken]

    def line(cells: Sequence[str]) -> str:
        sized = enumerate(zip(cells, widths, strict=True))
        return "  ".join(c.ljust(w) if at in words else c.rjust(w) for at, (c, w) in sized).rstrip()

    return "\n".join([*map(line, zip(*top, strict=True)), "  ".join("─" * w for w in widths), *map(line, rows)])


def tables(tuning: Tuning) -> str:
    """The whole result at a terminal."""
    longest = len(tuning.best.shown.length_shares) - 1
    values = [value_row(outcome)[:-1] for outcome in tuning.outcomes]
    seen = [shown_row(outcome.name, outcome.shown) for outcome in tuning.outcomes]
    chosen = [[outcome.name, str(outcome.setting)] for outcome in tuning.outcomes if outcome.tuned]
    parts = [
        filled(heading(tuning)),
        aligned(value_heads(tuning.measure)[:-1], values),
        aligned(shown_heads(longest), seen),
        aligned(["policy", value_heads(tuning.measure)[-1]], chosen, words=(0, 1)),
    ]
    if tuning.prices:
        rows = [price_row(price) for price in tuning.prices]
        parts.append(f"{filled(PRICES)}\n" + aligned(price_heads(tuning.measure), rows, words=(4,)))
    if tuning.notes:
        parts.append("\n".join(filled(f"Note: {note}") for note in tuning.notes))
    setting = "\n".join("  " + line for line in tuning.toolkit_setting.splitlines())
    return "\n\n".join([*parts, filled(tuning.sentence), f"Setting ({tuning.toolkit}):\n{setting}"])


def heading(tuning: Tuning) -> str:
    return (
        f"{tuning.source}: {plural(tuning.in_scope, 'query', 'queries')} in scope and {tuning.out_of_scope:,} out of "
        f"scope; tuned policies are chosen on {tuning.folds - 1} of {tuning.folds} folds and measured on the other"
    )


def verdict(tuning: Tuning) -> str:
    """One sentence: show lists, and what that brings; or keep one option, and why."""
    best, one = tuning.best, tuning.one_option
    queries = plural(tuning.in_scope + tuning.out_of_scope, "question")
    if tuning.better:
        return f"{best.setting.words}: {_effect(best.shown, one.shown)}."
    if best.difference is None or best.difference.low == best.difference.high == 0:
        return f"Keep showing one option: by {tuning.measure} no other list did better for these {queries}."
    found = f"{tuning.measure} {best.difference.mean:+.4f}, 95% interval {span(best.difference, '+')}, {queries}"
    if best.difference.high < 0:
        return f"Keep showing one option: the tuned lists did worse on questions they had not seen ({found})."
    return f"Keep showing one option: what longer lists bring is within chance ({found})."


def _effect(shown: Shown, one: Shown) -> str:
    """What changes for people, against one option; what gets better first."""
    right = instead(shown.right_in_list, one.right_in_list).format("of questions ")
    listed = f"the right one is in the list for {right}, at {shown.mean_length:.1f} options on average"
    if shown.fallback_when_out_of_scope is None:
        return listed
    caught = instead(shown.fallback_when_out_of_scope, one.fallback_when_out_of_scope)
    caught = f"the fallback answers {caught.format('of out-of-scope questions ')}"
    if (shown.right_in_list or 0.0) < (one.right_in_list or 0.0):
        return f"{caught}, while {listed}"
    return f"{listed}, and {caught}"


def notes_on(asked: Questions, measure: TurnMeasure) -> list[str]:
    """What a reader should know about these queries and this measure before trusting the numbers."""
    notes = []
    if len(asked) < FEW:
        notes.append(
            f"{plural(len(asked), 'query is', 'queries are')} few: each one is {100 / len(asked):.1f} points of a "
            "share, and a difference must be large to be seen."
        )
    outside = int(asked.out_of_scope.sum())
    if not outside:
        notes.append("no query is out of scope: how well a fallback would catch such queries is not known from these.")
    elif outside < FEW / 5:
        told = plural(outside, "query is", "queries are")
        notes.append(f"only {told} out of scope: what is said of the fallback is rough.")
    if int(asked.ranked.max()) == 1:
        notes.append("no reply ranks more than one option: the only choice is between that one and the fallback.")
        return notes
    even = break_even(measure)
    if even is None:
        notes.append(f"{measure} never counts a longer list as worse, so it asks for long lists; OLAR and F1 do.")
    elif even >= 0.5:
        notes.append(
            f"{measure} never gains from a second option that is less likely to be right than the first; it asks for "
            "one option. F1 allows longer lists."
        )
    else:
        notes.append(
            f"by {measure} a second option pays only where it is the right one in more than {percent(even, 1)} of the "
            "cases in which one of the two is."
        )
    return notes

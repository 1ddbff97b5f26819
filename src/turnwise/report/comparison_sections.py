"""The sections of a comparison's report, each from its results alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison import wording
from turnwise.comparison.compare import Compared
from turnwise.comparison.findings import Findings
from turnwise.graph import Graph
from turnwise.report.blocks import Block, Facts, Listing, NamedTable, Prose, Section
from turnwise.report.comparison import agreements, leaderboard, swaps_table, turn_pairs_table
from turnwise.report.comparison_pictures import against_picture, slug, turn_pairs_picture
from turnwise.report.dialogue_scores import dialogue_facts
from turnwise.report.scored_graph import scored_graph
from turnwise.tables.decisions import Decision
from turnwise.tables.trail import Trail

Ints = NDArray[np.int64]

#: A heat map of more systems or conversations than these shows the best and the most telling; its files have all.
MOST_ROWS, MOST_COLUMNS = 40, 40
#: A leaderboard on a page shows no more systems than these; its files have all.
MOST_LISTED = 100
#: A page draws no more measures than these against the first.
MOST_FIGURES = 5


@dataclass(frozen=True)
class Reported:
    """What a report is about. `graphs` and `texts` are by conversation, `texts` then by turn."""

    findings: Findings
    source: str
    graphs: Mapping[str, Graph] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    graph_source: str = ""
    #: the conversation to draw; by default the one where systems differ most
    conversation: str = ""
    #: a dialogue as the best and the worst system in it held it
    trails: Mapping[str, Trail] = field(default_factory=dict)


def what_was_compared(report: Reported) -> Section:
    found, scores = report.findings, report.findings.scores
    about = scores.about
    n_missing = int(scores.missing.sum())
    facts = {
        "score table": report.source,
        "measures": ", ".join(compared.measure for compared in found.comparison.measures),
        "systems": f"{len(scores.systems):,}" + (f" ({_counted(found.groups)})" if found.groups else ""),
        "conversations": f"{len(found.comparison.units):,} compared",
    }
    if "dialogues" in about:
        facts |= dialogue_facts(about)
    else:
        facts |= {
            "turns": f"{len(scores.turns):,} judged" if scores.turns else "none in the table",
            "judgements": str(about.get("judgements", "not said by this kind of file")),
            "links": report.graph_source or "no graph given",
            "missing turns": f"{n_missing:,} of {scores.missing.size:,}; rule: {about.get('missing', 'not said')}",
        }
    facts |= {
        "scored by": f"Turnwise {about['turnwise']}" if "turnwise" in about else "not said by this kind of file",
    }
    decisions = _by_text([*scores.decisions, *found.comparison.decisions])
    if not found.scores.decisions and "turnwise" not in about:
        decisions.append("What had to be decided while scoring is not in this kind of file: Parquet and JSON hold it.")
    return Section(
        "What was compared",
        [
            Facts(facts),
            Prose("What had to be decided while reading and comparing:" if decisions else "Nothing had to be decided."),
            *([Listing(decisions)] if decisions else []),
        ],
    )


def _by_text(decisions: list[Decision]) -> list[str]:
    """A sentence for each kind of decision; sources that say the same share it."""
    sources: dict[str, list[str]] = {}
    for decision in decisions:
        sources.setdefault(decision.text, []).append(PurePath(decision.source).name)
    return [
        f"{names[0] if len(names) == 1 else f'{names[0]} and {len(names) - 1:,} more'}: {text}"
        for text, names in sources.items()
    ]


def _counted(groups: list[str]) -> str:
    return ", ".join(f"{groups.count(name):,} {name}" for name in dict.fromkeys(groups))


def who_is_best(report: Reported) -> Section:
    found = report.findings
    blocks: list[Block] = []
    for compared in found.comparison.measures:
        columns, rows = leaderboard(compared, found.scores.systems)
        if found.groups:
            group = dict(zip(found.scores.systems, found.groups, strict=True))
            columns, rows = [*columns, "group"], [[*row, group[str(row[0])]] for row in rows]
        settings = found.comparison.settings
        heads = [*columns[:3], "standing", *columns[4:]]
        left_out = f"; the best {MOST_LISTED} of {len(rows):,} systems" if len(rows) > MOST_LISTED else ""
        blocks += [
            Prose(f"Under {compared.measure}, {wording.top_group(compared, found.scores.systems, settings)}"),
            NamedTable(
                f"leaderboard-{slug(compared.measure)}",
                f"{compared.measure}: means over conversations, with bootstrap intervals that draw whole conversations"
                f"{left_out}",
                heads,
                rows[:MOST_LISTED],
                words=range(3, len(columns)),
                best=0,
                whole=([heads[0], f"{compared.measure} (mean of conversations)", *heads[2:]], rows),
            ),
            Prose(
                f"{wording.variance(compared, settings)}. {wording.how_many_differ(compared, settings)} "
                f"{wording.power(compared, settings)}",
                soft=True,
            ),
        ]
    return Section("Who is best, and who is tied", blocks)


def where_systems_differ(report: Reported) -> Section:
    found = report.findings
    first = found.comparison.measures[0]
    order = first.best_first
    columns = np.arange(len(found.comparison.units))
    shown_rows, shown_columns = order[:MOST_ROWS], columns
    if len(columns) > MOST_COLUMNS:
        shown_columns = np.sort(np.argsort(-first.values.std(axis=0), kind="stable")[:MOST_COLUMNS])
    cut = len(order) > MOST_ROWS or len(columns) > MOST_COLUMNS
    top = max(1.0, float(first.values.max()))
    values = first.values[np.ix_(shown_rows, shown_columns)]
    caption = f"{first.measure} of each system (rows, best first) in each conversation (columns)"
    if cut:
        caption += (
            f"; the best {len(shown_rows):,} of {len(order):,} systems, and the {len(shown_columns):,} of "
            f"{len(columns):,} conversations where systems differ most"
        )
    return Section(
        "Where systems differ",
        [
            Prose(f"Systems differ most in conversation {found.most_different}."),
            NamedTable(
                "conversations",
                caption,
                ["system", *(found.comparison.units[c] for c in shown_columns)],
                _rows(found, first, shown_rows, shown_columns),
                digits=2,
                shades=np.clip(values / top, 0, 1).tolist(),
                whole=(
                    ["system", "measure", *found.comparison.units],
                    [[row[0], first.measure, *row[1:]] for row in _rows(found, first, order, columns)],
                ),
            ),
        ],
    )


def _rows(found: Findings, compared: Compared, systems: Ints, units: Ints) -> list[list[object]]:
    return [[found.scores.systems[s], *compared.values[s, units].tolist()] for s in systems]


def one_conversation(report: Reported) -> Section | None:
    """The graph of a conversation, as the systems that do best and worst in it answered."""
    found, scores = report.findings, report.findings.scores
    name = report.conversation or found.most_different
    if not report.graphs:
        return None
    title = f"Conversation {name}, turn by turn"
    graph = report.graphs.get(name)
    if graph is None:
        return Section(title, [Prose(f"Not drawn: {report.graph_source} has no graph of conversation {name}.")])
    if found.turn_measure is None:
        return Section(
            title, [Prose("Not drawn: the table holds no scores of single turns; score one, such as nDCG@3.")]
        )
    first = found.comparison.measures[0]
    of_systems = first.values[:, found.comparison.units.index(name)]
    known = {turn: at for at, turn in enumerate(scores.turns) if scores.conversations[at] == name}
    place = {turn: known.get(f"{name}_{turn}", known.get(turn)) for turn in graph.turns}
    values = scores.by_turn(found.turn_measure)
    best, worst = int(of_systems.argmax()), int(of_systems.argmin())
    pictures = [
        scored_graph(
            graph,
            report.texts.get(name, {}),
            {
                turn: float(values[s, at])
                for turn, at in place.items()
                if at is not None and not np.isnan(values[s, at])
            },
            f"graph-{which}",
            f"{scores.systems[s]}, {which} in conversation {name}: {first.measure} {of_systems[s]:.4f}",
            found.turn_measure,
        )
        for which, s in (("best", best), ("worst", worst))
    ]
    why = "chosen by hand" if report.conversation else f"where systems differ most under {first.measure}"
    blocks: list[Block] = [Prose(f"Conversation {name}, {why}, as the best and the worst system in it answered.")]
    for picture in pictures:
        blocks += [Prose(f"{picture.title}."), picture]
    return Section(title, blocks)


def are_turns_independent(report: Reported) -> Section:
    found, pairs = report.findings, report.findings.turn_pairs
    title = "Are the turns of a conversation independent?"
    if pairs is None or found.turn_measure is None:
        return Section(title, [Prose(f"Not looked at: {found.why_no_turn_pairs}.")])
    return Section(
        title,
        [
            Prose(wording.independence(pairs, found.comparison.settings)),
            turn_pairs_picture(pairs, found.turn_measure, found.has_trees),
            NamedTable(
                "turn-pairs",
                "Kendall's τ of two turns over systems; each test is against the group above",
                *turn_pairs_table(pairs, found.has_trees),
            ),
            Prose(
                f"{pairs.without_value:,} pairs with a turn on which all systems are equal have no τ. The first test "
                f"({pairs.draws:,} draws, seed {pairs.seed}) respects that pairs share turns; the second takes pairs "
                "for independent, and is there to compare with the literature.",
                soft=True,
            ),
        ],
    )


def what_the_measure_changes(report: Reported) -> Section | None:
    found = report.findings
    comparison = found.comparison
    if not comparison.between:
        return None
    first, *others = comparison.measures
    columns, rows = agreements(comparison)
    blocks: list[Block] = [against_picture(found, first, other) for other in others[:MOST_FIGURES]]
    if len(others) > MOST_FIGURES:
        blocks.append(Prose(f"{len(others) - MOST_FIGURES:,} more measures are not drawn.", soft=True))
    blocks += [
        NamedTable("agreement", "What two measures conclude about each pair of systems", columns, rows),
        Prose(
            "AA: both call the pair different, with the same winner; AD: with another winner; PA: neither calls it "
            "different; PD1, PD2: only the first, only the second does. Swapped pairs change order. τ is Kendall's, "
            "between the two orders of systems; its interval draws conversations anew.",
            soft=True,
        ),
    ]
    if found.swaps:
        blocks.append(
            NamedTable(
                "swapped-by-group",
                "Pairs of systems within a group that change order",
                *swaps_table(found.swaps),
                words=(1,),
            )
        )
    blocks.append(Listing([wording.conclusions(between) for between in comparison.between]))
    return Section("What changes from measure to measure", blocks)


def how_numbers_were_made(report: Reported) -> Section:
    found = report.findings
    settings = found.comparison.settings
    # the Tukey tests hold for all pairs at once: nothing corrects them, whatever the setting says
    without = {"correction"} if settings.test in ("tukey", "randomised-tukey") else set()
    return Section(
        "How each number was made",
        [
            Listing(
                [
                    "A system's mean is over conversations: a measure of a turn is averaged within each conversation "
                    "first, so long conversations weigh no more than short ones. The mean over turns may differ.",
                    "Two-way analysis of variance: a score is a conversation's part, a system's part, and error. "
                    f"Systems are compared pair by pair with {wording.test_named(settings)} at {settings.alpha:g}.",
                    f"Intervals: {1 - settings.alpha:.0%} percentile bootstrap, whole conversations drawn "
                    f"{settings.draws:,} times, seed {settings.seed}.",
                    "Tied at the top: not significantly different from the best system. It does not "
                    "say that they are equal; the power tells what these conversations can show.",
                    "Ties in a list are broken by item id, descending, as trec_eval does; a judged turn that a run "
                    "lacks is treated by the rule above.",
                ]
            ),
            Facts({name: str(value) for name, value in vars(settings).items() if name not in without}),
        ],
    )

"""What ratings of an avatar's answers say, as sections of a report."""

from __future__ import annotations

from collections.abc import Callable

from turnwise.agreement.estimate import Estimate
from turnwise.crowd.figure import Figure
from turnwise.crowd.metrics import CROWD, EITHER, MAKER, METRICS
from turnwise.crowd.study import CrowdStudy
from turnwise.crowd.variation import ONE_SIDED, SETS, VERSATILE, Unit, Variation
from turnwise.report.blocks import Block, NamedTable, Prose, Section
from turnwise.report.crowd_pictures import variation_picture

#: How many questions and answers are named.
NAMED = 8
#: Words of these are cut for tables.
LONGEST = 56

AGAINST = {
    MAKER: "against the maker's labels",
    CROWD: "against the crowd's labels",
    EITHER: "against either's labels",
}


def crowd_sections(study: CrowdStudy) -> list[Section]:
    return [
        _quality(study),
        _agreement(study),
        _choices(study),
        _correlations(study),
        _metrics(study),
        *_variation(study),
    ]


def verdict(study: CrowdStudy) -> str:
    """The answer in a sentence or two."""
    alpha = next((one.estimate for one in study.whole), None)
    said = [f"{len(study.rated):,} of {len(study.everything):,} ratings are believed."]
    if alpha is not None and alpha.value is not None:
        said.append(f"Raters agree with an ordinal α of {estimate_text(alpha)}.")
    best = next((choice for choice in study.choices if choice.rank == 1), None)
    if best is not None and best.mean.value is not None:
        said.append(
            f"What {best.system} puts first is rated {best.mean.value:.2f} in the mean"
            + (f", {best.of_gold.value:.0f} % of what the maker said." if best.of_gold.value is not None else ".")
        )
    return " ".join(said)


def figure_text(figure: Figure, digits: int = 2) -> str | None:
    if figure.value is None:
        return None
    said = f"{figure.value:.{digits}f}"
    if figure.low is None or figure.high is None:
        return said
    return f"{said} ({figure.low:.{digits}f} to {figure.high:.{digits}f})"


def estimate_text(estimate: Estimate) -> str | None:
    if estimate.value is None:
        return None
    interval = estimate.bootstrap or estimate.interval
    said = f"{estimate.value:.2f}"
    return said if interval is None else f"{said} ({interval.low:.2f} to {interval.high:.2f})"


def _quality(study: CrowdStudy) -> Section:
    quality = study.settings.quality
    out, checks = study.out, study.checks
    blocks: list[Block] = [
        Prose(
            f"A gold answer is what the maker said in the dialogue. Dropped: {quality}. That is {int(out.sum())} of "
            f"{int((checks.ratings > 0).sum())} raters, and "
            f"{_percent(len(study.everything) - len(study.rated), len(study.everything))} of the ratings."
        )
    ]
    if quality.rule == "any" and out.any():
        kept = ~out & (checks.ratings > 0)
        if kept.any():
            blocks.append(
                Prose(
                    f"Dropped raters saw {checks.golds[out].mean():.1f} gold answers in the mean, the others "
                    f"{checks.golds[kept].mean():.1f}: this rule drops whoever rates much, since one slip is enough.",
                    soft=True,
                )
            )
    rows = [
        [
            ("→ " if cost.rule == quality.rule else "") + cost.rule, cost.raters_dropped,
            f"{100 * cost.share_dropped:.1f} %", cost.gold_mean, estimate_text(cost.alpha),
        ]
        for cost in study.costs
    ]  # fmt: skip
    says = "; ".join(f"{cost.rule}: {cost.says}" for cost in study.costs)
    caption = "What each rule costs, and what it leaves (α of all but gold answers, ordinal)"
    columns = ["rule", "raters dropped", "ratings dropped", "mean of gold", "α (95 %)"]
    blocks += [NamedTable("quality", caption, columns, rows, digits=2), Prose(f"Who is dropped. {says}.", soft=True)]
    return Section("Whom to believe", blocks)


def _agreement(study: CrowdStudy) -> Section:
    rows = [
        [
            one.selection,
            estimate_text(one.kappa["identity"]), _chance(one.by_chance["identity"]),
            estimate_text(one.kappa["quadratic"]), _chance(one.by_chance["quadratic"]),
        ]
        for one in study.selected
    ]  # fmt: skip
    whole = [[one.name, estimate_text(one.estimate), one.estimate.n_items] for one in study.whole]
    return Section(
        "How far people agree",
        [
            NamedTable(
                "agreement", "All ratings at once: the figures to report", ["coefficient", "(95 %)", "items"],
                whole,
            ),
            NamedTable(
                "two-ratings", "κ of two ratings of each item, as in Table 1 of the paper",
                ["two ratings", "κ, 0 or 1 (95 %)", "by chance", "κ, quadratic (95 %)", "by chance"], rows, digits=2,
            ),
            Prose(
                "Choosing two ratings because they are close makes any raters agree. “By chance” is what the same "
                "choice gives when the ratings are dealt to the items at random: only what is above it is agreement.",
                soft=True,
            ),
        ],
    )  # fmt: skip


def _chance(value: float | None) -> float | None:
    """To two decimals, of which 0 has no sign."""
    return None if value is None else round(value, 2) + 0.0


def _choices(study: CrowdStudy) -> Section:
    rows: list[list[object]] = [["gold", figure_text(study.gold), None, "100", None, study.golds_rated]]
    rows += [
        [c.system, figure_text(c.mean), c.spread, figure_text(c.of_gold, 1), c.rank, c.rated] for c in study.choices
    ]
    columns = ["system", "mean rating (95 %)", "sd", "% of gold (95 %)", "rank", "turns"]
    blocks: list[Block] = [
        NamedTable("first-choices", "What each system puts first, as in Table 2", columns, rows, digits=2)
    ]
    if study.gold_of_all.value is not None and study.gold.value is not None:
        blocks.append(
            Prose(
                f"By all raters, dropped or not, gold answers have {figure_text(study.gold_of_all)} in the mean. "
                "Dropping raters by gold answers raises the gold's own mean, and so lowers every share of it.",
                soft=True,
            )
        )
    return Section("What systems put first", blocks)


def _correlations(study: CrowdStudy) -> Section:
    rows = [
        [one.system, figure_text(one.pooled), one.items, figure_text(one.within), one.turns]
        for one in study.correlations
    ]
    return Section(
        "Do scores go with ratings?",
        [
            NamedTable(
                "correlations", "Spearman's ρ of a system's scores and mean ratings, as in Table 3",
                ["system", "over all items (95 %)", "items", "within a turn (95 %)", "turns"], rows,
            ),
            Prose(
                "Over all items, ρ also asks whether scores can be compared from turn to turn; ranking needs only what "
                "is within a turn.",
                soft=True,
            ),
        ],
    )  # fmt: skip


def _metrics(study: CrowdStudy) -> Section:
    blocks: list[Block] = []
    for against in study.against:
        rows = [[metric, *(figure_text(of[metric]) for of in against.systems.values())] for metric in METRICS]
        without = f"; {against.without} turns without, which count 0" if against.without else ""
        caption = (
            f"{AGAINST[against.labels].capitalize()}: {against.right:,} right answers, {against.turns:,} turns{without}"
        )
        blocks.append(NamedTable(f"metrics-{against.labels}", caption, ["metric", *against.systems], rows))
    blocks.append(
        Prose(
            f"For the crowd an answer is right from a mean rating of {study.settings.right_from:g} on, if it was "
            "offered at all. As a retriever the crowd ranks by mean rating; against its own labels it is right by "
            f"construction.{_deepest(study)}",
            soft=True,
        )
    )
    return Section("Retrieval metrics", blocks)


def _deepest(study: CrowdStudy) -> str:
    """To what rank lists are known, as a pool holds only their first answers."""
    ranks = study.rated.candidates.ranks
    if not ranks.size:
        return ""
    return (
        f" No list is known beyond rank {ranks.max()}: what stands below counts as missing. Where the pool was less "
        "deep than the lists, --kb, --dialogues and --run bring the whole of them."
    )


def _variation(study: CrowdStudy) -> list[Section]:
    if not study.variation:
        return []
    blocks: list[Block] = []
    rows = []
    for one in study.variation:
        alphas = {name: study.alphas[f"{name} {one.kind}s"] for name in (VERSATILE, ONE_SIDED)}
        for name in SETS:
            alpha = estimate_text(alphas[name]) if name in alphas else None
            rows.append([f"{one.kind}s: {name}", one.count(name), figure_text(one.shares[name], 1), alpha])
    columns = ["set", "number", "% (95 %)", "α of its pairs (95 %)"]
    blocks.append(NamedTable("sets", "Versatile and one-sided, as in section 6.4", columns, rows))
    first = study.variation[0]
    blocks.append(
        Prose(
            "The paper calls a question versatile if one of its pairs varies much (a coefficient of variation above "
            f"the 75th percentile, {figure_text(first.upper)}) and none little (below the median, "
            f"{figure_text(first.median)}). With many pairs a question nearly always has both. That pairs of versatile "
            "questions agree less is so by construction. What follows is what the words mean: how many answers people "
            "find right.",
            soft=True,
        )
    )
    for one in study.variation:
        blocks += _named(one)
    blocks.append(variation_picture(first))
    return [Section("What suits many, and what few", blocks)]


def _named(one: Variation) -> list[Block]:
    other = "questions" if one.kind == "answer" else "answers"
    enough = [unit for unit in one.units if unit.pairs > 2]

    def rows(key: Callable[[Unit], tuple[float, ...]]) -> list[list[object]]:
        return [
            [_cut(unit.text), unit.pairs, f"{100 * unit.right:.0f} %", unit.mean, unit.cov]
            for unit in sorted(enough, key=key)[:NAMED]
        ]

    columns = [one.kind, other, "right", "mean", "CoV"]
    return [
        NamedTable(
            f"many-{one.kind}s", f"{one.kind.capitalize()}s that suit the most of their {other}", columns,
            rows(lambda unit: (-unit.right, -unit.mean)), digits=2,
        ),
        NamedTable(
            f"disputed-{one.kind}s", f"{one.kind.capitalize()}s that people disagree on most", columns,
            rows(lambda unit: (-unit.cov, unit.mean)), digits=2,
        ),
    ]  # fmt: skip


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"

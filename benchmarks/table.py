"""The benchmark's figures as text."""

from __future__ import annotations

from contest import Contest, Result
from goals import Goal
from many_runs import ManyRuns

FIGURES = (("fresh", "fresh s"), ("warm", "warm s"), ("peak_mb", "peak MB"))


def contest_table(contest: Contest) -> str:
    """One size: a row a contender, each figure followed by its ratio to Turnwise's."""
    lines = [f"{contest.size} ({contest.run_mb:,.0f} MB), {contest.judgements:,} judgements"]
    header = "".join(f"{title:>10}{'ratio':>8}" for _, title in FIGURES)
    lines.append(f"  {'':<26}{header}  runs")
    lines += [f"  {_row(contest, result)}" for result in contest.results.values()]
    lines += [f"  {name}: left out, {reason}." for name, reason in contest.absent.items()]
    lines += [f"  {line}" for line in _differences(contest)]
    return "\n".join(lines)


def _row(contest: Contest, result: Result) -> str:
    name = result.contender.name
    summary = result.summary()
    cells = []
    for figure, _ in FIGURES:
        ratio = contest.ratio(name, figure)
        value = f"{summary[figure]:,.0f}" if figure == "peak_mb" else f"{summary[figure]:,.2f}"
        cells.append(f"{value:>10}{'' if ratio is None else f'{ratio:.1f}×':>8}")
    return f"{name + ' ' + (result.contender.version or ''):<26}{''.join(cells)}{len(result.fresh):>6}"


def _differences(contest: Contest) -> list[str]:
    """How far the means are from Turnwise's, in words."""
    if "turnwise" not in contest.results:
        return []
    said = []
    for name, result in contest.results.items():
        if name in contest.disagreeing:
            allowed = result.contender.agrees_to
            said.append(f"{name}: MEANS DIFFER from Turnwise's by up to {result.difference:.1e}, allowed {allowed:g}.")
        elif name != "turnwise":
            note = f" ({result.contender.note})" if result.contender.note else ""
            said.append(f"{name}: means within {result.difference:.1e} of Turnwise's{note}.")
    return said


def many_runs_text(many: ManyRuns) -> str:
    return (
        f"{many.runs} runs of one collection ({many.judgements:,} judgements), warm: {many.once:.2f} s with the qrels "
        f"read once, {many.each:.2f} s reading them for each run: {many.each / many.once:.1f}×"
    )


def goals_text(goals: list[Goal]) -> str:
    lines = ["Goals"]
    for goal in goals:
        found = ", ".join(f"{figure} {value:.1f}" for figure, value in goal.found.items())
        lines.append(f"  {'reached ' if goal.reached else 'MISSED  '}{goal.text}: {found}")
    return "\n".join(lines)

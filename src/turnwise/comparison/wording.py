"""What was found, in words: which systems are tied at the top, and what the data cannot show."""

from __future__ import annotations

from turnwise.comparison.compare import Between, Compared, Comparison, ComparisonSettings
from turnwise.comparison.reach import monte_carlo_error, reach
from turnwise.comparison.turn_pairs import TurnPairs
from turnwise.tables.decisions import plural
from turnwise.tables.ranges import highest

TESTS = {
    "tukey": "Tukey's HSD, paired",
    "randomised-tukey": "randomised Tukey HSD",
    "t": "paired t-test",
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign-flip": "sign-flip randomisation",
}
#: A sentence names no more of the systems that are tied with the best; the table marks them all.
MOST_NAMED = 15
CORRECTIONS = {
    "holm": "with Holm's correction",
    "benjamini-hochberg": "with Benjamini and Hochberg's correction",
    "none": "uncorrected",
}


def test_named(settings: ComparisonSettings) -> str:
    """The test with its correction and its draws."""
    name = TESTS[settings.test]
    if settings.test in ("t", "wilcoxon", "sign-flip"):
        name += f", {CORRECTIONS[settings.correction]}"
    if settings.test in ("randomised-tukey", "sign-flip"):
        error = monte_carlo_error(settings.alpha, settings.draws)
        drawn = f"{settings.draws:,} draws, seed {settings.seed}"
        name += f" ({drawn}; Monte-Carlo error at {settings.alpha:g}: ±{error:.2g})"
    return name


def how_many_differ(compared: Compared, settings: ComparisonSettings) -> str:
    """How many pairs differ, by which test; and where none could differ, why."""
    n_systems, n_units = compared.values.shape
    n_pairs = plural(len(compared.significant), "pair")
    said = f"{test_named(settings)}: {int(compared.significant.sum()):,} of {n_pairs} differ at {settings.alpha:g}."
    limit = reach(settings.test, settings.correction, n_systems, n_units, len(compared.significant), settings.draws)
    if limit.smallest < settings.alpha:
        return said
    units = limit.units_needed(settings.alpha)
    if units > n_units:
        more = f"it takes at least {plural(units, settings.by)}"
    else:
        more = f"draw at least {limit.draws_needed(settings.alpha):,} times (--draws)"
    times = f", times {limit.factor:,} for Holm's correction" if limit.factor > 1 else ""
    return f"{said} None could: the smallest p here is {limit.uncorrected:.2g}{times}; {more}, or another test."


def p_value(p: float) -> str:
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}"


def top_group(compared: Compared, systems: list[str], settings: ComparisonSettings) -> str:
    """Who is best, and who is not distinguishable from the best."""
    best, *tied = compared.top
    which = "lowest" if compared.lower_is_better else "highest"
    said = f"{systems[best]} has the {which} mean, {compared.means[best]:.4f}."
    if not tied:
        return f"{said} Every other system is significantly worse."
    said += f" {plural(compared.values.shape[1], settings.by)} cannot tell it from"
    if len(tied) > 1 and len(compared.top) == len(systems):
        return f"{said} any other system: all {len(systems):,} are tied at the top."
    names = [systems[s] for s in tied[:MOST_NAMED]]
    if len(tied) > MOST_NAMED:
        names.append(f"{len(tied) - MOST_NAMED:,} more")
    others = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"{said} {others}: these {len(compared.top):,} are tied at the top."


def variance(compared: Compared, settings: ComparisonSettings) -> str:
    """The analysis of variance in a line."""
    parts = []
    for name, factor in (("system", compared.anova.systems), (settings.by, compared.anova.units)):
        if factor.f is None or factor.p is None or factor.omega_squared is None:
            return "Systems differ by the same amount everywhere: there is nothing to test"
        parts.append(
            f"{name} F({factor.df}, {compared.anova.error.df}) = {factor.f:.2f}, {p_value(factor.p)}, "
            f"ω² = {factor.omega_squared:.3f}"
        )
    return "; ".join(parts) + f"; error variance {compared.anova.error_variance:.5f}"


def power(compared: Compared, settings: ComparisonSettings) -> str:
    """What the units can show, and how many more it would take: by a paired t-test of one pair, and it says so, since
    a test of all pairs at once, as the verdict is, asks for more."""
    n, found = compared.values.shape[1], compared.power
    n_units = plural(n, settings.by)
    top = highest(compared.measure) if settings.standardise == "none" else None
    if top is not None and found.smallest > top:
        said = (
            f"With {n_units}, no difference between two typical systems is large enough for a paired t-test of one "
            f"pair to tell them apart with a chance of {settings.power:.0%}: scores lie between 0 and {top:g}"
        )
    else:
        said = (
            f"With {n_units}, a paired t-test of one pair tells two typical systems that differ by "
            f"{found.smallest:.3f} apart with a chance of {settings.power:.0%}"
        )
    if found.needed is None:
        return said + "."
    if found.needed > n:
        return said + f"; for the two best it takes about {plural(found.needed, settings.by)}."
    if len(compared.significant) > 1 and _allows_for_all(settings) and int(compared.best_first[1]) in compared.top:
        pairs = plural(len(compared.significant), "pair")
        return (
            said + f"; the two best differ by more, but a test of all {pairs} ({TESTS[settings.test]}) asks for more."
        )
    return said + "."


def _allows_for_all(settings: ComparisonSettings) -> bool:
    """Whether the test corrects for many pairs, by itself or afterwards."""
    return settings.test in ("tukey", "randomised-tukey") or settings.correction != "none"


def conclusions(between: Between) -> str:
    """What changes from one measure to the other."""
    a, tau = between.agreement, between.tau
    order = f"τ = {tau.value:.3f}, {tau.level:.0%} interval {tau.low:.3f} to {tau.high:.3f}"
    return (
        f"{between.first} and {between.second}: of {plural(between.pairs, 'pair')} of systems {between.swapped:,} "
        f"change order ({order if tau.is_known else 'no τ: under one of the two all systems are equal'}). "
        f"Both find {a.AA + a.AD:,} of them different ({a.AD:,} with another winner), only the first {a.PD1:,}, only "
        f"the second {a.PD2:,}, neither {a.PA:,}."
    )


def independence(pairs: TurnPairs, settings: ComparisonSettings) -> str:
    """Whether the turns of a conversation are alike in how they order systems."""
    if pairs.same_conversation.mean > pairs.different.mean and pairs.p_conversation < settings.alpha:
        return (
            "Two turns of one conversation order the systems more alike than turns of two conversations: they are not "
            "independent, so conversations, not turns, are what systems are compared on."
        )
    return "Turns of one conversation were not found to order the systems more alike than turns of two."


def in_words(comparison: Comparison) -> str:
    """The whole comparison in sentences."""
    lines = []
    for compared in comparison.measures:
        lines += [
            f"{compared.measure}:",
            f"  {variance(compared, comparison.settings)}.",
            f"  {how_many_differ(compared, comparison.settings)}",
            f"  {top_group(compared, comparison.systems, comparison.settings)}",
            f"  {power(compared, comparison.settings)}",
        ]
    return "\n".join([*lines, *map(conclusions, comparison.between)])

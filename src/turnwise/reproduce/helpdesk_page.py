"""The reproduction of the helpdesk paper as one self-contained page, with its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.agreement.consistency import SIDES
from turnwise.report.blocks import Block, Listing, NamedTable, Picture, Prose, Section
from turnwise.report.paradise import coefficients_picture
from turnwise.report.sections_page import sections_page
from turnwise.report.sensitivity import levels_picture
from turnwise.report.trail_drawing import sums
from turnwise.report.trail_picture import trail_picture
from turnwise.reproduce.helpdesk import ASKED, LABELS, LabelAgreement, Reproduction
from turnwise.reproduce.helpdesk_hypotheses import NOT_TESTED, hypotheses
from turnwise.reproduce.helpdesk_printed import DIALOGUES, PAPER, TABLE_1, implied_fleiss
from turnwise.reproduce.helpdesk_text import shown
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import KINDS

_DECAY_LOOKS = {"linear": ("line", "-", "o"), "exponential": ("mark", (0, (5, 2)), "s")}


def helpdesk_page(found: Reproduction) -> str:
    """The whole page."""
    answers = hypotheses(found)
    verdict = " ".join(f"{one.name}: {one.answer}." for one in answers)
    lead = (
        f"{PAPER} On {found.dialogues:,} dialogues of STC-3 with nuggets and labels by {found.annotators} annotators; "
        f"the paper's own {DIALOGUES} are not public."
    )
    return sections_page("Helpdesk dialogues: the hypotheses of nuggets, tested", lead, verdict, sections(found))


def sections(found: Reproduction) -> list[Section]:
    """Every part, in the order of the text for a terminal."""
    return [
        *(
            Section(f"{one.name}: {one.answer}", [
                Prose(f"“{one.sentence}”", soft=True), Prose(one.verdict),
                Listing([*one.evidence, *(f"But: {limit}" for limit in one.limits)]),
            ])
            for one in hypotheses(found)
        ),
        Section("Agreement on labels", [_labels(found), Prose(_ABOUT_LABELS, soft=True)]),
        Section("Agreement on nuggets", [_nuggets(found), _contrasts(found)]),
        Section("One dialogue along its decay line", _one_dialogue(found)),
        Section("Measures and labels", [_measures(found)]),
        Section("What L, decay and α do", [lengths_picture(found), alphas_picture(found), _beside(found)]),
        Section("Telling dialogues apart", [levels_picture(found.sensitivity)]),
        Section("What labels go with", [
            block for label in LABELS for block in (
                coefficients_picture(found.paradise[label]), Prose(found.paradise[label].verdict)
            )
        ]),
        Section("Not tested", [Listing(NOT_TESTED)]),
    ]  # fmt: skip


_ABOUT_LABELS = (
    "Q1 to Q5 as the paper prints them; implied: what Fleiss' κ can be by the printed counts and by κ_free to its "
    "three digits. By sign, as the paper takes its Q3: 2 and 1 are 1, −2 and −1 are −1."
)


def _one_dialogue(found: Reproduction) -> list[Block]:
    """Figure 3 of the paper, of a dialogue of STC-3."""
    one = found.example
    which = "all five kinds" if one.kinds == len(KINDS) else plural(one.kinds, "kind")
    return [
        Prose(
            f"As Figure 3 of the paper: dialogue {one.trail.dialogue}, by the nuggets that most annotators found. Of "
            f"{plural(one.among, 'dialogue')} in which {which} of nuggets are found, it is the one in the middle by "
            f"UCH. {sums(one.trail)}"
        ),
        trail_picture([one.trail]),
    ]


def _labels(found: Reproduction) -> NamedTable:
    rows: list[list[object]] = []
    for question, printed in TABLE_1.items():
        low, high = implied_fleiss(printed)
        rows.append([
            f"{question}, printed", printed.categories, "/".join(map(str, printed.counts)),
            f"{printed.fleiss:.3f} ({printed.low:.3f} to {printed.high:.3f})", printed.free, f"{low:.3f} to {high:.3f}",
        ])  # fmt: skip
    rows += [_row(row, f"{row.question}, {ASKED[row.question]}, by sign") for row in found.collapsed]
    rows += [_row(row, f"{row.question}, as given") for row in found.labels]
    heads = ["question", "categories", "labels", "Fleiss' κ (95% CI)", "κ_free", "Fleiss' κ implied"]
    return NamedTable("label-agreement", "Labels, in the layout of Table 1", heads, rows, (1, 2, 3, 5), digits=3)


def _row(row: LabelAgreement, name: str) -> list[object]:
    categories, counts = "/".join(map(str, row.categories)), "/".join(map(str, row.counts))
    return [name, categories, counts, shown(row.fleiss), row.free.value, None]


def _nuggets(found: Reproduction) -> NamedTable:
    rows = [
        [f"{a.of}: {a.what}", a.coefficients["percent"].value, shown(a.coefficients["Fleiss"]),
         shown(a.coefficients["Randolph"]), a.coefficients["AC"].value]
        for a in found.nuggets.answers
    ]  # fmt: skip
    heads = ["nuggets", "percent", "Fleiss' κ (95% CI)", "κ_free (95% CI)", "AC1"]
    return NamedTable(
        "nugget-agreement", f"Nuggets, per {found.nuggets.per} or dialogue", heads, rows, (2, 3), digits=3
    )


def _contrasts(found: Reproduction) -> NamedTable:
    contrasts = found.consistency.contrasts
    rows: list[list[object]] = []
    for label, scale, coefficient in dict.fromkeys((c.label, c.scale, c.coefficient) for c in contrasts):
        of = {c.side: c for c in contrasts if (c.label, c.scale, c.coefficient) == (label, scale, coefficient)}
        rows.append(
            [
                f"{label} {scale}, {coefficient}",
                next(iter(of.values())).labels.value,
                *(
                    f"{c.interval.low:+.3f} to {c.interval.high:+.3f}" if c.interval else None
                    for c in (of[side] for side in SIDES)
                ),
            ]
        )
    caption = "Nuggets' coefficient less the label's, 95% intervals: above 0, nuggets agree better"
    return NamedTable("consistency", caption, ["label", "of label", *SIDES], rows, (2, 3, 4, 5), digits=3)  # fmt: skip


def _measures(found: Reproduction) -> NamedTable:
    rows: list[list[object]] = []
    for name, mean in found.means.items():
        for label in LABELS:
            one = found.correlations.between(name, label)
            tau, rho, held = one.coefficients["kendall"], one.coefficients["spearman"], one.partial["kendall"]
            span = f"{tau.interval.low:.3f} to {tau.interval.high:.3f}" if tau.interval else None
            rows.append([f"{name} and {label}", mean, tau.value, span, rho.value, held.value])
    heads = ["measure and label", "mean of measure", "τ_b", "95% interval", "ρ", "τ_b, length constant"]
    caption = f"Correlations, L = {found.longest:,.0f} Chinese characters"
    return NamedTable("measures-labels", caption, heads, rows, (3,), digits=3)


def _beside(found: Reproduction) -> NamedTable:
    points = [*found.sweep.choices, *found.sweep.related, *found.sweep.found]
    rows = [[p.name, p.mean, *(p.kendall[label] for label in LABELS)] for p in points]
    return NamedTable(
        "beside-uch", "τ_b of other choices, of related measures, and of plain shares of annotators who found a kind",
        ["", "mean", *LABELS], rows, digits=3,
    )  # fmt: skip


def lengths_picture(found: Reproduction) -> Picture:
    """τ_b of UCH with each label against L, for each decay."""
    lengths = found.sweep.lengths

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axes = figure.subplots(len(LABELS), 1, sharex=True)
        for axis, label in zip(axes, LABELS, strict=True):
            for decay, of in lengths.items():
                hue, dash, mark = _DECAY_LOOKS[decay]
                axis.plot(
                    [*of], [point.kendall[label] for point in of.values()], color=colours[hue], linestyle=dash,
                    marker=mark, markersize=4, linewidth=2, label=decay,
                )  # fmt: skip
            axis.axvline(found.sweep.longest, color=colours["soft"], linewidth=0.8)
            axis.set_xscale("log")
            axis.set_title(f"{label}: {ASKED[label]}", loc="left", fontsize=10, fontweight="bold")
            axis.set_ylabel("τ_b")
            axis.margins(y=0.12)
        ticks = [25, 50, 100, 200, 500, 1000, 3000]
        axes[-1].set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes[-1].minorticks_off()
        axes[-1].set_xlabel("L, Chinese characters")
        handles, names = axes[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside upper left", fontsize=9, ncols=2)

    told = "; ".join(
        f"{label} at most {tau:.3f}, with L = {at:,.0f} and {decay} decay"
        for label in LABELS
        for decay, at, tau in (found.sweep.best_length(label),)
    )
    return Picture(
        "helpdesk-lengths", "UCH and the labels, by L and decay",
        f"Three panels of lines: Kendall's τ_b of UCH(0.5) with each label against L. {told}.",
        f"The thin line is the longest dialogue, {found.sweep.longest:,.0f} characters, as the paper suggests for L.",
        (5.2, 6.4), draw,
    )  # fmt: skip


def alphas_picture(found: Reproduction) -> Picture:
    """τ_b of UCH with each label against α."""
    alphas = found.sweep.alphas
    looks = dict(
        zip(LABELS, (("line", "-", "o"), ("mark", (0, (5, 2)), "s"), ("ink", (0, (1.5, 1.5)), "^")), strict=True)
    )

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        for label, (hue, dash, mark) in looks.items():
            axis.plot(
                [*alphas], [point.kendall[label] for point in alphas.values()], color=colours[hue], linestyle=dash,
                marker=mark, markersize=4, linewidth=2, label=f"{label}: {ASKED[label]}",
            )  # fmt: skip
        axis.set_xlabel("α (0 is UC, 1 is UH)")
        axis.set_ylabel("τ_b")
        axis.set_ylim(bottom=0)
        figure.legend(loc="outside upper left", fontsize=9, ncols=1)

    told = "; ".join(
        f"{label} highest at α = {at:g}, {tau:.3f}" for label in LABELS for at, tau in (found.sweep.best_alpha(label),)
    )
    return Picture(
        "helpdesk-alphas", "UCH and the labels, by α",
        f"Kendall's τ_b of UCH with each label against α. {told}.",
        f"L is the longest dialogue, decay linear. {told}.",
        (5.2, 3.8), draw,
    )  # fmt: skip

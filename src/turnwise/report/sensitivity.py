"""How well measures and labels tell dialogues apart: for a terminal, as JSON, and the curve as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from turnwise.report.blocks import Picture
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.validity.sensitivity import ANNOTATOR, TESTS, Discriminative, Sensitivity

_DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)))


def sensitivity_text(name: str, found: Sensitivity) -> str:
    return "\n".join(_lines(name, found))


def sensitivity_json(found: Sensitivity) -> dict[str, Any]:
    """The same for a program."""
    told = asdict(found)
    counts = {
        f"{found.unit}s": told.pop("units"), f"of_{found.unit}s": told.pop("of_units"),
        f"{found.shared}s": told.pop("n_shared"),
    }  # fmt: skip
    winners = [{**asdict(one), "opposite": one.opposite} for one in found.winners]
    return {**counts, **told, "winners": winners, "holds": found.holds, "verdict": found.verdict}


def _lines(name: str, found: Sensitivity) -> Iterator[str]:
    of = f", drawn from {found.of_units:,} (seed {found.seed})" if found.units < found.of_units else ""
    draws = f" ({found.draws:,} draws)" if found.draws else ""
    yield filled(
        f"{name}: {plural(found.pairs, 'pair')} of {plural(found.units, found.unit)}{of}, by the scores {_by(found)} "
        f"the same {plural(found.n_shared, found.shared)}; {TESTS[found.test]}{draws}."
    )
    if found.untested:
        yield filled(f"{plural(found.untested, 'pair')} that fewer than two {found.shared}s share: not tested.")
    yield ""
    heads = ["", "", *(f"told apart at {alpha:g}" for alpha in found.alphas), "p of the middle pair"]
    rows = [[kind, *_row(one)] for kind, of in (("measure", found.measures), ("label", found.labels)) for one in of]
    yield table(heads, rows)
    if found.winners:
        yield ""
        yield table(
            ["measure", "label", "both, same winner", "both, opposite", "measure only", "label only", "opposite"],
            [
                [
                    w.measure,
                    w.label,
                    w.agreement.AA,
                    w.agreement.AD,
                    w.agreement.PD1,
                    w.agreement.PD2,
                    _percent(w.opposite),
                ]
                for w in found.winners
            ],
        )
        yield filled(f"Pairs told apart at {found.alphas[0]:g}; opposite: of the pairs that both tell apart.")
    yield ""
    yield filled(found.verdict)


def _by(found: Sensitivity) -> str:
    """Annotators give scores; systems have them on dialogues."""
    return "of" if found.shared == ANNOTATOR else "on"


def _row(one: Discriminative) -> list[object]:
    return [one.name, *(_percent(share) for share in one.share.values()), one.curve[len(one.curve) // 2][1]]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}%"


def levels_picture(found: Sensitivity) -> Picture:
    """The sorted achieved significance levels of all pairs, a curve for each measure and label."""
    first = found.alphas[0]

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        for kind, hue in ((found.measures, "line"), (found.labels, "mark")):
            for one, dash in zip(kind, _DASHES * len(kind), strict=False):
                share, p = zip(*one.curve, strict=True)
                axis.plot(
                    [100 * s for s in share], p, color=colours[hue], linestyle=dash, linewidth=2,
                    label=f"{one.name} ({_percent(one.share[first])})",
                )  # fmt: skip
        axis.axhline(first, color=colours["soft"], linewidth=0.8)
        axis.set_xlabel("share of pairs, from the smallest p (%)")
        axis.set_ylabel("p")
        axis.set_xlim(0, 100)
        axis.set_ylim(0, 1)
        figure.legend(loc="outside upper left", fontsize=9, ncols=2)

    told = "; ".join(f"{one.name} {_percent(one.share[first])}" for one in (*found.measures, *found.labels))
    return Picture(
        "told-apart",
        f"How many pairs of {found.unit}s are told apart",
        f"Sorted p-values of all pairs, a line for each measure and label. Share below {first:g}: {told}.",
        f"The lower the line, the more pairs are told apart; in brackets the share with p below {first:g} (thin line). "
        "Blue: measures; orange: labels.",
        (5.2, 4.2),
        draw,
    )

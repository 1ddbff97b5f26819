"""What Turnwise set out to reach, and whether a run of the benchmark shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contender import CONTENDERS, TURNWISE
from contest import Contest

#: Size, peer, figures, and how many times Turnwise's the peer's are to be.
RATIOS = (
    ("M", "pytrec_eval", ("fresh", "warm"), 3.0),
    ("M", "ir_measures", ("fresh", "warm"), 8.0),
    ("L", "pytrec_eval", ("fresh", "warm"), 4.0),
    ("L", "trec_eval", ("fresh", "warm"), 2.5),
    ("L", "pytrec_eval", ("peak_mb",), 2.0),
)
XL_PEAK_MB = 700.0


@dataclass(frozen=True)
class Goal:
    text: str
    found: dict[str, float]
    reached: bool


def goals(contests: list[Contest]) -> Iterator[Goal]:
    """The goals that these contests can tell about."""
    held = {contest.size.name: contest for contest in contests}
    for size, peer, figures, least in RATIOS:
        if size in held and (found := _ratios(held[size], peer, figures)):
            what = "memory" if figures == ("peak_mb",) else "time"
            yield Goal(f"{size}: {peer} takes at least {least:g}× the {what}", found, min(found.values()) >= least)
    for name, contest in held.items():
        python = [c.name for c in CONTENDERS.values() if c.package and c is not TURNWISE]
        fastest = [_ratios(contest, peer, ("fresh", "warm")) for peer in python]
        found = {figure: min(f[figure] for f in fastest if f) for figure in ("fresh", "warm")} if any(fastest) else {}
        if found:
            yield Goal(f"{name}: no Python peer is faster", found, min(found.values()) >= 1)
    if "XL" in held and TURNWISE.name in held["XL"].results:
        peak = held["XL"].results[TURNWISE.name].summary()["peak_mb"]
        yield Goal(f"XL: under {XL_PEAK_MB:g} MB", {"MB": peak}, peak < XL_PEAK_MB)


def _ratios(contest: Contest, peer: str, figures: tuple[str, ...]) -> dict[str, float]:
    found = {figure: contest.ratio(peer, figure) for figure in figures}
    return {figure: ratio for figure, ratio in found.items() if ratio is not None}

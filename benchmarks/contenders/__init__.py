"""Who is compared: each goes from two files to the per-turn scores of the six measures, by its own public door.

A Python contender is a module here with `score(run, qrels)`, which returns whatever it gives, and `means(scores)`,
the means of the six measures over turns, in the order of `MEASURES`. trec_eval is a program, so its module says how
to call it instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

MEASURES = ("nDCG@3", "nDCG@10", "AP", "RR", "P@10", "R@100")


@dataclass(frozen=True)
class Contender:
    """`bytes_a_row` is about what it needs at its peak; `agrees_to` is how near its means are to be to Turnwise's."""

    name: str
    package: str | None  # None: a program, not a Python package
    bytes_a_row: int
    agrees_to: float | None  # None: its means are other numbers, for the reason in `note`
    note: str = ""

    @property
    def version(self) -> str | None:
        """The installed version, or None."""
        if self.package is None:
            from contenders import trec_eval

            return trec_eval.version()
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None


TURNWISE = Contender("turnwise", "turnwise", 12, 0.0)

CONTENDERS = {
    contender.name: contender
    for contender in (
        TURNWISE,
        Contender("trec_eval", None, 110, 5.1e-5, "writes 4 digits; a whole process each time, so warm is fresh"),
        Contender("pytrec_eval", "pytrec_eval-terrier", 210, 1e-9),
        Contender("ir_measures", "ir_measures", 370, 1e-9),
        Contender("ranx", "ranx", 900, None, "leaves tied items in any order; numba's cache warm"),
    )
}

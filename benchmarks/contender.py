"""What the benchmark knows of each contender before it starts it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from contenders import trec_eval


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

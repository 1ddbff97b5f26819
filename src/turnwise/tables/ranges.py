"""Where the values of a measure can lie, by the measure's name alone: a score table holds no more of it."""

from __future__ import annotations

import re

#: Measures that lie between 0 and 1, whatever their parameters.
UP_TO_1 = frozenset(
    {
        "AP", "ERR", "F1", "HDA-b", "HDA-f", "HDA-m", "JSD", "Judged", "LAR", "LabelAccuracy", "LabelF1",
        "LabelPrecision", "LabelRecall", "MSE", "NMD", "OLAR", "P", "P+", "Q", "R", "RBP", "RNSS", "RR", "SR", "T",
        "bpref", "nDCG", "nERR",
    }
)  # fmt: skip
#: Measures of a conversation that lie where the measure of a turn lies that they hold.
HOLDING = frozenset({"Mean", "Median", "Min", "TurnWeighted"})


def highest(measure: str) -> float | None:
    """The highest value that a measure can have, if there is one; its lowest is then 0.

    Of ``Mean(nDCG@3)`` it is that of ``nDCG@3``. Measures that are not known here may have any value.
    """
    name = re.split(r"[(@\[,)]", measure, maxsplit=1)[0]
    if name in HOLDING:
        return highest(measure[len(name) + 1 :])
    return 1.0 if name in UP_TO_1 else None

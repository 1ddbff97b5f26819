"""The figures that Faggioli et al. (SIGIR 2021) print, for 65 runs of TREC CAsT 2019 and their own annotation."""

from __future__ import annotations

from typing import NamedTuple

RUNS, CONVERSATIONS, TURNS, SYSTEM_PAIRS = 65, 20, 173, 2080


class Pair(NamedTuple):
    """What is printed of two measures; None where nothing is."""

    AA: int
    AD: int | None  # the table has no such column
    PA: int
    PD1: int
    PD2: int
    tau: float | None
    #: shares of pairs of systems that change order: of all, of automatic and of manual runs
    swapped: tuple[float, float, float] | None


SIGNIFICANT = {"mean": 966, "hda_b": 844, "hda_f": 855}
#: How many fewer than under the mean, as the text says; 844 of 966 is 12.6% fewer.
PRINTED_CHANGE = {"hda_b": "-13.6%", "hda_f": "-11.5%"}

#: Table 2, and what Section 3 says of Figure 3. Keys are the measures compared.
PAIRS = {
    ("mean", "hda_b"): Pair(806, None, 1076, 160, 38, 0.8962, (0.052, 0.13, 0.047)),
    ("mean", "hda_f"): Pair(817, None, 1076, 149, 38, 0.9019, (0.049, 0.116, 0.055)),
    ("hda_b", "hda_f"): Pair(819, None, 1200, 25, 36, None, None),
}

#: Figure 2: how much higher the mean τ is, in the same conversation than in different ones, and in the same tree than
#: in the same conversation. No mean is printed, and no test is named.
HIGHER_IN_CONVERSATION, HIGHER_IN_TREE = 0.202, 0.0416
CONVERSATION_P = "p < 1e-10"

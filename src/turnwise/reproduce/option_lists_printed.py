"""Table 1 of Atanasova et al. (SIGIR 2019) as it is printed.

Rows are lists of correct (`c`) and wrong (`w`) responses, then the properties, then the correlations with the gold
ranking. The columns are those of `COLUMNS`, after a gold ranking of lists as sets (before F1) and of ordered lists
(before AP). A score's mark is `*` where it breaks Confidence and `△` where it breaks Correctness.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The measures as the paper writes them, and in our grammar.
COLUMNS = {
    "F1": "F1",
    "F1^s": "F1(smoothed=true)",
    "LAR": "LAR",
    "AP": "AP",
    "AP^L": "AP(terminal=true)",
    "AP^s": "AP(smoothed=true)",
    "RR": "RR",
    "nDCG": "nDCG",
    "nDCG^L": "nDCG(terminal=true)",
    "RBP": "RBP(p=0.5)",
    "RBP^L": "RBP(p=0.5, terminal=true)",
    "OLAR": "OLAR",
}

#: How many of the columns judge lists as sets; their gold ranking does not look at the order.
UNORDERED = 3

PROPERTIES = ("Correctness", "Confidence", "Priority")

TABLE = """
c                1  1.00  1.00  1.00     1  1.00  1.00  1.00  1.00  1.00  1.00  0.50  1.00 1.000
cw               2  0.67  0.80  0.75     2 *1.00  0.83  0.83 *1.00 *1.00  0.92 *0.50  0.75 0.756
wc               2  0.67  0.80  0.75     3  0.50  0.58  0.58  0.50  0.63  0.69  0.25  0.50 0.744
cww              4  0.50  0.67  0.67     4 *1.00 *0.75 *0.75 *1.00 *1.00 *0.88 *0.50 *0.63 0.675
wcw              4  0.50  0.67  0.67     5 *0.50  0.50  0.50 *0.50 *0.63  0.65 *0.25  0.38 0.663
wwc              4  0.50  0.67  0.67     6  0.33  0.42  0.42  0.33  0.50  0.57  0.13  0.25 0.659
cwww             7  0.40  0.57  0.63     7 *1.00 *0.70 *0.70 *1.00 *1.00 *0.85 *0.50 *0.56 0.634
wcww             7  0.40  0.57  0.63     8 *0.50 *0.45 *0.45 *0.50 *0.63 *0.62 *0.25 *0.31 0.622
wwcw             7  0.40  0.57  0.63     9 *0.33  0.37  0.37 *0.33 *0.50  0.54 *0.13  0.19 0.618
wwwc             7  0.40  0.57  0.63    10  0.25  0.33  0.33  0.25  0.43  0.50  0.06  0.13 0.616
cwwww           11  0.33  0.50  0.60    11 *1.00 *0.67 *0.67 *1.00 *1.00 *0.83 *0.50 *0.53 0.610
wcwww           11  0.33  0.50  0.60    12 *0.50 *0.42 *0.42 *0.50 *0.63 *0.61 *0.25 *0.28 0.598
wwcww           11  0.33  0.50  0.60    13 *0.33 *0.33 *0.33 *0.33 *0.50 *0.52 *0.13 *0.16 0.594
wwwcw           11  0.33  0.50  0.60    14 *0.25  0.29  0.29 *0.25 *0.43  0.48 *0.06  0.09 0.591
wwwwc           11  0.33  0.50  0.60    15  0.20  0.27  0.27  0.20  0.39  0.46  0.03  0.06 0.590
w               16  0.00 △0.50  0.50    16  0.00  0.00  0.25  0.00  0.00  0.00  0.00  0.00 0.488
ww              17 *0.00  0.40  0.25    17 *0.00 *0.00  0.17 *0.00 *0.00 *0.00 *0.00 *0.00 0.244
www             18 *0.00  0.33  0.17    18 *0.00 *0.00  0.13 *0.00 *0.00 *0.00 *0.00 *0.00 0.163
wwww            19 *0.00  0.29  0.13    19 *0.00 *0.00  0.10 *0.00 *0.00 *0.00 *0.00 *0.00 0.122
wwwww           20 *0.00  0.25  0.10    20 *0.00 *0.00  0.08 *0.00 *0.00 *0.00 *0.00 *0.00 0.098
Correctness      -   Yes    No   Yes     -   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes
Confidence       -    No   Yes   Yes     -    No    No    No    No    No    No    No    No   Yes
Priority         -    No    No    No     -   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes
Kendall          - 0.970 0.985     1     - 0.746 0.827 0.857 0.746 0.746 0.811 0.746 0.811     1
Spearman         - 0.992 0.994     1     - 0.855 0.926 0.934 0.855 0.855 0.918 0.855 0.918     1
"""


@dataclass(frozen=True)
class PrintedRow:
    """One row: the two gold ranks (`-` below the lists), and a figure and perhaps a mark for each measure."""

    gold_unordered: str
    gold_ordered: str
    figures: dict[str, str]
    marks: dict[str, str]


def _rows() -> dict[str, PrintedRow]:
    rows = {}
    for line in TABLE.strip().splitlines():
        label, unordered, *cells = line.split()
        ordered = cells.pop(UNORDERED)
        figures = {name: cell.lstrip("*△") for name, cell in zip(COLUMNS, cells, strict=True)}
        marks = {name: cell[0] if cell[0] in "*△" else "" for name, cell in zip(COLUMNS, cells, strict=True)}
        rows[label] = PrintedRow(unordered, ordered, figures, marks)
    return rows


#: The rows by their label, in the printed order.
ROWS = _rows()

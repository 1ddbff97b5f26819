"""Tables 4 and 5 of Chierici and Habash, “A View From The Crowd” (2021), as they are printed, in percent.

Against the avatar maker's labels and against the crowd's: for the crowd an answer is right from a mean rating of 3.5
on. The crowd's ratings were never published, so what is printed of them stands here to be read, not to be computed.
"""

from __future__ import annotations

#: The metrics in the order of the table, and what each is called in our catalogue.
METRICS = {
    "R@1": "R@1",
    "R@2": "R@2",
    "R@10": "R@10",
    "MRR": "RR",
    "MAP": "AP",
    "SR@1": "SR@1",
    "SR@2": "SR@2",
    "SR@10": "SR@10",
}

#: The table's retrievers in its order.
COLUMNS = ("Rand", "TF-IDF q-Q", "BERT q-Q", "BERT q-A 1:100", "BERT q-A 1:All", "Crowd")

TABLE_4_MAKER = """
R@1      0.0 23.4 22.9 24.0 21.0  9.1
R@2      0.2 29.5 28.0 33.3 29.5 15.5
R@10     1.1 38.2 42.0 55.2 43.1 34.0
MRR      2.6 69.1 60.5 70.1 81.8 48.0
MAP      2.4 66.5 69.1 90.3 59.6 18.8
SR@1     0.0 32.4 31.8 33.2 29.1 12.6
SR@2     0.3 40.6 38.2 45.0 40.9 20.9
SR@10    1.5 49.1 51.5 66.8 57.1 43.5
"""

TABLE_4_CROWD = """
R@1      0.1  6.5  3.9  7.5  6.6 20.9
R@2      0.2  9.6  6.3 10.8  9.6 40.4
R@10     1.3 21.5 24.7 24.0 18.7 98.4
MRR      7.0 49.4 49.1 53.6 63.4 97.3
MAP      4.5 33.6 35.7 28.8 17.6 97.3
SR@1     0.3 36.6 36.0 42.3 36.9 97.3
SR@2     0.9 50.6 48.8 55.4 52.4 97.3
SR@10    5.6 75.3 80.7 82.4 79.5 97.3
"""

#: The two retrievers of Table 5, on the test dialogues: against the maker's labels, then against the crowd's.
COLUMNS_5 = ("BERT q-Q", "BERT q-A 1:100")

TABLE_5 = """
SR@1      7.8 11.9 13.5 25.2
SR@2     12.2 19.7 23.3 35.5
SR@10    22.6 36.1 75.8 68.2
"""

#: split → retriever → metric → what is printed.
Printed = dict[str, dict[str, dict[str, float]]]


def _rows(table: str) -> dict[str, list[float]]:
    return {
        name: [float(figure) for figure in figures] for name, *figures in map(str.split, table.strip().splitlines())
    }


def _by_column(columns: tuple[str, ...], rows: dict[str, list[float]], skipped: int = 0) -> dict[str, dict[str, float]]:
    return {
        column: {metric: figures[skipped + at] for metric, figures in rows.items()} for at, column in enumerate(columns)
    }


#: Against the maker's labels.
MAKER: Printed = {
    "dev": _by_column(COLUMNS, _rows(TABLE_4_MAKER)),
    "test": _by_column(COLUMNS_5, _rows(TABLE_5)),
}
#: Against the crowd's.
CROWD: Printed = {
    "dev": _by_column(COLUMNS, _rows(TABLE_4_CROWD)),
    "test": _by_column(COLUMNS_5, _rows(TABLE_5), len(COLUMNS_5)),
}

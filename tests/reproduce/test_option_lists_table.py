"""Table 1 of Atanasova et al. (SIGIR 2019): what is matched, what is not, and why."""

from __future__ import annotations

import json
from math import log2, sqrt

import numpy as np
import pytest
from click.testing import CliRunner

from turnwise.cli.main import main
from turnwise.measures import parse
from turnwise.measures.properties import packed
from turnwise.reproduce.option_lists import (
    KINDS,
    OLAR_OF_SMALLER_MARGIN,
    Table1,
    as_printed,
    gold_ranks,
    marks_of,
    reproduce_option_lists,
)
from turnwise.reproduce.option_lists_printed import COLUMNS, ROWS
from turnwise.reproduce.option_lists_text import as_text


@pytest.fixture(scope="module")
def table() -> Table1:
    return reproduce_option_lists()


def test_how_many_printed_cells_are_matched(table: Table1) -> None:
    counts = {kind: table.count(kind) for kind in KINDS}
    assert counts == {
        "gold": (40, 40),  # 20 lists × 2 rankings
        "score": (239, 240),  # 20 lists × 12 measures
        "mark": (240, 240),
        "property": (36, 36),  # 3 × 12
        "correlation": (20, 24),  # 2 × 12
    }
    assert table.count() == (575, 580)


def test_which_printed_cells_are_not_matched(table: Table1) -> None:
    assert [(c.row, c.column, c.published, c.ours) for c in table.differing] == [
        ("wwwcw", "OLAR", "0.591", "0.592"),
        ("Kendall", "AP^L", "0.827", "0.819"),
        ("Spearman", "AP^L", "0.926", "0.923"),
        ("Kendall", "AP^s", "0.857", "0.850"),
        ("Spearman", "AP^s", "0.934", "0.931"),
    ]
    olar, *correlations = [c.why for c in table.differing]
    assert "with λ = 0.0001 (μ = 0.0499) 20 of the 20 OLAR scores are as printed" in olar
    assert set(correlations) == {
        "it was computed from the scores rounded as printed, in which wwwc and wwcww (0.33) tie"
    }


def test_the_printed_olar_column_comes_from_a_smaller_margin() -> None:
    lists = packed(list(ROWS)[:20], 1)
    for measure, matched in (("OLAR", 19), (OLAR_OF_SMALLER_MARGIN, 20)):
        ours = [as_printed(value, "0.000") for value in parse(measure)(lists)]
        assert sum(a == row.figures["OLAR"] for a, row in zip(ours, ROWS.values(), strict=False)) == matched


def test_every_printed_correlation_follows_from_the_scores_as_printed(table: Table1) -> None:
    for column, both in table.correlations.items():
        for name, correlation in both.items():
            figure = ROWS[name].figures[column]
            assert as_printed(correlation.as_published, figure) == figure, (column, name)


def test_kendalls_tau_by_hand(table: Table1) -> None:
    # τ_b = (concordant − discordant) ÷ √(pairs untied in gold · pairs untied by the measure), of 190 pairs.
    # Exactly, AP^s ties one pair (wwc and wcwww, 5/12) and 161 more of the others agree than disagree;
    # as printed, wwwc and wwcww tie too, which disagreed: one disagreement and one untied pair less.
    smoothed = table.correlations["AP^s"]["Kendall"]
    assert smoothed.right == pytest.approx(161 / sqrt(190 * 189))
    assert smoothed.as_published == pytest.approx(162 / sqrt(190 * 188))
    # AP^L also ties the ten pairs of the five lists without a correct response.
    terminal = table.correlations["AP^L"]["Kendall"]
    assert terminal.right == pytest.approx(151 / sqrt(190 * 179))
    assert terminal.as_published == pytest.approx(152 / sqrt(190 * 178))


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("cww", "F1", 1 / 2),  # P = 1/3, R = 1: 2 · 1/3 ÷ 4/3
        ("ww", "F1^s", 2 / 5),  # with the extra correct response, P = 1/3, R = 1/2: 2 · 1/6 ÷ 5/6
        ("wwww", "LAR", 1 / 8),  # (0 + 1/4) ÷ 2
        ("wcw", "AP", 1 / 2),
        ("wwcww", "AP^L", 1 / 3),  # (1/3 + 2/6) ÷ 2
        ("w", "AP^s", 1 / 4),  # (0 + 1/2) ÷ 2
        ("wwwc", "nDCG", 1 / log2(5)),
        ("cw", "nDCG^L", (1 + 1 / log2(4)) / (1 + 1 / log2(3))),
        ("wwc", "RBP", 1 / 8),  # 1/2 · (1/2)²
        ("wwc", "RBP^L", 1 / 4),  # 1/8 + (1/2)³
        ("wwwcw", "OLAR", (1 + 1 / 5 + 0.049 / 4) / 2.049),
    ],
)
def test_scores_by_hand(table: Table1, text: str, column: str, value: float) -> None:
    row = next(row for row in table.rows if row.list == text)
    assert row.scores[column] == pytest.approx(value, abs=1e-12)


def test_rounding_is_half_up() -> None:
    assert [as_printed(value, "0.00") for value in (0.625, 0.125, 0.325, 0.0625, 0.624999)] == [
        "0.63", "0.13", "0.33", "0.06", "0.62",
    ]  # fmt: skip
    assert as_printed(0.99999999999, "1") == "1"


def test_gold_ranks_share_the_best_rank() -> None:
    assert gold_ranks([5, 3, 3, 1]).tolist() == [1, 2, 2, 4]


def test_marks_name_the_property_that_is_broken() -> None:
    texts, gold = ["c", "cw", "wc", "w", "ww"], np.array([1, 2, 3, 4, 5])
    right = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    assert marks_of(texts, gold, right) == [""] * 5
    assert marks_of(texts, gold, np.array([0.9, 0.9, 0.7, 0.6, 0.5])) == ["", "*", "", "", ""]
    assert marks_of(texts, gold, np.array([0.9, 0.8, 0.7, 0.7, 0.5])) == ["", "", "", "△", ""]
    assert marks_of(texts, gold, np.array([0.9, 0.8, 0.7, 0.6, 0.75])) == ["", "", "", "", "△"]  # above wc and w
    assert marks_of(texts, gold, np.array([0.9, 0.7, 0.8, 0.6, 0.5])) == [""] * 5  # Priority has no mark


def test_json() -> None:
    result = CliRunner().invoke(main, ["reproduce", "option-lists", "--format", "json"])
    assert result.exit_code == 0
    table = json.loads(result.stdout)
    assert len(table["rows"]) == 20
    row = next(row for row in table["rows"] if row["list"] == "cww")
    assert {"list", "gold_unordered", "gold_ordered", "scores", "published", "marks"} <= row.keys()
    assert (row["gold_unordered"], row["gold_ordered"]) == (4, 4)
    assert row["scores"]["AP^L"] == pytest.approx(0.75)  # (1/1 + 2/4) ÷ 2
    assert (row["published"]["AP^L"], row["marks"]["AP^L"], row["marks"]["OLAR"]) == (0.75, "*", "")
    assert list(row["scores"]) == list(COLUMNS)
    confidence = table["properties"]["nDCG"]["confidence"]
    assert (confidence["holds"], confidence["published"]) == (False, False)
    assert confidence["counterexample"] == {"preferred": "c", "other": "cw", "scores": [1.0, 1.0]}
    assert table["correlations"]["OLAR"]["kendall"] == {"published": 1.0, "as_published": 1.0, "right": 1.0}
    assert (table["cells"]["matched"], table["cells"]["printed"]) == (575, 580)


def test_the_terminal_table_fits_and_flags_what_differs(table: Table1) -> None:
    lines = as_text(table).splitlines()
    assert max(map(len, lines)) <= 120
    assert [line.split()[-1] for line in lines if line.startswith("wwwcw ")] == ["0.592!"]
    flagged = [line for line in lines if "!" in line.removeprefix("* breaks Confidence, △ breaks Correctness; !")]
    assert len(flagged) == 3  # the OLAR score, and a line of each correlation
    assert "575 of 580 printed cells are matched" in as_text(table)

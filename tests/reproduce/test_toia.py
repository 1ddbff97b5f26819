"""“A View From The Crowd”: the authors' counting to the decimal, every order of ties by brute force, the steps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.reproduce.numpy_order import ascending
from turnwise.reproduce.toia import Reproduction, reproduce_toia
from turnwise.reproduce.toia_claims import highest_mrr
from turnwise.reproduce.toia_counting import Asked, average_precision, count
from turnwise.reproduce.toia_printed import CROWD, MAKER, METRICS
from turnwise.reproduce.toia_right import any_order, by_turn, judged_lists
from turnwise.reproduce.toia_text import as_text
from turnwise.reproduce.toia_ties import over_orders
from turnwise.retrieval.ranked import top
from turnwise.tables.knowledge import KnowledgeBase, Questions


@pytest.fixture(scope="module")
def found(shared_data: Path) -> Reproduction:
    return reproduce_toia(shared_data, retrievers=("random", "tfidf", "bm25"))


def test_tfidf_on_dev_is_as_published(found: Reproduction) -> None:
    """All eight figures to the decimal, once ties stand as NumPy's sort of 2020 left them."""
    column = found.splits["dev"].columns["tfidf"]
    assert {m: f"{cell.as_published:.1f}" for m, cell in column.cells.items()} == {
        "R@1": "23.4", "R@2": "29.5", "R@10": "38.2", "MRR": "69.1", "MAP": "66.5",
        "SR@1": "32.4", "SR@2": "40.6", "SR@10": "49.1",
    }  # fmt: skip
    assert column.matched == (8, 8)
    assert MAKER["dev"]["TF-IDF q-Q"]["MAP"] == 66.5


def test_ties_hold_what_is_published_and_stay_within_a_point_of_the_mean(found: Reproduction) -> None:
    for metric, cell in found.splits["dev"].columns["tfidf"].cells.items():
        assert cell.published is not None
        assert cell.ties.least - 0.05 <= cell.published <= cell.ties.most + 0.05
        assert abs(cell.ties.mean - cell.published) < 1
        assert (cell.ties.least == pytest.approx(cell.ties.most)) == metric.endswith("@10")


def test_random_is_the_mean_over_all_lists(found: Reproduction) -> None:
    """A label is one of 892 pairs: R@10 is 10/892 = 1.12 %; the paper's one draw gave 1.1."""
    cells = found.splits["dev"].columns["random"].cells
    assert cells["R@10"].as_published == pytest.approx(1000 / 892)
    assert cells["R@10"].right == pytest.approx(1000 / 431)
    for metric in ("MRR", "SR@10"):
        assert cells[metric].as_published == pytest.approx(MAKER["dev"]["Rand"][metric], abs=0.06)


def test_what_is_right_on_dev_and_test(found: Reproduction) -> None:
    """SR@1 nearly doubles where any copy of a right answer is right. Equal to `turnwise score` on the same lists."""
    dev, test = found.splits["dev"].columns["tfidf"].cells, found.splits["test"].columns["tfidf"].cells
    assert [round(dev[m].right, 1) for m in METRICS] == [49.1, 54.0, 62.1, 62.3, 55.9, 58.2, 62.6, 69.7]
    assert [round(test[m].right, 1) for m in ("SR@1", "SR@10")] == [14.4, 31.3]
    assert found.splits["test"].without_answer == 49


def test_steps_lead_to_what_is_right(found: Reproduction) -> None:
    for split in found.splits.values():
        for name, column in split.columns.items():
            for cell in column.cells.values():
                assert cell.interval[0] <= cell.right + 1e-9
                assert cell.right <= cell.interval[1] + 1e-9
                assert name == "random" or cell.steps[-1].value == pytest.approx(cell.right)


def test_json_and_text(found: Reproduction) -> None:
    table4 = json.loads(json.dumps(found.as_dict()))["table4"]
    cell = table4["dev"]["tfidf"]["SR@1"]
    assert {"published", "as_published", "right", "interval"} <= cell.keys()
    assert cell["published"] == 32.4
    assert table4["test"]["tfidf"]["SR@1"]["published"] is None
    text = as_text(found)
    assert "As published meets 8 of the 8 printed figures" in text
    assert max(map(len, text.splitlines())) <= 100


def test_retrievers_that_the_paper_does_not_print(found: Reproduction) -> None:
    """BM25 is said to be the worst; on words it is as good as TF-IDF."""
    column = found.splits["dev"].columns["bm25"]
    assert column.matched is None
    assert all(cell.published is None for cell in column.cells.values())
    assert column.cells["SR@1"].right == pytest.approx(58.8, abs=0.7)


def test_claims(found: Reproduction) -> None:
    """49.1 + 50.9/11 = 53.7: MRR 69.1 cannot be a mean over all questions."""
    assert highest_mrr(49.1) == pytest.approx(53.727, abs=0.001)
    verdicts = [claim.verdict for claim in found.claims]
    assert verdicts == ["impossible"] * 4 + ["does not hold", "holds", "does not hold"]


def test_printed_tables() -> None:
    assert [len(MAKER["dev"]), len(CROWD["dev"]), len(MAKER["test"])] == [6, 6, 2]
    assert CROWD["dev"]["Crowd"]["R@10"] == 98.4
    assert (MAKER["test"]["BERT q-A 1:100"]["SR@2"], CROWD["test"]["BERT q-Q"]["SR@10"]) == (19.7, 75.8)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=120))
def test_the_sort_sorts(values: list[float]) -> None:
    order = ascending(values)
    assert sorted(order) == list(range(len(values)))
    assert [values[at] for at in order] == sorted(values)


def test_the_sort_moves_ties_only_in_longer_lists() -> None:
    """Sixteen steps and fewer are left to insertion, which keeps ties; beyond, the median of three moves them."""
    assert ascending([1.0] * 17) == list(range(17))
    assert ascending([1.0] * 18) != list(range(18))


def test_the_authors_average_precision_can_exceed_one() -> None:
    """Answers 7 7 7 of which 7 is right, three different answers: (1/1 + 1/2 + 1/3) / 1 = 1.83."""
    assert average_precision([7, 7, 7, 1, 2], frozenset({7})) == pytest.approx(11 / 6)
    assert average_precision([7, 7, 7], frozenset({7})) == 1  # one different answer: one rank is looked at


def counted_in(
    order: Sequence[int], scores: Sequence[float], asked: Asked, answer_of: Sequence[int]
) -> dict[str, float]:
    """The authors' counting with ties in this order: tiny differences, earlier is higher."""
    row = np.array(scores) + 1e-6 * np.argsort(order)[::-1] * (np.array(scores) > 0)
    return count([asked], np.array(answer_of), row[None]).metrics


CASES = [
    # scores, the answer of each pair, right answers
    ([0.5, 0.5, 0.5, 0.2, 0.2, 0.0], [0, 1, 0, 1, 2, 0], {0}),
    ([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1, 2, 3], {0, 1}),
    ([0.9, 0.4, 0.4, 0.4, 0.4, 0.4], [1, 0, 0, 1, 2, 3], {0, 1}),
    ([0.9, 0.9, 0.4, 0.4, 0.4, 0.1], [2, 3, 0, 0, 0, 1], {0, 1}),
]


@pytest.mark.parametrize(("scores", "answer_of", "right"), CASES)
def test_every_order_of_ties(scores: list[float], answer_of: list[int], right: set[int]) -> None:
    asked = Asked(frozenset(answer_of.index(a) for a in right), frozenset(right), frozenset(right))
    # An order of all pairs, ties and others: scores still decide, so each order of the ties is seen as often.
    every = [counted_in(order, scores, asked, answer_of) for order in permutations(range(6))]
    ranges = over_orders([asked], np.array(answer_of), np.array([scores]))
    for metric, ties in ranges.items():
        values = [one[metric] for one in every]
        assert [ties.least, ties.mean, ties.most] == pytest.approx([min(values), float(np.mean(values)), max(values)])


def test_any_order_is_the_mean_over_all_lists() -> None:
    kb = KnowledgeBase(
        "kb", "pairs", list("abcd"), list("ABCD"), np.arange(4), np.arange(4), list("ABCD"), [""] * 4, [""] * 4
    )
    asked = Questions(
        "q", "exchanges", ["1_1", "1_2", "1_3"], ["x", "y", "z"], [""] * 3, [""] * 3, ["x", "y", "z"],
        np.zeros(3, dtype=np.bool_), np.arange(3), np.zeros(3, dtype=np.int64),
    ).with_gold([[0], [1, 3], []])  # fmt: skip
    right = [asked.gold_of(turn) for turn in range(3)]
    every = [
        by_turn(judged_lists(top(kb, np.tile(order, (3, 1)).astype(float), None), right, 4))
        for order in permutations(range(4))
    ]
    for metric, expected in any_order(asked, 4).items():
        assert expected == pytest.approx(np.mean([one[metric] for one in every], axis=0))

"""The report of a score table: one page that stands alone, and its tables and pictures as files."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.report.outline import Outline
from turnwise.cli.main import main
from turnwise.comparison.compare import ComparisonSettings
from turnwise.comparison.density import density
from turnwise.comparison.findings import gather
from turnwise.errors import FormatError
from turnwise.graph import graph_of
from turnwise.readers.scores import read_scores
from turnwise.readers.system_groups import read_groups
from turnwise.report.comparison_page import comparison_page, sections_of
from turnwise.report.comparison_sections import MOST_COLUMNS, MOST_LISTED, MOST_ROWS, Reported
from turnwise.scoring.turn_trees import turn_trees
from turnwise.tables.scores import Scores

pytest.importorskip("matplotlib", reason="the pictures need turnwise[plots]")

QRELS = "\n".join(f"{c}_{t} 0 right 1" for c in (1, 2, 3) for t in (1, 2, 3)) + "\n"
LINKS = "conversation,parent,child\n" + "".join(f"{c},,1\n{c},1,2\n{c},,3\n" for c in (1, 2, 3))
MEASURES = ("Mean(nDCG@3)", "HDA-b(nDCG@3)", "nDCG@3")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four systems on three conversations; the right item is at a drawn rank, or nowhere."""
    place = tmp_path_factory.mktemp("report")
    (place / "qrels.txt").write_text(QRELS)
    (place / "links.csv").write_text(LINKS)
    rng = np.random.default_rng(1)
    runs = []
    for name in ("ada", "<b>bob</b>".replace("/", "-"), "cy", "dee"):
        lines = []
        for turn in (f"{c}_{t}" for c in (1, 2, 3) for t in (1, 2, 3)):
            items = ["w1", "w2", "w3"]
            items.insert(int(rng.integers(0, 4)), "right")
            lines += [f"{turn} Q0 {item} {at} {9 - at} x" for at, item in enumerate(items)]
        runs.append(place / f"{name}.trec")
        runs[-1].write_text("\n".join(lines) + "\n")
    asked = [word for measure in MEASURES for word in ("-m", measure)]
    done = run(
        "score", *runs, "-q", place / "qrels.txt", *asked, "--graph", place / "links.csv", "-o", place / "s.parquet"
    )
    assert done.exit_code == 0, done.output
    return place


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    done = run(
        "report", folder / "s.parquet", "-o", folder / "report.html", "--graph", folder / "links.csv",
        "--manual", "ada", "--draws", 200, "--tables", folder / "tables", "--figures", folder / "figures",
        "-m", MEASURES[0], "-m", MEASURES[1],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    return (folder / "report.html").read_text(encoding="utf-8")


def test_it_stands_alone_and_is_small(page: str) -> None:
    assert len(page.encode()) < 500_000
    assert re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?(?!#)([^"\')\s>]+)', page) == []
    assert "<script" not in page


def test_a_screen_reader_finds_its_way(page: str) -> None:
    outline = Outline(page)
    levels = [int(tag[1]) for tag, _ in outline.seen if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    assert len(outline.all("caption")) == len(outline.all("table")) >= 6
    assert all(th.get("scope") in ("row", "col") for th in outline.all("th"))
    ids = [attrs["id"] for _, attrs in outline.seen if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {str(a["href"])[1:] for a in outline.all("a")} <= set(ids)
    pictures = [svg for svg in outline.all("svg") if svg.get("role") == "img"]
    assert len(pictures) == 4  # two graphs, one pair of measures, the turns
    assert all(set(str(svg["aria-labelledby"]).split()) <= set(ids) for svg in pictures)


def test_what_users_write_is_text_and_not_markup(page: str) -> None:
    assert "&lt;b&gt;bob" in page
    assert "<b>bob" not in page


def test_numbers_are_those_of_the_comparison(folder: Path, page: str) -> None:
    scores = read_scores(folder / "s.parquet")
    for measure in MEASURES[:2]:
        for mean in scores.mean(measure):
            assert f"<td>{mean:.4f}</td>" in page
    assert "<dt>seed</dt><dd>0</dd>" in page
    assert "<dt>missing turns</dt><dd>0 of 36; rule: zero</dd>" in page


def test_tables_and_figures_are_written_in_two_forms(folder: Path, page: str) -> None:
    tables = sorted(path.name for path in (folder / "tables").iterdir())
    assert tables == sorted(
        f"{name}.{ending}"
        for name in (
            "agreement", "conversations", "leaderboard-hda-b-ndcg-3", "leaderboard-mean-ndcg-3", "swapped-by-group",
            "turn-pairs",
        )
        for ending in ("csv", "tex")
    )  # fmt: skip
    with (folder / "tables" / "conversations.csv").open(newline="") as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == ["system", "measure", "1", "2", "3"]
    assert {row[1] for row in rows[1:]} == {"Mean(nDCG@3)"}
    board = (folder / "tables" / "leaderboard-hda-b-ndcg-3.tex").read_text()
    assert "system & HDA-b(nDCG@3) (mean of conversations) & " in board
    scores = read_scores(folder / "s.parquet")
    told = {row[0]: [float(cell) for cell in row[2:]] for row in rows[1:]}
    values = scores.by_conversation(MEASURES[0])
    assert told == {system: row.tolist() for system, row in zip(scores.systems, values, strict=True)}
    for picture in (folder / "figures").glob("*.svg"):
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
        assert picture.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert len(list((folder / "figures").iterdir())) == 8


def test_the_same_table_makes_the_same_page(folder: Path, page: str) -> None:
    again = run(
        "report", folder / "s.parquet", "-o", folder / "again.html", "--graph", folder / "links.csv", "--manual", "ada",
        "--draws", 200, "-m", MEASURES[0], "-m", MEASURES[1],
    )  # fmt: skip
    assert again.exit_code == 0
    assert (folder / "again.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "r.txt"), "the page is HTML"),
        (("-o", "r.html", "--manual", "adda"), "no system 'adda'"),
        (("-o", "r.html", "--graph", "other.csv"), "found graphs of other conversations (91, …)"),
        (("-o", "r.html", "--conversation", "1"), "give the graphs with --graph"),
        (("-o", "r.html", "--manual", "ada", "--group", "g.csv"), "not both"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    folder: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "other.csv").write_text("conversation,parent,child\n91,,1\n91,1,2\n")
    monkeypatch.chdir(folder)
    done = run("report", folder / "s.parquet", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_that_cannot_be_written_is_told_before_anything_is_read(folder: Path) -> None:
    done = run("report", folder / "gone.parquet", "-o", folder / "no" / "r.html")
    assert done.exit_code == 2
    assert f"there is no folder {folder / 'no'}; create it, or write elsewhere." in done.stderr


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--texts", "nofile"), "--texts says what the turns of --graph say; give --graph FILE, too."),
        (("--tables", "{0}/qrels.txt"), "qrels.txt: found a file, expected a folder to write into; name another."),
        (("--figures", "{0}/qrels.txt/in"), "qrels.txt/in: found a file, expected a folder to write into"),
        pytest.param(
            ("--tables", "/proc/none"),
            "/proc/none: it cannot be written into (",
            marks=pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that nobody can write into"),
        ),
    ],
)
def test_what_is_in_vain_is_told_before_anything_is_read(folder: Path, asked: tuple[str, ...], sentence: str) -> None:
    words = [word.format(folder) for word in asked]
    done = run("report", folder / "gone.parquet", "-o", folder / "r.html", *words)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_the_test_and_its_correction_are_chosen_and_named(folder: Path) -> None:
    place = folder / "flips.html"
    chosen = ("--test", "sign-flip", "--correction", "none", "--draws", 2000)
    assert run("report", folder / "s.parquet", "-o", place, *chosen).exit_code == 0
    text = place.read_text(encoding="utf-8")
    assert "sign-flip randomisation, uncorrected (2,000 draws, seed 0; Monte-Carlo error at 0.05: ±0.0097)" in text
    assert "<dt>correction</dt><dd>none</dd>" in text
    assert "None could: the smallest p here is 0.25; it takes at least 6 conversations, or another test." in text


def test_tukeys_test_is_not_said_to_be_corrected(page: str) -> None:
    assert "<dt>test</dt><dd>tukey</dd>" in page
    assert "<dt>correction</dt>" not in page


def test_why_there_is_no_graph_is_said(folder: Path) -> None:
    asked = ("-m", MEASURES[0], "-m", MEASURES[1])
    links, table = folder / "links.csv", folder / "whole.parquet"
    runs = sorted(folder.glob("*.trec"))
    assert run("score", *runs, "-q", folder / "qrels.txt", *asked, "--graph", links, "-o", table).exit_code == 0
    assert run("report", table, "-o", folder / "whole.html", "--graph", links, "--draws", 20).exit_code == 0
    text = (folder / "whole.html").read_text(encoding="utf-8")
    assert "Not drawn: the table holds no scores of single turns" in text
    assert "Not looked at: the table holds no scores of single turns" in text


def test_decisions_travel_with_the_score_table(folder: Path) -> None:
    (folder / "short.trec").write_text("1_1 Q0 right 1 1 x\n")
    for name in ("short.parquet", "short.json"):
        assert run("score", folder / "short.trec", "-q", folder / "qrels.txt", "-o", folder / name).exit_code == 0
        assert [d.kind for d in read_scores(folder / name).decisions] == ["missing-turns"]


def scores_of(values: np.ndarray, n_turns: int) -> Scores:  # type: ignore[type-arg]
    """Scores of one measure, m; turns are dealt out in order, so many to a conversation."""
    n_systems, n = values.shape
    conversations = [str(t // n_turns) for t in range(n)]
    turns = [f"{c}_{t % n_turns + 1}" for t, c in enumerate(conversations)]
    missing = np.zeros((n_systems, n), dtype=bool)
    return Scores(
        [f"s{s}" for s in range(n_systems)], conversations, turns, ["m"], values[:, :, None], missing, np.ones((n, 1))
    )


def test_the_conversation_shown_is_where_systems_differ_most() -> None:
    # Conversation means: 0 differs by 0.2, 1 by 0.8, 2 not at all.
    values = np.array([[0.4, 0.4, 1.0, 0.8, 0.5, 0.5], [0.2, 0.2, 0.1, 0.1, 0.5, 0.5], [0.3, 0.3, 0.5, 0.5, 0.5, 0.5]])
    found = gather(scores_of(values, 2), settings=ComparisonSettings(draws=50))
    assert found.most_different == "1"


def test_a_large_table_stays_small_and_says_what_is_left_out() -> None:
    values = np.random.default_rng(0).random((60, 100))
    report = Reported(gather(scores_of(values, 2), settings=ComparisonSettings(draws=20)), "s.parquet")
    sections = sections_of(report)
    text = comparison_page(report, sections)
    assert len(text.encode()) < 500_000
    assert f"the best {MOST_ROWS} of 60 systems, and the {MOST_COLUMNS} of 50 conversations" in text
    heat = next(b for s in sections for b in s.blocks if getattr(b, "name", "") == "conversations")
    assert (len(heat.rows), len(heat.whole[1]), len(heat.whole[0])) == (MOST_ROWS, 60, 52)


def test_letters_of_a_wide_table_shrink_to_fit_on_paper(page: str) -> None:
    assert '<table class="heat" style="--n:3">' in page
    assert re.search(r"@media print \{.*\.heat \{ font-size: min\([^;]*var\(--n\)", page, flags=re.DOTALL)


def test_many_systems_are_listed_in_part_and_written_in_whole() -> None:
    values = np.random.default_rng(0).random((120, 12))
    sections = sections_of(Reported(gather(scores_of(values, 2), settings=ComparisonSettings(draws=20)), "s.parquet"))
    board = next(b for s in sections for b in s.blocks if getattr(b, "name", "") == "leaderboard-m")
    assert (len(board.rows), len(board.whole[1])) == (MOST_LISTED, 120)
    assert f"the best {MOST_LISTED} of 120 systems" in board.caption


def test_trees_are_those_of_the_whole_graph() -> None:
    # 2 hangs on 1, 3 stands alone; turn 2 is not judged, 4 hangs on 2: 1 and 4 are of one tree all the same.
    graph = graph_of("7", ["1", "2", "3", "4"], {"2": ["1"], "4": ["2"]})
    assert turn_trees(["7_1", "7_3", "7_4", "8_1"], {"7": graph}).tolist() == [0, 1, 0, 2]


def test_a_density_has_area_one_and_its_peak_among_the_values() -> None:
    at = np.linspace(-3, 3, 2001)
    curve = density(np.array([-0.1, 0.0, 0.1, 0.2]), at)
    assert np.trapezoid(curve, at) == pytest.approx(1, abs=1e-6)
    assert -0.1 < at[curve.argmax()] < 0.2
    assert not density(np.array([0.5, 0.5]), at).any()


@pytest.fixture
def groups(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        (tmp_path / "g.csv").write_text(text)
        return tmp_path / "g.csv"

    return write


def test_groups_are_read(groups: Callable[[str], Path]) -> None:
    assert read_groups(groups("System;Group\na; manual \nb;automatic\n\n")) == {"a": "manual", "b": "automatic"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("run,group\na,x\n", "expected the columns system and group"),
        ("system,group\na\n", "line 2"),
        ("system,group\na,x\na,y\n", "system 'a' again"),
    ],
)
def test_broken_groups_are_refused(groups: Callable[[str], Path], text: str, said: str) -> None:
    with pytest.raises(FormatError, match=re.escape(said)):
        read_groups(groups(text))

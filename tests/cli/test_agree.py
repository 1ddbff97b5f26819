"""`turnwise agree`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwise.cli.main import main

ROWS = "item,annotator,question,value\n" + "\n".join(
    f"i{item},{rater},{question},{(item * 7 + at * (item % 3)) % 3}"
    for question in ("clear", "helpful")
    for item in range(12)
    for at, rater in enumerate(("ann", "ben", "cem"))
)


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def run(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["agree", *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


def test_a_table_fits_the_terminal(ratings: Path) -> None:
    code, out, _ = run(ratings)
    assert code == 0
    assert "clear: ordinal, 12 items, 36 answers, 3 an item, 3 raters" in out
    assert max(map(len, out.splitlines())) <= 100


def test_one_question_one_coefficient(ratings: Path) -> None:
    code, out, _ = run(ratings, "-q", "helpful", "-c", "alpha", "--level", "interval", "--draws", 0, "--format", "json")
    (question,) = json.loads(out)["questions"]
    assert code == 0
    assert question["question"] == "helpful"
    assert [(one["coefficient"], one["how"]) for one in question["coefficients"]] == [("alpha", "interval")]
    assert question["coefficients"][0]["bootstrap"] is None


@pytest.mark.parametrize(
    ("ending", "start"), [(".csv", "question,level"), (".tex", r"\begin{tabular}"), (".json", "{")]
)
def test_the_ending_of_a_file_names_its_form(ending: str, start: str, ratings: Path, tmp_path: Path) -> None:
    path = tmp_path / f"found{ending}"
    code, out, err = run(ratings, "-o", path, "--draws", 10)
    assert (code, out) == (0, "")
    assert f"wrote {path}" in err
    assert path.read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "found.xls"], "the ending '.xls' names no form"),
        (["-c", "kapa"], "there is no coefficient 'kapa'"),
        (["-q", "help"], "there is no question 'help'; did you mean 'helpful'"),
        (["--collapse", "1"], "collapse: found '1'"),
        (["--from-format", "fad"], "did you mean 'fed'"),
    ],
)
def test_bad_words_end_with_a_sentence(words: list[str], sentence: str, ratings: Path) -> None:
    code, _, err = run(ratings, *words)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_raters_and_judges(ratings: Path) -> None:
    code, out, _ = run(ratings, "--raters", "-q", "clear")
    assert code == 0
    assert "clear: 3 raters, ordinal" in out
    code, out, _ = run(ratings, "--reference", "ann,ben", "--against", "cem", "-q", "clear", "--draws", 0)
    assert code == 0
    assert "clear: cem beside ann,ben, ordinal, 12 shared items" in out
    code, _, err = run(ratings, "--raters", "--against", "cem")
    assert code == 2
    assert "two questions" in err

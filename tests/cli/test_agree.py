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


def test_a_judge_that_is_named_is_not_in_the_reference(ratings: Path) -> None:
    """Also where it is given as no model: those on the other side are the rest of the type."""
    code, out, err = run(ratings, "--against", "cem", "-q", "clear", "--draws", 0, "--format", "json")
    assert code == 0, err
    _, beside, _ = run(ratings, "--reference", "ann,ben", "--against", "cem", "-q", "clear", "--draws", 0,
                       "--format", "json")  # fmt: skip
    assert json.loads(out)["judges"][0]["beside"] == json.loads(beside)["judges"][0]["beside"]
    code, _, err = run(ratings, "--against", "cem", "--reference", "ann,cem")
    assert code == 2
    assert "against: found 'cem' on both sides" in err
    code, _, err = run(ratings, "--against", "ann,ben,cem")
    assert code == 2
    assert "reference: found no 'human' but those that are named on the other side" in err


def test_raters_are_named_and_models_are_told(ratings: Path, tmp_path: Path) -> None:
    _, out, _ = run(ratings, "--draws", 0)
    assert "Raters: ann, ben, cem.\n" in out
    model = tmp_path / "model.csv"
    rows = "item,annotator,rater_type,question,value\n" + "".join(f"i{at},gpt,llm,clear,1\n" for at in range(12))
    model.write_text(rows, encoding="utf-8")
    _, out, _ = run(ratings, model, "--draws", 0, "-q", "clear")
    assert "4 raters (1 llm)" in out
    assert "Raters: ann, ben, cem, gpt (llm). Models count like people here. `--against" in out
    _, out, _ = run(ratings, model, "--draws", 0, "-q", "clear", "--format", "json")
    (question,) = json.loads(out)["questions"]
    assert (question["rater_names"], question["models"]) == (["ann", "ben", "cem", "gpt"], ["gpt"])


def test_columns_are_named(tmp_path: Path) -> None:
    path = tmp_path / "stars.csv"
    path.write_text("post,person,stars\na,ann,1\na,ben,1\nb,ann,2\nb,ben,1\n", encoding="utf-8")
    columns = [word for pair in ("item=post", "annotator=person", "value=stars") for word in ("--column", pair)]
    code, out, err = run(path, *columns, "--draws", 0)
    assert code == 0, err
    assert "rating: nominal, 2 items, 4 answers" in out
    code, _, err = run(path, "--column", "stars")
    assert code == 2
    assert "--column stars: expected NAME=COLUMN, as in value=stars" in err

from __future__ import annotations

from turnwise.tables.aligned import LINE, filled, table, width


def test_numbers_stand_right_and_words_left() -> None:
    assert table(["system", "RR"], [["a", 0.5], ["longer", 1.0], ["none", None]]) == "\n".join(
        ["system      RR", "──────  ──────", "a       0.5000", "longer  1.0000", "none         –"]
    )


def test_wide_and_combining_characters_keep_the_columns_straight() -> None:
    assert width("日本") == 4
    assert width("e\u0301") == 1
    lines = table(["x", "y"], [["日本", "a"], ["ab", "b"]]).splitlines()
    assert [line.rpartition("  ")[2] for line in lines[2:]] == ["a", "b"]
    assert lines[2] == "日本  a"


def test_sentences_run_over_lines_and_paths_stay_whole() -> None:
    path = "runs/" + "a-" * 60
    lines = filled(f"  {'word ' * 30}in {path} too").splitlines()
    assert all(line.startswith("  ") for line in lines)
    assert [line for line in lines if len(line) > LINE] == [f"  {path}"]

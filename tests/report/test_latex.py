from __future__ import annotations

from turnwise.report.latex import tabular


def test_latex_escapes_what_is_special() -> None:
    text = tabular(["system", "P@1"], [["a_b & 50%", 0.5]])
    assert r"a\_b \& 50\% & 0.5000 \\" in text
    assert text.startswith(r"\begin{tabular}{lr}")

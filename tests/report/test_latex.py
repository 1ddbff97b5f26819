from __future__ import annotations

import re

from turnwise.report.latex import tabular


def test_latex_escapes_what_is_special() -> None:
    text = tabular(["system", "P@1"], [["a_b & 50%", 0.5]])
    assert r"a\_b \& 50\% & 0.5000 \\" in text
    assert text.startswith(r"\begin{tabular}{lr}")


def test_latex_has_no_letter_that_pdflatex_refuses() -> None:
    text = tabular(["τ", "Fleiss' κ_free", "mean τ − 0.5 ≥ ω²"], [["α, μ and ρ", "<0.0001", "a|b…"]])
    assert text.isascii()
    assert r"$\tau$ & Fleiss' $\kappa$\_free & mean $\tau$ $-$ 0.5 $\ge$ $\omega$$^2$ \\" in text
    assert r"$\alpha$, $\mu$ and $\rho$ & \textless{}0.0001 & a\textbar{}b\dots{} \\" in text


def test_a_row_that_opens_with_a_bracket_is_no_option_of_the_rule_before_it() -> None:
    text = tabular(["[system]", "P@1"], [["[x] run", 0.5], ["*", 0.25]])
    assert not re.search(r"(\\\\|rule)\s*[\[*]", text)
    assert "{[}x] run & 0.5000" in text


def test_a_remark_stands_above() -> None:
    assert tabular(["system", "P@1"], [], about="means").startswith("% means\n\\begin{tabular}")

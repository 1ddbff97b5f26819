"""The same analysis in R, where R is installed (Debian: r-base-core): aov, TukeyHSD, ptukey, paired tests and power."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

from turnwise.comparison.anova import two_way
from turnwise.comparison.paired import benjamini_hochberg, holm, paired_t, wilcoxon
from turnwise.comparison.power import paired_power, units_needed
from turnwise.comparison.studentised_range import survival
from turnwise.comparison.tukey import tukey


def in_r(script: str) -> np.ndarray:
    """The numbers that an R script prints."""
    if not shutil.which("Rscript"):
        pytest.skip("R is not here: install r-base-core to run this check")
    done = subprocess.run(["Rscript", "--vanilla", "-"], input=script, capture_output=True, text=True, check=True)
    return np.array(done.stdout.split(), dtype=float)


def vector(values: np.ndarray) -> str:
    return f"c({', '.join(map(repr, values.ravel().tolist()))})"


def test_anova_and_tukey() -> None:
    values = np.random.default_rng(6).random((5, 14)) + np.arange(5)[:, None] * 0.08
    found = in_r(f"""
        y <- {vector(values)}; s <- factor(rep(1:5, each = 14)); u <- factor(rep(1:14, 5))
        fit <- aov(y ~ s + u); table <- summary(fit)[[1]]
        hsd <- TukeyHSD(fit, "s")$s
        cat(format(c(table[["F value"]][1:2], table[["Pr(>F)"]][1:2], table[["Mean Sq"]][3]), digits = 15), "\\n")
        cat(format(c(hsd), digits = 15))
    """)
    anova = two_way(values)
    ours = [anova.systems.f, anova.units.f, anova.systems.p, anova.units.p, anova.error_variance]
    np.testing.assert_allclose(found[:5], ours, rtol=1e-9)
    difference, low, high, p = found[5:].reshape(4, 10)  # R has second less first
    pairs = tukey(anova)
    np.testing.assert_allclose(-difference, pairs.difference, atol=1e-12)
    np.testing.assert_allclose((-high, -low), (pairs.low, pairs.high), atol=1e-6)
    np.testing.assert_allclose(p, pairs.p, atol=1e-6)


def test_studentised_range() -> None:
    q = np.array([0.5, 1.5, 2.5, 3.5, 5.0, 8.0])
    for k, df in ((3, 5), (10, 40), (65, 1216)):
        found = in_r(f"cat(format(ptukey({vector(q)}, {k}, {df}, lower.tail = FALSE), digits = 15))")
        np.testing.assert_allclose(survival(q, k, df), found, atol=2e-6)  # as exact as R says it is


def test_corrections() -> None:
    p = np.random.default_rng(3).random(12) ** 3
    found = in_r(f'p <- {vector(p)}; cat(format(c(p.adjust(p, "holm"), p.adjust(p, "BH")), digits = 15))')
    np.testing.assert_allclose(np.concatenate([holm(p), benjamini_hochberg(p)]), found, atol=1e-12)


def test_paired_tests() -> None:
    values = np.random.default_rng(9).random((4, 15)) + np.arange(4)[:, None] * 0.1
    found = in_r(f"""
        v <- matrix({vector(values)}, nrow = 4, byrow = TRUE); t <- c(); low <- c(); w <- c()
        for (i in 1:3) for (j in (i + 1):4) {{
            student <- t.test(v[i,], v[j,], paired = TRUE)
            t <- c(t, student$p.value); low <- c(low, student$conf.int[1])
            w <- c(w, wilcox.test(v[i,], v[j,], paired = TRUE, exact = TRUE)$p.value)
        }}
        cat(format(c(t, low, w), digits = 15))
    """).reshape(3, 6)
    student = paired_t(values)
    assert student.low is not None
    np.testing.assert_allclose(found[0], student.p, rtol=1e-9)
    np.testing.assert_allclose(found[1], student.low, atol=1e-12)
    np.testing.assert_allclose(found[2], wilcoxon(values).p, rtol=1e-9)


def test_power() -> None:
    for difference, spread, n in ((0.1, 0.2, 12), (0.02, 0.14, 50), (0.5, 0.3, 4)):
        found = in_r(f"""
            asked <- list(delta = {difference}, sd = {spread}, type = "paired", strict = TRUE)
            cat(format(c(do.call(power.t.test, c(asked, n = {n}))$power,
                         do.call(power.t.test, c(asked, power = 0.8))$n), digits = 15))
        """)
        assert paired_power(difference, spread, n) == pytest.approx(found[0], abs=1e-6)
        assert units_needed(difference, spread) == np.ceil(found[1])

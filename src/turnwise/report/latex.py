"""Tables for a paper: LaTeX with booktabs rules."""

from __future__ import annotations

from collections.abc import Sequence

from turnwise.tables.aligned import cell

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "–": "--", "—": "---", "…": r"\dots{}",
}  # fmt: skip
#: What pdflatex has no letter for, as its mathematics has it.
MATHEMATICS = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "η": r"\eta", "θ": r"\theta",
    "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "µ": r"\mu", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma",
    "τ": r"\tau", "φ": r"\varphi", "χ": r"\chi", "ω": r"\omega", "Δ": r"\Delta", "Σ": r"\Sigma", "Φ": r"\Phi",
    "Ω": r"\Omega", "²": "^2", "³": "^3", "−": "-", "±": r"\pm", "×": r"\times", "÷": r"\div", "·": r"\cdot",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "→": r"\to", "∞": r"\infty", "√": r"\surd",
}  # fmt: skip
SPECIAL |= {sign: f"${how}$" for sign, how in MATHEMATICS.items()}


def escaped(text: str) -> str:
    return "".join(SPECIAL.get(c, c) for c in text)


def _row(cells: Sequence[str]) -> str:
    r"""A row. A bracket or star that opens it is no option of the \\ or rule before it."""
    first, *others = map(escaped, cells)
    if first.startswith(("[", "*")):
        first = f"{{{first[0]}}}{first[1:]}"
    return " & ".join([first, *others]) + r" \\"


def tabular(columns: Sequence[str], rows: Sequence[Sequence[object]], digits: int = 4, about: str = "") -> str:
    """A `tabular` environment to paste into a document that loads booktabs; `about` is a remark above it."""
    numeric = [
        bool(rows) and all(row[at] is None or isinstance(row[at], int | float) for row in rows)
        for at in range(len(columns))
    ]
    lines = [_row([cell(value, digits) for value in row]) for row in rows]
    return "\n".join(
        [
            *([f"% {about}"] if about else []),
            r"\begin{tabular}{" + "".join("r" if right else "l" for right in numeric) + "}",
            r"\toprule",
            _row(columns),
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )

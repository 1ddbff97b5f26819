"""Each measure's declared worked example: its value, and the arithmetic it prints, which is carried out here."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

import pytest

from turnwise.measures import TURN_MEASURES, Lists

WRITTEN = str.maketrans({"÷": "/", "·": "*", "−": "-", "³": "**3", "²": "**2"})
OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: pow,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., float]] = {"log2": math.log2, "min": min}


def _worth(node: ast.AST) -> float:
    match node:
        case ast.Expression(body=inner):
            return _worth(inner)
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATIONS[type(op)](_worth(left), _worth(right))
        case ast.Call(func=ast.Name(id=name), args=args):
            return FUNCTIONS[name](*map(_worth, args))
    raise AssertionError(f"not arithmetic: {ast.dump(node)}")


@pytest.mark.parametrize("name", TURN_MEASURES)
def test_the_measure_gives_the_declared_value(name: str) -> None:
    example = TURN_MEASURES[name].example
    value = TURN_MEASURES[name]()(Lists.of([example.ranked], [example.judged]))[0]
    assert value == pytest.approx(example.value, abs=1e-12)


@pytest.mark.parametrize("name", TURN_MEASURES)
def test_the_printed_arithmetic_comes_to_the_declared_value(name: str) -> None:
    example = TURN_MEASURES[name].example
    steps = example.work.rpartition(": ")[2].translate(WRITTEN).split(" = ")
    for step in steps:
        worth = _worth(ast.parse(step.strip(), mode="eval"))
        assert worth == pytest.approx(example.value, abs=1e-4), f"{name}: {step} is {worth}"


@pytest.mark.parametrize("name", TURN_MEASURES)
def test_a_declaration_is_whole(name: str) -> None:
    measure = TURN_MEASURES[name]
    assert measure.name == name == str(measure())
    assert measure.title
    assert f"{name}@k" in measure.formula or f"{name} =" in measure.formula
    assert measure.reference.endswith(".")
    assert any(year in measure.reference for year in map(str, range(1970, 2030)))
    assert (measure.__doc__ or "").strip()

"""What a measure is, and how one is declared.

A measure is a frozen dataclass with a name, its parameters (each with a rule and a description), a formula, a
reference, a worked example, and `values`: of a turn, from packed lists to one number a list; of a conversation, from
the values of its turns to one number (`conversation.py`). Everything else (the text form, the help, the docs page, the
law tests) is derived from the declaration.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar

from turnwise.errors import MeasureError, did_you_mean, shown
from turnwise.measures.packed import Floats, Lists


@dataclass(frozen=True)
class Rule:
    """What values a parameter takes: a sentence part, and the test for it."""

    text: str
    holds: Callable[[Any], bool]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


POSITIVE_WHOLE = Rule("a whole number from 1 to 10^15", lambda v: _is_whole(v) and 1 <= v <= 10**15)
POSITIVE = Rule("a finite number above 0", lambda v: _is_number(v) and 0 < v <= sys.float_info.max)
OPEN_UNIT = Rule("a number between 0 and 1, both excluded", lambda v: _is_number(v) and 0 < v < 1)
TRUTH = Rule("true or false", lambda v: isinstance(v, bool))


def one_of(*words: str) -> Rule:
    return Rule(" or ".join(words), lambda v: v in words)


def optional(rule: Rule) -> Rule:
    return Rule(rule.text, lambda v: v is None or rule.holds(v))


def param(default: Any, rule: Rule, text: str) -> Any:
    """Declare a parameter: its default, the rule its values obey, and what it is for."""
    return field(default=default, metadata={"rule": rule, "text": text})


def cutoff() -> Any:
    return param(None, optional(POSITIVE_WHOLE), "only the first k items count (written `@k`); without it, all")


def relevance() -> Any:
    return param(1, POSITIVE, "the lowest grade that counts as relevant")


def smoothing() -> Any:
    return param(False, TRUTH, "append an extra correct response to each list (the paper's superscript s)")


def terminating() -> Any:
    return param(False, TRUTH, "append the terminal response of Liu et al. (2016) (the paper's superscript L)")


@dataclass(frozen=True)
class Worked:
    """A worked example as it is shown: what goes in, the measure, the value it computes now, and the arithmetic."""

    given: str
    measure: str
    value: float
    work: str


@dataclass(frozen=True)
class Example:
    """A worked example: grades in rank order (None: not judged), all judged grades, the value, and its arithmetic."""

    ranked: tuple[float | None, ...]
    judged: tuple[float, ...]
    value: float
    work: str

    def given(self) -> str:
        ranked = ", ".join("not judged" if grade is None else f"{grade:g}" for grade in self.ranked)
        judged = ", ".join(f"{grade:g}" for grade in self.judged)
        return f"a list with the grades {ranked}, of a turn with the judged grades {judged}"


@dataclass(frozen=True)
class Measure(ABC):
    """What measures of a turn and of a conversation share: a declaration, its checks, and its text."""

    name: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str]
    reference: ClassVar[str]
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    #: the command that computes it
    scored_with: ClassVar[str] = "turnwise score"

    def __post_init__(self) -> None:
        for declared in parameters(type(self)):
            value, rule = getattr(self, declared.name), declared.metadata["rule"]
            if not rule.holds(value):
                found = text_of(value) if isinstance(value, bool) else shown(value) if isinstance(value, str) else value
                raise MeasureError(f"{self.name}: {declared.name} must be {rule.text}, found {found}.")

    @classmethod
    @abstractmethod
    def worked(cls) -> Worked:
        """The worked example, computed."""

    def __str__(self) -> str:
        """The canonical text, which reads back to an equal measure: name, what differs from the defaults, cutoff."""
        held = getattr(self, "of", None)
        said = [] if held is None else [str(held)]
        said += [
            f"{p.name}={text_of(value)}"
            for p in parameters(type(self))
            if p.name != "k" and (value := getattr(self, p.name)) != p.default
        ]
        k = getattr(self, "k", None)
        return self.name + (f"({', '.join(said)})" if said else "") + (f"@{k}" if k is not None else "")


@dataclass(frozen=True)
class TurnMeasure(Measure):
    """A measure of one turn's list. Subclass it as a frozen dataclass and write `values`."""

    example: ClassVar[Example]

    @abstractmethod
    def values(self, lists: Lists) -> Floats:
        """One number for each list."""

    def weights(self, lists: Lists) -> Floats | None:
        """How much each turn counts in a system's mean; None is equally. Pooled measures count by size."""
        return None

    def __call__(self, lists: Lists) -> Floats:
        return self.values(self.seen(lists))

    @classmethod
    def worked(cls) -> Worked:
        example, measure = cls.example, cls()
        value = float(measure(Lists.of([example.ranked], [example.judged]))[0])
        return Worked(example.given(), str(measure), value, example.work)

    def seen(self, lists: Lists) -> Lists:
        """The lists as this measure sees them: smoothed, where it says so."""
        return lists.smoothed(getattr(self, "rel", 0.0)) if getattr(self, "smoothed", False) else lists


def parameters(measure: type[Any]) -> list[Field[Any]]:
    """What a measure takes: its own parameters first, then those that it shares with its family."""
    shared = {name for above in measure.__mro__[1:] for name in getattr(above, "__annotations__", {})}
    return sorted((f for f in fields(measure) if f.default is not MISSING), key=lambda f: f.name in shared)


def text_of(value: Any) -> str:
    """A parameter's value as the grammar writes it; equal values have one text."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def build(measure: type[Measure], given: dict[str, Any]) -> Measure:
    """The measure with these parameters; an unknown one is an error that names the known."""
    known = [p.name for p in parameters(measure)]
    held = [f.name for f in fields(measure) if f.default is MISSING]
    for name in held:
        if name not in given:
            raise MeasureError(f"{measure.name} holds a measure of a turn; write it as {measure.name}(nDCG@3).")
    for name in given:
        if name not in known + held:
            what = "cutoff '@k'" if name == "k" else f"parameter {shown(name)}"
            raise MeasureError(no_such_parameter(measure.name, what, name, known))
    return measure(**given)


def no_such_parameter(of: str, what: str, name: str, known: Collection[str]) -> str:
    """The sentence on an unknown parameter: the nearest ones, or all that there are."""
    takes = f"; it takes {', '.join(known)}." if known else "; it takes none."
    return f"{of} has no {what}{did_you_mean(name, known) or takes}"

"""The one grammar of measures: ``nDCG@3``, ``RBP(p=0.5)``, ``AP(terminal=true)@10``, ``HDA-b(nDCG@3, gamma=0.5)``.

    measure   = name [ "(" [ argument { "," argument } ] ")" ] [ "@" whole ]
    argument  = name "=" value | measure
    value     = number | "true" | "false" | word

Names are matched without regard to case; the canonical text, ``str(measure)``, reads back to an equal measure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from turnwise.errors import MeasureError, did_you_mean, shown
from turnwise.measures.catalogue import CATALOGUE
from turnwise.measures.conversation import ConversationMeasure
from turnwise.measures.measure import Measure, TurnMeasure, build, parameters
from turnwise.measures.tokens import Tokens

TOKEN = re.compile(
    r"""\s*(?:(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w])
      |(?P<name>[^\W\d][\w]*\*?(?:[+-](?![\d=(]|\s*[,)@]|\s*$)[\w]+\*?|\+)*)
      |(?P<mark>[(),=@]))""",
    re.VERBOSE,
)

#: What people call measures elsewhere, for "did you mean": never accepted as a second spelling. Some names stand for
#: two measures, of lists and of labels.
ELSEWHERE = {
    "mrr": "RR", "recip_rank": "RR", "reciprocalrank": "RR", "map": "AP", "map_cut": "AP", "averageprecision": "AP",
    "recall": "R", "set_recall": "R", "precision": "P", "p": "P", "set_p": "P", "set_f": "F1", "f": "F1",
    "success": "SR", "hit": "SR", "hits": "SR", "hitrate": "SR", "accuracy": "SR LabelAccuracy", "ndcg_cut": "nDCG",
    "q-measure": "Q", "qmeasure": "Q", "pplus": "P+", "p-plus": "P+",
}  # fmt: skip


def parse(text: str | Measure, rel: float | None = None) -> Measure:
    """The measure that a text names. `rel` is the lowest relevant grade of one that has such a parameter, and whose
    text does not set it.
    """
    return with_rel(text, rel) if isinstance(text, Measure) else _Reader(_text(text), rel).whole()


def parse_turn(text: str | Measure) -> TurnMeasure:
    """The measure of a turn that a text names."""
    measure = parse(text)
    if not isinstance(measure, TurnMeasure):
        raise MeasureError(f"{measure} is no measure of a turn's list; expected one, such as nDCG@3.")
    return measure


def with_rel(measure: Measure, rel: float | None) -> Measure:
    """A measure that was made already, with this lowest relevant grade where it has the usual one."""
    if isinstance(measure, ConversationMeasure):
        return replace(measure, of=with_rel(measure.of, rel))  # type: ignore[arg-type]
    if rel is None or getattr(measure, "rel", None) != 1:
        return measure
    return replace(measure, rel=rel)  # type: ignore[call-arg]


def parse_all(texts: Iterable[str | Measure] | str | Measure, rel: float | None = None) -> list[Measure]:
    """Several measures; a list in one text is separated by commas or spaces. Duplicates are an error.

    `rel` is as in `parse`.
    """
    if isinstance(texts, str | Measure) or not isinstance(texts, Iterable):
        texts = [texts]
    measures: list[Measure] = []
    for text in texts:
        measures += [with_rel(text, rel)] if isinstance(text, Measure) else _Reader(_text(text), rel).sequence()
    for at, measure in enumerate(measures):
        if measure in measures[:at]:
            raise MeasureError(f"measure {measure} is asked for twice; name each once.")
    if not measures:
        raise MeasureError("no measure is named; name at least one, such as nDCG@3.")
    return measures


def _text(text: object) -> str:
    if isinstance(text, str):
        return text
    raise MeasureError(f"a measure is a text, such as 'nDCG@3', or a Measure; found {shown(text)}.")


class _Reader:
    """A recursive reader over the tokens of one text."""

    def __init__(self, text: str, rel: float | None = None) -> None:
        self.text, self.rel = text, rel
        self.tokens = Tokens(text, TOKEN, self._error)

    def whole(self) -> Measure:
        measure = self._measure()
        self.tokens.ended("measure")
        return measure

    def sequence(self) -> list[Measure]:
        measures = []
        while self.tokens.peek()[0] != "end":
            measures.append(self._measure())
            self.tokens.take(",")
        return measures

    def _measure(self) -> Measure:
        measure = named(self.tokens.next(("name",), "a measure's name")[1])
        given: dict[str, Any] = {}
        cutoffs = [self._cutoff()] if self.tokens.take("@") else []
        for _ in self.tokens.arguments():
            self._argument(given, measure)
        if self.tokens.take("@"):
            cutoffs.append(self._cutoff())
        if len(cutoffs) + ("k" in given) > 1:
            raise self._error("the cutoff is given twice")
        if cutoffs:
            given["k"] = cutoffs[0]
        if self.rel is not None and any(p.name == "rel" for p in parameters(measure)):
            given.setdefault("rel", self.rel)
        return build(measure, given)

    def _argument(self, given: dict[str, Any], measure: type[Measure]) -> None:
        name = self.tokens.next(("name",), "a parameter's name")[1]
        if not self.tokens.take("="):
            if not issubclass(measure, ConversationMeasure):
                raise self._error(f"parameter {shown(name)} of {measure.name} has no value")
            self.tokens.step(-1)
            self._held(given, name, measure)
            return
        if name in given:
            raise self._error(f"parameter {name!r} is given twice")
        kind, text = self.tokens.peek()
        if kind not in ("number", "name"):
            raise self._error(f"parameter {name!r} of {measure.name} has no value")
        self.tokens.step()
        given[name] = self._value(kind, text)

    def _held(self, given: dict[str, Any], name: str, measure: type[Measure]) -> None:
        """The measure of a turn that a measure of a conversation holds."""
        if not issubclass(named(name), TurnMeasure) or "of" in given:
            raise self._error(f"{measure.name} holds one measure of a turn")
        given["of"] = self._measure()

    def _cutoff(self) -> int:
        text = self.tokens.next(("number",), "a whole number after '@'")[1]
        if not text.isdigit():
            raise self._error(f"a whole number is expected after '@', found {text!r}")
        return self._whole(text)

    def _value(self, kind: str, text: str) -> Any:
        if kind == "name":
            return {"true": True, "false": False}.get(text.lower(), text)
        return self._whole(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)

    def _whole(self, text: str) -> int:
        if len(text) > 400:  # no double is as large
            raise self._error(f"{shown(text)} is too large a number")
        return int(text)

    def _error(self, what: str) -> MeasureError:
        return MeasureError(f"measure {shown(self.text)}: {what}; write it as nDCG@3 or RBP(p=0.5).")


def named(name: str) -> type[Measure]:
    """The measure of the catalogue with this name."""
    by_lower = {known.lower(): known for known in CATALOGUE}
    if known := by_lower.get(name.lower()):
        return CATALOGUE[known]
    # trec_eval writes the cutoff into the name: ndcg_cut_10
    base, _, k = name.lower().rpartition("_") if re.search(r"_\d+$", name) else (name.lower(), "", "")
    elsewhere = ELSEWHERE.get(base)
    near = did_you_mean(name, CATALOGUE, cutoff=0.6)
    meant = [f"'{one}{'@' + k if k else ''}'" for one in (elsewhere or "").split()]
    hint = f"; did you mean {' or '.join(meant)}?" if meant else near
    raise MeasureError(f"there is no measure {shown(name)}{hint or ';'} `turnwise measures` lists all.")

"""The one grammar of retrievers: ``tfidf``, ``bm25(k1=1.2)``, ``fusion(tfidf, dense(model=minilm), how=scores)``.

    retriever = name [ "(" [ argument { "," argument } ] ")" ]
    argument  = name "=" value | retriever
    value     = number | "true" | "false" | text

A text that holds one of ``( ) , =`` stands in double quotes. The canonical text, ``str(retriever)``, reads back to an
equal retriever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from turnwise.errors import OptionError, did_you_mean, shown
from turnwise.measures.measure import no_such_parameter, parameters
from turnwise.measures.tokens import Tokens
from turnwise.retrieval.retriever import Retriever

TOKEN = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<mark>[(),=])|(?P<word>[^\s(),="](?:[^(),="]*[^\s(),="])?))')
WHOLE = re.compile(r"[+-]?\d{1,30}")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


class Reader:
    """A recursive reader over the tokens of one text."""

    def __init__(self, text: str, known: Mapping[str, type[Retriever]]) -> None:
        self.text, self.known = text, known
        self.tokens = Tokens(text, TOKEN, self._error)

    def whole(self) -> Retriever:
        found = self._retriever()
        self.tokens.ended("retriever")
        return found

    def _retriever(self) -> Retriever:
        made = find(self.tokens.next(("word",), "a retriever's name")[1], self.known)
        held: list[Retriever] = []
        given: dict[str, Any] = {}
        for _ in self.tokens.arguments():
            self._argument(made, held, given)
        return built(made, held, given)

    def _argument(self, made: type[Retriever], held: list[Retriever], given: dict[str, Any]) -> None:
        name = self.tokens.peek()[1]
        if self.tokens.peek(1) != ("mark", "="):
            if not made.holds[1]:
                raise self._error(f"parameter {shown(name)} of {made.name} has no value")
            held.append(self._retriever())
            return
        if name in given:
            raise self._error(f"parameter {shown(name)} is given twice")
        self.tokens.step(2)
        kind, text = self.tokens.peek()
        if kind not in ("word", "quoted"):
            raise self._error(f"parameter {shown(name)} of {made.name} has no value")
        self.tokens.step()
        is_text = any(p.name == name and isinstance(p.default, str) for p in parameters(made))
        given[name] = text if kind == "quoted" or is_text else _value(text)

    def _error(self, what: str) -> OptionError:
        return OptionError(f"retriever {shown(self.text)}: {what}; write it as tfidf or bm25(k1=1.2, b=0.75).")


def find(name: str, known: Mapping[str, type[Retriever]]) -> type[Retriever]:
    """The retriever with this name; upper and lower case are the same."""
    by_lower = {own.lower(): made for own, made in known.items()}
    if found := by_lower.get(name.lower()):
        return found
    hint = did_you_mean(name, known) or f"; there are {', '.join(known)}."
    raise OptionError(f"there is no retriever {shown(name)}{hint}")


def _value(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if WHOLE.fullmatch(text):
        return int(text)
    return float(text) if NUMBER.fullmatch(text) else text


def built(made: type[Retriever], held: list[Retriever], given: Mapping[str, Any]) -> Retriever:
    """The retriever with these parts and parameters; an unknown parameter is an error that names the known."""
    declared = {p.name: p for p in parameters(made)}
    for name in given:
        if name not in declared:
            raise OptionError(no_such_parameter(made.name, f"parameter {shown(name)}", name, declared))
    least, most = made.holds
    if not least <= len(held) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise OptionError(f"{made.name} takes {wanted} retrievers, found {len(held)}; for example {made.example}.")
    return made(**given, **({"of": tuple(held)} if most else {}))

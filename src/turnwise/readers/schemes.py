"""Schemes of labels: one that comes with Turnwise, by its name, or one of the user's own in a small TOML or JSON file.

name = "kindness"

[[questions]]
name = "K1"
text = "Is the helpdesk kind?"
values = { 2 = "Yes", 1 = "In part", 0 = "No" }
collapse = { 2 = 1 }                                # may be left out
only_if = { K0 = 1 }                                # the least answer to another question; may be left out
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turnwise.errors import InputError, OptionError, did_you_mean, shown
from turnwise.readers.files import text_of
from turnwise.readers.records import kind_of, records
from turnwise.tables.schemes import SCHEMES, Question, Scheme

_KEYS = ("name", "title", "reference", "questions")
_QUESTION_KEYS = ("name", "text", "values", "collapse", "only_if")


def read_scheme(name: str) -> Scheme:
    """The scheme of this name, or the one in the file of this name."""
    if name in SCHEMES:
        return SCHEMES[name]
    if not Path(name).exists() and not re.search(r"[./\\]", name):
        hint = did_you_mean(name, SCHEMES) or f"; there are {', '.join(SCHEMES)}, or give a file."
        raise OptionError(f"there is no scheme {name!r}{hint}")
    fields = _fields(name, text_of(name, "a scheme of labels in TOML or JSON"))
    _check_keys(name, "", fields, _KEYS)
    listed = fields.get("questions")
    if not isinstance(listed, list) or not listed or not all(isinstance(one, dict) for one in listed):
        raise InputError(f"{name}: found no list of questions, expected [[questions]], each with name and values.")
    questions = tuple(_question(name, number, one) for number, one in enumerate(listed, 1))
    _check_names(name, questions)
    title, reference = (_text(name, "", fields, key, "") for key in ("title", "reference"))
    return Scheme(_text(name, "", fields, "name", Path(name).stem), title, questions, reference)


def _fields(source: str, text: str) -> dict[str, Any]:
    """The file's one object."""
    if text.lstrip().startswith("{"):  # a list may also start a TOML file: [[questions]]
        found = records(source, text)
        if len(found) != 1:
            raise InputError(f"{source}: found {len(found)} objects, expected one scheme.")
        return found[0].fields
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        raise InputError(
            f"{source}: found broken TOML ({reason[:1].lower()}{reason[1:]}), expected a scheme."
        ) from None


def _question(source: str, number: int, fields: Mapping[str, Any]) -> Question:
    where = f"question {number}"
    _check_keys(source, where, fields, _QUESTION_KEYS)
    name = _text(source, where, fields, "name")
    values = _mapping(source, f"'values' of {name}", fields.get("values"), ', such as { 2 = "Yes", 0 = "No" }')
    words = {_number(source, f"'values' of {name}", key): str(word) for key, word in values.items()}
    if len(words) < 2:
        raise InputError(f"{source}: found {len(words)} value of {name}, expected two or more.")
    into = _mapping(source, f"'collapse' of {name}", fields.get("collapse", {}), ", such as { 2 = 1, 1 = 1 }")
    collapse = {_number(source, f"'collapse' of {name}", k): _number(source, name, v) for k, v in into.items()}
    for value in collapse:
        if value not in words:
            raise InputError(f"{source}: 'collapse' of {name} has {value:g}, which is none of its values.")
    asked = _mapping(source, f"'only_if' of {name}", fields.get("only_if", {}), ", such as { Q1 = 1 }")
    if len(asked) > 1:
        raise InputError(f"{source}: found {len(asked)} conditions in 'only_if' of {name}, expected one.")
    least = next(((other, _number(source, f"'only_if' of {name}", least)) for other, least in asked.items()), None)
    return Question(name, _text(source, where, fields, "text", name), words, collapse, least)


def _check_names(source: str, questions: tuple[Question, ...]) -> None:
    names = [question.name for question in questions]
    for at, question in enumerate(questions):
        if question.name in names[:at]:
            raise InputError(f"{source}: found the question {question.name} twice, expected each once.")
        if question.only_if and question.only_if[0] not in names:
            raise InputError(f"{source}: {question.name} is asked only if {question.only_if[0]}, which is no question.")


def _check_keys(source: str, where: str, fields: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in fields:
        if key not in known:
            hint = did_you_mean(key, known) or f"; it takes {', '.join(known)}."
            raise InputError(f"{source}: found {shown(key)}{f' in {where}' if where else ''}{hint}")


def _text(source: str, where: str, fields: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = fields.get(key, default)
    if not isinstance(value, str) or not (value or default == ""):
        found = f"no '{key}'" if value is None else f"{kind_of(value)} as '{key}'"
        raise InputError(f"{source}: found {found}{f' in {where}' if where else ''}, expected a text.")
    return value


def _mapping(source: str, what: str, value: Any, such: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{source}: found {kind_of(value)} as {what}, expected values with their words{such}.")
    return value


def _number(source: str, what: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise InputError(f"{source}: found {shown(value, 30)} in {what}, expected a number.")
    return number

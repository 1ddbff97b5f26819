"""What the filter of dialogues and the check of their rules found, and the schemes of labels: as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from turnwise.dialogues.filters import Filtered
from turnwise.dialogues.rules import HINTS, RULES, Broken, Checked
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.tables.schemes import Question, Scheme

_FEW = 20  # accounts that are shown each; of more, those that were dropped


def filtered_text(filtered: Filtered) -> str:
    """Each step with what it kept and dropped, and the accounts."""
    lines = [
        table(["step", "asks for", "kept", "dropped"], [[s.name, s.asks, s.kept, s.dropped] for s in filtered.steps])
    ]
    if accounts := filtered.accounts:
        shown = accounts if len(accounts) <= _FEW else [one for one in accounts if not one.kept][:_FEW]
        rows = [[a.name, a.dialogues, a.answered, a.share, "kept" if a.kept else "dropped"] for a in shown]
        kept = sum(one.kept for one in accounts)
        lines += ["", f"{plural(len(accounts), 'account')}, {kept:,} kept:"]
        lines.append(table(["account", "dialogues", "answered", "share", ""], rows, 2))
        if len(shown) < len(accounts):
            lines.append(f"… {len(accounts) - len(shown):,} more (--format json has all)")
    return "\n".join(lines)


def filtered_json(filtered: Filtered) -> dict[str, Any]:
    """The same for a program."""
    return {
        "steps": [asdict(step) for step in filtered.steps],
        "accounts": [asdict(one) | {"share": one.share} for one in filtered.accounts],
        "dialogues": filtered.dialogues.names,
    }


def checked_text(name: str, checked: Checked, limit: int) -> str:
    """How often each rule is broken, and the first places where."""
    return "\n".join(_checked(name, checked, limit))


def _checked(name: str, checked: Checked, limit: int) -> Iterator[str]:
    counted = [
        plural(checked.dialogues, "dialogue"),
        plural(checked.readings, "reading"),
        plural(checked.nuggets, "nugget"),
        plural(checked.answers, "answer"),
    ]
    yield f"{name}: {', '.join(counted)}"
    yield ""
    yield table(["rule", "says that", "broken"], [[rule, RULES[rule], n] for rule, n in checked.counts().items()])
    for found, what in ((checked.broken, "broken"), (checked.hints, "hint")):
        if found:
            yield ""
            yield from _listed(found, what, limit)
    yield ""
    if checked.broken:
        yield f"{plural(len(checked.broken), 'rule')} broken."
    else:
        yield "No rule is broken."


def _listed(found: Sequence[Broken], what: str, limit: int) -> Iterator[str]:
    for one in found[:limit]:
        yield f"{what} ({one.rule}): {one}"
    if len(found) > limit:
        yield f"… {len(found) - limit:,} more (--limit or --format json shows all)"


def checked_json(name: str, checked: Checked) -> dict[str, Any]:
    """The same for a program."""
    return {
        "file": name,
        "dialogues": checked.dialogues,
        "readings": checked.readings,
        "nuggets": checked.nuggets,
        "answers": checked.answers,
        "scheme": checked.scheme,
        "rules": {
            rule: {"says": RULES[rule], "hint": rule in HINTS, "broken": n} for rule, n in checked.counts().items()
        },
        "broken": [asdict(one) for one in checked.broken],
        "hints": [asdict(one) for one in checked.hints],
    }


def schemes_text(schemes: Sequence[Scheme]) -> str:
    """The schemes, a line each."""
    rows = [[one.name, ", ".join(q.name for q in one.questions), one.title] for one in schemes]
    return table(["scheme", "questions", "what it is"], rows)


def scheme_text(scheme: Scheme) -> str:
    """A scheme in full."""
    return "\n".join(_scheme(scheme))


def _scheme(scheme: Scheme) -> Iterator[str]:
    yield filled(f"{scheme.name}: {scheme.title}" if scheme.title else scheme.name)
    for question in scheme.questions:
        yield ""
        yield filled(f"{question.name}. {question.text}")
        yield from _question(question)
    if scheme.reference:
        yield ""
        yield filled(scheme.reference)


def _question(question: Question) -> Iterator[str]:
    if question.only_if:
        other, least = question.only_if
        yield f"    asked only if {other} is {least:g} or more"
    for value, word in question.values.items():
        into = question.collapse.get(value, value)
        yield f"    {value:>2g}  {word}" + (f"  (collapsed into {into:g})" if into != value else "")


def scheme_json(scheme: Scheme) -> dict[str, Any]:
    """A scheme in the form in which a file has one."""
    return {
        "name": scheme.name,
        "title": scheme.title,
        "reference": scheme.reference,
        "questions": [
            {"name": q.name, "text": q.text, "values": {f"{value:g}": word for value, word in q.values.items()}}
            | ({"collapse": {f"{value:g}": into for value, into in q.collapse.items()}} if q.collapse else {})
            | ({"only_if": {q.only_if[0]: q.only_if[1]}} if q.only_if else {})
            for q in scheme.questions
        ],
    }

"""Every error Turnwise raises on purpose.

TurnwiseError                  catch this to catch them all
├── InputError                 a file or table is not what it should be
│   ├── FormatError            a line or record breaks its format
│   ├── GraphError             links that cannot be a conversation: unknown, later, circular
│   └── DecisionError          --strict: reading needed a decision the user has not allowed
├── MeasureError               a measure's name, parameter or input is wrong
├── OptionError                an option or argument has no such value
└── MissingExtra               an optional part is not installed

Each message is one sentence a person can act on: where, what was found, what was expected, what to do.
"""

from __future__ import annotations

from collections.abc import Iterable


class TurnwiseError(Exception):
    """Base of the tree; its text is meant for the user as it is."""


class InputError(TurnwiseError):
    """A file or table is not what it should be."""


class FormatError(InputError):
    """One line or record of a source breaks its format."""

    def __init__(
        self, source: str, line: int | None, found: str, expected: str, todo: str = "", *, place: str = "line"
    ) -> None:
        self.source, self.line = source, line
        where = source if line is None else f"{source}, {place} {line}"
        super().__init__(f"{where}: found {found}, expected {expected}{'; ' + todo if todo else ''}.")


class GraphError(InputError):
    """Links that cannot be a conversation's: to an unknown or later turn, to itself, or in a circle."""


class DecisionError(InputError):
    """Under ``strict``, reading needed a decision that the user has not allowed."""


class MeasureError(TurnwiseError):
    """A measure's name, parameter or input is wrong."""


class OptionError(TurnwiseError):
    """An option or argument has no such value."""


class MissingExtra(TurnwiseError):
    """An optional part of Turnwise is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: install it with `pip install 'turnwise[{extra}]'`.")


def shown(value: object, limit: int = 60) -> str:
    """A found value as it may stand in a sentence: quoted, on one line, of bounded length."""
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
    quoted = repr(text)
    return quoted if len(quoted) <= limit else quoted[: limit - 2] + "…'"


def did_you_mean(name: str, known: Iterable[str], kept: int = 3, cutoff: float = 0.55) -> str:
    """``; did you mean 'x'?`` for the known names nearest to `name`, or nothing."""
    import difflib

    by_lower = {k.lower(): k for k in known}
    near = difflib.get_close_matches(name.lower(), list(by_lower), n=kept, cutoff=cutoff)
    return f"; did you mean {' or '.join(repr(by_lower[n]) for n in near)}?" if near else ""

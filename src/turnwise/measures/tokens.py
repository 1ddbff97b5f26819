"""The tokens of one text, from left to right: what the grammars of measures and of retrievers share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from turnwise.errors import TurnwiseError, shown


class Tokens:
    """The tokens of a text, each a kind and its text, and how far they are read.

    `token` matches one token, after blanks, in a group named for its kind; `wrong` makes the error that says so.
    """

    def __init__(self, text: str, token: re.Pattern[str], wrong: Callable[[str], TurnwiseError]) -> None:
        self.wrong = wrong
        self._tokens: list[tuple[str, str]] = []
        self._at = 0
        at, end = 0, len(text.rstrip())
        while at < end:
            found = token.match(text, at)
            if not found:
                raise wrong(f"{shown(text[at:].strip()[:1])} has no place here")
            kind = found.lastgroup or ""
            self._tokens.append((kind, found.group(kind)))
            at = found.end()

    def peek(self, further: int = 0) -> tuple[str, str]:
        """The next token, or one further on."""
        at = self._at + further
        return self._tokens[at] if at < len(self._tokens) else ("end", "")

    def step(self, by: int = 1) -> None:
        self._at += by

    def take(self, mark: str) -> bool:
        """Whether this mark comes next; if so, it is read."""
        taken = self.peek() == ("mark", mark)
        self._at += taken
        return taken

    def next(self, kinds: tuple[str, ...], expected: str) -> tuple[str, str]:
        """The next token, which must be of one of these kinds."""
        found, text = self.peek()
        if found not in kinds:
            raise self.wrong(f"{expected} is expected, found {shown(text) if text else 'the end'}")
        self.step()
        return found, text

    def arguments(self) -> Iterator[None]:
        """Once for each argument in brackets, which the caller reads; nothing where no bracket opens."""
        if self.take("("):
            while not self.take(")"):
                yield
                if not self.take(",") and self.peek() != ("mark", ")"):
                    raise self.wrong("a ',' or ')' is missing")

    def ended(self, what: str) -> None:
        """Refuse whatever follows."""
        if self.peek()[0] != "end":
            raise self.wrong(f"{shown(self.peek()[1])} follows the {what}")

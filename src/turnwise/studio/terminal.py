"""Talking to an avatar in lines of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from turnwise.errors import InputError, did_you_mean
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.exchange import Exchange, Option
from turnwise.studio.log import ExchangeLog
from turnwise.studio.said import MOST, cleaned
from turnwise.studio.thumb import DOWN, UP
from turnwise.tables.decisions import plural

HELP = """\
/options     the answers that were found, best first, with their scores
/why [N]     the questions for which the knowledge base has the answer given (or option N)
/up [N]      the answer was good (or option N would have been)
/down [N]    it was not
/new         start a new dialogue
/help        these lines
/quit        leave; so do Ctrl-D and Ctrl-C"""
COMMANDS = ("options", "why", "up", "down", "new", "help", "quit")
WIDTH = 100
INDENT = "        "
#: Bytes of a line that are looked at: more than any question has, and less than fills the memory.
READ = 1 << 20


class Talk:
    """Lines in, lines out. What starts with `/` is a command, anything else a question."""

    def __init__(self, avatar: Avatar, log: ExchangeLog | None, width: int = WIDTH) -> None:
        self.avatar, self.log, self.width = avatar, log, max(40, width)
        self.dialogue = Dialogue(avatar, log)
        self.asked = 0

    def opening(self) -> str:
        kb = self.avatar.kb
        return (
            f"{self.avatar.name} has {plural(len(kb.answers), 'answer')} to {plural(len(kb.questions), 'question')} "
            f"({self.avatar.retriever}). Ask, or type /help."
        )

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What to print after each line, until they end or one says /quit."""
        for line in lines:
            typed = line.strip()
            if typed.casefold() == "/quit":
                return
            try:
                yield self._command(typed[1:]) if typed.startswith("/") else self._asked(typed)
            except InputError as error:
                yield str(error)

    def _asked(self, typed: str) -> str:
        exchange = self.dialogue.ask(typed)
        self.asked += 1
        return textwrap.fill(f"avatar: {exchange.reply}", self.width, subsequent_indent=INDENT, break_on_hyphens=False)

    def _command(self, typed: str) -> str:
        name, _, rest = cleaned(typed[: MOST + 1]).partition(" ")
        known: dict[str, Callable[[str], str]] = {
            "options": self._options, "why": self._why, "up": lambda rest: self._rate(rest, UP),
            "down": lambda rest: self._rate(rest, DOWN), "new": self._new, "help": lambda _: HELP,
        }  # fmt: skip
        if name.casefold() in known:
            return known[name.casefold()](rest.strip())
        hint = did_you_mean(name, COMMANDS, kept=1).replace("'", "").replace("mean ", "mean /")
        raise InputError(f"There is no command /{name[:20]}{hint or '; /help lists them.'}")

    def _new(self, _: str) -> str:
        self.dialogue = Dialogue(self.avatar, self.log, self.dialogue.visitor)
        return "A new dialogue."

    def _last(self) -> Exchange:
        if not self.dialogue.exchanges:
            raise InputError("Ask something first.")
        return self.dialogue.exchanges[-1]

    def _option(self, typed: str) -> Option | None:
        """The option that was given by its rank; None for the reply itself."""
        exchange = self._last()
        if not typed:
            return exchange.options[0] if exchange.answered else None
        if typed.isdecimal() and 1 <= int(typed[:6]) <= len(exchange.options):
            return exchange.options[int(typed) - 1]
        known = (
            f"1 to {len(exchange.options)}" if len(exchange.options) > 1 else "only 1" if exchange.options else "none"
        )
        raise InputError(f"There is no option {typed[:20]}; there is {known}.")

    def _options(self, _: str) -> str:
        exchange = self._last()
        if not exchange.options:
            return "No answer of the knowledge base speaks to that."
        long = max(len(option.item) for option in exchange.options)
        lines = []
        for rank, option in enumerate(exchange.options, 1):
            start = f"{rank:>3}  {option.score:.4f}  {option.item:<{min(long, 20)}}  "
            said = " ".join(option.text.split())
            lines.append(start + textwrap.shorten(said, max(20, self.width - len(start)), placeholder=" …"))
        if not exchange.answered:
            lines.append(f"{INDENT}None scores {self.avatar.abstain:g} or more, so the avatar did not answer.")
        return "\n".join(lines)

    def _why(self, typed: str) -> str:
        option = self._option(typed)
        if option is None:
            return self._options("")
        start = f"{option.item} scored {option.score:.4f} by {self.avatar.retriever}. It answers:"
        others = [text for text in self.avatar.kb.questions_of(option.answer) if cleaned(text) != option.question]
        questions = [option.question, *others]
        listed = [f"  - {textwrap.shorten(cleaned(text), self.width - 4, placeholder=' …')}" for text in questions[:10]]
        more = [f"  … and {len(questions) - 10:,} more"] if len(questions) > 10 else []
        return "\n".join([start, *listed, *more])

    def _rate(self, typed: str, value: int) -> str:
        option = self._option(typed)
        exchange = self._last()
        self.dialogue.rate(exchange.number, None if option is None else option.item, value)
        if option is None:
            return "Noted: it was right not to answer." if value == UP else "Noted: there should have been an answer."
        what = "the answer" if option.item == exchange.item else f"option {typed}"
        return f"Noted: {what} was {'good' if value == UP else 'not good'}."


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a pipe or file, whatever bytes it holds; of a line that is far too long only the start."""
    while line := stream.readline(READ):
        while not line.endswith(b"\n") and (rest := stream.readline(READ)):
            line = line[:READ] + (b"\n" if rest.endswith(b"\n") else b"")
        yield line.decode("utf-8", "replace").rstrip("\r\n")

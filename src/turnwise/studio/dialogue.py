"""A visitor's dialogue with an avatar, in whatever room they meet."""

from __future__ import annotations

import secrets
import threading
from datetime import UTC, datetime

from turnwise.errors import InputError
from turnwise.studio.avatar import Avatar
from turnwise.studio.exchange import Exchange
from turnwise.studio.log import ExchangeLog
from turnwise.studio.thumb import thumb

#: Exchanges of one dialogue; nobody talks that long, but a program might.
MOST_EXCHANGES = 1000


class Dialogue:
    """Exchanges in their order, each written down before it is shown. Any number of threads may use it at once."""

    def __init__(self, avatar: Avatar, log: ExchangeLog | None, visitor: str | None = None) -> None:
        self.avatar, self.log = avatar, log
        self.visitor = visitor or f"visitor-{secrets.token_hex(4)}"
        self.name = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(4)}"
        self.exchanges: list[Exchange] = []
        #: (turn's number, answer's id) → `UP` or `DOWN`
        self.thumbs: dict[tuple[int, str], int] = {}
        self._lock = threading.Lock()

    def ask(self, typed: str) -> Exchange:
        """Ask what a visitor typed; an `InputError` says to them what is wrong with it."""
        with self._lock:
            if len(self.exchanges) >= MOST_EXCHANGES:
                raise InputError(f"This dialogue has {MOST_EXCHANGES:,} questions; please start a new one.")
            before = [said for exchange in self.exchanges for said in (exchange.question, exchange.reply)]
            exchange = self.avatar.answer(self.name, len(self.exchanges) + 1, typed, before)
            if self.log:
                self.log.add(exchange, self.avatar.settings)
            self.exchanges.append(exchange)
            return exchange

    def rate(self, number: int, item: str | None, value: int | None) -> Exchange:
        """Give the reply of an exchange, or another of its options, a thumb; None takes it back."""
        with self._lock:
            if not 1 <= number <= len(self.exchanges):
                raise InputError("There is no such answer in this dialogue to rate.")
            exchange = self.exchanges[number - 1]
            item = exchange.item if item is None else item
            if not exchange.shows(item):
                raise InputError("There is no such answer in this dialogue to rate.")
            earlier = self.thumbs.get((number, item))
            if value == earlier:
                return exchange
            if self.log:
                given = thumb(exchange, item, value, self.visitor, datetime.now(UTC))
                self.log.rate(given, changed=earlier is not None)
            if value is None:
                del self.thumbs[number, item]
            else:
                self.thumbs[number, item] = value
            return exchange

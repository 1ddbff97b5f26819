"""The log of what is said to an avatar: a folder with a table of exchanges and a table of ratings.

`exchanges.jsonl` has an exchange a line, which `read_questions` and `read_conversations` read; `ratings.csv` has a
thumb a row. Any number of avatars, in any number of processes, may write to one folder at once.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from turnwise.errors import InputError, OptionError
from turnwise.studio.exchange import Exchange
from turnwise.studio.journal import alone, append, heal, replace
from turnwise.studio.thumb import COLUMNS, Thumb, superseding

EXCHANGES, RATINGS = "exchanges.jsonl", "ratings.csv"


class ExchangeLog:
    """Writes exchanges and thumbs down, each before anybody is told of it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.exchanges, self.ratings = self.folder / EXCHANGES, self.folder / RATINGS
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with alone(self.folder):
                #: The files whose last line a crash had left half-written; it was moved to a file beside.
                self.torn = [path for path in (self.exchanges, self.ratings) if heal(path)]
                append(self.exchanges, "")
                if not self.ratings.exists() or not self.ratings.stat().st_size:
                    append(self.ratings, _csv([COLUMNS]))
                found = self._rows()[:1]
        except (FileExistsError, NotADirectoryError):
            raise OptionError(f"{folder}: found a file, expected a folder for the log, or a new name.") from None
        except OSError as error:
            raise OptionError(
                f"{folder}: the log cannot be written there ({(error.strerror or str(error))})."
            ) from None
        if found != [list(COLUMNS)]:
            raise InputError(
                f"{self.ratings}: found other columns than a log has ({','.join(COLUMNS)}), expected a folder "
                "of a log; choose another one."
            )

    def add(self, exchange: Exchange, settings: dict[str, Any]) -> None:
        """Write an exchange down."""
        line = json.dumps(exchange.record(**settings), ensure_ascii=False)
        with _told(self.exchanges), alone(self.folder):
            append(self.exchanges, f"{line}\n")

    def rate(self, thumb: Thumb, changed: bool) -> None:
        """Write a thumb down; where it changes an earlier one, that one is superseded."""
        with _told(self.ratings), alone(self.folder):
            if not changed:
                append(self.ratings, _csv([thumb.cells()]))
                return
            head, *rows = self._rows()
            replace(self.ratings, _csv([head, *superseding(rows, thumb)]))

    def _rows(self) -> list[list[str]]:
        with self.ratings.open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What fails while writing is said of the file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _csv(rows: Iterable[Iterable[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

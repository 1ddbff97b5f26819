"""Groups of systems, such as automatic and manual runs: the options that name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from turnwise.errors import OptionError
from turnwise.readers.system_groups import read_groups
from turnwise.tables.scores import Scores


def group_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--manual` and `--group`."""
    for option in (
        click.option(
            "--group", metavar="FILE", help="Groups of systems to tell apart: CSV with the columns system and group."
        ),
        click.option(
            "--manual", multiple=True, metavar="SYSTEM", help="A manual run; may be repeated. The others are automatic."
        ),
    ):
        command = option(command)
    return command


def groups_of(manual: tuple[str, ...], group: str | None, scores: Scores) -> dict[str, str]:
    """The group of each system that has one. Names that are not in the table stay, and are refused later."""
    if manual and group:
        raise OptionError("give --manual or --group, not both: each names the groups of systems.")
    if group:
        return read_groups(group)
    if not manual:
        return {}
    return dict.fromkeys((s for s in scores.systems if s not in manual), "automatic") | dict.fromkeys(manual, "manual")

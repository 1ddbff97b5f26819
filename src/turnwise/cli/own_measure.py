"""A measure that a person names: one of the catalogue, or of their own module with --from."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from turnwise.errors import MeasureError, OptionError, did_you_mean
from turnwise.measures.checked_measure import raised

from_module = click.option(
    "--from",
    "source",
    metavar="MODULE:NAME",
    help="A measure of your own: its class, one made from it, or a function, from a module here or installed.",
)


def chosen(measure: str | None, source: str | None, named: Callable[[object], str], such_as: str) -> Any:
    """The one measure that MEASURE or --from names; `--from module` takes its name from MEASURE.

    `named` tells what a measure found in a module is called.
    """
    if source is None:
        if measure is None:
            raise OptionError(f"no measure is named; name one, such as {such_as}, or give --from MODULE:NAME.")
        return measure
    module, _, name = source.partition(":")
    name = name or measure or ""
    if not name or not all(part.isidentifier() for part in module.split(".")):
        raise OptionError(f"--from {source}: expected MODULE:NAME, such as mymodule:MyMeasure.")
    found = _imported(module, name)
    if measure not in (None, name) and measure != named(found):
        raise OptionError(f"{measure!r} and --from {source} name two measures; give one of the two.")
    return found


def _imported(module: str, name: str) -> Any:
    """An attribute of a module, which is looked for in the current folder first."""
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        loaded = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            modules = [file.removesuffix(".py") for file in os.listdir(here) if file.endswith(".py")]
            hint = did_you_mean(module.removesuffix(".py"), modules) or "; give it as mymodule, without .py."
            raise OptionError(f"--from: there is no module {module!r} in {here} or installed{hint}") from error
        raise MeasureError(f"--from: module {module!r} fails when it is imported ({raised(error)}).") from error
    finally:
        sys.path.remove(here)
    if not hasattr(loaded, name):
        known = [known for known, value in vars(loaded).items() if callable(value) and not known.startswith("_")]
        raise OptionError(f"--from: module {module!r} has no {name!r}{did_you_mean(name, known) or '.'}")
    return getattr(loaded, name)

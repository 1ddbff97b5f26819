"""Which room may import which, read from the source, so also for imports inside functions and for types."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "turnwise"

BELOW_REPORT = {
    "errors", "tables", "measures", "graph", "dialogues", "readers", "scoring", "comparison", "policies", "retrieval",
    "agreement", "validity", "crowd",
}  # fmt: skip
#: Every room of the house, and the rooms that it may import; each of them stands above it, so no circle can arise.
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "tables": {"errors"},
    "measures": {"errors"},
    "graph": {"errors", "tables"},
    "dialogues": {"errors", "tables"},
    "readers": {"errors", "tables", "graph", "dialogues"},
    "scoring": {"errors", "tables", "graph", "measures"},
    "comparison": {"errors", "tables"},
    "policies": {"errors", "tables", "measures", "scoring"},
    "retrieval": {"errors", "tables", "measures"},
    "agreement": {"errors", "tables"},
    "validity": {"errors", "tables", "measures", "scoring", "comparison", "agreement"},
    "crowd": {"errors", "tables", "measures", "agreement", "comparison"},
    "report": {
        "errors",
        "tables",
        "measures",
        "graph",
        "dialogues",
        "policies",
        "comparison",
        "retrieval",
        "agreement",
        "validity",
        "crowd",
    },
    "studio": {"errors", "tables", "readers", "retrieval", "report"},
    "api": {*BELOW_REPORT, "studio"},
    "reproduce": {*BELOW_REPORT, "report", "api"},
    "front door": {*BELOW_REPORT, "report", "api", "reproduce"},
    "cli": {*BELOW_REPORT, "report", "studio", "api", "reproduce"},
}
#: The files of the package's top that are not rooms of their own.
TOP = {
    "__init__": "front door",
    "__main__": "cli",
    "options": "api",
    "ratings": "api",
    "submissions": "api",
    "avatars": "api",
    "advising": "api",
}
#: Slow to import: only ever inside a function, where a frame or a figure is really wanted.
HEAVY = {
    "polars", "pandas", "pyarrow", "scipy", "matplotlib", "sklearn", "bm25s", "torch", "transformers",
    "sentence_transformers", "onnx", "onnxruntime", "onnxscript", "safetensors",
}  # fmt: skip
STANDARD = {"__future__", *sys.stdlib_module_names}
NAMELESS = {"util", "utils", "helper", "helpers", "misc", "common", "tools", "stuff"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path, package: Path = PACKAGE) -> str:
    first = path.relative_to(package).parts[0].removesuffix(".py")
    return TOP.get(first, first)


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The line and dotted name of all that these nodes of a module import."""
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ((node.lineno, f"{module}.{name.name}") for name in names)
            case ast.ImportFrom():
                yield node.lineno, "turnwise.relative"  # refused: a room is named in full
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name))]):
                yield node.lineno, name


def wrong_imports(path: Path, package: Path = PACKAGE) -> list[str]:
    """A sentence for every import that the file's room may not have."""
    room, wrong = room_of(path, package), []
    where = path.relative_to(package.parent)
    if room not in ROOMS:
        return [f"{where}: room {room!r} is not in the table of rooms (tests/house/test_rooms.py)"]
    for line, name in imported(ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        parts = name.split(".")
        if parts[0] == "turnwise":
            target = parts[1] if len(parts) > 1 else "__init__"
            target = "version" if target == "__version__" else TOP.get(target, target)
            if target not in {room, "version"} | ROOMS[room]:
                wrong.append(f"{where}, line {line}: {room!r} may not import {target!r}")
        elif room == "measures" and parts[0] not in {"numpy", *STANDARD}:
            wrong.append(f"{where}, line {line}: measures are plain numpy and may not import {parts[0]!r}")
    return wrong


def heavy_at_import(path: Path) -> list[str]:
    """A sentence for every heavy library that importing the file imports too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {
        node
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        or (isinstance(outer, ast.If) and ast.unparse(outer.test) == "TYPE_CHECKING")
        for node in ast.walk(outer)
    }
    return [
        f"{path.name}, line {line}: {name.split('.')[0]} is imported at the top; import it where it is used"
        for line, name in imported(node for node in ast.walk(tree) if node not in late)
        if name.split(".")[0] in HEAVY
    ]


def test_the_table_has_no_circle() -> None:
    above: set[str] = set()
    for room, may_import in ROOMS.items():
        assert may_import <= above, f"{room} imports a room that does not stand above it: {may_import - above}"
        above.add(room)


def test_nobody_may_import_the_command_line() -> None:
    assert not [room for room, may_import in ROOMS.items() if "cli" in may_import]


def test_every_room_of_the_table_is_there() -> None:
    assert {room_of(path) for path in MODULES} == set(ROOMS)


def test_rooms_import_one_way() -> None:
    wrong = [sentence for path in MODULES for sentence in wrong_imports(path)]
    assert not wrong, "\n".join(wrong)


def test_heavy_libraries_load_late() -> None:
    wrong = [sentence for path in MODULES for sentence in heavy_at_import(path)]
    assert not wrong, "\n".join(wrong)


def test_every_file_name_says_something() -> None:
    wrong = [path for path in MODULES if path.stem.strip("_") in NAMELESS or path.parent.name in NAMELESS]
    assert not wrong


@pytest.mark.parametrize(
    ("room", "source", "sentence"),
    [
        ("tables", "from turnwise.readers.trec import read_run", "'tables' may not import 'readers'"),
        ("readers", "def f():\n    import turnwise.scoring.score", "line 2: 'readers' may not import 'scoring'"),
        ("scoring", "from turnwise import readers", "'scoring' may not import 'readers'"),
        ("measures", "from turnwise.tables.hits import Hits", "'measures' may not import 'tables'"),
        ("measures", "import scipy.stats", "may not import 'scipy'"),
        ("report", "from turnwise.cli.main import main", "'report' may not import 'cli'"),
        ("readers", "from .trec import read_run", "'readers' may not import 'relative'"),
        ("errors", "import importlib\nimportlib.import_module('turnwise.tables')", "'errors' may not import 'tables'"),
        ("attic", "", "room 'attic' is not in the table"),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, room: str, source: str, sentence: str) -> None:
    planted = tmp_path / "turnwise" / room / "planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(source)
    found = wrong_imports(planted, tmp_path / "turnwise")
    assert len(found) == 1
    assert sentence in found[0]


def test_a_planted_heavy_import_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import numpy\nimport polars as pl\ndef f():\n    import scipy\n")
    assert heavy_at_import(planted) == ["planted.py, line 2: polars is imported at the top; import it where it is used"]
    planted.write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import polars as pl\n")
    assert heavy_at_import(planted) == []

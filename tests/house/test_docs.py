"""Everything a user can name is documented, and the pages agree with the code and with each other."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from turnwise.cli.main import main as turnwise
from turnwise.measures import CATALOGUE, parameters

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "turnwise"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
KIND = re.compile(r"[a-z]+(-[a-z]+)*")


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_docs = load_script("make_docs")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", make_docs.pages())
def test_generated_pages_are_what_the_code_says(name: str) -> None:
    assert page(name) == make_docs.pages()[name], f"run `make docs` and commit docs/{name}"


def test_every_measure_and_parameter_is_documented() -> None:
    sections = dict(re.findall(r"^## (\S+): .*?\n(.*?)(?=^## |\Z)", page("measures.md"), re.MULTILINE | re.DOTALL))
    assert list(sections) == list(CATALOGUE)
    for name, measure in CATALOGUE.items():
        for told in (measure.formula, measure.reference, *(f"| `{p.name}` |" for p in parameters(measure))):
            assert told in sections[name], f"{name}: {told}"


def test_every_command_and_option_is_documented_and_has_help() -> None:
    text = page("commands.md")
    for name, command in make_docs.walk(turnwise, "turnwise"):
        assert f"## `{name}`" in text
        assert command.help, f"{name} has no help"
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{name} {option.opts[0]} has no help"
                assert all(flag in text for flag in option.opts), f"{name} {option.opts}"


def kinds_in(source: str, names: dict[str, object]) -> Iterator[tuple[int, str | None]]:
    """The line and kind of each decision that a module can take; None where this reader cannot tell the kind.

    A kind is written as a literal, as a module's constant, or in the table that a `for` goes through.
    """
    tree = ast.parse(source)
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="decisions"), attr="add"), args=[_, kind, *_]):
                known: list[str | None] = [*values_of(kind, node.lineno, loops, names)]
                yield from ((node.lineno, value) for value in known or [None])


def values_of(kind: ast.expr, line: int, loops: list[ast.For], names: dict[str, object]) -> Iterator[str]:
    match kind:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from values_of(body, line, loops, names)
            yield from values_of(orelse, line, loops, names)
        case ast.Name(id=name) if isinstance(names.get(name), str):
            yield str(names[name])
        case ast.Name(id=name):
            around = [loop for loop in loops if loop.lineno <= line <= (loop.end_lineno or line)]
            for loop in around:
                yield from values_in_loop(name, loop, names)


def values_in_loop(name: str, loop: ast.For, names: dict[str, object]) -> Iterator[str]:
    targets = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    places = [at for at, target in enumerate(targets) if isinstance(target, ast.Name) and target.id == name]
    match loop.iter:
        case ast.Tuple(elts=rows) | ast.List(elts=rows) if places:
            for row in rows:
                cell = row.elts[places[0]] if isinstance(row, ast.Tuple) else row
                if isinstance(cell, ast.Constant):
                    yield str(cell.value)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="items")) if places == [0]:
            known = names.get(table)
            if isinstance(known, dict):
                yield from map(str, known)


def module_names(path: Path) -> dict[str, object]:
    dotted = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    return vars(importlib.import_module(dotted))


def test_every_kind_of_decision_is_explained_and_no_other() -> None:
    taken: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "decisions.add(" not in source:
            continue
        for line, kind in kinds_in(source, module_names(path)):
            where = f"{path.relative_to(ROOT)}:{line}"
            assert kind, f"{where}: write the kind of the decision as a literal, so that it can be found"
            assert KIND.fullmatch(kind), f"{where}: {kind!r} is not written like-this"
            taken[kind] = where
    explained = set(re.findall(r"^\| `([a-z-]+)` \|", page("decisions.md"), re.MULTILINE))
    assert explained == set(taken), (
        f"docs/decisions.md lacks {sorted((k, taken[k]) for k in taken.keys() - explained)} "
        f"and explains {sorted(explained - taken.keys())}, which nothing takes"
    )


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("decisions.add(s, 'no-gold', 1, '')", ["no-gold"]),
        ("decisions.add(s, 'a' if x else 'b', 1, '')", ["a", "b"]),
        ("decisions.add(s, NAMED, 1, '')", ["named-kind"]),
        ("for n, key in ((1, 'one'), (2, 'two')):\n    decisions.add(s, key, n, '')", ["one", "two"]),
        ("for key, text in TABLE.items():\n    decisions.add(s, key, 1, text)", ["three"]),
        ("decisions.add(s, f'{x}', 1, '')", [None]),
    ],
)
def test_kinds_are_found_in_source(source: str, kinds: list[str | None]) -> None:
    names: dict[str, object] = {"NAMED": "named-kind", "TABLE": {"three": ""}}
    assert [kind for _, kind in kinds_in(source, names)] == kinds


def anchors_of(text: str) -> set[str]:
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return {make_docs.anchor(title) for title in re.findall(r"^#+ (.*)$", outside, re.MULTILINE)}


@pytest.mark.parametrize("source", PAGES, ids=lambda path: path.name)
def test_links_between_pages_resolve(source: Path) -> None:
    for link in LINK.findall(source.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = source.parent / name if name else source
        assert target.exists(), f"{source.name}: {link}"
        if anchor:
            assert anchor in anchors_of(target.read_text(encoding="utf-8")), f"{source.name}: {link}"


def test_the_rooms_in_the_docs_are_those_of_the_code() -> None:
    section = page("architecture.md").partition("## The rooms")[2].partition("\n## ")[0]
    told = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert set(told) == rooms - {"__init__", "__main__"}


def test_every_dependency_is_justified() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in wanted} - {project["name"]}
    missing = sorted(name for name in names if name not in page("dependencies.md"))
    assert not missing

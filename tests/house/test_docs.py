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
from turnwise.readers.columns import ALIASES
from turnwise.readers.conversations import FORMATS as CONVERSATION_FORMATS
from turnwise.readers.dialogues import FORMATS as DIALOGUE_FORMATS
from turnwise.readers.ratings import FORMATS as RATING_FORMATS
from turnwise.readers.replies import FORMATS as REPLY_FORMATS
from turnwise.report.scores import BY_SUFFIX
from turnwise.tables.scores import Row

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "turnwise"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
KIND = re.compile(r"[a-z]+(-[a-z0-9]+)*")


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


def test_every_format_is_documented() -> None:
    text = page("formats.md")
    for known in (*REPLY_FORMATS, *CONVERSATION_FORMATS, *DIALOGUE_FORMATS, *RATING_FORMATS):
        assert f"| `{known.name}` | {known.title} |" in text
    for name in (*(alias for names in ALIASES.values() for alias in names), *BY_SUFFIX, *Row._fields):
        assert f"`{name}`" in text, name


def kinds_in(source: str, names: dict[str, object]) -> Iterator[tuple[int, str | None]]:
    """The line and kind of each decision that a module can take; None where this reader cannot tell the kind.

    A kind is written as a literal, in the rows that a `for` goes through, or as the key of a table of sentences.
    """
    tree = ast.parse(source)
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="decisions"), attr="add"), args=[_, kind, *_]):
                known: list[str | None] = [*values_of(kind)]
                if isinstance(kind, ast.Name):
                    around = [loop for loop in loops if loop.lineno <= node.lineno <= (loop.end_lineno or 0)]
                    known += [value for loop in around for value in values_in_loop(kind.id, loop)]
                    known += keys_of_tables(kind.id, node, names)
                yield from ((node.lineno, value) for value in known or [None])


def values_of(kind: ast.expr) -> Iterator[str]:
    """The text of a literal, or of both branches of `a if … else b`."""
    match kind:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from values_of(body)
            yield from values_of(orelse)


def values_in_loop(name: str, loop: ast.For) -> Iterator[str]:
    """What `name` is in turn in `for …, name, … in (rows)`."""
    targets = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    places = [at for at, target in enumerate(targets) if isinstance(target, ast.Name) and target.id == name]
    if places and isinstance(loop.iter, ast.Tuple | ast.List):
        for row in loop.iter.elts:
            yield from values_of(row.elts[places[0]] if isinstance(row, ast.Tuple) else row)


def keys_of_tables(name: str, call: ast.Call, names: dict[str, object]) -> Iterator[str]:
    """The keys of `TABLE` where the call's sentence is made of `TABLE[name]`."""
    for node in ast.walk(call):
        match node:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=key)) if key == name:
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
    explained = set(re.findall(r"^\| `([a-z0-9-]+)` \|", page("decisions.md"), re.MULTILINE))
    assert explained == set(taken), (
        f"docs/decisions.md lacks {sorted((k, taken[k]) for k in taken.keys() - explained)} "
        f"and explains {sorted(explained - taken.keys())}, which nothing takes"
    )


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("decisions.add(s, 'no-gold', 1, '')", ["no-gold"]),
        ("decisions.add(s, 'a' if x else 'b', 1, '')", ["a", "b"]),
        ("for n, key in ((1, 'one'), (2, 'two')):\n    decisions.add(s, key, n, '')", ["one", "two"]),
        ("decisions.add(s, key, 1, f'left out: {TABLE[key]}')", ["three"]),
        ("decisions.add(s, f'{x}', 1, '')", [None]),
    ],
)
def test_kinds_are_found_in_source(source: str, kinds: list[str | None]) -> None:
    names: dict[str, object] = {"TABLE": {"three": ""}}
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
    told = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)))
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

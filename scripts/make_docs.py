"""Write the pages that are derived from the code: docs/measures.md, docs/commands.md and docs/formats.md.

scripts/make_docs.py            writes them
scripts/make_docs.py --check    says which ones are not as it would write them, and fails
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from turnwise.cli.main import main as turnwise
from turnwise.cli.measures import ranged
from turnwise.measures import CATALOGUE, Measure, parameters
from turnwise.measures.measure import text_of
from turnwise.readers.columns import ALIASES
from turnwise.readers.conversations import FORMATS as CONVERSATION_FORMATS
from turnwise.readers.conversations.form import ConversationFormat
from turnwise.readers.conversations.links import CHILD, CONVERSATION, PARENT
from turnwise.readers.dialogues import FORMATS as DIALOGUE_FORMATS
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.tables import COLUMNS as DIALOGUE_COLUMNS
from turnwise.readers.dialogues.tables import LENGTH
from turnwise.readers.no_answer import NO_ANSWER
from turnwise.readers.ratings import FORMATS as RATING_FORMATS
from turnwise.readers.ratings.columns import COLUMNS as RATING_COLUMNS
from turnwise.readers.ratings.form import RatingsFormat
from turnwise.readers.ratings.items import SYSTEM
from turnwise.readers.ratings.wide import ABOUT, MEASURED
from turnwise.readers.replies import FORMATS as REPLY_FORMATS
from turnwise.readers.replies.columns import GOLD, GOLD_ALONE, OPTION, QUERY, SCORE, TEXT
from turnwise.readers.replies.form import ReplyFormat
from turnwise.report.scores import BY_SUFFIX
from turnwise.tables.dialogue_scores import DialogueRow
from turnwise.tables.scores import Row

DOCS = Path(__file__).resolve().parents[1] / "docs"
WRITTEN_BY = "<!-- Written by scripts/make_docs.py (make docs) from the code: edit that, not this page. -->\n"


def pages() -> dict[str, str]:
    """Every generated page and its text."""
    made = {"measures.md": measures_page(), "commands.md": commands_page(), "formats.md": formats_page()}
    return {name: WRITTEN_BY + "\n" + "\n".join(lines) + "\n" for name, lines in made.items()}


def measures_page() -> list[str]:
    head = ["measure", "what it is", "range"]
    return [
        "# Measures",
        "",
        "A measure is written `NAME(parameter=value)@k`: `nDCG@3`, `RBP(p=0.5)`, `AP(terminal=true)@10`. A measure of",
        "a conversation holds one of its turns: `Mean(nDCG@3)`. Names are matched without regard to case. The text",
        "that Turnwise prints for a measure leaves out what is at its default, and reads back to the same measure.",
        "`turnwise measures` lists them in the terminal, and `turnwise measures OLAR` shows one in full.",
        "",
        *table(head, ([f"[`{m.name}`](#{anchor(heading(m))})", m.title, ranged(m)] for m in CATALOGUE.values())),
        *(line for measure in CATALOGUE.values() for line in measure_section(measure)),
    ]


def heading(measure: type[Measure]) -> str:
    return f"{measure.name}: {measure.title}"


def anchor(title: str) -> str:
    """The name of a heading, as MkDocs and GitHub both make it."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


def measure_section(measure: type[Measure]) -> Iterator[str]:
    """One measure in full."""
    example = measure.worked()
    yield from ("", f"## {heading(measure)}", "", *(inspect.getdoc(measure) or "").splitlines(), "")
    yield from (f"**Formula:** {measure.formula}", "")
    yield from (f"**Range:** {ranged(measure)}", "")
    rows = [
        [f"`{p.name}`", default(p.default), p.metadata["rule"].text, p.metadata["text"]] for p in parameters(measure)
    ]
    if rows:
        yield from (*table(["parameter", "default", "is", "what it does"], rows), "")
    yield f"**Example:** {example.given}:"
    yield from (f"{example.work}. Turnwise says `{example.measure}` = {example.value:.4f}.", "")
    yield f"**Reference:** {measure.reference}"


def default(value: object) -> str:
    return "none" if value is None else text_of(value)


def commands_page() -> list[str]:
    lines = [
        "# Commands",
        "",
        "Every command answers `--help` (or `-h`) with what stands here. A result goes to standard output; what was",
        "decided on the way goes to standard error. Bad input ends with one sentence and exit code 2.",
    ]
    for name, command in walk(turnwise, "turnwise"):
        lines += command_section(name, command)
    return lines


def walk(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, each with its full name."""
    yield name, command
    if isinstance(command, click.Group):
        with click.Context(command, info_name=name) as context:
            for below in command.list_commands(context):
                found = command.get_command(context, below)
                assert found is not None
                yield from walk(found, f"{name} {below}")


def command_section(name: str, command: click.Command) -> list[str]:
    with click.Context(command, info_name=name) as context:
        usage = " ".join([name, *command.collect_usage_pieces(context)])
    options = [[f"`{flags(o)}`", told(o)] for o in command.params if isinstance(o, click.Option)]
    lines = ["", f"## `{name}`", "", f"    {usage}", "", *paragraphs(command.help or "")]
    if command.epilog:
        lines += ["", *paragraphs(command.epilog)]
    return [*lines, "", *table(["option", "what it does"], options)] if options else lines


def flags(option: click.Option) -> str:
    """An option as it is written. Not as click shows it, which changes with click's version."""
    names = ", ".join(sorted([*option.opts, *option.secondary_opts], key=len))
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {'|'.join(map(str, option.type.choices))}"
    return f"{names} {option.metavar or option.type.name.split()[0].upper()}"


def told(option: click.Option) -> str:
    """An option's help, whether it must be given, and its default."""
    shown = f" [default: {option.default}]" if option.show_default else ""
    return f"{option.help}{' [required]' if option.required else ''}{shown}"


def paragraphs(help_text: str) -> list[str]:
    """Help as click shows it, whose marks of unwrapped text mean nothing on a page."""
    return [line.strip() for line in help_text.replace("\b", "").strip().splitlines()]


RUNS = """
# Formats

A file may be plain or compressed (`.gz`, `.zst`): Turnwise looks at its content, not at its name. What it had to decide
while reading it counts and tells; [Decisions](decisions.md) lists all kinds.

## Runs and judgements

### TREC

Columns between spaces or tabs, a row a line.

    run      turn Q0 item rank score tag
    qrels    turn 0 item grade

A list is ordered by score, then by item id, both descending; the rank column is not used. Scores and grades are
finite numbers. The conversation of a turn is the part of its id before the last `_`: turn `31_4` belongs to
conversation `31`, `132_1-3` to `132`, `9-1_3` to `9-1`. An id without `_` is a conversation of one turn.

### Tables

Parquet, CSV, TSV, JSON and JSON Lines, and from Python frames of polars, pandas and Arrow. A run has the columns turn,
item and score (or, without scores, rank); judgements have turn, item and grade. The first name is ours, the others are
read as well; upper and lower case are the same. A column that names systems makes one file several runs.

JSON may also be `{turn: {item: score}}`, as pytrec_eval takes it (and so may a dict in Python), or the run of a TREC
iKAT team (`{"turns": [{"turn_id": …, "responses": [{"passage_provenance": [{"id": …, "score": …}]}]}]}`).
"""
REPLIES = """
## Replies of a bot

`turnwise options` reads ranked options with confidences as these toolkits write them: one JSON object, a list of them,
or one a line. The format is found from the content; `--from-format NAME` names it.
"""
CONVERSATIONS = """
## Conversations

The turns of conversations, and the links between them: which turn gives the context to understand which. The format is
found from the content; `--from-format NAME` of `turnwise graph` names it. What becomes of links that say less, or
more, than that is told in [Conversation graphs](conversation-graphs.md).
"""
DIALOGUES = """
## Helpdesk dialogues

Dialogues between customers and a helpdesk, with nuggets and labels where the file has them. The format is found from
the content; `--from-format NAME` of `turnwise dialogues` names it. `turnwise dialogues convert` writes them all.
"""
DIALOGUE_TABLES = f"""
The columns of tables of posts, nuggets and answers. Lengths stand in columns such as `{LENGTH}words`; what else is the
same in a whole dialogue is kept as a group, such as its account. Nuggets have dialogue, annotator, `kind`, `first` and
`last` (posts, from 1) and `weight`; answers have dialogue, annotator, question and value.
"""
RATINGS = """
## Ratings

What `turnwise agree` reads: answers of raters to questions about items. Files, folders and zip archives are put
together by item, so that a model's answers may stand in a file of their own. The format is found from the content;
`--from-format NAME` names it.
"""
NO_ANSWERS = "Empty cells, " + ", ".join(f"`{word}`" for word in sorted(NO_ANSWER - {""}))
ITEMS_AND_RATERS = f"""
Of several names that fit, the first one counts, which is told; `turnwise agree --column value=stars` names a column.
Other columns are kept where they say something of an item, which `--cluster` can use, and told where they differ within
one. An item of the same name in several dialogues or systems (`{"`, `".join(SYSTEM)}`) is one item in each.

With a rater a column, every column is a rater's but those that go by a name above, an index without a name,
`{"`, `".join(ABOUT)}`
(kept with the items), and `{"`, `".join(MEASURED)}`.
One called `model`, or as a value above, is a rater's where it has answers such as the others'. The result names all
raters.

Times are as in ISO 8601. {NO_ANSWERS}, or `N/A` with a reason in brackets, are no answers.
"""
SCORES = """
## Score tables

What `turnwise score -o FILE` writes; the ending names the format. `turnwise.read_scores(FILE)` reads all but `table`
and `latex` back, and so does `turnwise compare`, where they hold rows of turns (`--by turn`) or of conversations
(`--by conversation`; all measures are then read as measures of a conversation). A CSV file may have been saved again by
a spreadsheet: semicolons between cells, and commas in numbers, are read too. A value that its measure cannot have is
refused. LaTeX tables need `\\usepackage{booktabs}`; a remark above them says over what their means are.
"""


SELF_DESCRIBED = ["name", "what it is", "what it looks like"]
OPTION_COLUMNS = {
    "query": QUERY, "text": TEXT, "option": OPTION, "score": SCORE, "gold": GOLD, "gold (in a gold file)": GOLD_ALONE,
}  # fmt: skip


def formats_page() -> list[str]:
    column = ["column", "names"]
    return [
        *RUNS.strip().splitlines(),
        "",
        *table(column, aliases(ALIASES)),
        *REPLIES.rstrip().splitlines(),
        "",
        *table(SELF_DESCRIBED, self_described(REPLY_FORMATS)),
        "",
        "The columns of a plain table, and of a gold file (query or text, and gold):",
        "",
        *table(column, aliases(OPTION_COLUMNS)),
        *CONVERSATIONS.rstrip().splitlines(),
        "",
        *table(SELF_DESCRIBED, self_described(CONVERSATION_FORMATS)),
        "",
        "The columns of a table of links; without a conversation, it is the part of the child before its last `_`:",
        "",
        *table(column, aliases({"conversation": CONVERSATION, "parent": PARENT, "child": CHILD})),
        *DIALOGUES.rstrip().splitlines(),
        "",
        *table(SELF_DESCRIBED, self_described(DIALOGUE_FORMATS)),
        "",
        *DIALOGUE_TABLES.strip().splitlines(),
        "",
        *table(column, aliases(DIALOGUE_COLUMNS)),
        *RATINGS.rstrip().splitlines(),
        "",
        *table(SELF_DESCRIBED, self_described(RATING_FORMATS)),
        "",
        "The columns of a table with an answer a row. All but item and value may be absent; a `target` is the part of",
        "the item that the answer is about, and a row that is `superseded` is left out:",
        "",
        *table(column, aliases(RATING_COLUMNS)),
        "",
        *ITEMS_AND_RATERS.strip().splitlines(),
        *SCORES.rstrip().splitlines(),
        "",
        *table(["ending", "format"], ([f"`{ending}`", name] for ending, name in BY_SUFFIX.items())),
        "",
        f"Columns: {', '.join(f'`{name}`' for name in Row._fields)}.",
        "A value that could not be computed is empty, and `note` says why (`missing`: the run lacks the turn, or turns",
        "of the conversation).",
        "`turnwise dialogues score` adds how the values of those who read a dialogue lie: "
        f"{', '.join(f'`{name}`' for name in DialogueRow._fields if name not in Row._fields)}.",
    ]


def self_described(
    formats: Iterable[ReplyFormat | ConversationFormat | DialogueFormat | RatingsFormat],
) -> Iterator[list[str]]:
    for known in formats:
        yield [f"`{known.name}`", known.title, f"`{known.looks_like}`"]


def aliases(columns: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    for name, known in columns.items():
        yield [name, ", ".join(f"`{alias}`" for alias in known)]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in lines]


def main(check: bool) -> int:
    stale = [
        name
        for name, text in pages().items()
        if not (DOCS / name).is_file() or (DOCS / name).read_text(encoding="utf-8") != text
    ]
    if check:
        for name in stale:
            print(f"docs/{name} is not what the code says: run `make docs` and commit it.", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (DOCS / name).write_text(pages()[name], encoding="utf-8")
        print(f"wrote docs/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))

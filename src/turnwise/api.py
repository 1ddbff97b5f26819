"""The verbs: each reads what people already have, calls the engine, and returns a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from turnwise import __version__
from turnwise.errors import InputError
from turnwise.measures import Measure, parse_all
from turnwise.readers.sources import check_columns_serve, expand_runs, read_judgements, read_lists
from turnwise.readers.trec import Duplicates, Precision
from turnwise.scoring.score import Missing, score_hits
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements
from turnwise.tables.scores import Scores

if TYPE_CHECKING:
    from turnwise.graph.graph import Through
    from turnwise.scoring.dialogue_scores import Annotators, Collection
    from turnwise.scoring.judged_graphs import JudgedConversations
    from turnwise.tables.dialogue_scores import DialogueScores

#: What `score` measures when nobody says what: TREC CAsT's own measure, and the classics beside it.
DEFAULT_MEASURES = ("nDCG@3", "RR", "AP", "R@100")


def score(
    runs: Any,
    judgements: Any,
    measures: Iterable[str | Measure] | str | Measure = DEFAULT_MEASURES,
    *,
    graph: Any = None,
    through: Through = "pass",
    missing: Missing = "zero",
    precision: Precision = "double",
    duplicates: Duplicates = "best",
    rel: float | None = None,
    columns: Mapping[str, str] | None = None,
    strict: bool = False,
    progress: Callable[[int, int, str], None] | None = None,
) -> Scores:
    """Score runs against judgements, turn by turn.

    `runs` is a file, a folder, a glob, a frame, a dict, or several of them (a list, or a dict of names); `judgements`
    is a file, a frame or a dict. Measures that follow links, such as `HDA-b(nDCG@3)`, need `graph`: a file, graphs by
    conversation, or links as ``{conversation: {turn: [parents]}}``; `through` tells what becomes of a link from a turn
    that was not judged. `rel` is the lowest relevant grade for every measure that has such a parameter and whose text
    does not set it. `columns` names the columns of tables that are not found by themselves, as in ``{"turn": "qid"}``.
    `progress` is told how many of how many runs are done, and the next one's name.
    """
    wanted = parse_all(measures, rel)
    decisions = Decisions(strict)
    judged = read_judgements(judgements, decisions, columns=columns)
    graphs = None if graph is None else _joined(graph, judged, decisions, through)
    named = expand_runs(runs, decisions, columns=columns)
    check_columns_serve(columns, judgements, (source for _, source in named))

    def systems() -> Iterator[Hits]:
        for done, (name, source) in enumerate(named):
            if progress:
                progress(done, len(named), name)
            yield read_lists(
                source, judged, decisions, system=name, precision=precision, duplicates=duplicates, columns=columns
            )
        if progress:
            progress(len(named), len(named), "")

    about = {
        "turnwise": __version__,
        "judgements": judged.source,
        "runs": {name: _named(source) for name, source in named},
        "missing": missing,
        "precision": precision,
        "duplicates": duplicates,
    }
    return replace(score_hits(systems(), judged, wanted, decisions, missing, graphs), about=about)


#: What `score_dialogues` measures when nobody says what.
DIALOGUE_MEASURES = ("UCH", "UC", "UH")


def score_dialogues(
    files: str | PathLike[str] | Sequence[str | PathLike[str]],
    measures: Iterable[str | Measure] | str | Measure = DIALOGUE_MEASURES,
    *,
    annotators: Annotators = "mean",
    system: str | None = None,
    format: str | None = None,
    strict: bool = False,
) -> DialogueScores:
    """Score dialogues by the nuggets that annotators found in them.

    `files` is a file of dialogues, or several, one a system. `annotators` says what stands for a dialogue: the `mean`
    over all who read it (the table keeps the spread), the nuggets of their `vote`, or `each` one's value, as if
    annotators were systems. `system` names what the file says of its dialogues that tells their systems apart, if that
    is not called `system`. `format` is how the files are written, if their content does not tell.
    """
    from turnwise.scoring.dialogue_scores import score_collections

    wanted, decisions = parse_all(measures), Decisions(strict)
    paths = [files] if isinstance(files, str | PathLike) else list(files)
    if not paths:
        raise InputError("there are no dialogues to score; give at least one file.")
    collections = read_collections(paths, decisions, by_vote=annotators == "vote", system=system, format=format)
    scored = score_collections(collections, wanted, decisions, annotators)
    about = {
        "turnwise": __version__, "dialogues": [str(path) for path in paths], "annotators": annotators,
        "system": system,
    }  # fmt: skip
    return replace(scored, about={**about, **scored.about})


def read_collections(
    files: Sequence[str | PathLike[str]],
    decisions: Decisions,
    *,
    by_vote: bool = False,
    system: str | None = None,
    format: str | None = None,
) -> list[Collection]:
    """The dialogues of each file with their systems, and the nuggets of all annotators or of their vote."""
    from turnwise.dialogues.vote import voted
    from turnwise.readers.dialogues import read_dialogues
    from turnwise.readers.system_names import system_names
    from turnwise.scoring.dialogue_scores import Collection

    found = []
    for path, name in zip(files, system_names(files), strict=True):
        dialogues = read_dialogues(path, decisions, format=format)
        found.append(Collection.of(voted(dialogues) if by_vote else dialogues, name, system))
    return found


def _joined(graph: Any, judged: Judgements, decisions: Decisions, through: Through) -> JudgedConversations:
    from turnwise.readers.conversations import read_graphs
    from turnwise.scoring.judged_graphs import judged_conversations

    source = "graphs" if isinstance(graph, Mapping) else str(graph)
    return judged_conversations(judged.turns, read_graphs(graph, decisions), decisions, source=source, through=through)


def _named(source: Any) -> str:
    """A file by its path, anything else by what it is."""
    return str(source) if isinstance(source, str | PathLike) else type(source).__name__

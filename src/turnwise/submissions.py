"""The verb about submissions: predicted label distributions, scored against those of annotators."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from turnwise.dialogues.blocks import Mixed, merge_blocks
from turnwise.errors import InputError
from turnwise.measures import Measure, parse_all
from turnwise.readers.dialogues import read_dialogues
from turnwise.readers.schemes import read_scheme
from turnwise.readers.submissions import read_submission
from turnwise.readers.system_names import system_names
from turnwise.scoring.label_votes import votes_of
from turnwise.scoring.submissions import Missing, OneSided, SubmissionRules, score_predictions
from turnwise.tables.decisions import Decisions
from turnwise.tables.submission_scores import SubmissionScores

Path = str | os.PathLike[str]


def score_submissions(
    submissions: Path | Sequence[Path] | Mapping[str, Path],
    gold: Path,
    measures: Sequence[str | Measure] | str | Measure | None = None,
    *,
    alpha: float = 0.5,
    missing: Missing = "worst",
    one_sided: OneSided = "other",
    mixed: Mixed = "refuse",
    scheme: str = "stc3",
    from_format: str | None = None,
    strict: bool = False,
) -> SubmissionScores:
    """Score predictions of how annotators label dialogues and their turns, as at STC-3 and DialEval.

    `submissions` is a file, several, or names with a file each; `gold` has the dialogues with their annotations. The
    value of a dialogue's nuggets is `alpha` times the mean over the customer's turns plus 1 − `alpha` times that over
    the helpdesk's; where one side says nothing, the `other` alone counts, or the dialogue is left out (`skip`). A
    dialogue of the gold that a submission lacks scores the `worst` there is, unless `missing` says otherwise.
    """
    from turnwise import __version__

    rules, decisions = SubmissionRules(alpha, missing, one_sided), Decisions(strict)
    asked = None if measures is None else parse_all([measures] if isinstance(measures, str | Measure) else measures)
    labels = read_scheme(scheme)
    if isinstance(submissions, Mapping):
        files = dict(submissions)
    else:
        paths = [submissions] if isinstance(submissions, str | os.PathLike) else list(submissions)
        files = dict(zip(system_names(paths), paths, strict=True))
    if not files:
        raise InputError("there is no submission to score; give at least one file.")
    predictions = {name: read_submission(path, labels, decisions) for name, path in files.items()}
    posts = read_dialogues(gold, decisions, format=from_format)
    votes = votes_of(merge_blocks(posts, decisions, mixed=mixed), labels)
    about = {
        "turnwise": __version__,
        "gold": os.fspath(gold),
        "submissions": {name: os.fspath(path) for name, path in files.items()},
        "alpha": alpha,
        "missing": missing,
        "one_sided": one_sided,
        "scheme": labels.name,
    }
    return score_predictions(predictions, votes, asked, rules, decisions, about)

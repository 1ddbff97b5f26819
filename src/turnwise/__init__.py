"""Turnwise: evaluate conversations, turn by turn.

import turnwise as tw

scores = tw.score("runs/*.trec", "qrels.txt", ["nDCG@3", "RR"])
print(scores)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from turnwise.agreement.agree import Agreement as Agreement
    from turnwise.api import score as score
    from turnwise.api import score_dialogues as score_dialogues
    from turnwise.comparison.compare import Comparison as Comparison
    from turnwise.comparison.compare import ComparisonSettings as ComparisonSettings
    from turnwise.comparison.compare import compare as compare
    from turnwise.errors import TurnwiseError as TurnwiseError
    from turnwise.measures import CATALOGUE as CATALOGUE
    from turnwise.measures import Lists as Lists
    from turnwise.measures import TurnMeasure as TurnMeasure
    from turnwise.measures import parse as parse
    from turnwise.options import score_options as score_options
    from turnwise.options import tune as tune
    from turnwise.policies.tuning import Tuning as Tuning
    from turnwise.ratings import agree as agree
    from turnwise.ratings import judge as judge
    from turnwise.ratings import raters as raters
    from turnwise.readers.conversations import read_graphs as read_graphs
    from turnwise.readers.dialogues import read_dialogues as read_dialogues
    from turnwise.readers.ratings import read_ratings as read_ratings
    from turnwise.readers.scores import read_scores as read_scores
    from turnwise.report.dialogue_files import write_dialogues as write_dialogues
    from turnwise.report.scores import write_scores as write_scores
    from turnwise.submissions import score_submissions as score_submissions
    from turnwise.tables.scores import Scores as Scores

#: Every public name and where it lives. They load when first used, so that importing Turnwise costs nothing.
PUBLIC = {
    "score": "api",
    "score_dialogues": "api",
    "read_graphs": "readers.conversations",
    "score_submissions": "submissions",
    "read_dialogues": "readers.dialogues",
    "write_dialogues": "report.dialogue_files",
    "read_scores": "readers.scores",
    "write_scores": "report.scores",
    "Scores": "tables.scores",
    "compare": "comparison.compare",
    "Comparison": "comparison.compare",
    "ComparisonSettings": "comparison.compare",
    "agree": "ratings",
    "raters": "ratings",
    "judge": "ratings",
    "read_ratings": "readers.ratings",
    "Agreement": "agreement.agree",
    "tune": "options",
    "score_options": "options",
    "Tuning": "policies.tuning",
    "parse": "measures",
    "CATALOGUE": "measures",
    "TurnMeasure": "measures",
    "Lists": "measures",
    "TurnwiseError": "errors",
}

__all__ = [*sorted(PUBLIC), "__version__"]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module 'turnwise' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"turnwise.{PUBLIC[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

"""Score the lists that a bot already shows, as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from turnwise import __version__
from turnwise.measures import TurnMeasure, parse_all, parse_turn
from turnwise.measures.length_aware import OLAR
from turnwise.policies.outcome import Estimate, Shown, shown_of
from turnwise.policies.questions import Questions, questions_of
from turnwise.policies.resampling import check_draws, intervals
from turnwise.policies.tuning import shown_dict
from turnwise.policies.wording import aligned, shown_heads, shown_row, span
from turnwise.policies.worth import Worth, fitted
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.replies import Replies


@dataclass(frozen=True, eq=False)
class ListScores:
    """What a bot's lists are worth under some measures, and what people see of them."""

    source: str
    in_scope: int
    out_of_scope: int
    measures: dict[str, Estimate]
    shown: Shown
    values: dict[str, list[float]]  # by measure, a value a query, in the order of the replies
    decisions: Decisions = field(default_factory=Decisions)
    about: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        queries = plural(self.in_scope, "query", "queries")
        rows = [[name, f"{estimate.mean:.4f}", span(estimate)] for name, estimate in self.measures.items()]
        longest = len(self.shown.length_shares) - 1
        return "\n\n".join(
            [
                f"{self.source}: {queries} in scope and {self.out_of_scope:,} out of scope, lists as they are",
                aligned(["measure", "mean", "95% interval"], rows),
                aligned(shown_heads(longest)[1:], [shown_row("", self.shown)[1:]], words=()),
            ]
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything but the single queries' values, for JSON."""
        return {
            "about": self.about,
            "source": self.source,
            "queries": {"in_scope": self.in_scope, "out_of_scope": self.out_of_scope},
            "decisions": [vars(d) for d in self.decisions],
            "measures": {name: asdict(estimate) for name, estimate in self.measures.items()},
            **shown_dict(self.shown),
        }


def score_lists(
    replies: Replies,
    measures: Sequence[str | TurnMeasure] | str | TurnMeasure | None = None,
    *,
    seed: int = 0,
    resamples: int = 2000,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
    decisions: Decisions | None = None,
) -> ListScores:
    """Score every reply's whole list. An empty one, and one with the fallback in front, is the fallback alone.

    Without `measures`, it is OLAR, with the μ of the longest list.
    """
    check_draws(resamples, seed)
    decisions = Decisions() if decisions is None else decisions
    asked = _as_shown(questions_of(replies, decisions, None, out_of_scope, fallback), replies, decisions)
    wanted = [parse_turn(measure) for measure in parse_all(measures or _default(asked, decisions))]
    values = np.stack([Worth(asked, measure).of(asked.ranked) for measure in wanted])
    bounds = intervals(values, resamples, seed)
    names = [str(measure) for measure in wanted]
    return ListScores(
        source=asked.source,
        in_scope=int(asked.in_scope.sum()),
        out_of_scope=int(asked.out_of_scope.sum()),
        measures={
            name: Estimate(float(row.mean()), float(low), float(high))
            for name, row, (low, high) in zip(names, values, bounds, strict=True)
        },
        shown=shown_of(asked, asked.ranked),
        values={name: row.tolist() for name, row in zip(names, values, strict=True)},
        decisions=decisions,
        about={
            "turnwise": __version__, "numpy": np.__version__, "replies": replies.source, "format": replies.format,
            "seed": seed, "resamples": resamples,
        },
    )  # fmt: skip


def _default(asked: Questions, decisions: Decisions) -> TurnMeasure:
    """OLAR for the longest of the lists."""
    return fitted(OLAR(), int(asked.ranked[~asked.falls_back].max(initial=0)), decisions)


def _as_shown(asked: Questions, replies: Replies, decisions: Decisions) -> Questions:
    """The questions, with the fallback alone where the bot fell back: people did not see the options named behind it.

    Tuning takes those options as they are, since another setting would have shown them.
    """
    if replies.fell_back is None:
        return asked
    hidden = replies.fell_back & ~asked.falls_back
    text = f"{plural(int(hidden.sum()), 'reply', 'replies')} with the bot's own fallback in front: the bot falls back"
    decisions.add(asked.source, "fallback-first", int(hidden.sum()), text)
    return replace(asked, falls_back=asked.falls_back | replies.fell_back)

"""Which requirements of helpdesk evaluation a measure of dialogues meets, decided on all small dialogues.

Sakai, Zeng and Luo (2016, section 3.3) ask of a measure that it (d) can accommodate weights of nuggets, (e) prefers a
dialogue with task accomplishment over one without, (f) of two with the same nuggets prefers the shorter, and (g) of two
that both reach accomplishment prefers the quicker. Each of (e), (f) and (g) is decided in steps: as written, for any
two dialogues; for two with the same nuggets (for (e): the same but for the goals), wherever they stand; and with all
else equal, where the two differ in that one thing alone.

A dialogue is a row of posts of one length; each post is a nugget of some kind, or none. Accomplishment is a goal
nugget. Nuggets of a side that the measure never looks at are no reason to prefer anything. Preferring is strict:
scores that differ by at most `TOLERANCE` are the same. Nothing is sampled: every pair that a requirement speaks of
counts.

No measure meets (f) and (g) as written: of `– CNUG*` and `CNUG* – –`, which have the same nuggets, (f) prefers the
first, which is shorter, and (g) the second, which comes to its goal sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from turnwise.measures.checked_measure import TOLERANCE, told_apart
from turnwise.measures.dialogue import DialogueMeasure
from turnwise.measures.measure import parameters
from turnwise.measures.small_dialogues import (
    Measure,
    Outcome,
    Scorer,
    SmallDialogues,
    as_dialogue_scorer,
    every_dialogue,
)

#: How far two dialogues may differ that a requirement speaks of.
SCOPES = ("as written", "the same nuggets", "all else equal")


@dataclass(frozen=True)
class Requirement:
    """One requirement, and what becomes of it in each of the `SCOPES` that it has."""

    letter: str
    title: str
    outcomes: Mapping[str, Outcome]

    def sentences(self, measure: str) -> Iterator[str]:
        """A sentence for each scope in which it fails."""
        for number, (scope, outcome) in enumerate(self.outcomes.items()):
            if found := outcome.counterexample:
                even = f", even with {scope}" if number else ""
                given = told_apart(measure, found.preferred, found.other, found.scores)
                yield f"({self.letter}) fails{even}: {found.because}, yet {given}."


@dataclass(frozen=True)
class Requirements:
    """What a measure makes of the requirements, and the dialogues that this rests on."""

    measure: str
    max_posts: int
    post_length: float
    n_dialogues: int
    sides: tuple[str, ...]
    found: tuple[Requirement, ...]
    #: (a), (b) and (c), which no search decides, in words
    words: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The findings as JSON writes them."""
        return {
            "measure": self.measure,
            "max_posts": self.max_posts,
            "post_length": self.post_length,
            "dialogues": self.n_dialogues,
            "tolerance": TOLERANCE,
            "sides": list(self.sides),
            "words": dict(self.words),
            "requirements": {
                requirement.letter: {
                    "title": requirement.title,
                    **{
                        scope.removeprefix("the ").replace(" ", "_"): _outcome(found)
                        for scope, found in requirement.outcomes.items()
                    },
                    "says": list(requirement.sentences(self.measure)),
                }
                for requirement in self.found
            },
        }


def check_requirements(measure: Measure, max_posts: int = 4, post_length: float = 1.0) -> Requirements:
    """Decide requirements (d) to (g) for a measure on all dialogues of up to `max_posts` posts.

    `measure` is a text such as ``UCH(alpha=0.2)``, a measure or its class, or any function from packed readings to
    numbers. Where it takes the longest dialogue for its L, that is `max_posts` posts.
    """
    scorer = as_dialogue_scorer(measure)
    space = SmallDialogues(scorer, every_dialogue(max_posts), max_posts, post_length)
    return Requirements(
        space.name,
        max_posts,
        post_length,
        len(space.dialogues),
        tuple(side for side, letter in (("customer", "C"), ("helpdesk", "H")) if letter in space.seen),
        (
            _requirement("d", "heavier nuggets score higher", all_else_equal=space.heavier()),
            _requirement(
                "e",
                "task accomplishment before none",
                space.accomplished(),
                space.accomplished(same=True),
                space.goal_taken_away(),
            ),
            _requirement(
                "f",
                "the shorter of two with the same nuggets",
                same_nuggets=space.shorter(),
                all_else_equal=space.post_put_in(),
            ),
            _requirement(
                "g",
                "the quicker accomplishment",
                space.quicker(),
                space.quicker(same=True),
                space.goal_one_post_earlier(),
            ),
        ),
        _in_words(scorer, space),
    )


def _requirement(
    letter: str,
    title: str,
    as_written: Outcome | None = None,
    same_nuggets: Outcome | None = None,
    all_else_equal: Outcome | None = None,
) -> Requirement:
    outcomes = zip(SCOPES, (as_written, same_nuggets, all_else_equal), strict=True)
    return Requirement(letter, title, {scope: outcome for scope, outcome in outcomes if outcome})


def _in_words(scorer: Scorer, space: SmallDialogues) -> dict[str, str]:
    """What is to be said of (a), (b) and (c)."""
    formula = getattr(type(scorer), "formula", None)
    names = [p.name for p in parameters(type(scorer))] if isinstance(scorer, DialogueMeasure) else []
    high = getattr(scorer, "bounds", (0.0, float("inf")))[1]
    bound = "without an upper bound" if high == float("inf") else f"at most {high:g}"
    looks = {
        "": "at no nuggets",
        "C": "at the customer's nuggets alone, the helpdesk's view",
        "H": "at the helpdesk's nuggets alone, the customer's view",
        "CH": "at the nuggets of both sides",
    }["".join(sorted(space.seen))]
    weighs = [name for name in names if name in ("alpha", "patience_customer", "patience_helpdesk")]
    rather = f"; {', '.join(weighs)} can put one before the other" if weighs and len(space.seen) == 2 else ""
    return {
        "a": "whether it goes with what people say is for data to tell: `turnwise dialogues correlate`",
        "b": f"{formula or 'a function of its own'}; {bound}",
        "c": f"it looks {looks}{rather}",
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    example = outcome.counterexample
    return {"holds": outcome.holds, "pairs": outcome.pairs, "counterexample": example and asdict(example)}

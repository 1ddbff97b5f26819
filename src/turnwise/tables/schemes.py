"""Schemes of labels: the questions that annotators answer, the values they may answer with, and what these mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, OptionError, did_you_mean, shown
from turnwise.tables.ratings import Ratings

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Question:
    """A question, its values with their words from best to worst, and into which fewer values these may be collapsed.

    `only_if` names another question and the least answer to it with which this one is asked.
    """

    name: str
    text: str
    values: Mapping[float, str]
    collapse: Mapping[float, float] = field(default_factory=dict)
    only_if: tuple[str, float] | None = None

    def value_of(self, word: str) -> float | None:
        """The value that a word or a number written as text stands for; None where it is neither."""
        for value, meaning in self.values.items():
            if word.strip().casefold() in (f"{value:g}", meaning.casefold()):
                return value
        return None

    def collapsed(self, values: Floats) -> Floats:
        """Each value, or the one into which it is collapsed; what is absent (NaN) stays so."""
        found = values.copy()
        for value, into in self.collapse.items():
            found[values == value] = into
        return found


@dataclass(frozen=True)
class Scheme:
    """Some questions that belong together."""

    name: str
    title: str
    questions: tuple[Question, ...]
    reference: str = ""

    def __getitem__(self, name: str) -> Question:
        for question in self.questions:
            if question.name == name:
                return question
        names = [question.name for question in self.questions]
        hint = did_you_mean(name, names) or f"; it has {', '.join(names)}."
        raise OptionError(f"the scheme {self.name} has no question {name!r}{hint}")

    def __contains__(self, name: object) -> bool:
        return any(question.name == name for question in self.questions)

    def numbers(self, ratings: Ratings, question: str) -> Floats:
        """The answers to a question as values of the scheme, in the order of their rows; words become their values.

        An answer that the scheme does not have is an error.
        """
        own = self[question]
        answers = ratings.value[ratings.question == ratings.number(question)]
        words = ratings.labels.get(question)
        if words:
            of_words = [own.value_of(word) for word in words]
            for word in (words[at] for at in np.unique(answers).astype(int).tolist()):
                if own.value_of(word) is None:
                    raise self._unknown(ratings, own, shown(word, 30))
            table = np.array([np.nan if value is None else value for value in of_words])
            return np.asarray(table[answers.astype(np.int64)])
        for value in np.unique(answers).tolist():
            if value not in own.values:
                raise self._unknown(ratings, own, f"{value:g}")
        return answers

    def collapsed(self, ratings: Ratings) -> Ratings:
        """The same answers, those of the scheme's questions as numbers and collapsed as the scheme says."""
        return self._as_numbers(ratings, lambda question, values: question.collapsed(values))

    def valued(self, ratings: Ratings) -> Ratings:
        """The same answers, those of the scheme's questions as its numbers."""
        return self._as_numbers(ratings, lambda _, values: values)

    def _as_numbers(self, ratings: Ratings, finish: Callable[[Question, Floats], Floats]) -> Ratings:
        values = ratings.value.copy()
        known = [name for name in ratings.questions if name in self]
        for name in known:
            rows = ratings.question == ratings.number(name)
            values[rows] = finish(self[name], self.numbers(ratings, name))
        words = {name: words for name, words in ratings.labels.items() if name not in known}
        return replace(ratings, value=values, labels=words)

    def _unknown(self, ratings: Ratings, question: Question, found: str) -> InputError:
        known = ", ".join(f"{value:g}" for value in question.values)
        return InputError(
            f"{ratings.source}: found the answer {found} to {question.name}, expected one of {known} (the scheme "
            f"{self.name}); `turnwise dialogues check --scheme {self.name}` lists all such answers."
        )


_HELPDESK = (
    "T. Sakai, Z. Zeng and C. Luo. Evaluating Helpdesk Dialogues: Initial Considerations from An Information Access "
    "Perspective. IPSJ SIG Technical Report, 2016. Figure 2."
)
_STC3 = "Z. Zeng, S. Kato and T. Sakai. Overview of the NTCIR-14 Short Text Conversation Task. NTCIR-14, 2019."
_YES, _MAYBE = {2.0: "Yes", 1.0: "Partially", 0.0: "No"}, {2.0: "Yes", 1.0: "Maybe", 0.0: "No"}
_FIVE = (2.0, 1.0, 0.0, -1.0, -2.0)
_SIGNS = {2.0: 1.0, -2.0: -1.0}

HELPDESK_SCHEME = Scheme(
    "helpdesk",
    "The pilot criteria for helpdesk dialogues: task, satisfaction, quality of exchanges",
    (
        Question(
            "Q1",
            "Does Customer communicate the problem clearly to Helpdesk? That is, is the problem clearly defined within "
            "the dialogue?",
            _YES,
        ),
        Question(
            "Q2",
            "Is Customer's problem solved within the dialogue? (Partially: Customer's current state has moved a little "
            "closer towards Target State as a result of the dialogue.)",
            _YES,
            only_if=("Q1", 1.0),
        ),
        Question(
            "Q3",
            "How satisfied with the dialogue is Customer? (Please note that this question is about satisfaction with "
            "the dialogue, not about the product/service itself. A Customer who is dissatisfied with the "
            "product/service may or may not be dissatisfied with the dialogue.)",
            dict(
                zip(
                    _FIVE,
                    (
                        "Highly satisfied",
                        "Moderately satisfied",
                        "Neutral",
                        "Moderately dissatisfied",
                        "Highly dissatisfied",
                    ),
                    strict=True,
                )
            ),
            collapse=_SIGNS,
        ),
        Question(
            "Q4",
            "Helpdesk utterance quality: Does Helpdesk ask appropriate questions and/or provide appropriate "
            "information to Customer during the dialogue? That is, do Helpdesk's utterances help Customer move towards "
            "Target State?",
            _MAYBE,
        ),
        Question(
            "Q5",
            "Customer utterance quality: Does Customer ask appropriate questions and/or provide appropriate "
            "information to Helpdesk during the dialogue? That is, do Customer's utterances help him/her move towards "
            "Target State?",
            _MAYBE,
        ),
    ),
    _HELPDESK,
)

_SCALE = {2.0: "highest", 1.0: "high", 0.0: "neither", -1.0: "low", -2.0: "lowest"}
STC3_SCHEME = Scheme(
    "stc3",
    "Dialogue quality at STC-3 and DialEval: accomplishment, satisfaction, effectiveness",
    (
        Question("A", "Task accomplishment: has the problem been solved, and to what extent?", _SCALE, _SIGNS),
        Question(
            "S",
            "Customer satisfaction with the dialogue (not with the product, the service or the company)",
            _SCALE,
            _SIGNS,
        ),
        Question(
            "E",
            "Dialogue effectiveness: do the utterers interact effectively to solve the problem efficiently?",
            _SCALE,
            _SIGNS,
        ),
    ),
    _STC3,
)

#: The schemes that come with Turnwise, by name.
SCHEMES: Mapping[str, Scheme] = {scheme.name: scheme for scheme in (HELPDESK_SCHEME, STC3_SCHEME)}

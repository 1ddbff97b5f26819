"""What is in a knowledge base, and in the dialogues that ask it."""

from __future__ import annotations

from typing import Any

import numpy as np

from turnwise.tables.knowledge import KnowledgeBase, Questions


def counts(kb: KnowledgeBase, questions: Questions | None = None) -> dict[str, Any]:
    """Counts of pairs, unique texts and what they share; of turns for each split, and how many have right answers."""
    per_question = np.bincount(kb.question_of, minlength=len(kb.questions))
    per_answer = np.bincount(kb.answer_of, minlength=len(kb.answers))
    found: dict[str, Any] = {
        "knowledge_base": {
            "pairs": len(kb),
            "questions": len(kb.questions),
            "answers": len(kb.answers),
            "questions_with_several_answers": int((per_question > 1).sum()),
            "answers_with_several_questions": int((per_answer > 1).sum()),
            "most_questions_of_an_answer": int(per_answer.max()),
            "categories": len({name for name in kb.categories if name}),
            "answers_with_media": sum(bool(name) for name in kb.media),
        }
    }
    if questions is not None:
        splits = {name: questions.of_split(name) for name in questions.split_names}
        if len(splits) != 1:
            splits["all"] = questions
        found["dialogues"] = {name: _of_turns(part) for name, part in splits.items()}
    return found


def _of_turns(questions: Questions) -> dict[str, Any]:
    found: dict[str, Any] = {
        "dialogues": questions.n_dialogues,
        "turns": len(questions),
        "unique_questions": len(set(questions.texts)),
    }
    if questions.gold is not None:
        found |= {
            "turns_with_a_right_answer": int((questions.n_gold > 0).sum()),
            "turns_with_several": int((questions.n_gold > 1).sum()),
            "turns_without": int((questions.n_gold == 0).sum()),
            "answers_ever_right": len(np.unique(questions.gold)),
        }
    return found

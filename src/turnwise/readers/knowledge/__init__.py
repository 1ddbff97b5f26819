"""Knowledge bases of avatars and FAQ bots, and the dialogues in which they are asked."""

from turnwise.readers.knowledge.knowledge_base import read_knowledge_base
from turnwise.readers.knowledge.questions import questions_in, read_questions

__all__ = ["questions_in", "read_knowledge_base", "read_questions"]

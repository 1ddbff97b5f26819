"""Knowledge bases of avatars and FAQ bots, and the dialogues in which they are asked."""

from turnwise.readers.knowledge.knowledge_base import read_knowledge_base
from turnwise.readers.knowledge.questions import read_questions

__all__ = ["read_knowledge_base", "read_questions"]

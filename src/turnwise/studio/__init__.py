"""Talking to an avatar, in the terminal and in the browser, and the log of what was said.

Every exchange is written down before it is shown, in a table that `turnwise.readers.knowledge.read_questions` reads,
and so do the commands `turnwise avatar …`; thumbs go to a table of ratings beside it.
"""

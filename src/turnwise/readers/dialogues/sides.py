"""Which side a sender is on, whatever a source calls it: the customer's, the helpdesk's, or neither."""

from __future__ import annotations

from typing import Any

from turnwise.errors import did_you_mean, shown
from turnwise.readers.records import Place
from turnwise.tables.dialogues import CUSTOMER, HELPDESK

#: What a source may call the two sides; letters' case does not count.
CUSTOMERS = (CUSTOMER, "user", "human", "client", "visitor", "caller")
HELPDESKS = (HELPDESK, "assistant", "agent", "bot", "support", "operator", "gpt", "chatgpt", "model", "bing", "bard")
#: What a chat has beside the two: instructions, and what passes between a model and its tools.
NEITHER = (
    "system", "developer", "tool", "function", "function_call", "function_response", "observation",
)  # fmt: skip

_SIDES: dict[str, bool | None] = {
    **dict.fromkeys(CUSTOMERS, False), **dict.fromkeys(HELPDESKS, True), **dict.fromkeys(NEITHER, None)
}  # fmt: skip


def is_helpdesk(place: Place, value: Any, key: str, where: str) -> bool | None:
    """Whether the helpdesk sent a post; None where neither side did."""
    name = value.strip().lower() if isinstance(value, str) else None
    if name not in _SIDES:
        found = f"no '{key}'{where}" if value in (None, "") else f"the {key} {shown(value, 30)}{where}"
        hint = did_you_mean(str(value), _SIDES).removeprefix("; ").removesuffix("?")
        raise place.error(found, f"'{CUSTOMER}' or '{HELPDESK}', or such as 'user' and 'assistant'", hint)
    return _SIDES[name]

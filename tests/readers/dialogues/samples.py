"""Dialogues as files hold them, small enough to work out by hand."""

from __future__ import annotations

from typing import Any

#: Two dialogues, two annotators. The first has a block of two posts; of the second nobody said how good it is.
STC3: list[dict[str, Any]] = [
    {
        "id": "d1",
        "turns": [
            {"sender": "customer", "utterances": ["The lamp blinks.", "Help!"]},
            {"sender": "helpdesk", "utterances": ["Turn it off and on."]},
            {"sender": "customer", "utterances": ["Works now."]},
        ],
        "annotations": [
            {"nugget": ["CNUG0", "HNUG*", "CNUG*"], "quality": {"A": 2, "S": 1}},
            {"nugget": ["CNUG0", "HNUG", "CNaN"], "quality": {"A": 1, "S": -2}},
        ],
    },
    {
        "id": "d2",
        "turns": [{"sender": "customer", "utterances": [""]}, {"sender": "helpdesk", "utterances": ["Hello?"]}],
        "annotations": [{"nugget": ["CNaN", "HNaN"]}, {"nugget": ["CNUG", "HNaN"]}],
    },
]

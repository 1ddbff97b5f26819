"""A chosen policy as the setting of the toolkit that runs the bot, or, where it has none, as lines of code.

Toolkits go by the names of the reply formats. What each one can be told is written up, with its sources, in
`docs/notes-toolkits.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from turnwise.errors import OptionError, did_you_mean


@dataclass(frozen=True)
class Wanted:
    """What a policy wants of a toolkit: a lowest confidence for any answer, and a list."""

    policy: str
    value: float | None  # the policy's parameter; none for top-k
    longest: int
    floor: float | None  # below it the bot falls back

    @property
    def expression(self) -> str:
        """The options, best first, as Python over `ranked`, a list of (name, confidence)."""
        value, end = _number(self.value or 0.0), f"[:{self.longest}]"
        lists = {
            "top-k": f"[name for name, _ in ranked{end}]",
            "threshold": f"[name for name, confidence in ranked if confidence >= {value}]{end}",
            "margin": f"[name for name, confidence in ranked if ranked[0][1] - confidence <= {value}]{end}",
            "mass": f"[name for i, (name, _) in enumerate(ranked) if sum(c for _, c in ranked[:i]) < {value}]{end}",
        }
        reaches = f" if ranked and ranked[0][1] >= {_number(self.floor)} else []" if self.floor is not None else ""
        return lists[self.policy] + ("" if self.policy == "threshold" else reaches)


@dataclass(frozen=True)
class Toolkit:
    """What one toolkit can be told, and how code comes by the options of a `reply`."""

    pairs: str | None  # the (name, confidence) pairs of a reply, as Python; none where it holds one option only
    setting: Callable[[Wanted], str]  # when to fall back; empty where there is no such setting
    lists: str  # what to do about lists
    longest: int | None = None  # how many options a reply holds at most


#: The one parameter of each policy; top-k has none but its length.
PARAMETERS = {"top-k": None, "threshold": "threshold", "margin": "margin", "mass": "mass"}


def settings(toolkit: str, policy_name: str, parameters: Mapping[str, float]) -> str:
    """What to paste into this toolkit for this policy: its own setting, and code for what it cannot be told.

    `parameters` are the policy's: `threshold`, `margin` or `mass` with `max_length`, or `k`; and, except for
    threshold, `floor` where the bot falls back below a confidence.
    """
    known, wanted = _named(toolkit), _wanted(policy_name, parameters)
    setting = known.setting(wanted)
    parts = [setting] if setting else []
    if wanted.longest > 1 or not setting:
        parts.append(f"# {known.lists}")
        if known.longest is not None and known.longest < wanted.longest:
            parts.append(f"# (A reply holds at most {known.longest} options, so no list will be longer.)")
        if known.pairs:
            parts.append(f"ranked = sorted({known.pairs}, key=lambda option: -option[1])")
            parts.append(f"options = {wanted.expression}")
            parts.append("fall_back = not options")
    return "\n".join(parts)


def _named(toolkit: str) -> Toolkit:
    if toolkit not in TOOLKITS:
        hint = did_you_mean(toolkit, TOOLKITS) or f"; the toolkits are {', '.join(TOOLKITS)}."
        raise OptionError(f"there is no toolkit {toolkit!r}{hint}")
    return TOOLKITS[toolkit]


def _wanted(policy: str, parameters: Mapping[str, float]) -> Wanted:
    if policy not in PARAMETERS:
        hint = did_you_mean(policy, PARAMETERS) or f"; the policies are {', '.join(PARAMETERS)}."
        raise OptionError(f"there is no policy {policy!r}{hint}")
    name = PARAMETERS[policy]
    length = "max_length" if name else "k"
    lacking = [key for key in (name, length) if key is not None and key not in parameters]
    if lacking:
        raise OptionError(f"policy {policy} needs {' and '.join(lacking)}, found {', '.join(parameters) or 'nothing'}.")
    value = parameters[name] if name else None
    floor = value if policy == "threshold" else parameters.get("floor")
    return Wanted(policy, value, int(parameters[length]), floor)


def _number(value: float) -> str:
    """As people write it, without an exponent: `0.35`, `3`."""
    return np.format_float_positional(value, trim="-")


def _threshold(wanted: Wanted, setting: str) -> str:
    """The setting of a threshold; a bot's own is not taken away in silence where none was chosen."""
    if wanted.floor:
        return setting
    never = "# No lowest confidence was chosen, so the setting below never falls back."
    return f"{never}\n# If no query was out of scope, keep the bot's present threshold instead.\n{setting}"


def _rasa(wanted: Wanted) -> str:
    """`nlu_fallback` is predicted below `threshold`, and where the two best are closer than `ambiguity_threshold`."""
    threshold, ambiguity = wanted.floor or 0.0, 0.0
    means = "falls back below this confidence"
    if wanted.longest > 1 and wanted.policy == "margin":
        ambiguity = wanted.value or 0.0
        means = "nlu_fallback stands for the fallback and for a list: the best two closer than ambiguity_threshold"
    elif wanted.longest > 1 and wanted.policy == "mass":
        threshold = wanted.value or 0.0
        means = "nlu_fallback stands for the fallback and for a list: no confidence reaches the threshold"
    setting = (
        f"# config.yml ({means})\n"
        "pipeline:\n"
        "# … your components, and after the intent classifier:\n"
        "- name: FallbackClassifier\n"
        f"  threshold: {_number(threshold)}\n"
        f"  ambiguity_threshold: {_number(ambiguity)}"
    )
    return setting if threshold else _threshold(wanted, setting)


def _google(wanted: Wanted, where: str, setting: str) -> str:
    """Google reads a threshold of 0 as its default of 0.3, so 'never fall back' is a very small one."""
    floor = _number(wanted.floor or 0.001)
    zero = "" if wanted.floor else " (0 would mean the default, 0.3)"
    return _threshold(wanted, f"# {where}: {floor}{zero}; by the API:\n{setting % floor}")


def _dialogflow_es(wanted: Wanted) -> str:
    where = "Agent settings > ML Settings > ML Classification Threshold"
    return _google(wanted, where, '{"classificationThreshold": %s}')


def _dialogflow_cx(wanted: Wanted) -> str:
    where = "The flow's NLU settings > Classification threshold"
    return _google(wanted, where, '{"nluSettings": {"classificationThreshold": %s}}')


def _clu(wanted: Wanted) -> str:
    floor = _number(wanted.floor or 0.0)
    setting = (
        f"# Project settings > None score threshold: {floor}; in the project's JSON file, under metadata:\n"
        f'"settings": {{"confidenceThreshold": {floor}}}'
    )
    return _threshold(wanted, setting)


def _lex(wanted: Wanted) -> str:
    setting = (
        "aws lexv2-models update-bot-locale --bot-id BOT_ID --bot-version DRAFT --locale-id LOCALE_ID \\\n"
        f"    --nlu-intent-confidence-threshold {_number(wanted.floor or 0.0)}"
    )
    return _threshold(wanted, setting)


def _watson(wanted: Wanted) -> str:
    """Watson's disambiguation is set by words and a longest list; its fallback is fixed at 0.2."""
    if wanted.longest == 1:
        return ""
    return (
        "# Nearest setting, by words instead of numbers; in the workspace, by the v1 API:\n"
        '{"system_settings": {"disambiguation": {"enabled": true, "sensitivity": "auto", '
        f'"max_suggestions": {wanted.longest}}}}}}}'
    )


def _none(wanted: Wanted) -> str:  # noqa: ARG001 - whatever is wanted, there is no setting
    return ""


_RASA = Toolkit(
    '[(i["name"], i["confidence"]) for i in reply["intent_ranking"] if i["name"] != "nlu_fallback"]',
    _rasa,
    "Rasa has no setting for lists; in a custom action, with reply = tracker.latest_message:",
)
_DIALOGFLOW_ES = Toolkit(
    None,
    _dialogflow_es,
    "Dialogflow ES replies with one intent, so it cannot offer a list; its threshold only decides when it falls back.",
)

#: By the name of the reply format.
TOOLKITS: dict[str, Toolkit] = {
    "rasa": _RASA,
    "rasa-test": _RASA,
    "dialogflow-cx": Toolkit(
        '[(i["DisplayName"], i["Score"]) for i in reply["queryResult"]["diagnosticInfo"]["Alternative Matched Intents"]'
        ' if i["Active"]]',
        _dialogflow_cx,
        "Dialogflow CX has no setting for lists; in your code (Google may change diagnosticInfo without notice):",
    ),
    "dialogflow-es": _DIALOGFLOW_ES,
    "dialogflow-v1": _DIALOGFLOW_ES,
    "clu": Toolkit(
        '[(i["category"], i["confidenceScore"]) for i in reply["result"]["prediction"]["intents"]'
        ' if i["category"] != "None"]',
        _clu,
        "CLU has no setting for lists; in your code:",
    ),
    "luis": Toolkit(
        '[(name, i["score"]) for name, i in reply["prediction"]["intents"].items() if name != "None"]',
        _none,
        "LUIS has no setting for lists; in your code (ask for all intents with show-all-intents=true):",
    ),
    "luis-v2": Toolkit(
        '[(i["intent"], i["score"]) for i in reply["intents"] if i["intent"] != "None"]',
        _none,
        "LUIS has no setting for lists; in your code (ask for all intents with verbose=true):",
    ),
    "lex": Toolkit(
        '[(i["intent"]["name"], i["nluConfidence"]["score"]) for i in reply["interpretations"]'
        ' if "nluConfidence" in i]',
        _lex,
        "Lex has no setting for lists by confidence (its intent disambiguation asks a language model); in your code:",
        longest=5,
    ),
    "watson": Toolkit(
        '[(i["intent"], i["confidence"]) for i in reply["output"]["intents"]]',
        _watson,
        'To the number, in your code (send the message with the option "alternate_intents": true):',
    ),
    "plain": Toolkit(
        "list(reply.items())",
        _none,
        "In your code, with the confidence of each option in a dict reply:",
    ),
}

"""The settings for each toolkit: the setting's official name, and code that does what the policy says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from turnwise.errors import OptionError
from turnwise.policies.toolkits import TOOLKITS, settings
from turnwise.readers.replies import FORMATS

#: One reply of each toolkit, with the same four options, in the shape its own documentation gives, in any order.
CONFIDENCES = {"pay": 0.5, "card": 0.25, "loan": 0.125, "hello": 0.0625}
LEX = [
    {"intent": {"name": "FallbackIntent"}},
    *({"intent": {"name": n}, "nluConfidence": {"score": c}} for n, c in CONFIDENCES.items()),
]
CX = [{"DisplayName": n, "Score": c, "Active": True} for n, c in CONFIDENCES.items()]
CX.insert(0, {"DisplayName": "elsewhere", "Score": 0.9, "Active": False})
RASA = [{"name": n, "confidence": c} for n, c in [("nlu_fallback", 1.0), *CONFIDENCES.items()]]
CLU = [{"category": n, "confidenceScore": c} for n, c in [("None", 0.75), *CONFIDENCES.items()]]
REPLIES: dict[str, Any] = {
    "rasa": {"intent_ranking": RASA},
    "rasa-test": {"intent_ranking": RASA},
    "dialogflow-cx": {"queryResult": {"diagnosticInfo": {"Alternative Matched Intents": CX}}},
    "clu": {"result": {"prediction": {"intents": CLU}}},
    "luis": {"prediction": {"intents": {n: {"score": c} for n, c in [("None", 0.75), *CONFIDENCES.items()]}}},
    "luis-v2": {"intents": [{"intent": n, "score": c} for n, c in reversed(CONFIDENCES.items())]},
    "lex": {"interpretations": LEX},
    "watson": {"output": {"intents": [{"intent": n, "confidence": c} for n, c in CONFIDENCES.items()]}},
    "plain": dict(reversed(CONFIDENCES.items())),
}

#: Policies, and how many of the four options each must show.
POLICIES: list[tuple[str, Mapping[str, float], int]] = [
    ("threshold", {"threshold": 0.125, "max_length": 5}, 3),  # 0.125 is reached
    ("threshold", {"threshold": 0.126, "max_length": 5}, 2),
    ("threshold", {"threshold": 0.0, "max_length": 2}, 2),
    ("threshold", {"threshold": 0.6, "max_length": 5}, 0),
    ("top-k", {"k": 3}, 3),
    ("top-k", {"k": 3, "floor": 0.5}, 3),
    ("top-k", {"k": 3, "floor": 0.51}, 0),
    ("margin", {"margin": 0.25, "max_length": 5}, 2),  # 0.5 − 0.25 is within 0.25
    ("margin", {"margin": 0.249, "max_length": 5}, 1),
    ("margin", {"margin": 1, "max_length": 3, "floor": 0.6}, 0),
    ("mass", {"mass": 0.75, "max_length": 5}, 2),  # 0.5 + 0.25 = 0.75
    ("mass", {"mass": 0.76, "max_length": 5}, 3),
    ("mass", {"mass": 0.2, "max_length": 5}, 1),
    ("mass", {"mass": 0.9, "max_length": 3, "floor": 0.4}, 3),
    ("mass", {"mass": 0.9, "max_length": 3, "floor": 0.6}, 0),
]


def offered(code: str, reply: object) -> tuple[list[str], bool]:
    """What the Python lines of a setting offer for this reply, and whether they fall back."""
    lines = [line for line in code.splitlines() if line.startswith(("ranked", "options", "fall_back"))]
    assert len(lines) == 3, "three lines of code"
    names: dict[str, Any] = {"reply": reply}
    exec("\n".join(lines), names)
    return names["options"], names["fall_back"]


@pytest.mark.parametrize("toolkit", REPLIES)
@pytest.mark.parametrize(("policy", "parameters", "shown"), POLICIES)
def test_the_code_offers_what_the_policy_shows(
    toolkit: str, policy: str, parameters: Mapping[str, float], shown: int
) -> None:
    options, fall_back = offered(settings(toolkit, policy, parameters), REPLIES[toolkit])
    assert options == list(CONFIDENCES)[:shown]
    assert fall_back == (shown == 0)


@pytest.mark.parametrize(("policy", "parameters", "shown"), POLICIES)
def test_a_reply_without_options_falls_back(policy: str, parameters: Mapping[str, float], shown: int) -> None:
    assert shown <= 3
    assert offered(settings("plain", policy, parameters), {}) == ([], True)


def test_every_reply_format_has_a_toolkit() -> None:
    assert set(TOOLKITS) == {known.name for known in FORMATS}


ONE = {"threshold": 0.35, "max_length": 1}


@pytest.mark.parametrize(
    ("toolkit", "setting"),
    [
        ("rasa", "- name: FallbackClassifier\n  threshold: 0.35\n  ambiguity_threshold: 0"),
        ("dialogflow-es", '{"classificationThreshold": 0.35}'),
        ("dialogflow-v1", '{"classificationThreshold": 0.35}'),
        ("dialogflow-cx", '{"nluSettings": {"classificationThreshold": 0.35}}'),
        ("clu", '"settings": {"confidenceThreshold": 0.35}'),
        ("lex", "--nlu-intent-confidence-threshold 0.35"),
    ],
)
def test_one_option_above_a_threshold_is_the_toolkits_own_setting(toolkit: str, setting: str) -> None:
    said = settings(toolkit, "threshold", ONE)
    assert setting in said
    assert "options =" not in said


@pytest.mark.parametrize("toolkit", ["luis", "luis-v2", "watson", "plain"])
def test_toolkits_without_a_threshold_get_code(toolkit: str) -> None:
    said = settings(toolkit, "threshold", ONE)
    assert "confidence >= 0.35][:1]" in said
    assert "max_suggestions" not in said


def test_rasa_falls_back_where_its_own_settings_say_that_a_list_is_due() -> None:
    # A list of two is due where the best two are close (margin), or where the best alone is not enough (mass).
    margin = settings("rasa", "margin", {"margin": 0.1, "max_length": 3, "floor": 0.2})
    mass = settings("rasa", "mass", {"mass": 0.9, "max_length": 3, "floor": 0.2})
    assert "threshold: 0.2\n  ambiguity_threshold: 0.1\n" in margin
    assert "threshold: 0.9\n  ambiguity_threshold: 0\n" in mass


def test_a_threshold_of_zero_is_not_googles_default() -> None:
    said = settings("dialogflow-es", "top-k", {"k": 1})
    assert '{"classificationThreshold": 0.001}' in said
    assert "0 would mean the default, 0.3" in said


def test_a_fallback_that_was_not_tuned_is_not_taken_away_in_silence() -> None:
    kept = "keep the bot's present threshold"
    assert kept in settings("rasa", "top-k", {"k": 1})
    assert kept in settings("lex", "threshold", {"threshold": 0, "max_length": 2})
    assert kept not in settings("lex", "top-k", {"k": 2, "floor": 0.3})
    assert kept not in settings("rasa", "mass", {"mass": 0.9, "max_length": 2})  # its threshold says when a list is due
    for without_threshold in ("plain", "watson"):
        assert kept not in settings(without_threshold, "top-k", {"k": 2})


def test_dialogflow_es_cannot_offer_a_list_and_says_so() -> None:
    said = settings("dialogflow-es", "top-k", {"k": 3, "floor": 0.4})
    assert "replies with one intent, so it cannot offer a list" in said
    assert "options =" not in said


def test_lex_says_how_many_options_it_gives() -> None:
    assert "at most 5 options" in settings("lex", "top-k", {"k": 6})
    assert "at most" not in settings("lex", "top-k", {"k": 5})


def test_watson_gets_its_nearest_setting_and_the_code() -> None:
    first, nearest, *_ = settings("watson", "mass", {"mass": 0.9, "max_length": 4}).splitlines()
    assert first.startswith("# Nearest setting")
    assert json.loads(nearest)["system_settings"]["disambiguation"] == {
        "enabled": True,
        "sensitivity": "auto",
        "max_suggestions": 4,
    }


@pytest.mark.parametrize("toolkit", REPLIES)
def test_small_numbers_are_written_without_exponent(toolkit: str) -> None:
    said = settings(toolkit, "threshold", {"threshold": 0.00001, "max_length": 2})
    assert "0.00001" in said
    assert "e-0" not in said


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("raza", "top-k", {"k": 1}), "there is no toolkit 'raza'; did you mean 'rasa'"),
        (("#", "top-k", {"k": 1}), "there is no toolkit '#'; the toolkits are rasa, "),
        (("rasa", "treshold", ONE), "there is no policy 'treshold'; did you mean 'threshold'"),
        (("rasa", "top-k", {"max_length": 1}), "policy top-k needs k, found max_length"),
        (("rasa", "mass", {}), "policy mass needs mass and max_length, found nothing"),
    ],
)
def test_wrong_words_give_one_sentence(asked: tuple[str, str, dict[str, float]], sentence: str) -> None:
    with pytest.raises(OptionError) as raised:
        settings(*asked)
    assert sentence in str(raised.value)

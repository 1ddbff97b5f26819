"""Requirements on measures of dialogues: counterexamples by hand, every pair in a double loop, what can hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main
from turnwise.errors import MeasureError, OptionError
from turnwise.measures import Readings, parse
from turnwise.measures.checked_measure import TOLERANCE
from turnwise.measures.properties import check_properties
from turnwise.measures.requirements import Requirements, check_requirements
from turnwise.measures.small_dialogues import NOTHING, POSTS, Outcome, SmallDialogues, every_dialogue
from turnwise.measures.uch import UC

CHECKED = ["UCH", "UC", "UH", "UCH(alpha=0.2, decay=none)", "UC(position=end)", "UCH(goals=shared)", "S", "T", "U"]


def outcomes(found: Requirements) -> dict[tuple[str, str], Outcome]:
    return {(r.letter, scope): outcome for r in found.found for scope, outcome in r.outcomes.items()}


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


# ------------------------------------------------------------------------------------ by hand


def test_the_goal_weight_of_one_dialogue_says_nothing_of_another() -> None:
    # A goal alone weighs 1 + 0 = 1, as a regular nugget does: both dialogues have UC = 1 · (1 − 0 ÷ 4) = 1.
    found = outcomes(check_requirements("UC"))["e", "as written"].counterexample
    assert found is not None
    assert (found.preferred, found.other, found.scores) == ("`CNUG*`", "`CNUG`", (1.0, 1.0))


def test_decay_takes_away_what_the_goal_weight_grants() -> None:
    # The same regular nugget, L = 4: CNUG at 2 and CNUG* (weight 2) at 3 give 0.5 + 2 · 0.25 = 1, CNUG at 0 gives 1.
    found = outcomes(check_requirements("UC"))["e", "the same nuggets"].counterexample
    assert found is not None
    assert (found.preferred, found.other, found.scores) == ("`– – CNUG CNUG*`", "`CNUG`", (1.0, 1.0))
    # and without decay the goal, which weighs more than all others together, always decides
    assert outcomes(check_requirements("UC(decay=none)"))["e", "the same nuggets"].holds


def test_what_follows_the_last_nugget_is_not_seen() -> None:
    found = outcomes(check_requirements("UCH"))["f", "the same nuggets"].counterexample
    assert found is not None
    assert (found.preferred, found.other, found.scores) == ("`CNUG`", "`CNUG –`", (0.5, 0.5))


def test_an_earlier_goal_of_one_side_is_a_later_nugget_of_the_other() -> None:
    # α = 0.5, L = 4: CNUG* at 0 and HNUG at 1, or the other way round: 0.5 · 1 + 0.5 · 0.75 = 0.875
    checked = outcomes(check_requirements("UCH"))
    found = checked["g", "all else equal"].counterexample
    assert found is not None
    assert (found.preferred, found.other, found.scores) == ("`CNUG* HNUG`", "`HNUG CNUG*`", (0.875, 0.875))
    # one side alone has no such rival
    assert outcomes(check_requirements("UC"))["g", "all else equal"].holds
    assert outcomes(check_requirements("UH"))["g", "all else equal"].holds


def test_a_nugget_that_ends_with_patience_weighs_nothing() -> None:
    found = outcomes(check_requirements("UC(position=end)"))["d", "all else equal"].counterexample
    assert found is not None
    assert (found.preferred, found.scores) == ("`– – – 2·CNUG`", (0.0, 0.0))


def test_weights_of_regular_nuggets_count_unless_they_are_equal() -> None:
    assert outcomes(check_requirements("UCH"))["d", "all else equal"].holds
    assert not outcomes(check_requirements("UCH(weights=equal)"))["d", "all else equal"].holds


def test_sides_and_words() -> None:
    assert check_requirements("UC", 2).sides == ("customer",)
    assert check_requirements("UH", 2).sides == ("helpdesk",)
    both = check_requirements("UCH", 2)
    assert both.sides == ("customer", "helpdesk")
    assert "alpha" in both.words["c"]
    assert "without an upper bound" in both.words["b"]
    assert "`turnwise dialogues correlate`" in both.words["a"]


# ------------------------------------------------------------------------------------ every pair, one by one


def nuggets(dialogue: tuple[str, ...]) -> list[str]:
    return sorted(kind for kind in dialogue if kind != NOTHING)


def plain(text: str, max_posts: int) -> dict[tuple[str, str], tuple[int, int | None]]:
    """For each demand, the number of pairs and the fewest posts of a broken one, in plain loops over all pairs."""
    space = SmallDialogues(parse(text), every_dialogue(max_posts), max_posts, 1.0)  # type: ignore[arg-type]
    seen, scores = space.seen, dict(zip(space.dialogues, space.scores.tolist(), strict=True))

    def goals(d: tuple[str, ...]) -> list[int]:
        return [at for at, kind in enumerate(d) if kind.endswith("*") and kind[0] in seen]

    def others(d: tuple[str, ...]) -> list[str]:
        return [kind for kind in nuggets(d) if not (kind.endswith("*") and kind[0] in seen)]

    def e(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
        return bool(goals(a)) and not goals(b)

    def g(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
        return bool(goals(a)) and bool(goals(b)) and goals(a)[0] < goals(b)[0]

    def one_put_in(a: tuple[str, ...], b: tuple[str, ...]) -> int:
        last = max((at for at, kind in enumerate(a) if kind != NOTHING and kind[0] in seen), default=-1)
        return sum((*a[:at], NOTHING, *a[at:]) == b for at in range(last + 1))

    def swapped(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
        if not goals(b) or goals(b)[0] == 0:
            return False
        at = goals(b)[0]
        return a == (*b[: at - 1], b[at], b[at - 1], *b[at + 1 :])

    demands: dict[tuple[str, str], Callable[..., int]] = {
        ("e", "as written"): e,
        ("e", "the same nuggets"): lambda a, b: e(a, b) and others(a) == others(b),
        ("e", "all else equal"): lambda a, b: (
            bool(goals(a)) and b == tuple(NOTHING if at in goals(a) else kind for at, kind in enumerate(a))
        ),
        ("f", "the same nuggets"): lambda a, b: (
            nuggets(a) == nuggets(b) and any(kind[0] in seen for kind in nuggets(a)) and len(a) < len(b)
        ),
        ("f", "all else equal"): one_put_in,
        ("g", "as written"): g,
        ("g", "the same nuggets"): lambda a, b: g(a, b) and nuggets(a) == nuggets(b),
        ("g", "all else equal"): swapped,
    }
    found = {}
    for name, demanded in demands.items():
        pairs = [(a, b, int(demanded(a, b))) for a in scores for b in scores]
        broken = [len(a) + len(b) for a, b, times in pairs if times and scores[a] <= scores[b] + TOLERANCE]
        found[name] = (sum(times for _, _, times in pairs), min(broken, default=None))
    return found


@pytest.mark.parametrize("text", CHECKED)
def test_equals_a_loop_over_all_pairs(text: str) -> None:
    checked = outcomes(check_requirements(text, 2))
    for name, (pairs, fewest) in plain(text, 2).items():
        found = checked[name]
        assert found.pairs == pairs, name
        assert found.holds == (fewest is None), name
        if found.counterexample:
            example = found.counterexample
            assert len(f"{example.preferred} {example.other}".split()) == fewest, name
            assert example.scores[0] <= example.scores[1] + TOLERANCE


def test_all_dialogues_are_there() -> None:
    assert set(POSTS) == {NOTHING, "CNUG0", "CNUG", "CNUG*", "HNUG", "HNUG*"}
    assert len(every_dialogue(3)) == len(set(every_dialogue(3))) == 6 + 36 + 216


# ------------------------------------------------------------------------------------ that they can hold


def sooner(readings: Readings) -> np.ndarray:
    """The goal first of all, the sooner the better; then weights, and last as little text as can be before nuggets."""
    values = readings.sum(readings.weight) * 1e-3 - readings.sum(readings.end) * 1e-6
    for reading in range(len(readings)):
        own = slice(readings.offsets[reading], readings.offsets[reading + 1])
        starts = readings.start[own][readings.goal[own]]
        values[reading] += 100 - starts[0] if len(starts) else 0
    return np.asarray(values)


def shorter(readings: Readings) -> np.ndarray:
    """A goal is worth more than any weight, and length breaks ties alone between the same nuggets."""
    return np.asarray(readings.sum(readings.weight + 100.0 * readings.goal) - 1e-3 * readings.total)


def test_a_measure_may_meet_all_that_do_not_contradict() -> None:
    found = {name: outcome.holds for name, outcome in outcomes(check_requirements(sooner, 3)).items()}
    assert found.pop(("f", "the same nuggets")) is False  # which (g) contradicts
    assert all(found.values()), found
    other = outcomes(check_requirements(shorter, 3))
    assert other["f", "the same nuggets"].holds
    assert other["e", "as written"].holds
    assert not other["g", "as written"].holds


@pytest.mark.parametrize("measure", [*CHECKED, sooner, shorter])
def test_no_measure_meets_both_f_and_g_as_written(measure: str | Callable) -> None:
    # `– CNUG*` is shorter, `CNUG* – –` comes to its goal sooner, and both have the same nuggets
    found = outcomes(check_requirements(measure, 3))
    assert not (found["f", "the same nuggets"].holds and found["g", "as written"].holds)


# ------------------------------------------------------------------------------------ the command, and wrong input


def test_the_command_tells_each_failure() -> None:
    result = run("dialogues", "requirements", "UCH")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["(e)", "task", "accomplishment", "before", "none", "fails", "(412,760)", "fails", "(16,244)", "holds",
            "(1,214)"] in rows  # fmt: skip
    assert "`– – CNUG CNUG*` contains task accomplishment and `CNUG`," in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100
    told = json.loads(run("dialogues", "requirements", "UCH", "--format", "json").stdout)
    assert told["requirements"]["e"]["all_else_equal"] == {"holds": True, "pairs": 1214, "counterexample": None}
    assert told["requirements"]["g"]["as_written"]["counterexample"]["other"] == "`CNUG CNUG*`"


def test_a_measure_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "countnuggets.py"
    module.write_text(
        "import numpy as np\n\n\ndef how_many(readings):\n    return np.diff(readings.offsets).astype(float)\n"
    )
    monkeypatch.chdir(tmp_path)
    result = run("dialogues", "requirements", "--from", "countnuggets:how_many", "--max-posts", "2")
    assert result.exit_code == 0
    assert result.stdout.startswith("how_many on all 42 dialogues of 1 to 2 posts")
    assert "`2·CNUG` is `CNUG` with a nugget of twice the weight, yet how_many gives both 1.0000" in " ".join(
        result.stdout.split()
    )


def test_posts_of_another_length() -> None:
    # L = 8 in posts of 2 is L = 4 in posts of 1
    assert (
        check_requirements("UC(length=8)", 3, post_length=2).as_dict()["requirements"]["e"]["as_written"]
        == (check_requirements("UC(length=4)", 3).as_dict()["requirements"]["e"]["as_written"])
    )


def test_wrong_wishes() -> None:
    with pytest.raises(MeasureError, match="nDCG is no measure of dialogues"):
        check_requirements("nDCG")
    with pytest.raises(OptionError, match="dialogues must have at most 2 to 6 posts, found 9"):
        check_requirements("UCH", 9)
    with pytest.raises(MeasureError, match=r"<lambda> failed on the 42 dialogues \(ZeroDivisionError"):
        check_requirements(lambda readings: 1 / 0, 2)
    with pytest.raises(MeasureError, match="expected one number for each of 42 dialogues"):
        check_requirements(lambda readings: [1.0], 2)
    with pytest.raises(MeasureError, match=r"gives nan to the dialogue `–`, expected a finite number"):
        check_requirements(lambda readings: np.full(len(readings), np.nan), 2)
    with pytest.raises(MeasureError, match="'3' is not a measure"):
        check_requirements(3)  # type: ignore[arg-type]
    assert check_requirements(UC, 2).measure == "UC"
    with pytest.raises(MeasureError, match="UCH is a measure of dialogues; `turnwise dialogues requirements 'UCH'`"):
        check_properties("UCH")

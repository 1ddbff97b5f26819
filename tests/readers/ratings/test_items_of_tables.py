"""Items that several dialogues or systems call alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import DecisionError, TurnwiseError
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions


def written(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


TURNS = """conversation_id,turn,rater,rating
c1,1,ann,1
c1,1,ben,1
c2,1,cem,5
c2,1,dan,5
c2,2,cem,3
"""


def test_turn_1_of_two_conversations_is_two_items(tmp_path: Path) -> None:
    decisions = Decisions()
    found = read_ratings(written(tmp_path, TURNS), decisions)
    assert found.items == ["c1_1", "c2_1", "c2_2"]
    assert found.groups["dialogue"] == ["c1", "c2", "c2"]
    np.testing.assert_array_equal(np.nanmax(found.matrix("rating"), axis=1), [1, 5, 3])
    (said,) = decisions
    assert (said.kind, said.count) == ("items-of-two-columns", 3)
    with pytest.raises(DecisionError, match="named by 'conversation_id' and 'turn' together"):
        read_ratings(written(tmp_path, TURNS), Decisions(strict=True))


def test_so_it_is_with_a_rater_a_column(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, "dialogue,turn,ann,ben\nd1,1,1,2\nd2,1,3,3\n"))
    assert found.items == ["d1_1", "d2_1"]
    np.testing.assert_array_equal(found.matrix("rating"), [[1, 2], [3, 3]])


@pytest.mark.parametrize("name", ["system", "model"])
def test_a_turn_that_two_systems_answered_is_two_items(name: str, tmp_path: Path) -> None:
    rows = f"turn,{name},rater,rating\n1,A,ann,1\n1,A,ben,2\n1,B,ann,5\n1,B,ben,4\n"
    found = read_ratings(written(tmp_path, rows))
    assert found.items == ["1/A", "1/B"]
    assert found.groups[name] == ["A", "B"]
    found = read_ratings(written(tmp_path, f"item,{name},ann,ben\nt,A,1,2\nt,B,3,3\n"))
    assert found.items == ["t/A", "t/B"]


def test_the_model_of_a_rater_is_no_system(tmp_path: Path) -> None:
    decisions = Decisions()
    rows = "item,judge,model,value\na,j1,gpt,1\na,j2,claude,2\nb,j1,gpt,1\n"
    assert read_ratings(written(tmp_path, rows), decisions).items == ["a", "b"]
    assert [one.kind for one in decisions] == ["columns-not-read"]


def test_items_with_names_of_their_own_keep_them(tmp_path: Path) -> None:
    decisions = Decisions()
    rows = "item,dialogue,annotator,value\na,d1,ann,1\nb,d2,ann,2\na,,ben,1\n"
    assert read_ratings(written(tmp_path, rows), decisions).items == ["a", "b"]
    assert not decisions.count("items-of-two-columns")


def test_names_that_are_not_told_apart_even_so(tmp_path: Path) -> None:
    rows = "conversation,turn,rater,rating\nc,1_1,ann,1\nc_1,1,ann,2\nd,1,ann,3\n"
    with pytest.raises(TurnwiseError, match="items that 'conversation' and 'turn' do not tell apart"):
        read_ratings(written(tmp_path, rows))


def test_several_files_name_items_alike(tmp_path: Path) -> None:
    many = written(tmp_path, TURNS, "many.csv")
    one = written(tmp_path, "conversation_id,turn,rater,rating\nc2,1,eve,4\n", "one.csv")
    assert read_ratings([many, one]).items == ["c1_1", "c2_1", "c2_2"]
    with pytest.raises(TurnwiseError, match=r"found items of the same name in several dialogues, expected names as in"):
        read_ratings([one, many])


def test_a_file_for_each_conversation_needs_names_for_its_items(tmp_path: Path) -> None:
    written(tmp_path, "conversation_id,turn,rater,rating\nc1,1,ann,1\n", "c1.csv")
    written(tmp_path, "conversation_id,turn,rater,rating\nc2,1,ann,4\n", "c2.csv")
    with pytest.raises(TurnwiseError, match=r"the item '1' in the dialogue 'c2', and in 'c1' before"):
        read_ratings(tmp_path)

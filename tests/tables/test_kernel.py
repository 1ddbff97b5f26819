"""The compiled scanner and its plain twin: the same answers on everything, and the right ones."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from turnwise.tables import kernel, plain_kernel
from turnwise.tables.rows import BLANK, COMMENTS, EXTRA, LINES, QRELS, RUN, TALLY, UNTAGGED, Rows

if kernel.COMPILED:
    from turnwise.tables import _kernel

    KERNELS: list[ModuleType] = [plain_kernel, _kernel]
else:
    KERNELS = [plain_kernel]

compiled = pytest.mark.skipif(not kernel.COMPILED, reason="the compiled scanner is not built: no C compiler")
each_kernel = pytest.mark.parametrize("engine", KERNELS, ids=lambda k: k.__name__.rpartition(".")[2])

Named = list[tuple[bytes, bytes, float]]


def split(engine: Any, text: bytes, layout: int = RUN, final: bool = True) -> tuple[Named, int, bool, list[int]]:
    """All that `split` says: the rows, how far it came, whether all is well, and its tally."""
    rows = Rows.over(text, text.count(b"\n") + 1)
    tally = np.zeros(TALLY, np.int64)
    count, consumed, fine = engine.split(text, layout, final, rows, tally)
    return named(rows.first(count)), consumed, fine, tally.tolist()


def named(rows: Rows) -> Named:
    return [(rows.turn(r), rows.item(r), float(rows.value[r])) for r in range(len(rows))]


def packed(triples: Named) -> Rows:
    """Rows with a text for the turns and another for the items, as a table has them."""
    turns, items, values = zip(*triples, strict=True) if triples else ((), (), ())

    def places(names: tuple[bytes, ...]) -> tuple[bytes, np.ndarray, np.ndarray]:
        lengths = np.array([len(n) for n in names], np.int32)
        return b"".join(names), (np.cumsum(lengths, dtype=np.int64) - lengths).astype(np.int64), lengths

    return Rows(*places(turns), *places(items), np.array(values, np.float64))


def matched(engine: Any, judged: Named, run: Named, single: bool = False) -> dict[str, Any]:
    """All that a `Run` says of a system's rows."""
    index = engine.Index(packed(judged))
    matching = engine.Run(index, single)
    told: dict[str, Any] = {
        "turns": index.turns,
        "turn_of_row": index.turn_of_row,
        "first_of_row": index.first_of_row,
        "codes": index.codes(packed(run)),
        "grouped": matching.add(packed(run)),
    }
    if told["grouped"]:
        names = ("unjudged_turns", "unjudged_rows", "first_unjudged", "judged_turns", "duplicates", "first_duplicate")
        told |= {name: getattr(matching, name) for name in names} | {"result": matching.result()}
    return told


# --- lines to rows ---------------------------------------------------------------------------------------------------


@each_kernel
def test_fields_are_told_apart_by_any_white_space(engine: Any) -> None:
    text = (
        b"31_1 Q0 d1 1 2.5 tag\n \t31_1\tQ0  d#2\t2 1e-3 tag\r\n\n# a comment\n31_2 Q0 d3 0 -7\n31_2 Q0 d4 0 +.5 a b c"
    )
    rows, consumed, fine, tally = split(engine, text)
    assert rows == [(b"31_1", b"d1", 2.5), (b"31_1", b"d#2", 0.001), (b"31_2", b"d3", -7.0), (b"31_2", b"d4", 0.5)]
    assert (consumed, fine) == (len(text), True)
    assert [tally[kind] for kind in (LINES, BLANK, COMMENTS, UNTAGGED, EXTRA)] == [6, 1, 1, 1, 1]
    assert tally[5:] == [3, 4, 5, 6]  # the first line of each kind


@each_kernel
def test_judgements_have_their_grade_in_the_fourth_field(engine: Any) -> None:
    assert split(engine, b"t 0 d 2\nt 0 e -1 x\n", QRELS)[0] == [(b"t", b"d", 2.0), (b"t", b"e", -1.0)]


@each_kernel
def test_the_last_turn_is_held_back_until_the_end(engine: Any) -> None:
    text = b"# c\nt1 Q0 a 1 3 x\nt2 Q0 a 1 3 x\n\nt2 Q0 b 2 2 x\n# d\nt2 Q0 c"
    rows, consumed, fine, tally = split(engine, text, final=False)
    assert rows == [(b"t1", b"a", 3.0)]
    assert text[consumed:].startswith(b"t2 Q0 a")
    assert fine
    assert tally[:3] == [2, 0, 1]  # the blank line and the second comment will be read again


@each_kernel
@pytest.mark.parametrize(
    "line",
    [
        b"t Q0 d 1",
        b"t Q0 d 1 abc x",
        b"t Q0 d 1 nan x",
        b"t Q0 d 1 -inf x",
        b"t Q0 d 1 1e999 x",
        b"t Q0 d 1 0x10 x",
        b"t Q0 d 1 1_0 x",
        b"t Q0 d 1 1e x",
        b"t Q0 d 1 . x",
        b"t Q0 d 1 +-1 x",
        b"t Q0 d 1 \xd9\xa3 x",  # an Arabic digit, which float() of a text would take
        b"t Q0 d\0 1 2 x",
        b"t Q0 d 1 2 x \0",
        b"t Q0 d 1 2 x\rt Q0 e 2 1 x",
    ],
)
def test_it_stops_at_a_line_that_breaks_the_layout(engine: Any, line: bytes) -> None:
    rows, consumed, fine, tally = split(engine, b"t Q0 c 0 9 x\n" + line + b"\nt Q0 f 1 1 x\n")
    assert (rows, consumed, fine, tally[LINES]) == ([(b"t", b"c", 9.0)], 13, False, 1)


@each_kernel
def test_a_line_without_its_end_is_not_judged_yet(engine: Any) -> None:
    assert split(engine, b"t Q0 c 0 9 x\nu Q0 d 1 ab", final=False)[1:3] == (0, True)


# --- numbers ---------------------------------------------------------------------------------------------------------


def value_of(engine: Any, number: str) -> float:
    (row,), _, fine, _ = split(engine, f"t 0 d {number}".encode(), QRELS)
    assert fine
    return row[2]


def neighbours(value: float) -> list[float]:
    return [math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf)]


def hard_numbers() -> list[str]:
    """Halfway cases, ends of ranges, and forms in which systems print scores."""
    draw = random.Random(1)
    numbers = ["0", "-0", "0.0", "00012.50", "5.", ".5", "1E5", "1e+5", "9007199254740993", "9007199254740992.5"]
    numbers += ["18446744073709551615", "18446744073709551616", "9999999999999999999", "10000000000000000000000e-22"]
    numbers += ["2.2250738585072011e-308", "4.9e-324", "2.4e-324", "1.7976931348623157e308", "1e-400", "0e999999999"]
    numbers += ["0." + "0" * 400 + "1", "1" + "0" * 308, "0" * 50 + "1.5", "1." + "0" * 50, "1e23", "8.5e22", "1e22"]
    numbers += [f"{digits}e-{places}" for digits in (2**63 - 1, 2**53 + 1, 10**18 + 1) for places in range(30)]
    for _ in range(3000):
        value = struct.unpack("<d", draw.randbytes(8))[0]
        if math.isfinite(value):
            numbers.append(repr(value))
    for _ in range(1500):
        value = draw.uniform(-40, 40) * 10 ** draw.randint(-8, 8)
        numbers += [repr(value), f"{value:.6f}", f"{np.float32(value):.17g}", f"{value:.{draw.randint(15, 24)}g}"]
        middle = (2 * draw.getrandbits(52) + 2**53 + 1) * 2 ** -draw.randint(1, 20)  # halfway between two doubles
        numbers += [f"{middle:.60f}".rstrip("0"), *map(repr, neighbours(value))]
    for _ in range(1500):  # 19 digits and few places: what the exact division is for
        numbers.append(f"{draw.getrandbits(draw.randint(50, 64))}e-{draw.randint(0, 28)}")
    return numbers


@each_kernel
def test_numbers_are_rounded_as_python_rounds_them(engine: Any) -> None:
    numbers = hard_numbers()
    text = "".join(f"t 0 d {number}\n" for number in numbers).encode()
    rows, _, fine, _ = split(engine, text, QRELS)
    assert fine
    wrong = [n for n, row in zip(numbers, rows, strict=True) if struct.pack("d", row[2]) != struct.pack("d", float(n))]
    assert wrong == []


@compiled
@given(st.from_regex(r"[+-]?[0-9]{0,25}\.?[0-9]{0,25}([eE][+-]?[0-9]{1,3})?", fullmatch=True).filter(bool))
@example("1" * 200)
@example("1" * 5000 + "e-4990")
def test_any_decimal_is_read_or_refused_alike(number: str) -> None:
    try:
        expected = float(number)
    except ValueError:
        expected = math.nan
    rows, _, fine, _ = split(_kernel, f"t 0 d {number}".encode(), QRELS)
    assert fine == math.isfinite(expected)
    assert [row[2] for row in rows] == ([expected] if fine else [])
    assert split(plain_kernel, f"t 0 d {number}".encode(), QRELS)[0] == rows


@compiled
@given(st.text("00123456789/:;. eE+-", max_size=40))
def test_what_is_nearly_a_number_is_read_or_refused_alike(number: str) -> None:
    text = f"t 0 d {number}".encode()
    assert split(_kernel, text, QRELS) == split(plain_kernel, text, QRELS)


# --- the twins -------------------------------------------------------------------------------------------------------

BITS = [
    b" ",
    b"  ",
    b"\t",
    b"\r",
    b"\r\n",
    b"\n",
    b"\n\n",
    b"#",
    b"\0",
    b"\x01",
    b"\x80\xff",
    b"t1",
    b"t2",
    b"Q0",
    b"d1",
]
BITS += [
    b"\n# c\n",
    b"12345678",
    b"a-long-item-identifier_0123456789",
    b"1",
    b"2.5",
    b"-3e2",
    b"nan",
    b"1e400",
    b"0.1" * 9,
]
LINE_TEXTS = [
    b"t1 Q0 d1 1 2.5 x\n",
    b"t1\tQ0\td2 2 2.5\n",
    b" t2 Q0 d1 1 9.25 x y z\r\n",
    b"t3 0 d3 4\n",
    b"t3 0 d4 1e3 \n",
]
messy = st.lists(st.sampled_from(BITS + LINE_TEXTS * 4), max_size=40).map(b"".join)


@compiled
@given(messy, st.sampled_from([RUN, QRELS]), st.booleans())
def test_twins_split_alike(text: bytes, layout: int, final: bool) -> None:
    assert split(_kernel, text, layout, final) == split(plain_kernel, text, layout, final)


@compiled
@given(st.binary(max_size=200), st.booleans())
def test_twins_split_any_bytes_alike(text: bytes, final: bool) -> None:
    assert split(_kernel, text, RUN, final) == split(plain_kernel, text, RUN, final)


turn_names = st.sampled_from([b"t1", b"t2", b"t3", b"", b"a turn with spaces \xff"])
item_names = st.sampled_from(
    [b"", b"a", b"ab", b"b", b"12345678", b"123456789", b"12345678901234567", b"\xff", b"i\0j"]
)
triples = st.lists(st.tuples(turn_names, item_names, st.sampled_from([0.0, -0.0, 1.0, 1 + 1e-12, 2.5, -1e300, 1e300])))


@compiled
@given(triples, triples, st.booleans(), st.booleans())
def test_twins_match_alike(judged: Named, run: Named, single: bool, in_order: bool) -> None:
    run = sorted(run, key=lambda row: row[0]) if in_order else run
    assert matched(_kernel, judged, run, single) == matched(plain_kernel, judged, run, single)


@compiled
@pytest.mark.parametrize("shuffled", [False, True])
def test_twins_match_long_lists_alike(shuffled: bool) -> None:
    draw = random.Random(7)
    judged = [(b"t%d" % draw.randrange(30), b"item-%d" % draw.randrange(900), 1.0) for _ in range(3000)]
    run: Named = []
    for turn in range(40):
        rows = [(b"t%d" % turn, b"item-%d" % draw.randrange(900), float(draw.randrange(60))) for _ in range(700)]
        run += rows if shuffled else sorted(rows, key=lambda row: -row[2])
    told = matched(_kernel, judged, run)
    assert told == matched(plain_kernel, judged, run)
    assert told["duplicates"] > 1000
    assert told["unjudged_turns"] == 10


# --- lists with judgements -------------------------------------------------------------------------------------------


def hits_of(engine: Any, judged: Named, run: Named, single: bool = False) -> list[tuple[int, int]]:
    """(row, rank) of every hit."""
    _, rows, ranks, _, _ = matched(engine, judged, run, single)["result"]
    return list(zip(np.frombuffer(rows, np.int32).tolist(), np.frombuffer(ranks, np.int64).tolist(), strict=True))


@each_kernel
def test_ties_are_broken_by_item_id_descending_as_bytes(engine: Any) -> None:
    judged = [(b"t", item, 1.0) for item in (b"a", b"aa", b"Z", b"\xc3\xa9")]
    run = [(b"t", item, 1.0) for item in (b"a", b"aa", b"Z", b"\xc3\xa9")] + [
        (b"t", b"last", 0.5),
        (b"t", b"first", 2.0),
    ]
    # é (0xc3) > "aa" > "a" > "Z" (0x5a), after "first" with the highest score
    assert hits_of(engine, judged, run) == [(3, 2), (1, 3), (0, 4), (2, 5)]


@each_kernel
def test_single_precision_makes_near_ties_ties(engine: Any) -> None:
    judged = [(b"t", b"a", 1.0)]
    run = [(b"t", b"a", 1.0 + 1e-9), (b"t", b"b", 1.0)]
    assert hits_of(engine, judged, run) == [(0, 1)]
    assert hits_of(engine, judged, run, single=True) == [(0, 2)]


@each_kernel
def test_of_a_repeated_item_the_best_ranked_copy_counts(engine: Any) -> None:
    judged = [(b"t", b"a", 1.0), (b"t", b"c", 1.0)]
    run = [(b"t", b"b", 3.0), (b"t", b"a", 1.0), (b"t", b"a", 2.0), (b"t", b"b", 2.5), (b"t", b"c", 0.5)]
    # by score: b, (b), a, (a), c
    told = matched(engine, judged, run)
    assert hits_of(engine, judged, run) == [(0, 2), (1, 3)]
    assert (told["duplicates"], told["first_duplicate"]) == (2, (b"t", b"b"))
    assert np.frombuffer(told["result"][3], np.int64).tolist() == [3]


@each_kernel
def test_a_turn_that_comes_back_is_noticed_only_if_it_is_judged(engine: Any) -> None:
    judged = [(b"t", b"a", 1.0), (b"u", b"a", 1.0)]
    mixed = [(b"t", b"a", 1.0), (b"u", b"a", 1.0), (b"t", b"b", 1.0)]
    assert not matched(engine, judged, mixed)["grouped"]
    told = matched(engine, judged, [(b"x", b"a", 1.0), (b"u", b"a", 1.0), (b"x", b"b", 1.0)])
    assert told["grouped"]
    assert (told["unjudged_turns"], told["unjudged_rows"], told["first_unjudged"]) == (1, 2, b"x")


@each_kernel
def test_an_index_numbers_turns_and_finds_repeated_rows(engine: Any) -> None:
    index = engine.Index(packed([(b"u", b"a", 1.0), (b"t", b"a", 1.0), (b"u", b"b", 1.0), (b"u", b"a", 2.0)]))
    assert index.turns == [b"u", b"t"]
    assert np.frombuffer(index.turn_of_row, np.int32).tolist() == [0, 1, 0, 0]
    assert np.frombuffer(index.first_of_row, np.int32).tolist() == [0, 1, 2, 0]


# --- what must never crash -------------------------------------------------------------------------------------------


def spoilt(change: Callable[[Rows], None]) -> Rows:
    rows = packed([(b"turn", b"item", 1.0), (b"turn", b"other", 0.5)])
    change(rows)
    return rows


@compiled
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.item_start.__setitem__(1, 5),
        lambda rows: rows.item_start.__setitem__(1, 2**62),
        lambda rows: rows.item_start.__setitem__(0, -1),
        lambda rows: rows.turn_len.__setitem__(0, 9),
        lambda rows: rows.turn_len.__setitem__(0, -1),
        lambda rows: setattr(rows, "turn_text", b""),
        lambda rows: setattr(rows, "value", rows.value[:1]),
        lambda rows: setattr(rows, "value", rows.value.astype(np.float32)),
        lambda rows: setattr(rows, "value", rows.value.astype(np.int64)),
        lambda rows: setattr(rows, "item_len", rows.item_len.astype(np.int64)),
        lambda rows: setattr(rows, "item_start", np.zeros(4, np.int64)[::2]),
        lambda rows: setattr(rows, "item_start", None),
        lambda rows: delattr(rows, "item_text"),
    ],
)
def test_rows_outside_their_text_or_of_other_types_are_refused(change: Callable[[Rows], None]) -> None:
    wrong = (ValueError, TypeError, BufferError, AttributeError)
    with pytest.raises(wrong):
        _kernel.Index(spoilt(change))
    run = _kernel.Run(_kernel.Index(packed([(b"turn", b"item", 1.0)])), False)
    with pytest.raises(wrong):
        run.add(spoilt(change))
    assert run.add(packed([(b"turn", b"item", 1.0)]))


@compiled
def test_wrong_arguments_are_refused() -> None:
    rows, tally, text = Rows.over(b"t 0 d 1\n", 1), np.zeros(TALLY, np.int64), b"t 0 d 1\nt 0 e 1\n"
    with pytest.raises(ValueError, match="more rows than there is room"):
        _kernel.split(text, QRELS, True, rows, tally)
    with pytest.raises(ValueError, match="layout"):
        _kernel.split(text, 7, True, rows, tally)
    with pytest.raises(ValueError, match="tally"):
        _kernel.split(text, QRELS, True, rows, tally[:3])
    with pytest.raises(TypeError):
        _kernel.Run("no index", False)
    rows.value.flags.writeable = False
    with pytest.raises((ValueError, BufferError)):
        _kernel.split(text[:8], QRELS, True, rows, tally)


@each_kernel
def test_nothing_judged_and_nothing_retrieved(engine: Any) -> None:
    told = matched(engine, [], [])
    assert told["result"] == (b"\0" * 8, b"", b"", b"", b"")
    assert matched(engine, [], [(b"t", b"a", 1.0)])["unjudged_turns"] == 1

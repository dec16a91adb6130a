"""Line-ups, seatings, blocks and cycles (design.md section 7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zetema_sim.playing.lineups import (
    LineUp,
    LineUpError,
    line_up,
    line_ups,
    share_out,
    sides_of,
)

TABLES = [
    (seats, sides)
    for seats in range(2, 7)
    for sides in range(2, seats + 1)
    if seats % sides == 0
]
A, B, C, D = range(4)


@st.composite
def any_line_up(draw: st.DrawFn) -> LineUp:
    """Draw a table and a strategy for each seat or each side."""
    seats, sides = draw(st.sampled_from(TABLES))
    size = draw(st.sampled_from([seats, sides]))
    entries = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    return line_up(entries, seats, sides)


@given(any_line_up())
def test_every_different_seating_appears_once(lined: LineUp) -> None:
    """The seatings are the different orders of the seats, or of the sides."""
    units = lined.sides if lined.by_side else len(lined.entries)
    repeats = len(lined.entries) // units
    ring = lined.seatings[0][:units]
    expected = {order * repeats for order in permutations(ring)}
    assert len(lined.seatings) == len(expected)
    assert set(lined.seatings) == expected


@given(any_line_up())
def test_every_strategy_sits_on_every_seat_equally_often(lined: LineUp) -> None:
    """In every block a strategy sits as often on each seat as its copies allow."""
    for start, size in lined.orders:
        block = lined.seatings[start : start + size]
        for seat in range(len(lined.entries)):
            got = Counter(seating[seat] for seating in block)
            for strategy, copies in Counter(lined.entries).items():
                assert got[strategy] * len(lined.entries) == copies * size


@given(any_line_up(), st.integers(0, 10**12))
def test_blocks_and_matches_are_numbered_both_ways(lined: LineUp, match: int) -> None:
    """A match lies in its block, and a block's matches follow one another."""
    seating, block = lined.locate(match)
    assert match in lined.matches_of(block)
    assert seating == lined.seatings[match % lined.cycle_length]
    assert lined.matches_of(block).stop == lined.matches_of(block + 1).start


@given(any_line_up())
def test_rotations_move_everybody_one_seat_on(lined: LineUp) -> None:
    """Within a block each seating is the one before it, one seat further."""
    for start, size in lined.orders:
        for place in range(start + 1, start + size):
            before = lined.seatings[place - 1]
            assert lined.seatings[place] == before[-1:] + before[:-1]


@given(any_line_up(), st.randoms())
def test_the_order_of_the_names_changes_nothing(lined: LineUp, random: Random) -> None:
    """Line-ups are in canonical order whatever the order of their entries."""
    units = lined.sides if lined.by_side else len(lined.entries)
    ring = list(lined.seatings[-1][:units])
    random.shuffle(ring)
    assert line_up(ring, len(lined.entries), lined.sides) == lined


@given(any_line_up())
def test_fair_shares_sum_to_the_sides_sat_on(lined: LineUp) -> None:
    """Every side is counted once for each strategy that sits on it."""
    expected = Fraction(0)
    for seating in lined.seatings:
        for side in range(lined.sides):
            expected += len(set(seating[side :: lined.sides]))
    expected /= lined.cycle_length * lined.sides
    assert sum(map(lined.fair_share, lined.strategies)) == expected


@pytest.mark.parametrize(
    ("entries", "seats", "sides", "cycle", "orders"),
    [
        ((A, B, C), 3, 3, 6, [3, 3]),
        ((A, A, B), 3, 3, 3, [3]),
        ((A, A, A), 3, 3, 1, [1]),
        ((A, B), 4, 2, 2, [2]),
        ((A, B, C, D), 4, 2, 24, [4] * 6),
        ((A, A, B, B), 4, 4, 6, [4, 2]),
        ((A, B, C), 6, 3, 6, [3, 3]),
        ((A, B), 6, 2, 2, [2]),
        ((0, 1, 2, 3, 4, 5), 6, 6, 720, [6] * 120),
    ],
)
def test_cycles_of_the_worked_line_ups(
    entries: tuple[int, ...], seats: int, sides: int, cycle: int, orders: list[int]
) -> None:
    """The cycles and blocks that design.md section 7 describes."""
    got = line_up(entries, seats, sides)
    assert (got.cycle_length, [size for _, size in got.orders]) == (cycle, orders)


@pytest.mark.parametrize(
    ("entries", "seats", "sides", "expected"),
    [
        ((A, B, C), 3, 3, ["1/3", "1/3", "1/3"]),
        ((A, A, B), 3, 3, ["2/3", "1/3"]),
        ((A, B), 4, 2, ["1/2", "1/2"]),
        ((A, B, C, D), 4, 2, ["1/2"] * 4),
        ((A, A, A), 3, 3, ["1"]),
    ],
)
def test_fair_shares_of_design_section_2(
    entries: tuple[int, ...], seats: int, sides: int, expected: list[str]
) -> None:
    """A B C thirds, A A B two to one, partnerships one half each."""
    lined = line_up(entries, seats, sides)
    got = [lined.fair_share(strategy) for strategy in lined.strategies]
    assert got == [Fraction(text) for text in expected]


def test_seatings_are_in_the_documented_order() -> None:
    """The example in the module's docstring."""
    got = line_up((C, A, B), 3, 3).seatings
    assert got == ((0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0))


def test_partners_play_one_strategy_where_each_plays_a_side() -> None:
    """2x2 `A B` seats A B A B and B A B A."""
    assert line_up((A, B), 4, 2).seatings == ((A, B, A, B), (B, A, B, A))


def test_a_side_filled_by_one_strategy_counts_once() -> None:
    """A on seats 0 and 2 of 2x2 sits on one side, on seats 0 and 1 on both."""
    assert sides_of((A, B, A, C), 2, A) == [0]
    assert sides_of((A, A, B, C), 2, A) == [0, 1]


@pytest.mark.parametrize(
    ("names", "seats", "sides", "expected"),
    [
        ((A, B), 3, 3, [(A, A, B), (A, B, B)]),
        ((A, B), 4, 4, [(A, A, A, B), (A, A, B, B), (A, B, B, B)]),
        ((A, A), 3, 3, [(A, A, A)]),
        ((A, A, B), 3, 3, [(A, A, B)]),
        ((A,), 3, 3, [(A, A, A)]),
        ((A,), 4, 2, [(A, A, A, A)]),
        ((B, A), 4, 2, [(A, A, B, B)]),
        ((C, A, B), 4, 4, [(A, A, B, C), (A, B, B, C), (A, B, C, C)]),
    ],
)
def test_names_stand_for_line_ups(
    names: tuple[int, ...], seats: int, sides: int, expected: list[tuple[int, ...]]
) -> None:
    """Fewer names than seats are every line-up that holds each of them."""
    assert [lined.entries for lined in line_ups(names, seats, sides)] == expected


@pytest.mark.parametrize(
    ("names", "seats", "sides", "message"),
    [
        ((A, B, C), 2, 2, "3 strategies for 2 seats; `tournament`"),
        ((A, B, C), 4, 2, "3 strategies for 2x2; name 1 .* 2 .* or 4"),
        ((A, B), 6, 3, "2 strategies for 3x2"),
        ((), 3, 3, "0 strategies for 3 players; name 1 to 3"),
        ((A,), 7, 7, "7 players; allowed are 2 to 6"),
        ((A,), 1, 1, "1 players"),
        ((A,), 5, 2, "2 sides do not divide 5 seats"),
    ],
)
def test_what_does_not_fit_is_refused(
    names: tuple[int, ...], seats: int, sides: int, message: str
) -> None:
    """The message says what was given and what is allowed."""
    with pytest.raises(LineUpError, match=message):
        line_ups(names, seats, sides)


def test_an_explicit_line_up_must_fill_the_table() -> None:
    """Three entries fill neither four seats nor two sides."""
    with pytest.raises(LineUpError, match="3 strategies for 2x2"):
        line_up((A, B, C), 4, 2)


@given(any_line_up(), st.integers(1, 10**12))
def test_matches_are_rounded_up_to_whole_cycles(lined: LineUp, matches: int) -> None:
    """Never fewer than asked, and less than a cycle more."""
    got = lined.rounded(matches)
    assert got % lined.cycle_length == 0
    assert 0 <= got - matches < lined.cycle_length
    assert lined.locate(got)[1] == lined.blocks(got)


def test_matches_are_shared_out_evenly() -> None:
    """Each line-up gets its part, rounded up to its own cycles (4, 6 and 4)."""
    assert share_out(100, line_ups((A, B), 4, 4)) == [36, 36, 36]
    assert share_out(1, line_ups((A, B), 4, 4)) == [4, 6, 4]

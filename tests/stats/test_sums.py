"""Sums over blocks, ratios, differences, the gain, and many comparisons at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tests.kit.block_worlds import independent, seat_luck, strengths_around
from zetema_sim.experiments.shared.standings import (
    Standings,
    difference,
    standings,
    win_share,
)
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    BlockSums,
    Measured,
    Reading,
    gain,
    holm,
    rank_ranges,
    rank_text,
    ratio,
    variance,
)
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work.columns import Columns

ROWS = arrays.arrays(np.int64, (12, 3), elements=st.integers(-1000, 1000))


def rows_of(wins: np.ndarray) -> np.ndarray:
    """Return the rows of blocks of wins ``[block, match, strategy]``, one a seat."""
    blocks, seats, count = wins.shape
    rows = np.zeros((blocks, count, counters.N_COLUMNS), np.int64)
    rows[..., counters.WINS] = np.rint(SIXTIETHS * wins).sum(axis=1)
    for counter in (counters.MATCHES, counters.SIDES, counters.SEATS):
        rows[..., counter] = seats
    return rows.reshape(blocks, -1)


def played(wins: np.ndarray, reading: Reading | None = None) -> Standings:
    """Return the standings of blocks of wins."""
    columns = Columns(wins.shape[2])
    sums = BlockSums.of(rows_of(wins))
    return standings(sums, columns, wins.shape[2], reading or Reading())


def some_wins(blocks: int, seats: int, seed: int = 1) -> np.ndarray:
    """Return the wins of unequal strategies."""
    rng = np.random.default_rng(seed)
    return independent(strengths_around(0.2, seats), (1, blocks, seats), rng)[0]


@given(ROWS, st.permutations(range(12)), st.integers(0, 12))
def test_sums_are_the_same_in_any_order_and_parts(
    rows: np.ndarray, order: list[int], cut: int
) -> None:
    """Merging is exact: parts of a run add up to the whole."""
    mixed = rows[order]
    assert BlockSums.of(mixed[:cut]) + BlockSums.of(mixed[cut:]) == BlockSums.of(rows)
    assert BlockSums.of(rows) + BlockSums.none(3) == BlockSums.of(rows)


@pytest.mark.parametrize("size", [1, 10**7, 10**10, 10**17])
def test_sums_of_products_are_exact_at_any_size(size: int) -> None:
    """By floats, by int64 and beyond."""
    rows = np.array([[size, 3], [size - 1, 7], [-size, 1]])
    got = BlockSums.of(rows)
    assert got.product(0, 0) == 3 * size**2 - 2 * size + 1
    assert got.product(0, 1) == 9 * size - 7


def test_the_variance_is_that_of_the_linearised_ratio() -> None:
    """The formula of the docstring, worked out over blocks with floats."""
    rng = np.random.default_rng(3)
    rows = np.column_stack([rng.integers(0, 9, 40), rng.integers(1, 9, 40)])
    sums = BlockSums.of(rows)
    won, matches = rows.T
    residuals = (won - won.sum() / matches.sum() * matches) / matches.sum()
    expected = 40 / 39 * (residuals**2).sum()
    assert float(variance(sums, ratio(sums, 0, 1))) == pytest.approx(expected)


def test_a_difference_is_paired() -> None:
    """What blocks have in common cancels: equal columns differ without variance."""
    rows = np.random.default_rng(3).integers(1, 9, (30, 3))
    rows[:, 2] = rows[:, 0] + 2 * rows[:, 1]
    sums = BlockSums.of(rows)
    shifted = ratio(sums, 2, 1) - ratio(sums, 0, 1)
    assert (shifted.value, variance(sums, shifted)) == (2, 0)


def test_the_difference_is_scaled_to_sides() -> None:
    """A A B: shares 0.8 and 0.2, fair 2/3 and 1/3: (1.2 - 0.6) / 3."""
    rows = np.zeros((2, 2, counters.N_COLUMNS), np.int64)
    rows[..., counters.MATCHES] = 10
    rows[..., counters.WINS] = 8 * SIXTIETHS, 2 * SIXTIETHS
    rows[..., counters.SIDES] = 20, 10
    sums, columns = BlockSums.of(rows.reshape(2, -1)), Columns(2)
    assert difference(sums, columns, 0, 1).value == Fraction(1, 5)
    assert win_share(sums, columns, 0).value == Fraction(4, 5)


def test_two_strategies_differ_as_their_shares_do() -> None:
    """The interval of the difference is that of the share, doubled and moved."""
    found = played(some_wins(50, 2))
    low, high = found.win_shares[0].ends
    assert found.pairs[0].number.ends == pytest.approx([2 * low - 1, 2 * high - 1])


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_standings_do_not_depend_on_the_order_of_names(seats: int) -> None:
    """Strategies in another order have the same numbers, differences their sign."""
    wins = some_wins(40, seats)
    order = list(range(seats))[::-1]
    ours, theirs = played(wins), played(wins[..., order])
    assert [theirs.win_shares[place] for place in order] == list(ours.win_shares)
    turned = {(order[pair.b], order[pair.a]): pair for pair in theirs.pairs}
    for pair in ours.pairs:
        assert turned[pair.a, pair.b].decision.p_holm == pytest.approx(
            pair.decision.p_holm, abs=1e-9
        )
        assert turned[pair.a, pair.b].number.value == -pair.number.value


def test_a_pair_is_decided_iff_its_interval_omits_zero() -> None:
    """With one pair Holm corrects nothing."""
    decided = 0
    for seed in range(40):
        pair = played(some_wins(30, 2, seed)).pairs[0]
        low, high = pair.number.ends
        assert pair.decision.decided == (not low <= 0 <= high)
        decided += pair.decision.decided
    assert decided > 20


@pytest.mark.parametrize("blocks", [1, 2, 30])
@pytest.mark.parametrize("share", [0.0, 1.0, 0.5])
def test_extreme_runs_are_defined(blocks: int, share: float) -> None:
    """All wins, all losses and all shared, of one block and more, are finite."""
    wins = np.full((blocks, 2, 2), share)
    wins[..., 1] = 1 - share
    found = played(wins)
    low, high = found.win_shares[0].ends
    assert 0 <= low <= share <= high <= 1
    assert low < high
    numbers = [found.pairs[0].decision.p_holm, *found.pairs[0].number.ends]
    assert np.isfinite(numbers).all()
    assert blocks > 1 or ((low, high) == (0, 1) and not found.pairs[0].decision.decided)


@pytest.mark.parametrize("blocks", [1, 2, 30])
def test_a_strategy_alone_wins_for_certain(blocks: int) -> None:
    """By construction: the one interval without a width."""
    found = played(np.ones((blocks, 2, 1)))
    assert found.win_shares[0].ends == [1, 1]


@pytest.mark.parametrize("planned", [None, 2000])
@pytest.mark.parametrize("margin", [0.02, 0.05, 0.3])
def test_equal_is_an_interval_inside_the_margin(
    planned: int | None, margin: float
) -> None:
    """Where neither is ahead; with one pair Holm corrects nothing."""
    for blocks, seed in ((2, 1), (30, 2), (400, 3), (4000, 4)):
        reading = Reading(0.95, planned, margin)
        pair = played(some_wins(blocks, 2, seed), reading).pairs[0]
        is_inside = max(map(abs, pair.number.ends)) < margin
        decision = pair.decision
        assert decision.is_equal == (is_inside and not decision.is_apart)


@pytest.mark.parametrize("planned", [None, 100])
def test_tiny_numbers_are_written_as_what_is_known(planned: int | None) -> None:
    """No p-value below what the approximations can tell, no quantile's own zero."""
    reading = Reading(planned=planned)
    sure = Measured(0.9, 1e-9, 1000, 3000, DIFFERENCE)
    assert 1e-16 < reading.p_values([sure])[0] < 1e-12
    rare = Measured(1e-7, 1e-14, 1000, 3000, SHARE_BOUNDS)
    assert reading.interval(rare).low == 0


def test_no_match_is_defined() -> None:
    """Nothing played: shares 0 by definition, everything possible, nothing decided."""
    found = standings(BlockSums.none(Columns(2).count), Columns(2), 2, Reading())
    assert found.win_shares[0].ends == [0, 1]
    assert not found.pairs[0].decision.decided


def test_independent_matches_are_worth_themselves() -> None:
    """The gain is 1 where blocks share nothing, within chance."""
    assert gain_of(some_wins(20_000, 3)) == pytest.approx(1, abs=0.05)


def test_blocks_that_share_seat_luck_are_worth_more() -> None:
    """And less than the three matches of a block if these are won together."""
    rng = np.random.default_rng(4)
    strengths = strengths_around(0.3, 3)
    assert gain_of(seat_luck(strengths, (1, 20_000, 3), rng)[0]) > 1.5
    together = np.repeat(some_wins(20_000, 3)[:, :1], 3, axis=1)
    assert gain_of(together) == pytest.approx(1 / 3, abs=0.02)


def test_the_gain_without_variance_is_one() -> None:
    """Copies win their fair share in every block."""
    assert gain_of(np.broadcast_to(np.eye(3), (10, 3, 3))) == 1


def gain_of(wins: np.ndarray) -> float:
    """Return the gain over all strategies."""
    sums, columns = BlockSums.of(rows_of(wins)), Columns(wins.shape[2])
    shares = [win_share(sums, columns, strategy) for strategy in range(wins.shape[2])]
    squares = [Fraction(float(square)) for square in (wins**2).mean(axis=(0, 1))]
    return gain(sums, shares, squares)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_the_closed_test_of_bonferroni(p_values: list[float]) -> None:
    """A difference is decided if it is in every set of them that holds it."""
    count = len(p_values)
    sets = [each for n in range(count) for each in combinations(range(count), n + 1)]
    bonferroni = {
        each: min(1, len(each) * min(p_values[at] for at in each)) for each in sets
    }
    expected = [max(bonferroni[s] for s in sets if at in s) for at in range(count)]
    assert holm(p_values) == pytest.approx(expected)


def test_equal_strategies_are_seldom_told_apart() -> None:
    """Any of the six pairs of four equal ones, in at most about one run of twenty."""
    rng = np.random.default_rng(6)
    wins = seat_luck(np.full(4, 0.25), (200, 40, 4), rng)
    wrong = sum(
        any(pair.decision.decided for pair in played(run).pairs) for run in wins
    )
    assert wrong <= 20  # 0.1 % of binomial(200, 0.05)


@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        ([], ["1-4", "1-4", "1-4", "1-4"]),
        ([(0, 1), (0, 2), (0, 3)], ["1", "2-4", "2-4", "2-4"]),
        ([(0, 2), (0, 3), (1, 3)], ["1-2", "1-3", "2-4", "3-4"]),
        ([(a, b) for a, b in permutations(range(4), 2) if a < b], list("1234")),
    ],
)
def test_ranks_are_open_where_nothing_is_decided(
    ahead: list[tuple[int, int]], expected: list[str]
) -> None:
    """A rank range leaves out only what is decided."""
    table = [[(a, b) in ahead for b in range(4)] for a in range(4)]
    assert [rank_text(ranks) for ranks in rank_ranges(table)] == expected

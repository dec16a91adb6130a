"""The verdict of a comparison, in words."""

from __future__ import annotations

import math

import pytest

from zetema_sim.experiments.compare.sentence import verdict
from zetema_sim.experiments.shared.standings import PairDifference, Standings
from zetema_sim.stats import Decision, Interval, Reading

NAMES = ["greedy", "hoarder", "chaser", "random"]


def found(
    shares: list[float],
    error: float = 0.002,
    fair: list[float] | None = None,
    blocks: int = 1000,
    sides: int | None = None,
    margin: float | None = None,
) -> Standings:
    """Return standings of these shares, each known to plus or minus 1.96 errors."""
    fair = fair or [1 / len(shares)] * len(shares)
    sides = sides or len(shares)
    reach = 1.96 * error
    known = tuple(Interval(each, each - reach, each + reach) for each in shares)
    pairs = tuple(
        _pair(
            *(a, b, (shares[a] / fair[a] - shares[b] / fair[b]) / sides),
            *(reach, margin),
        )
        for a in range(len(shares))
        for b in range(a + 1, len(shares))
    )
    reading = Reading(margin=margin)
    return Standings(30_000, blocks, sides, reading, known, tuple(fair), pairs)


def _pair(
    a: int, b: int, difference: float, reach: float, margin: float | None
) -> PairDifference:
    p_value = math.erfc(abs(difference) / reach * 1.96 / math.sqrt(2))
    interval = Interval(difference, difference - reach, difference + reach)
    is_apart = p_value < 0.05
    is_equal = not is_apart and abs(difference) + reach < (margin or 0)
    decision = Decision(p_value, p_value, is_apart, is_equal)
    return PairDifference(interval, decision, a, b)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        (
            [0.6, 0.4],
            "greedy is ahead with 60.0 ± 0.4 wins of 100 (50.0 is fair), "
            "20.0 ± 0.4 more than hoarder.",
        ),
        (
            [0.501, 0.499],
            "greedy and hoarder are undecided (50.1 ± 0.4 and 49.9 ± 0.4 wins "
            "of 100). About 120,000 matches would decide if what is seen is real.",
        ),
        (
            [0.5, 0.5],
            "greedy and hoarder are undecided (50.0 ± 0.4 and 50.0 ± 0.4 wins "
            "of 100). Any difference is at most 0.4 wins of 100.",
        ),
        (
            [0.3, 0.4, 0.3],
            "hoarder is ahead with 40.0 ± 0.4 wins of 100 (33.3 is fair), "
            "10.0 ± 0.4 more than greedy. Undecided: greedy and chaser "
            "(30.0 ± 0.4 and 30.0 ± 0.4).",
        ),
        (
            [0.3, 0.4, 0.2, 0.1],
            "hoarder is ahead with 40.0 ± 0.4 wins of 100 (25.0 is fair), "
            "10.0 ± 0.4 more than greedy; then come greedy (30.0 ± 0.4), "
            "chaser (20.0 ± 0.4) and random (10.0 ± 0.4).",
        ),
        (
            [0.4, 0.402, 0.198],
            "hoarder and greedy lead, undecided among them (40.2 ± 0.4 and "
            "40.0 ± 0.4 wins of 100); behind them: chaser (19.8 ± 0.4). About "
            "180,000 matches would decide between greedy and hoarder if what is "
            "seen is real.",
        ),
        (
            [0.337, 0.334, 0.329],
            "greedy and hoarder lead, undecided among them (33.7 ± 0.4 and "
            "33.4 ± 0.4 wins of 100); behind them: chaser (32.9 ± 0.4). About "
            "77,000 matches would decide between greedy and hoarder if what is "
            "seen is real.",
        ),
    ],
)
def test_the_sentence(shares: list[float], expected: str) -> None:
    """Who is ahead, what is undecided, and what would decide."""
    assert verdict(found(shares), NAMES[: len(shares)]) == expected


def test_unequal_fair_shares_are_named() -> None:
    """A A B: 70 of 100 is little where 66.7 is fair."""
    got = verdict(found([0.7, 0.3], fair=[2 / 3, 1 / 3]), NAMES[:2])
    assert got == (
        "greedy is ahead with 70.0 ± 0.4 wins of 100 (66.7 is fair); a side of it "
        "wins 7.5 ± 0.4 of 100 more than one of hoarder."
    )


def test_a_difference_is_of_what_is_named() -> None:
    """On two sides each, 69.8 and 30.2 are no 19.8 apart: a side of each is."""
    got = verdict(found([0.698, 0.302], sides=4), NAMES[:2])
    assert got.endswith(
        "; a side of it wins 19.8 ± 0.4 of 100 more than one of hoarder."
    )
    got = verdict(found([0.5, 0.5], sides=4), NAMES[:2])
    assert got.endswith("at most 0.4 wins of 100 for each side played.")


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([0.501, 0.499], "greedy and hoarder are equal within 1 win of 100 (50.1 ± "),
        ([0.3, 0.4, 0.3], ". Equal within 1 win of 100: greedy and chaser."),
        ([0.4, 0.402, 0.198], ". Equal within 1 win of 100: greedy and hoarder."),
        ([0.6, 0.4], "20.0 ± 0.4 more than hoarder."),
    ],
)
def test_equal_strategies_are_named(shares: list[float], expected: str) -> None:
    """With a margin of indifference; nothing more would decide them."""
    got = verdict(found(shares, margin=0.01), NAMES[: len(shares)])
    assert expected in got
    assert "would decide" not in got


def test_a_tiny_margin_is_never_shown_as_none() -> None:
    """0.0003 wins of 100 are shown as 0.01."""
    assert "60.00 ± 0.01 wins" in verdict(found([0.6, 0.4], 1e-6), NAMES[:2])


def test_one_block_is_undecided() -> None:
    """Whatever it showed."""
    got = verdict(found([1.0, 0.0], blocks=1), NAMES[:2])
    assert got.startswith("Undecided: one block")


def test_one_strategy_has_nothing_to_be_told_from() -> None:
    """A A A."""
    got = verdict(found([1.0], fair=[1.0]), NAMES[:1])
    assert got == (
        "Only greedy plays, so one of its sides wins in any case and there is nothing "
        "to decide."
    )

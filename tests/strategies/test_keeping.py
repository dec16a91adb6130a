"""The fast way to reckon a hand's promise after each discard gives the same numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.rules.ruleset import preset

CHECKS = '''"""Discard by the promise, and fault where the two ways differ.

Source: a test.
"""

from _keeping import promises
from _promise import look_ahead, plans, promise
from _weighing import best_card

from zetema_sim.bits import has_card, lowest_bit
from zetema_sim.cards import IMPERIAL


def discard(view):
    weights = plans(marriage=400, run=150, rank=60)
    ahead = look_ahead(view, weights)
    values = promises(view, weights, ahead, view.legal_mask)
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        rank, bit = card & 15, 1 << card
        mask, twins = view.hand_mask, view.hand_twins
        if card >> 4 == IMPERIAL and has_card(twins, rank):
            twins ^= bit
        else:
            mask ^= bit
        ranks = view.hand_ranks - (1 << (4 * rank))
        slow = promise(view, weights, ahead, mask, twins, ranks)
        if abs(slow - values[card]) > 1e-6:
            return -card - 1000
    return best_card(values, view.legal_mask)
'''


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory, top: Path) -> lookup.Strategy:
    """Return the strategy that checks itself, beside the helpers it imports."""
    folder = tmp_path_factory.mktemp("keeping")
    for helper in (top / "strategies").glob("_*.py"):
        (folder / helper.name).write_text(helper.read_text("utf-8"), "utf-8")
    (folder / "checks.py").write_text(CHECKS, "utf-8")
    return lookup.load(str(folder / "checks.py"))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize(
    ("rules", "overrides"),
    [
        ("parlett", ()),
        ("official", ("draw.to=10",)),
        ("cassell-1881", ()),
        ("parlett", ("sequence.ace=both",)),
        ("parlett", ("sequence.ace=high", "flush.imperial=distinct_ranks")),
    ],
)
def test_both_ways_agree(
    checker: lookup.Strategy, rules: str, overrides: tuple[str, ...], players: int
) -> None:
    """In every decision of some matches; a difference would be a fault."""
    table = preset(rules).with_overrides(overrides).at_table(players)
    lineup = line_up([0] * players, players, table.sides)
    assert Table(table, (checker,), lineup, 77).play_blocks(0, 40)

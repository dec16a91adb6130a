"""A strategy that declares by default gets the best option, though none is listed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.rules.ruleset import PRESETS, preset

FIRST_CARD = '''"""Discard the lowest card.

Source: a test.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask)
'''
BY_ITSELF = """

def declare(view: View) -> int:
    return view.best_option
"""
HOUSE_RULES = (
    [],
    ["marriage.base=30,10,60,5,150", "marriage.imperial_mode=each"],
    ["marriage.base=0,0,0,0,0", "marriage.imperial_bonus=0", "flush.points=0"],
    ["marriage.imperial_mode=second_only", "marriage.bonus_at_five=true"],
    ["marriage.tableau_cards=none", "assembly.KQ=5", "sequence.points=60"],
    ["marriage.tableau_cards=one_per_declaration", "endgame.declarations=marriages"],
    ["run.length=3", "flush.imperial=any", "sequence.ace=both", "draw.to=9"],
    ["run.length=4", "flush_sequence.points=10", "flush.imperial=distinct_ranks"],
    ["run.length=4", "flush.points=50", "flush_sequence.points=5", "draw.to=8"],
)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("overrides", HOUSE_RULES, ids=" ".join)
def test_default_declares_the_best_option(
    name: str, overrides: list[str], tmp_path: Path
) -> None:
    """To declare `best_option` is to have no `declare`, under any rules."""
    (tmp_path / "default.py").write_text(FIRST_CARD)
    (tmp_path / "by_itself.py").write_text(FIRST_CARD + BY_ITSELF)
    rules = preset(name).with_overrides(overrides).at_table(3, "solo")
    default, by_itself = (
        Table(
            rules,
            (lookup.load(str(tmp_path / f"{file}.py")),),
            line_up([0, 0, 0], 3, 3),
            seed=5,
        ).play_blocks(0, 200)
        for file in ("default", "by_itself")
    )
    assert np.array_equal(default.sums, by_itself.sums)
    assert default.sums.sum() > 0

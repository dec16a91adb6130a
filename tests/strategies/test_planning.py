"""What a choice takes from a hand's promise is the difference of two promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.tables import difference, rules_at, table_of
from zetema_sim.faults import StrategyError
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.rules.ruleset import preset

CHECKS = '''"""Choose by what choices gain, and fault where the promises differ.

Source: a test.
"""

from zetema_sim.bits import has_card, lowest_bit
from zetema_sim.cards import IMPERIAL
from zetema_sim.planning import (
    best_card,
    best_option,
    discard_values,
    draw_worth,
    hand_after,
    look_ahead,
    married_values,
    pile_value,
    plan_with,
    promise,
)
from zetema_sim.toolkit import unseen_cards, unseen_of_rank, unseen_twins


def now(view, plan, ahead):
    hand, twins = view.hand_mask, view.hand_twins
    return promise(view, plan, ahead, hand, twins, view.hand_ranks)


def declare(view):
    plan = plan_with(marriage=400, run=150, rank=60)
    ahead = look_ahead(view, plan)
    values = discard_values(view, plan, ahead, view.hand_mask)
    married = married_values(view, plan, ahead, 1)
    for option in range(view.n_listed):
        if view.option_pairs[option] > 0:
            hand = hand_after(view, option)
            slow = promise(view, plan, ahead, hand.mask, hand.twins, hand.ranks)
            slow += (hand.gone - 1) * draw_worth(view, plan, ahead)
            if abs(slow - now(view, plan, ahead) - married[option]) > 1e-6:
                return -option - 1000
    return best_option(view, plan, values, married, 1)


def discard(view):
    plan = plan_with(marriage=400, run=150, rank=60)
    ahead = look_ahead(view, plan)
    if ahead.cards != unseen_cards(view) or ahead.twins != unseen_twins(view):
        return -900
    for rank in range(13):
        if ahead.of_rank >> (4 * rank) & 15 != unseen_of_rank(view, rank):
            return -901
    values = discard_values(view, plan, ahead, view.legal_mask)
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
        slow = promise(view, plan, ahead, mask, twins, ranks)
        slow += pile_value(view, plan, ahead, rank) - now(view, plan, ahead)
        if abs(slow - values[card]) > 1e-6:
            return -card - 1000
    return best_card(values, view.legal_mask)
'''


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> lookup.Strategy:
    """Return the strategy that checks itself."""
    folder = tmp_path_factory.mktemp("planning")
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
        ("parlett", ("run.length=10", "draw.to=10", "flush.imperial=never")),
        ("parlett", ("run.length=14", "draw.to=14")),
    ],
)
def test_both_ways_agree(
    checker: lookup.Strategy, rules: str, overrides: tuple[str, ...], players: int
) -> None:
    """In every decision of some matches; a difference would be a fault."""
    table = preset(rules).with_overrides(overrides).at_table(players)
    lineup = line_up([0] * players, players, table.sides)
    assert Table(table, (checker,), lineup, 77).play_blocks(0, 40)


NOTES = '''"""Discard by a plan, and now and then by another one than was declared by.

Source: a test.
"""

from zetema_sim.planning import declare_by, discard_by, plan_with

SETTINGS = {"other": (0, 0, 3)}


def declare(view):
    option = declare_by(view, plan_with())
    return -1 if view.settings.other == 3 else option


def discard(view):
    if view.settings.other == 1:
        return discard_by(view, plan_with(third=300))
    if view.settings.other == 2:
        return discard_by(view, plan_with(horizon=view.turn % 5))
    return discard_by(view, plan_with())
'''


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a strategy that declares by notes."""
    file = tmp_path_factory.mktemp("notes") / "noted.py"
    file.write_text(NOTES, "utf-8")
    return file


@pytest.mark.parametrize("other", range(4))
@pytest.mark.parametrize(
    "overrides", [(), ("turn.marriage_also_discards=true", "draw.when=turn_end")]
)
def test_notes_change_no_discard(
    noted: Path, overrides: tuple[str, ...], other: int
) -> None:
    """Plain code has none, and plays the same match whatever was declared by."""
    rules = rules_at("parlett", *overrides)
    table = table_of(rules, "solo", [f"{noted}:other={other}"] * 2)
    assert not any(difference(table, rules, match) for match in range(8))


@pytest.mark.parametrize(
    "first",
    [
        "from zetema_sim.planning import notes",
        "from zetema_sim.planning.scratch import notes",
        "from zetema_sim.planning.notes import note_values",
        "import zetema_sim.planning.notes as kept",
    ],
)
def test_no_author_reaches_the_notes(tmp_path: Path, first: str) -> None:
    """Nothing but the library may carry anything from one decision to another."""
    head = f'"""Carry.\n\nSource: a test.\n"""\n{first}\n'
    code = "def worth(view, card):\n    return card\n"
    (tmp_path / "carry.py").write_text(head + code, "utf-8")
    with pytest.raises(StrategyError, match=r"carry\.py:5"):
        lookup.load(str(tmp_path / "carry.py"))


@pytest.mark.parametrize("use", ["view.notes[64]", "int(view.notes[0])"])
def test_no_view_has_notes(tmp_path: Path, use: str) -> None:
    """They stand behind what a view sees, for the library alone."""
    code = f"def worth(view, card):\n    return {use}\n"
    (tmp_path / "peek.py").write_text(f'"""Peek.\n\nSource: a test.\n"""\n{code}')
    with pytest.raises(StrategyError, match="notes"):
        lookup.load(str(tmp_path / "peek.py"))

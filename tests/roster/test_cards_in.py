"""Loops over cards are written out where a file is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.tables import difference, rules_at, table_of
from zetema_sim.faults import StrategyError
from zetema_sim.roster.file import read_strategy

TOP = '"""X.\n\nSource: a test.\n"""\nfrom zetema_sim.toolkit import cards_in\n'
BODY = "def discard(view):\n    {}\n    return 1\n"


@pytest.mark.parametrize("players", [2, 3])
def test_loops_end_as_in_plain_python(players: int) -> None:
    """With `continue`, `break` and `else`, one in the other, below zero too."""
    rules = rules_at("parlett")
    table = table_of(rules, "solo", ["loops", *["greedy"] * (players - 1)])
    assert difference(table, rules, 3) == ""


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("x = list(cards_in(view.legal_mask))", "stands in `for card in cards_in"),
        ("x = [c for c in cards_in(3)]", "stands in `for card in cards_in"),
        ("x = cards_in", "stands in `for card in cards_in"),
        ("cards_in = 3", "is the loop over cards"),
        ("for a, b in cards_in(3): pass", "is no name for a card"),
        ("for a in cards_in(3, 4): pass", "other than one word of cards"),
    ],
)
def test_it_stands_in_a_for_statement_only(
    tmp_path: Path, line: str, reason: str
) -> None:
    """Whatever else is done with it is refused."""
    path = tmp_path / "mine.py"
    path.write_text(TOP + BODY.format(line), "utf-8")
    with pytest.raises(StrategyError, match=r"mine\.py:7") as refused:
        read_strategy(path)
    assert reason in str(refused.value)


@pytest.mark.parametrize("name", ["cards_in as c", "unseen_cards as cards_in"])
def test_it_goes_by_its_own_name(tmp_path: Path, name: str) -> None:
    """So that a reader, and the compiler, know it."""
    path = tmp_path / "mine.py"
    loop = BODY.format("for card in c(3): pass")
    path.write_text(f"from zetema_sim.toolkit import {name}\n{loop}", "utf-8")
    with pytest.raises(StrategyError, match="cards_in"):
        read_strategy(path)

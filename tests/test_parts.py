"""What strategies share is compiled once: a new one compiles only its own file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from tests.kernel_parts import find_options
from zetema_sim import roster
from zetema_sim.engine import Table
from zetema_sim.lineups import line_up
from zetema_sim.roster import load
from zetema_sim.rules import preset

HELPER = '''"""Keep what is high.

Source: a test.
"""

from zetema_sim.cards import rank_of
from zetema_sim.toolkit import pile_height


def worth(view, card, more):
    return rank_of(card) + more - pile_height(view, rank_of(card))
'''
STRATEGY = '''"""Discard what is worth least.

Source: a test.
"""

from _worth import worth

from zetema_sim.bits import lowest_bit


def least(view):
    best, left = lowest_bit(view.legal_mask), view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if worth(view, card, {more}) < worth(view, best, 1):
            best = card
    return best


def discard(view):
    return least(view)
'''


class Compiled(event.Listener):  # type: ignore[misc]
    """Notes the functions that numba compiles."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        """Note a function."""
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Do nothing."""


def compiled_by(path: Path, text: str) -> list[str]:
    """Return the functions that numba compiles for a strategy, sorted."""
    path.write_text(text, "utf-8")
    listener = Compiled()
    with event.install_listener("numba:compile", listener):
        assert roster.load(str(path)).file.pointers
    return sorted(listener.names)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "_worth.py").write_text(HELPER, "utf-8")
    return tmp_path


def test_compiles_its_own_file_only(folder: Path) -> None:
    """Of two strategies with one helper file the second finds that compiled."""
    first = compiled_by(folder / "first.py", STRATEGY.format(more=2))
    second = compiled_by(folder / "second.py", STRATEGY.format(more=3))
    assert "worth" in first
    assert second == ["discard", "least"]


def test_compiles_a_changed_helper(folder: Path) -> None:
    """A strategy is compiled anew with its helper file where that has changed."""
    compiled_by(folder / "first.py", STRATEGY.format(more=2))
    (folder / "_worth.py").write_text(HELPER.replace("+ more", "* more"), "utf-8")
    assert "worth" in compiled_by(folder / "again.py", STRATEGY.format(more=2))


def test_a_copy_of_a_unit_elsewhere_does_not_take_its_place() -> None:
    """A library that links a unit of the kernel leaves the kernel's own in place."""
    rules = preset("parlett")
    table = Table(rules.at_table(2), (load("greedy"),), line_up([0, 0], 2, 2), 1)
    before = table.play_blocks(0, 50).sums
    find_options(rules.at_table(3), list(range(6)), [], 0)
    assert (table.play_blocks(0, 50).sums == before).all()

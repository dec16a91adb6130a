"""What strategies share is compiled once: a new one compiles only its own file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import types
from numba.core import event

from tests.kit.kernel_parts import find_options
from zetema_sim.cards import rank_of
from zetema_sim.kernel import linking
from zetema_sim.kernel.jit import jit
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.roster.lookup import load
from zetema_sim.rules.ruleset import preset

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
        assert lookup.load(str(path)).file.pointers
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


TWO_THREADS = """
import threading, numba
from numba import types
from zetema_sim.cards import rank_of
from zetema_sim.kernel.jit import jit

done = threading.Event()

def ours():
    for number in range(10):
        def more(card):
            return rank_of(card) + number
        assert jit(types.int64(types.int64), folder=None)(more)(7) == 7 + number
    done.set()

def theirs():
    while not done.is_set():
        inner = numba.njit(lambda card: card + 1)
        assert numba.njit(lambda card: inner(card) + 1)(1) == 3

threads = [threading.Thread(target=each) for each in (ours, theirs)]
for each in threads: each.start()
for each in threads: each.join()
print(done.is_set())
"""


def test_other_threads_may_compile_meanwhile(top: Path) -> None:
    """As a user's own functions, while a strategy is loaded."""
    command = [sys.executable, "-c", TWO_THREADS]
    ended = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("True\n", "")


KNOWN = linking.NUMBA_METHODS
ANOTHER = ("CPUCodeLibrary", "another_name")


@pytest.mark.parametrize(
    "names",
    [
        (ANOTHER, *KNOWN[1:]),
        (KNOWN[0], ANOTHER, KNOWN[2]),
        (*KNOWN[:2], ANOTHER),
        (("AnotherClass", KNOWN[0][1]), *KNOWN[1:]),
        (("CPUCodeLibrary", "name"),) * 3,  # there, and not what is meant
    ],
)
def test_another_numba_is_slower_and_right(
    names: tuple[tuple[str, str], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its private names are a help: compiled without them, code does the same."""
    monkeypatch.setattr(linking, "NUMBA_METHODS", names)
    made = jit(types.int64(types.int64), folder=None)(lambda card: rank_of(card) + 1)
    assert made(7) == rank_of(7) + 1

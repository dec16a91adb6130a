"""Runs of strategies of tests/kit/agreement, and of one that is at fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.kit.tables import FOLDER
from zetema_sim.faults import StrategyFault
from zetema_sim.playing.seating import Setup, TableOptions, set_up
from zetema_sim.work import Work
from zetema_sim.work.blocks import Outcome, play


def path_of(name: str) -> str:
    """Return the name by which a command finds a strategy of tests/kit/agreement."""
    return f"{name}={FOLDER / name.replace('-', '_')}.py"


PILE, ANY, FIELD = map(path_of, ("fullest-pile", "any-option", "every-field"))


def set_up_run(names: list[str], players: int, sides: str, matches: int) -> Setup:
    return set_up(names, TableOptions(players=players, sides=sides, seed=7), matches)


def numbers(outcome: Outcome) -> list[Any]:
    """Return all that a run counts."""
    arrays = [*outcome.lineups, *outcome.tally]
    return [outcome.sums, *(array.tolist() for array in arrays)]


WHEN = "view.seat == 1 and view.deal >= 1 and view.hand_mask % 23 == 4"
FAULTS = {
    "divides by zero": ("discard", "return 1 // (view.seat - 1)", "ZeroDivisionError"),
    "reads beyond": ("discard", "return view.piles[13 * view.seat]", "IndexError"),
    "no such card": ("discard", "return 77", "answered 77"),
    "far beyond": ("discard", "return 2**62", "answered 4611686018427387904"),
    "a negative card": ("discard", "return -5", "answered -5"),
    "no card": ("discard", "return -1", "answered -1"),
    "a rank that is none": ("discard", "return 13", "answered 13"),
    "not its card": ("discard", "return lowest_bit(~view.hand_mask)", "answered"),
    "an option too many": ("declare", "return view.n_options", "not -1 or an option"),
    "a negative option": ("declare", "return -2", "answered -2, not -1 or an option"),
    "reads a list beyond": ("discard", "return [1, 2][view.players]", "IndexError"),
    "raises declaring": ("declare", "return 1 % (view.seat - 1)", "ZeroDivisionError"),
}
SOURCE = '''"""Plays by the rules, mostly.

Source: the tests.
"""

from zetema_sim.bits import lowest_bit


def declare(view):
    if {declare}:
        {does}
    return -1


def discard(view):
    if {discard}:
        {does}
    return lowest_bit(view.legal_mask)
'''


def faulty(folder: Path, function: str, does: str, when: str = WHEN) -> str:
    """Return the path of a strategy that sometimes does what is not allowed."""
    conditions = {"declare": "view.seat > 9", "discard": "view.seat > 9"}
    text = SOURCE.format(**(conditions | {function: when}), does=does)
    (folder / "faulty.py").write_text(text, "utf-8")
    return str(folder / "faulty.py")


def fault_of(setup: Setup, threads: int) -> StrategyFault:
    with pytest.raises(StrategyFault) as caught:
        play(setup.run, Work.on(threads))
    return caught.value

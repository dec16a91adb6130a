"""A file may say what cards are worth, or its preferences, instead of what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from zetema_sim.faults import StrategyError
from zetema_sim.planning import preferences, when
from zetema_sim.roster import lookup
from zetema_sim.situations import Situation, discards, to_discard

TOP = '"""X.\n\nSource: a test.\n"""\n'
DATA = f"{TOP}from zetema_sim.planning import preferences, when\n\n"
SETTINGS = 'SETTINGS = {"plan": (1, 0, 3), "much": (70, 0, 90)}\n'
AMOUNTS = 'run="much", rank=7, flush_0=when(plan=1, much=70, then="much", otherwise=-5)'


def written(folder: Path, text: str) -> str:
    """Return the path of a strategy of that text."""
    path = folder / "mine.py"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def worth(view):\n    return 1\n", "two parameters, the view and a card"),
        ("def worth(view, card):\n    view.seat\n", "without an answer"),
        ("PREFERENCES = 3\n", "preferences(FIELD=AMOUNT"),
        ("PREFERENCES = preferences(3)\n", "all it gets by name"),
        ("PREFERENCES = preferences(flash_0=3)\n", "did you mean flush_0"),
        ("PREFERENCES = preferences(run=3 + 4)\n", "3 + 4 is no amount"),
        ('PREFERENCES = preferences(run="mouch")\n', "reads setting 'mouch'"),
        ("PREFERENCES = preferences(run=when(plan=1))\n", "no then="),
        ("PREFERENCES = preferences(run=when(then=1))\n", "no SETTING="),
        ("PREFERENCES = preferences(run=when(plan=x, then=1))\n", "whole number"),
        ("PREFERENCES = preferences()\nX = when(then=1)\n", "uses when"),
    ],
)
def test_what_is_amiss_is_told(tmp_path: Path, text: str, reason: str) -> None:
    """In one line, with the file."""
    with pytest.raises(StrategyError, match=r"mine\.py") as refused:
        _ = lookup.load(written(tmp_path, DATA + SETTINGS + text)).file.for_numba
    assert reason in str(refused.value)


@pytest.mark.parametrize("two", ["discard(view)", "worth(view, card)"])
def test_a_file_has_one_of_them(tmp_path: Path, two: str) -> None:
    """Of two nobody would know which counts."""
    text = f"{DATA}PREFERENCES = preferences()\ndef {two}:\n    return 1\n"
    with pytest.raises(StrategyError, match=f"{two[:5]}.* and PREFERENCES: one of"):
        lookup.load(written(tmp_path, text))


@pytest.mark.parametrize(("plan", "much"), [(1, 70), (1, 71), (0, 70)])
def test_preferences_are_the_same_as_data_and_called(
    tmp_path: Path, plan: int, much: int
) -> None:
    """What the file's tree makes of them is what the functions return."""
    text = f"{DATA}{SETTINGS}PREFERENCES = preferences({AMOUNTS})\n"
    named = f"{written(tmp_path, text)}:plan={plan},much={much}"
    chosen = lookup.load(named)
    view = to_discard(Situation("5H"), chosen.plain_settings())
    other = when(plan=1, much=70, then="much", otherwise=-5)
    told = preferences(run="much", rank=7, flush_0=other)
    assert chosen.file.plain.PREFERENCES(view) == told(view)


def test_the_card_worth_least_goes(tmp_path: Path) -> None:
    """Of equals the first, and of all the one of highest number by this one."""
    text = f"{TOP}def worth(view, card):\n    return -(card // 2)\n"
    assert discards(written(tmp_path, text), "3S 3D 3C 2C 5H") == "3C"

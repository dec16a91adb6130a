"""docs/strategies.md tells of the strategies what their files say."""

from __future__ import annotations

import re
import runpy

import pytest

from zetema_sim.roster.lookup import load, shipped_names


@pytest.fixture(scope="module")
def script(top):
    return runpy.run_path(str(top / "scripts" / "write_strategies_docs.py"))


@pytest.fixture(scope="module")
def page(top):
    return (top / "docs" / "strategies.md").read_text("utf-8")


def test_page_is_current(script, page):
    """Names, ideas, sources and settings; else run scripts/write_strategies_docs.py."""
    assert page == script["page"](script["measured_in"](page))


@pytest.mark.parametrize("name", shipped_names())
def test_every_strategy_is_told(page, name):
    """Each has its summary, its source and each setting with its bounds."""
    file = load(name).file
    assert f"## {name}\n\n{file.summary}\n" in page
    assert f"Source: {file.source}\n" in page
    for setting, numbers in file.settings.items():
        assert f"| `{setting}` | {' | '.join(map(str, numbers))} |" in page


def test_every_strategy_is_measured(script, page):
    """Against each of the two there is a row for every other strategy; and a stamp."""
    measured = script["measured_in"](page)
    rows = re.findall(r"^\| `(\S+)` \|", measured, re.M)
    others = [n for other in script["OTHERS"] for n in shipped_names() if n != other]
    assert rows == others
    assert "Made by `python scripts/write_strategies_docs.py --matches" in measured


def test_measuring_fills_a_cell_for_every_table(script):
    """A cell is wins of 100 with half its interval."""
    cells = [*script["_cells"]("greedy", "random", 60, 1)]
    assert len(cells) == len(script["TABLES"])
    assert all(re.fullmatch(r"\d+\.\d ± \d+\.\d", cell) for cell in cells)

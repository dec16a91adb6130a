"""Runs on threads: the same numbers in every digit, fair ones, and the same faults."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from shutil import copy

import pytest

from tests.kit.runs import (
    ANY,
    FAULTS,
    FIELD,
    PILE,
    fault_of,
    faulty,
    numbers,
    set_up_run,
)
from tests.kit.tables import FOLDER
from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import counters
from zetema_sim.playing.run import tables_of
from zetema_sim.playing.seating import Setup
from zetema_sim.playing.table import Table
from zetema_sim.replaying.events import match_events
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import Work
from zetema_sim.work import blocks as work_blocks
from zetema_sim.work.blocks import play
from zetema_sim.work.columns import Columns

# Names, players, sides, matches: one line-up, several, partners, a strategy a side.
RUNS = [
    ([PILE, ANY], 2, "solo", 2_000),
    ([PILE, ANY, FIELD], 3, "solo", 600),
    ([PILE, ANY], 4, "solo", 600),
    ([PILE, ANY], 4, "2x2", 1_000),
    ([PILE, ANY, ANY, FIELD], 4, "2x2", 500),
    ([ANY], 6, "3x2", 300),
]
each_run = pytest.mark.parametrize(("names", "players", "sides", "matches"), RUNS)


# The same numbers


@each_run
@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_no_digit(
    names: list[str], players: int, sides: str, matches: int, threads: int
) -> None:
    """However many threads play, every count is the same."""
    run = set_up_run(names, players, sides, matches).run
    assert numbers(play(run, Work.on(threads))) == numbers(play(run, Work.on(1)))


@each_run
@pytest.mark.parametrize("blocks", [1, 7, 4096])
def test_stretches_change_no_digit(
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    players: int,
    sides: str,
    matches: int,
    blocks: int,
) -> None:
    """However the blocks are cut, every count is the same."""
    run = set_up_run(names, players, sides, matches).run
    before = numbers(play(run, Work.on(1)))
    monkeypatch.setattr(work_blocks, "FIRST_STRETCH", blocks)
    monkeypatch.setattr(work_blocks, "MOST_BLOCKS", blocks)
    assert numbers(play(run, Work.on(2))) == before


@each_run
def test_order_of_names_changes_no_digit(
    names: list[str], players: int, sides: str, matches: int
) -> None:
    """However the strategies are ordered, every count is the same."""
    run = set_up_run(names, players, sides, matches).run
    other = set_up_run(names[::-1], players, sides, matches).run
    assert numbers(play(run, Work.on(1))) == numbers(play(other, Work.on(2)))


@each_run
def test_every_match_is_counted(
    names: list[str], players: int, sides: str, matches: int
) -> None:
    """A run plays its matches, all of them, and says so as it goes."""
    run = set_up_run(names, players, sides, matches).run
    told: list[tuple[int, int]] = []
    outcome = play(run, Work.on(2), lambda done, total: told.append((done, total)))
    assert outcome.tally.totals[counters.ALL_MATCHES] == run.total >= matches
    assert told == sorted(told)
    assert told[-1] == (run.total, run.total)


def test_blocks_do_not_depend_on_what_was_played_before() -> None:
    """A block has the same counts alone as among others."""
    (table,) = tables_of(set_up_run([PILE, FIELD], 2, "solo", 100).run)
    together = table.play_blocks(0, 20).sums
    for block in (19, 7, 0):
        assert (table.play_blocks(block, 1).sums[0] == together[block]).all()


# Fair numbers


@pytest.mark.parametrize(
    ("names", "players", "sides"),
    [
        ("ab", 2, "solo"),
        ("ab", 3, "solo"),
        ("abcd", 4, "solo"),
        ("abcd", 4, "2x2"),
        ("ab", 4, "2x2"),
        ("aaab", 4, "2x2"),
        ("abc", 6, "3x2"),
    ],
)
def test_copies_without_chance_win_their_share_in_every_block(
    tmp_path: Path, names: str, players: int, sides: str
) -> None:
    """Copies of a strategy that uses no chance win exactly their fair share."""
    for name in set(names):
        copy(FOLDER / "fullest_pile.py", tmp_path / f"{name}.py")
    files = [str(tmp_path / f"{name}.py") for name in names]
    for table in tables_of(set_up_run(files, players, sides, 100).run):
        sums = table.play_blocks(0, 40).sums
        wins, sat = sums[:, :, counters.WINS], sums[:, :, counters.SIDES]
        assert (wins * table.rules.sides == sat * SIXTIETHS).all()


def standard_errors_off(names: list[str], matches: int) -> float:
    """Return by how many standard errors the first of two misses half of the wins."""
    run = set_up_run(names, 2, "solo", matches).run
    sums = play(run).sums
    column = Columns(2).place(0, counters.WINS)
    wins, blocks = sums.sums[column], sums.blocks
    mean = wins / blocks  # of the two matches of a block
    spread = sums.product(column, column) / blocks - mean**2
    return (mean - SIXTIETHS) / sqrt(spread / blocks)


def two_randoms(folder: Path) -> list[str]:
    """Return two files that play alike by chance, under different names."""
    source = (FOLDER / "any_option.py").read_text("utf-8")
    for name in ("heads", "tails"):
        (folder / f"{name}.py").write_text(f"{source}\n\nNAME = {len(name)}\n", "utf-8")
    return [str(folder / "heads.py"), str(folder / "tails.py")]


@pytest.mark.parametrize(
    "matches", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)]
)
def test_two_randoms_win_half(tmp_path: Path, matches: int) -> None:
    """Two files that play like random win half each, within four standard errors."""
    assert abs(standard_errors_off(two_randoms(tmp_path), matches)) < 4


# Faults


def place_of(fault: StrategyFault) -> tuple[object, ...]:
    return fault.strategy, fault.seat, fault.deal, fault.turn, fault.phase


def fault_on_reference(setup: Setup, table: Table, match: int) -> StrategyFault:
    with pytest.raises(StrategyFault) as caught:
        list(match_events(table, setup.rules, setup.sides, match, "reference"))
    return caught.value


@pytest.mark.parametrize(("function", "does", "reason"), FAULTS.values(), ids=FAULTS)
def test_faults(tmp_path: Path, function: str, does: str, reason: str) -> None:
    """A fault is told in full, the same on every number of threads and engine."""
    name = faulty(tmp_path, function, does)
    setup = set_up_run([name, ANY], 2, "solo", 4_000)
    fault = fault_of(setup, 1)
    assert (fault.strategy, fault.seat, fault.phase) == (name, 1, function)
    assert reason in fault.reason
    assert str(fault) == str(fault_of(setup, 7))
    assert fault.match is not None
    (table,) = tables_of(setup.run)
    assert place_of(fault_on_reference(setup, table, fault.match)) == place_of(fault)


@pytest.fixture(params=[1, 2, 5, 64])
def stretch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_blocks, "FIRST_STRETCH", request.param)
    monkeypatch.setattr(work_blocks, "MOST_BLOCKS", request.param)


def first_faults(setup: Setup) -> Iterator[tuple[int, int, str]]:
    """Yield the first fault of each line-up that has one: block, line-up, text."""
    run = setup.run
    for number, table in enumerate(tables_of(run)):
        try:
            table.play_blocks(0, table.lineup.blocks(run.matches[number]))
        except StrategyFault as fault:
            yield table.lineup.locate(fault.match or 0)[1], number, str(fault)


@pytest.mark.usefixtures("stretch")
@pytest.mark.parametrize("remainder", range(6))
def test_the_first_fault_is_told(tmp_path: Path, remainder: int) -> None:
    """Of faults in several line-ups the one of the lowest block is told."""
    when = f"view.deal >= 1 and view.hand_mask % 997 == {remainder}"
    name = faulty(tmp_path, "discard", "return 77", when)
    # The second of its two line-ups has two seats that may be at fault.
    setup = set_up_run([f"z={name}", PILE], 3, "solo", 2_000)
    _, _, expected = min(first_faults(setup))
    assert str(fault_of(setup, 2)) == expected

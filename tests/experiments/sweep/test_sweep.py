"""`sweep`: points that are runs of `compare`, paired differences, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.kit.cli_runs import RUN_FAILED, only_line, refusal, strategy_file, zetema
from zetema_sim.experiments.compare.experiment import compare
from zetema_sim.experiments.sweep.experiment import Sweep, sweep
from zetema_sim.experiments.sweep.vary import plan_of
from zetema_sim.kernel import counters
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.stats import BlockSums, Reading, measure, ratio
from zetema_sim.stats.intervals import DIFFERENCE
from zetema_sim.work import Work

NAMES = ["greedy", "random"]
POINTS = "sequence.points=0..40..20"


def swept(names: list[str], *texts: str, matches: int = 300, **options: Any) -> Sweep:
    threads = options.pop("threads", 1)
    return sweep(
        plan_of(names, TableOptions(**options), texts, matches), work=Work.on(threads)
    )


def shares(found: Sweep) -> list[tuple[float, float, float]]:
    numbers = [spot.focus.win_share for spot in found.spots]
    return [(number.value, number.low, number.high) for number in numbers]


@pytest.mark.parametrize("players", [2, 3])
def test_every_point_is_a_run_of_compare(players: int) -> None:
    """Share, interval and points of a point are those that compare gives."""
    found = swept(NAMES, POINTS, players=players)
    for spot in found.spots:
        (value,) = spot.values
        choices = TableOptions(players=players, overrides=(f"sequence.points={value}",))
        alone = compare(set_up(NAMES, choices, 300).run, work=Work.on(1)).strategies[0]
        there = spot.focus
        for mine, yours in (
            (there.win_share, alone.win_share),
            (there.mean_points, alone.mean_points),
        ):
            assert (mine.value, mine.low, mine.high) == (
                *(yours.value, yours.low, yours.high),
            )


def test_difference_is_that_of_two_runs_by_block() -> None:
    """A paired difference is what two runs on the same seed give block by block."""
    gap = swept(NAMES, "sequence.points=0,40", players=2).gaps[0]
    wins = []
    for value in (0, 40):
        choices = TableOptions(overrides=(f"sequence.points={value}",))
        (table,) = set_up(NAMES, choices, 300).tables
        table.prepare()
        wins.append(table.play_blocks(0, 150).sums[:, 0, counters.WINS])
    rows = np.stack([*wins, np.full(150, 2)], axis=1)
    sums = BlockSums.of(rows)
    paired = measure(sums, ratio(sums, 0, 2, 60) - ratio(sums, 1, 2, 60), DIFFERENCE)
    assert gap.wins.number.value == paired.value
    assert gap.wins.number.ends == Reading().interval(paired).ends


def test_threads_and_order_of_names_change_no_number() -> None:
    """Neither how many play nor who is named first moves a digit."""
    one = swept(NAMES, POINTS, players=3)
    other = swept(NAMES[::-1], POINTS, players=3, threads=3)
    at_other = [spot.others[0].win_share for spot in other.spots]
    assert shares(one) == [(n.value, n.low, n.high) for n in at_other]


def test_two_varied_are_every_combination() -> None:
    """The last varied changes fastest; neighbours are one step apart in one of them."""
    found = swept(NAMES, "sequence.points=10,20", "draw.to=6..7", matches=40)
    assert [spot.values for spot in found.spots] == [
        *[("10", "6"), ("10", "7"), ("20", "6"), ("20", "7")],
    ]
    near = {(gap.a, gap.b) for gap in found.gaps if gap.neighbours}
    assert near == {(0, 1), (0, 2), (1, 3), (2, 3)}


def test_a_setting_varies_for_the_first_so_named() -> None:
    """A strategy can be swept against itself: the other seat keeps its setting."""
    hoarder = "marriage-hoarder"
    plan = plan_of([hoarder, hoarder], TableOptions(), ["wait_for=2..3"], 10)
    names = [
        [strategy.name for strategy in point.setup.run.strategies]
        for point in plan.points
    ]
    assert names == [[hoarder, f"{hoarder}:wait_for=2"], [hoarder]]


def test_the_best_is_told_apart_where_it_is_far_ahead() -> None:
    """Where one value makes a strategy win far more, the sentence says so."""
    found = swept(["imperial-flush", "greedy"], "plan=0,1", matches=200)
    assert [spot.may_be_best for spot in found.spots] == [False, True]
    assert found.verdict.startswith("plan = 1 is best: imperial-flush wins ")


def test_one_block_is_undecided() -> None:
    """One block at each point says nothing."""
    found = swept(NAMES, POINTS, matches=2)
    assert found.verdict.startswith("Undecided")
    assert all(spot.may_be_best for spot in found.spots)


def test_folder_has_tidy_tables(tmp_path: Path) -> None:
    """sweep.csv has a row for each point and strategy, and pandas reads it."""
    words = ["sweep", *NAMES, "--vary", POINTS, "--matches", "20", "--quiet"]
    result = zetema(*words, "--no-report", "--out", tmp_path / "run")
    assert result.exit_code == 0, result.output
    table = pd.read_csv(tmp_path / "run" / "sweep.csv")
    assert list(table["sequence.points"]) == [0, 0, 20, 20, 40, 40]
    assert table.in_question.sum() == 3
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["varied"][0]["values"] == ["0", "20", "40"]


def test_text_fits_a_terminal_and_ends_in_the_verdict() -> None:
    """What is printed is 80 columns wide at most, the sentence last."""
    result = zetema("sweep", *NAMES, "--vary", POINTS, "--matches", 20, "--quiet")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "sequence.points" in "".join(lines[-3:])


REFUSED = {
    "setting": ("wait_fo=1..2", "did you mean wait_for?"),
    "setting of": ("marriage-hoarder:wait=1", "did you mean wait_for?"),
    "parameter": ("draw.too=6,7", "did you mean draw.to?"),
    "strategy": ("greedi:x=1", "did you mean greedy"),
    "who does not play": ("denier:spite=1", "denier does not play here"),
    "empty": ("wait_for=3..1", "the range 3..1 is empty"),
    "step": ("wait_for=1..3..0", "the range 1..3..0 is empty"),
    "range": ("wait_for=1..x", "'1..x' is not a range"),
    "many": ("sequence.points=0..9999", "at most 50 points"),
    "many in all": ("sequence.points=0..30 --vary draw.to=6..9", "124 points"),
    "twice": ("wait_for=1,1", "1 is given twice"),
    "the same": ("wait_for=1 --vary marriage-hoarder:wait_for=2", "varied twice"),
    "three": ("wait_for=1 --vary draw.to=6 --vary draw.when=x", "once or twice"),
    "no values": ("wait_for=", "a value is missing"),
    "nothing": ("wait_for", "varies nothing"),
    "list": ("marriage.base=1,2", "takes a list itself"),
    "value": ("sequence.ace=lo", "did you mean low?"),
    "out of range": ("wait_for=4..6", "1 to 5 is allowed"),
    "not at a table": ("deal.size=40", "deal.size = 40 is not allowed"),
    "set too": ("draw.to=6,7 --set draw.to=7", "set by --set and varied"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_swept_is_refused_in_one_line(case: str) -> None:
    """The line says what is wrong, with what is near or allowed."""
    words, told = REFUSED[case]
    line = refusal("sweep", "marriage-hoarder", "greedy", "--vary", *words.split())
    assert told in line


def test_fault_names_its_replay(tmp_path: Path) -> None:
    """A fault at a point is told with the command that replays it there."""
    path = strategy_file(tmp_path, "bad", "return 99")
    result = zetema(
        *("sweep", f"bad={path}", "greedy", "--quiet", "--matches", 2),
        *("--vary", "sequence.points=10,20"),
    )
    assert result.exit_code == RUN_FAILED
    assert "--set sequence.points=10 --match" in only_line(result)

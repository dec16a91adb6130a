"""Each strategy does its own thing more than the others, over many matches."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from tests.kit.tables import rules_at, table_of
from zetema_sim.kernel import counters
from zetema_sim.kernel.counters import SOURCES
from zetema_sim.roster import lookup
from zetema_sim.view import MARRIAGES

NAMES = sorted(lookup.shipped_names())
PAIRS = np.arange(1, 6)


@cache
def counted(name: str, players: int) -> dict[str, npt.NDArray[np.float64]]:
    """Return declarations and points of a deal, by source, of a strategy's seat.

    One seat plays it, `balanced` the others.
    """
    names = [name, *["balanced"] * (players - 1)]
    table = table_of(rules_at("parlett"), "solo", names, seed=77)
    entry = [strategy.name for strategy in table.strategies].index(name)
    sums = table.play_blocks(0, 2000).sums.sum(axis=0)[entry]
    deals, n = sums[counters.DEALS], counters.N_SOURCES
    points = sums[counters.SOURCE_POINTS :][:n] / deals
    return {"counts": sums[counters.SOURCE_COUNTS :][:n] / deals, "points": points}


def of(name: str, players: int, kind: str, column: str = "counts") -> float:
    """Return the sum over the sources whose name begins so."""
    values = counted(name, players)[column]
    return float(sum(values[n] for n, s in enumerate(SOURCES) if s.startswith(kind)))


def size_of_marriages(name: str, players: int) -> float:
    first = SOURCES.index("marriages_1")
    counts = counted(name, players)["counts"][first : first + 5]
    return float((counts * PAIRS).sum() / max(counts.sum(), 1e-9))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("name", "kind", "column"),
    [
        ("imperial-flush", "flush_imperial", "counts"),
        ("plain-flush", "flush_plain", "counts"),
        ("sequence-builder", "sequence", "counts"),
        ("flush-sequence-walker", "flush_sequence", "counts"),
        ("assembly-chaser", "assembly", "counts"),
        ("zetema-hunter", "zetema", "points"),
        ("first-chance", "marriages_1", "counts"),
    ],
)
def test_most_of_its_kind(name: str, kind: str, column: str, players: int) -> None:
    """Nobody declares, or completes, more of its kind in a deal."""
    values = {other: of(other, players, kind, column) for other in NAMES}
    assert max(values, key=values.__getitem__) == name, values


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_largest_marriages(players: int) -> None:
    """The hoarder's marriages are the largest."""
    values = {other: size_of_marriages(other, players) for other in NAMES}
    assert max(values, key=values.__getitem__) == "marriage-hoarder", values


def zetemas_of_others(name: str, players: int) -> float:
    """Return the points that `balanced` makes of zetemas against a strategy, a deal."""
    table = table_of(
        rules_at("parlett"), "solo", [name, *["balanced"] * (players - 1)], seed=77
    )
    entry = [strategy.name for strategy in table.strategies].index("balanced")
    sums = table.play_blocks(0, 2000).sums.sum(axis=0)[entry]
    points = sums[counters.SOURCE_POINTS :][: counters.N_SOURCES]
    zetemas = [source.startswith("zetema") for source in SOURCES]
    return float(points[zetemas].sum() / sums[counters.DEALS])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_fewest_zetemas_left(players: int) -> None:
    """Against nobody do others make fewer points of zetemas than against `denier`."""
    values = {other: zetemas_of_others(other, players) for other in NAMES}
    assert min(values, key=values.__getitem__) == "denier", values


def first_marriages(name: str) -> float:
    """Return in what share of two players' deals with marriages a strategy is first."""
    table = table_of(rules_at("parlett"), "solo", [name, "balanced"], seed=77)
    names = [strategy.name for strategy in table.strategies]
    first = []
    for match in range(600):
        log = table.play_match(match).log
        marriages = log[log["kind"] == MARRIAGES]
        _, rows = np.unique(marriages["deal"], return_index=True)
        seating, _ = table.lineup.locate(match)
        seats = marriages["seat"][rows]
        first += [names[seating[seat]] == name for seat in seats]
    return float(np.mean(first))


@pytest.mark.slow
def test_first_to_marry() -> None:
    """Nobody is more often the first to marry against `balanced`."""
    values = {other: first_marriages(other) for other in NAMES if other != "balanced"}
    assert max(values, key=values.__getitem__) == "early-marrier", values

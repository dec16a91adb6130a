"""Matches that a strategy's fault ends, counted as lost by its side.

A forfeited match is won by the other sides together, in equal shares. What was played
of it does not count: it adds no points, no turns and no score to the histograms, only
the deals that were begun, so that what is counted a match and a deal stays honest about
matches that came to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import counters, records
from zetema_sim.kernel.records import Played
from zetema_sim.playing.decision_record import Seated
from zetema_sim.playing.lineups import LineUp
from zetema_sim.table_rules import SIXTIETHS

_SHORT = 4  # blocks that are tried together after a fault

Key = tuple[str, tuple[str, ...], int]  # table, line-up, match

# Faults that cannot be met again without ending the process: those of strategies that
# did not answer. Whoever starts a process tells it what the last one died of.
_known: dict[Key, StrategyFault] = {}


def learn(faults: Iterable[StrategyFault]) -> None:
    """Take faults as met: their matches are not played, but counted as forfeited."""
    for fault in faults:
        assert fault.match is not None
        _known[fault.table, fault.lineup, fault.match] = fault


class Plays(Protocol):
    """A table that can play blocks."""

    @property
    def lineup(self) -> LineUp:
        """The line-up, of entries: places in what blocks come to."""

    @property
    def seated(self) -> Seated:
        """Who sits at which table."""

    def attempt(self, first: int, blocks: int, step: int = ...) -> Played:
        """Play blocks, or of each the match of one step alone; raise any fault."""

    def nothing(self, blocks: int) -> Played:
        """Return what blocks come to of which nothing is played."""


def play_forfeiting(table: Plays, first: int, blocks: int) -> Played:
    """Play blocks; a match with a fault is lost by the side of the seat at fault.

    What is played up to a fault is played again without it, so a fault costs at most
    as much as the blocks that are asked for.
    """
    total = table.nothing(blocks)
    done, stop, reach = first, first + blocks, blocks
    while done < stop:
        aim = min(done + reach, stop)
        end, played = _without_fault(table, done, aim)
        if played is not None:
            total.sums[done - first : end - first] += played.sums
            _add(total.tally, played.tally)
        if end < aim:
            _play_singly(table, end, total.sums[end - first], total.tally)
            end += 1
        # Where faults are frequent, long attempts are for nothing.
        reach = 2 * reach if end == aim else _SHORT
        done = end
    return total


def _without_fault(table: Plays, first: int, stop: int) -> tuple[int, Played | None]:
    """Return the first block with a fault, or `stop`, and what comes before it."""
    end = min((block for block, _ in _known_in(table, first, stop)), default=stop)
    while end > first:
        try:
            return end, table.attempt(first, end - first)
        except StrategyFault as fault:
            end = _block_of(table, fault)
    return end, None


def _block_of(table: Plays, fault: StrategyFault) -> int:
    assert fault.match is not None  # every fault at play has one
    _, block = table.lineup.locate(fault.match)
    return block


def _play_singly(
    table: Plays, block: int, sums: npt.NDArray[np.int64], tally: records.Tally
) -> None:
    """Play a block's matches, each alone, and count those with a fault as lost."""
    matches = table.lineup.matches_of(block)
    known = {fault.match: fault for _, fault in _known_in(table, block, block + 1)}
    for match in matches:
        fault = known.get(match)
        if fault is None:
            try:
                played = table.attempt(block, 1, match - matches.start)
            except StrategyFault as met:
                fault = met
        if fault is None:
            sums += played.sums[0]
            _add(tally, played.tally)
        else:
            count_forfeit(fault, table.lineup, sums, tally)


def _known_in(
    table: Plays, first: int, stop: int
) -> Iterator[tuple[int, StrategyFault]]:
    """Yield the known faults in some blocks of a table, each with its block."""
    for (key, lineup, match), fault in _known.items():
        if key == table.seated.table and lineup == table.seated.lineup:
            _, block = table.lineup.locate(match)
            if first <= block < stop:
                yield block, fault


def _add(tally: records.Tally, other: records.Tally) -> None:
    for ours, theirs in zip(tally, other, strict=True):
        ours += theirs


def count_forfeit(
    fault: StrategyFault,
    lineup: LineUp,
    sums: npt.NDArray[np.int64],
    tally: records.Tally,
) -> None:
    """Add a forfeited match to a block's sums, ``[entry, column]``, and the totals.

    `lineup` is of entries, places in `sums`.
    """
    assert fault.match is not None
    seating, _ = lineup.locate(fault.match)
    lost, deals = fault.seat % lineup.sides, fault.deal + 1
    share = SIXTIETHS // (lineup.sides - 1)
    won = np.zeros(len(sums), np.int64)
    for seat, entry in enumerate(seating):
        side = seat % lineup.sides
        wins = 0 if side == lost else share
        sums[entry, counters.SEATS] += 1
        sums[entry, counters.DEALS] += deals
        sums[entry, counters.SEAT_WINS + seat] += wins
        sums[entry, counters.SEAT_MATCHES + seat] += 1
        if entry not in seating[side : seat : lineup.sides]:
            sums[entry, counters.SIDES] += 1
            won[entry] += wins
        if entry not in seating[:seat]:
            sums[entry, counters.MATCHES] += 1
    sums[:, counters.WINS] += won
    sums[:, counters.WIN_SQUARES] += won**2
    sums[seating[fault.seat], counters.FAULTS] += 1
    tally.totals[counters.ALL_MATCHES] += 1
    tally.totals[counters.ALL_DEALS] += deals
    tally.totals[counters.ENDED_BY_FORFEIT] += 1

"""The sums over a tournament's rounds: what its shares, points and pairs rest on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.line_ups.field import Field
from zetema_sim.experiments.shared.fault_rates import rate
from zetema_sim.kernel import counters
from zetema_sim.stats import BlockSums, Estimate, RatioSums, ratio
from zetema_sim.table_rules import SIXTIETHS

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FieldSums:
    """What some rounds came to; a part of `work`.

    Attributes
    ----------
    shares
        Of each strategy wins, then of each strategy seats.
    points
        Of each strategy, points over seats.
    sources, events
        Of each strategy and source, points over seats, events over deals.
    seat_shares
        Of each strategy and seat, wins over matches.
    seats
        Of each seat, wins over matches.
    pairs
        Of each pair, wins head to head over pairs of seats.
    squares
        Of each strategy, the squares of its wins in a match, summed.
    faults
        Of each strategy, how many matches its seats forfeited.
    matches, deals, turns
        Really played, in this run or in one whose line-ups were stored.
    stored, stored_turns
        How many of the matches and turns were stored.
    """

    shares: BlockSums
    points: RatioSums
    sources: RatioSums
    events: RatioSums
    seat_shares: RatioSums
    seats: RatioSums
    pairs: RatioSums
    squares: npt.NDArray[np.object_]
    faults: Rows
    matches: int
    deals: int
    turns: int
    stored: int = 0
    stored_turns: int = 0

    @classmethod
    def of(cls, field: Field, rows: Rows, pairs: Rows, totals: Rows) -> FieldSums:
        """Return the sums of rounds.

        Parameters
        ----------
        rows
            ``[round, strategy, counters column]``.
        pairs
            ``[round, pair, 2]``: wins of the first less those of the second, in 60ths,
            over pairs of seats on different sides; and how many such pairs there were.
        totals
            Of all matches: `counters.ALL_MATCHES`, deals, turns.
        """
        size, seats = field.size, field.table.players
        wins, sat = rows[:, :, counters.WINS], rows[:, :, counters.SEATS]
        deals = np.repeat(rows[:, :, counters.DEALS], counters.N_SOURCES, axis=1)
        many = np.repeat(sat, counters.N_SOURCES, axis=1)
        seat_wins = _columns(rows, counters.SEAT_WINS, seats)
        seat_matches = _columns(rows, counters.SEAT_MATCHES, seats)
        by_seat = (len(rows), size, seats)
        squares = rows[:, :, counters.WIN_SQUARES].sum(axis=0)
        return cls(
            shares=BlockSums.of(np.concatenate([wins, sat], axis=1)),
            points=RatioSums.of(rows[:, :, counters.POINTS], sat),
            sources=RatioSums.of(
                _columns(rows, counters.SOURCE_POINTS, counters.N_SOURCES), many
            ),
            events=RatioSums.of(
                _columns(rows, counters.SOURCE_COUNTS, counters.N_SOURCES), deals
            ),
            seat_shares=RatioSums.of(seat_wins, seat_matches),
            seats=RatioSums.of(
                seat_wins.reshape(by_seat).sum(axis=1),
                seat_matches.reshape(by_seat).sum(axis=1),
            ),
            pairs=RatioSums.of(pairs[..., 0], pairs[..., 1]),
            squares=squares.astype(object),
            faults=rows[:, :, counters.FAULTS].sum(axis=0),
            matches=int(totals[counters.ALL_MATCHES]),
            deals=int(totals[counters.ALL_DEALS]),
            turns=int(totals[counters.ALL_TURNS]),
        )

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.shares.blocks

    def fault_rate(self, strategy: int) -> float:
        """Return how often a strategy forfeited, of a seat in a match."""
        seats = self.shares.sums[len(self.faults) + strategy]
        return rate(int(self.faults[strategy]), seats)

    def share(self, strategy: int) -> Estimate:
        """Return what a seat of a strategy wins."""
        return ratio(self.shares, strategy, len(self.faults) + strategy, SIXTIETHS)


def _columns(rows: Rows, first: int, count: int) -> Rows:
    chosen = rows[:, :, first : first + count]
    return chosen.reshape(len(rows), rows.shape[1] * count)

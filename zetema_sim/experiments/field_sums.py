"""The sums over a tournament's rounds: what its shares, points and pairs rest on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zetema_sim import counters
from zetema_sim.experiments.fault_rates import rate
from zetema_sim.experiments.field import Field
from zetema_sim.stats import WIN, BlockSums, Estimate, RatioSums, ratio

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
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
        Of each seat, wins over matches, in rounds with the whole field.
    pairs
        Of each pair, wins head to head over pairs of seats.
    squares
        Of each strategy, the squares of its wins in a match, summed.
    faults
        Of each strategy, how many matches its seats forfeited.
    rounds
        Of each strategy, how many rounds it was wanted in.
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
    rounds: Rows
    matches: int
    deals: int
    turns: int
    stored: int = 0
    stored_turns: int = 0

    @classmethod
    def none(cls, field: Field) -> Sums:
        """Return the sums of no round."""
        shape = (0, field.size, counters.N_COLUMNS)
        pairs = (0, field.size * (field.size - 1) // 2, 2)
        totals = np.zeros(counters.N_TOTALS, np.int64)
        nothing = np.zeros(shape, np.int64), np.zeros(pairs, np.int64), totals
        return cls.of(field, *nothing, frozenset())

    @classmethod
    def of(
        cls,
        field: Field,
        rows: Rows,
        pairs: Rows,
        totals: Rows,
        wanted: frozenset[int],
    ) -> Sums:
        """Return the sums of rounds in which the line-ups of some were played.

        Parameters
        ----------
        rows
            ``[round, strategy, counters column]``, zero for strategies not wanted.
        pairs
            ``[round, pair, 2]``: wins of the first less those of the second, in 60ths,
            over pairs of seats on different sides; and how many such pairs there were.
            Zero for pairs of which neither is wanted.
        totals
            Of all matches: `counters.ALL_MATCHES`, deals, turns.
        wanted
            The strategies all of whose line-ups were played.
        """
        size, seats = field.size, field.table.players
        wins, sat = rows[:, :, counters.WINS], rows[:, :, counters.SEATS]
        in_play = np.isin(np.arange(size), list(wanted))
        sources = np.repeat(in_play, counters.N_SOURCES)
        deals = np.repeat(rows[:, :, counters.DEALS], counters.N_SOURCES, axis=1)
        many = np.repeat(sat, counters.N_SOURCES, axis=1)
        seat_wins = _columns(rows, counters.SEAT_WINS, seats)
        seat_matches = _columns(rows, counters.SEAT_MATCHES, seats)
        by_seat = (len(rows), size, seats)
        a, b = np.triu_indices(size, 1)
        squares = rows[:, :, counters.WIN_SQUARES].sum(axis=0)
        return cls(
            shares=BlockSums.of(np.concatenate([wins, sat], axis=1)),
            points=RatioSums.of(rows[:, :, counters.POINTS], sat, in_play),
            sources=RatioSums.of(
                _columns(rows, counters.SOURCE_POINTS, counters.N_SOURCES),
                many,
                sources,
            ),
            events=RatioSums.of(
                _columns(rows, counters.SOURCE_COUNTS, counters.N_SOURCES),
                deals,
                sources,
            ),
            seat_shares=RatioSums.of(
                seat_wins, seat_matches, np.repeat(in_play, seats)
            ),
            seats=RatioSums.of(
                seat_wins.reshape(by_seat).sum(axis=1),
                seat_matches.reshape(by_seat).sum(axis=1),
                np.full(seats, bool(in_play.all())),
            ),
            pairs=RatioSums.of(pairs[..., 0], pairs[..., 1], in_play[a] | in_play[b]),
            squares=squares.astype(object),
            faults=rows[:, :, counters.FAULTS].sum(axis=0),
            rounds=len(rows) * in_play.astype(np.int64),
            matches=int(totals[counters.ALL_MATCHES]),
            deals=int(totals[counters.ALL_DEALS]),
            turns=int(totals[counters.ALL_TURNS]),
        )

    @property
    def all_rounds(self) -> int:
        """How many rounds were played, in whole or in part."""
        return self.shares.blocks

    def fault_rate(self, strategy: int) -> float:
        """Return how often a strategy forfeited, of a seat in a match."""
        seats = self.shares.sums[len(self.rounds) + strategy]
        return rate(int(self.faults[strategy]), seats)

    def share(self, strategy: int) -> Estimate:
        """Return what a seat of a strategy wins in its rounds."""
        return ratio(self.shares, strategy, len(self.rounds) + strategy, WIN)


def _columns(rows: Rows, first: int, count: int) -> Rows:
    chosen = rows[:, :, first : first + count]
    return chosen.reshape(len(rows), rows.shape[1] * count)

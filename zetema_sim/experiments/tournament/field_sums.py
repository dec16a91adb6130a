"""The sums over a tournament's rounds: what its shares, points and pairs rest on."""

from __future__ import annotations

from dataclasses import dataclass

from zetema_sim.experiments.line_ups.field import Field
from zetema_sim.kernel import counters
from zetema_sim.stats import BlockSums, Estimate, RatioSums
from zetema_sim.table_rules import MOST_SEATS, SIXTIETHS
from zetema_sim.work.blocks import Rows
from zetema_sim.work.columns import Columns

# What is read of each strategy, one counter over another; no two are subtracted.
_RATIOS = (
    *((name, counters.SEATS) for name in (counters.POINTS, counters.FAULTS)),
    (counters.WIN_SQUARES, counters.SEATS),
    *((counters.SOURCE_POINTS + n, counters.SEATS) for n in range(counters.N_SOURCES)),
    *((counters.SOURCE_COUNTS + n, counters.DEALS) for n in range(counters.N_SOURCES)),
    *(
        (counters.SEAT_WINS + seat, counters.SEAT_MATCHES + seat)
        for seat in range(MOST_SEATS)
    ),
)


@dataclass(frozen=True)
class FieldSums:
    """What some rounds came to; a part of `work`.

    Attributes
    ----------
    shares
        Of each strategy wins and seats: these are subtracted.
    each
        Of each strategy the ratios that are read of it alone.
    seats
        Of each seat, wins over matches.
    pairs
        Of each pair, wins head to head over pairs of seats.
    matches, deals, turns
        Really played, in this run or in one whose line-ups were stored.
    stored, stored_turns
        How many of the matches and turns were stored.
    """

    shares: BlockSums
    each: RatioSums
    seats: RatioSums
    pairs: RatioSums
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
        rounds, on_seats = len(rows), range(field.table.players)
        tops, bottoms = map(list, zip(*_RATIOS, strict=True))
        wins, matches = (
            rows[:, :, [first + seat for seat in on_seats]].sum(axis=1)
            for first in (counters.SEAT_WINS, counters.SEAT_MATCHES)
        )
        shares = rows[:, :, _shares(field.size).counted]
        return cls(
            shares=BlockSums.of(shares.reshape(rounds, -1)),
            each=RatioSums.of(
                rows[:, :, tops].reshape(rounds, -1),
                rows[:, :, bottoms].reshape(rounds, -1),
            ),
            seats=RatioSums.of(wins, matches),
            pairs=RatioSums.of(pairs[..., 0], pairs[..., 1]),
            matches=int(totals[counters.ALL_MATCHES]),
            deals=int(totals[counters.ALL_DEALS]),
            turns=int(totals[counters.ALL_TURNS]),
        )

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.shares.blocks

    def share(self, strategy: int) -> Estimate:
        """Return what a seat of a strategy wins."""
        columns = _shares(len(self.shares.sums) // 2)
        wins, seats = columns.counted
        return columns.ratio(self.shares, strategy, wins, seats, SIXTIETHS)

    def ratio(
        self, strategy: int, top: int, bottom: int, unit: int
    ) -> tuple[BlockSums, Estimate]:
        """Return one of a strategy's counters over another, and its sums."""
        place = strategy * len(_RATIOS) + _RATIOS.index((top, bottom))
        return self.each.ratio(place, unit)


def _shares(strategies: int) -> Columns:
    return Columns(strategies, (counters.WINS, counters.SEATS))

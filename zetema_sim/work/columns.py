"""Where the rows that are summed have what is counted of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zetema_sim.kernel import counters
from zetema_sim.stats import BlockSums, Estimate, ratio


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a row of block sums: what is counted of one stands together.

    Attributes
    ----------
    strategies
        How many there are.
    counted
        What is counted of each, in order: columns of `counters`.
    first
        Where they begin.
    """

    strategies: int
    counted: Sequence[int] = range(counters.N_COLUMNS)
    first: int = 0

    @property
    def count(self) -> int:
        """How many columns there are."""
        return self.strategies * len(self.counted)

    def place(self, strategy: int, counter: int) -> int:
        """Return the column of a strategy's counter."""
        within = self.counted.index(counter)
        return self.first + strategy * len(self.counted) + within

    def ratio(
        self, sums: BlockSums, strategy: int, top: int, bottom: int, unit: int = 1
    ) -> Estimate:
        """Return one of a strategy's counters over another, as `stats.ratio` does."""
        top, bottom = self.place(strategy, top), self.place(strategy, bottom)
        return ratio(sums, top, bottom, unit)

"""Sums for many ratios at once, each with its own blocks, and none with another.

`BlockSums` keeps the products of all columns. Where there are hundreds of numbers that
are never subtracted from one another (a strategy's points from each source, each pair
head to head), this keeps only what each one's own interval needs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from zetema_sim.stats.estimates import Estimate, ratio
from zetema_sim.stats.sums import BlockSums

Rows = npt.NDArray[np.int64]


class RatioSums:
    """Sums over blocks of tops and bottoms, of their squares and their products.

    Sums are Python's whole numbers: exact, and the same in any order.
    """

    def __init__(self, count: int) -> None:
        self.blocks = np.zeros(count, np.int64)
        self._sums = np.zeros((5, count), object)

    def add(self, tops: Rows, bottoms: Rows, counted: npt.NDArray[np.bool_]) -> None:
        """Add blocks.

        Parameters
        ----------
        tops, bottoms
            int64 ``[block, ratio]``.
        counted
            Of each ratio, whether these blocks count for it.
        """
        products = (tops, bottoms, tops * tops, tops * bottoms, bottoms * bottoms)
        for place, each in enumerate(products):
            self._sums[place, counted] += each[:, counted].sum(axis=0).astype(object)
        self.blocks[counted] += len(tops)

    def sums_of(self, place: int) -> BlockSums:
        """Return the block sums of one ratio: column 0 over column 1."""
        top, bottom, tops, both, bottoms = (int(each) for each in self._sums[:, place])
        products = np.array([[tops, both], [both, bottoms]], object)
        return BlockSums(int(self.blocks[place]), (top, bottom), products)

    def ratio(self, place: int, unit: int = 1) -> tuple[BlockSums, Estimate]:
        """Return the block sums of one ratio, and the ratio."""
        sums = self.sums_of(place)
        return sums, ratio(sums, 0, 1, unit)

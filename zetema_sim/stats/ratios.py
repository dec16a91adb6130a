"""Sums for many ratios at once, none of which is subtracted from another.

`BlockSums` keeps the products of all columns. Where there are hundreds of numbers that
are never subtracted from one another (a strategy's points from each source, each pair
head to head), this keeps only what each one's own interval needs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zetema_sim.stats.estimates import Estimate, ratio
from zetema_sim.stats.sums import EXACT_IN_INT64, BlockSums

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RatioSums:
    """Sums over blocks of tops and bottoms, of their squares and their products.

    Attributes
    ----------
    blocks
        How many blocks there are.
    sums
        ``[5, ratio]``: of tops, bottoms, tops squared, tops times bottoms, bottoms
        squared. Python's whole numbers: exact, and the same in any order.
    """

    blocks: int
    sums: npt.NDArray[np.object_]

    @classmethod
    def of(cls, tops: Rows, bottoms: Rows) -> RatioSums:
        """Return the sums of some blocks, given as int64 ``[block, ratio]``."""
        most = max(int(np.abs(each).max(initial=0)) for each in (tops, bottoms))
        if most**2 * len(tops) >= EXACT_IN_INT64:
            tops, bottoms = tops.astype(object), bottoms.astype(object)
        products = (tops, bottoms, tops * tops, tops * bottoms, bottoms * bottoms)
        sums = np.stack([each.sum(axis=0) for each in products])
        return cls(len(tops), sums.astype(object))

    def __add__(self, other: RatioSums) -> RatioSums:
        """Return the sums over the blocks of both, which must be different blocks."""
        return RatioSums(self.blocks + other.blocks, self.sums + other.sums)

    def sums_of(self, place: int) -> BlockSums:
        """Return the block sums of one ratio: column 0 over column 1."""
        top, bottom, tops, both, bottoms = (int(each) for each in self.sums[:, place])
        products = np.array([[tops, both], [both, bottoms]], object)
        return BlockSums(self.blocks, (top, bottom), products)

    def ratio(self, place: int, unit: int = 1) -> tuple[BlockSums, Estimate]:
        """Return the block sums of one ratio, and the ratio."""
        sums = self.sums_of(place)
        return sums, ratio(sums, 0, 1, unit)

"""What a run keeps of its blocks: how many, their sums, and sums of products.

Each block gives a row of whole numbers, summed over the line-ups that play it, since
blocks of equal number share their shuffles (design.md section 8). Sums of rows and of
products of their columns are all that the intervals need, so memory stays flat, and
adding whole numbers is exact and in no order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]

_EXACT_IN_FLOAT = 2**53
_EXACT_IN_INT64 = 2**63


@dataclass(frozen=True, slots=True)
class BlockSums:
    """Sums over blocks of a row of whole numbers.

    Attributes
    ----------
    blocks
        How many blocks there are.
    sums
        Of each column, the sum over blocks.
    products
        Of each pair of columns, the sum over blocks of their product.
    """

    blocks: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    @classmethod
    def none(cls, columns: int) -> BlockSums:
        """Return the sums of no block."""
        return cls(0, (0,) * columns, ((0,) * columns,) * columns)

    @classmethod
    def of(cls, rows: Rows) -> BlockSums:
        """Return the sums of blocks given as rows, int64 ``[block, column]``."""
        return cls(
            len(rows),
            tuple(map(int, rows.sum(axis=0))),
            tuple(tuple(map(int, row)) for row in _products(rows)),
        )

    def __add__(self, other: BlockSums) -> BlockSums:
        """Return the sums over the blocks of both, which must be different blocks."""
        return BlockSums(
            self.blocks + other.blocks,
            _added(self.sums, other.sums),
            tuple(
                _added(ours, theirs)
                for ours, theirs in zip(self.products, other.products, strict=True)
            ),
        )


def _added(ours: Iterable[int], theirs: Iterable[int]) -> tuple[int, ...]:
    return tuple(our + their for our, their in zip(ours, theirs, strict=True))


def _products(rows: Rows) -> npt.NDArray[np.generic]:
    """Return the exact ``rows.T @ rows``, by floats where they are exact (faster)."""
    most = int(np.abs(rows).max(initial=0)) ** 2 * len(rows)
    if most < _EXACT_IN_FLOAT:
        floats = rows.astype(np.float64)
        return (floats.T @ floats).astype(np.int64)
    if most < _EXACT_IN_INT64:
        return rows.T @ rows
    whole = rows.astype(object)
    products: npt.NDArray[np.generic] = whole.T @ whole
    return products

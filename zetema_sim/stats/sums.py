"""What a run keeps of its blocks: how many, their sums, and sums of products.

Each block gives a row of whole numbers, summed over the line-ups that play it, since
blocks of equal number share their shuffles (design.md section 8). Sums of rows and of
products of their columns are all that the intervals need, so memory stays flat, and
adding whole numbers is exact and in no order.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
Products = npt.NDArray[Any]

_EXACT_IN_FLOAT = 2**53
EXACT_IN_INT64 = 2**63


@dataclass(frozen=True, slots=True, eq=False)
class BlockSums:
    """Sums over blocks of a row of whole numbers.

    Attributes
    ----------
    blocks
        How many blocks there are.
    sums
        Of each column, the sum over blocks.
    products
        Of each pair of columns, the sum over blocks of their product: int64 as long
        as that is exact, then Python's whole numbers.
    """

    blocks: int
    sums: tuple[int, ...]
    products: Products

    @classmethod
    def none(cls, columns: int) -> BlockSums:
        """Return the sums of no block."""
        return cls(0, (0,) * columns, np.zeros((columns, columns), np.int64))

    @classmethod
    def of(cls, rows: Rows) -> BlockSums:
        """Return the sums of blocks given as rows, int64 ``[block, column]``."""
        return cls(len(rows), tuple(map(int, rows.sum(axis=0))), _products(rows))

    def __add__(self, other: BlockSums) -> BlockSums:
        """Return the sums over the blocks of both, which must be different blocks."""
        return BlockSums(
            self.blocks + other.blocks,
            tuple(map(add, self.sums, other.sums)),
            _added(self.products, other.products),
        )

    def __eq__(self, other: object) -> bool:
        """Return whether all sums are the same."""
        return (
            isinstance(other, BlockSums)
            and (self.blocks, self.sums) == (other.blocks, other.sums)
            and np.array_equal(self.products, other.products)
        )

    def __hash__(self) -> int:
        """Return a hash of the sums."""
        return hash((self.blocks, self.sums))

    def product(self, column: int, other: int) -> int:
        """Return the sum over blocks of the product of two columns."""
        return int(self.products[column, other])


def _added(ours: Products, theirs: Products) -> Products:
    if _most(ours) + _most(theirs) < EXACT_IN_INT64:
        return ours + theirs
    whole: Products = ours.astype(object) + theirs.astype(object)
    return whole


def _most(numbers: Products) -> int:
    return int(np.abs(numbers).max(initial=0))


def _products(rows: Rows) -> Products:
    """Return the exact ``rows.T @ rows``, by floats where they are exact (faster)."""
    most = _most(rows) ** 2 * len(rows)
    if most < _EXACT_IN_FLOAT:
        floats = rows.astype(np.float64)
        return (floats.T @ floats).astype(np.int64)
    if most < EXACT_IN_INT64:
        return rows.T @ rows
    whole = rows.astype(object)
    products: Products = whole.T @ whole
    return products

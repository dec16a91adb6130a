"""Sets of cards as whole numbers: one bit a card, four bits a rank.

* A *mask* has bit ``card`` set for each kind of card in the set, so four suit lanes
  of 16 bits, 13 of them used (`cards`).
* The *twins* have bit ``rank`` set where both imperial cards of that rank are there.
* The *ranks* hold the number of cards of each rank, four bits a rank.

All fit in 62 bits, so that they are plain non-negative int64 in compiled code. The
functions are ordinary Python; `kernel.jit` teaches numba the two that have a machine
instruction.
"""

from __future__ import annotations

SUIT_MASK = 0x1FFF
LANE_BITS = 0x0001000100010001  # rank 0 of every suit
_WORD = 0xFFFFFFFFFFFFFFFF


def count_bits(mask: int) -> int:
    """Return how many of the 64 bits of a word are set."""
    return (int(mask) & _WORD).bit_count()  # as the machine counts, below zero too


def lowest_bit(mask: int) -> int:
    """Return the place of the lowest bit set in `mask`, 64 if there is none."""
    return (int(mask) & -int(mask)).bit_length() - 1 if mask else 64


def suit_ranks(mask: int, suit: int) -> int:
    """Return the ranks of `suit` in a mask of cards, as 13 bits."""
    return (mask >> (16 * suit)) & SUIT_MASK


def all_ranks(mask: int) -> int:
    """Return the ranks of any suit in a mask of cards, as 13 bits."""
    return (mask | mask >> 16 | mask >> 32 | mask >> 48) & SUIT_MASK


def has_card(mask: int, card: int) -> int:
    """Return 1 if `card` is in the mask, else 0."""
    return (mask >> card) & 1


def rank_count(ranks: int, rank: int) -> int:
    """Return how many cards of `rank` a word of rank counts holds."""
    return (ranks >> (4 * rank)) & 15


def suit_size(mask: int, twins: int, suit: int) -> int:
    """Return how many cards of `suit` are in a set, imperial twins counted twice."""
    size = count_bits(suit_ranks(mask, suit))
    if suit == 0:
        size += count_bits(twins)
    return size

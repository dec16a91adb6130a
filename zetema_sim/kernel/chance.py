"""Chance, keyed and never streamed: every number is a pure function of its key.

The generator is Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3" (SC 2011): a keyed permutation of 128-bit counters that
passes the usual batteries of tests. The key is the seed; the counter says what the
number is for, so no two uses share one:

* shuffles: (block, deal, n-th four numbers);
* a strategy's: (match, deal with its highest bit set, 2 x turn + phase).

A shuffle draws the card for each place from those left (Fisher-Yates), each draw
unbiased by rejection (Lemire, "Fast random integer generation in an interval", 2019).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.cards import DECK, DECK_SIZE
from zetema_sim.kernel.jit import engine_jit, inlined, kernel_part, scratch_words

DECLARE, DISCARD = range(2)  # the phases of a turn in which a strategy decides

_SORTED_DECK = np.array(DECK, np.int8)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_STRATEGY = np.uint64(1 << 31)
_NUMBERS = DECK_SIZE - 1  # of a shuffle, unless some are rejected
_CALLS = _NUMBERS // 4


@inlined
def philox(c0, c1, c2, c3, k0, k1):  # type: ignore[no-untyped-def]
    """Return four 32-bit numbers for a counter and key, all uint64 below 2^32."""
    for _ in range(10):
        p0, p1 = c0 * _M0, c2 * _M1
        c0, c2 = (p1 >> _HALF) ^ c1 ^ k0, (p0 >> _HALF) ^ c3 ^ k1
        c1, c3 = p1 & _LOW, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@inlined
def draw_numbers(numbers, b0, b1, deal, k0, k1):  # type: ignore[no-untyped-def]
    """Write the 64 numbers of a shuffle, number `n` at ``(n & 3) * _CALLS + (n >> 2)``.

    All at once and in this order, so that the machine works on eight calls side by
    side: one by one, as they were needed, they made a shuffle 2.4 times as long.
    """
    for call in range(_CALLS):
        first, second, third, fourth = philox(b0, b1, deal, np.uint64(call), k0, k1)
        numbers[call] = first
        numbers[_CALLS + call] = second
        numbers[2 * _CALLS + call] = third
        numbers[3 * _CALLS + call] = fourth


@kernel_part
def fill_deck(deck, seed, block, deal):  # type: ignore[no-untyped-def]
    """Write the shuffle of (seed, block, deal) into `deck` (65 int8)."""
    k0, k1 = np.uint64(seed) & _LOW, np.uint64(seed) >> _HALF
    b0, b1 = np.uint64(block) & _LOW, np.uint64(block) >> _HALF
    number_of_deal = np.uint64(deal) & _LOW
    numbers = scratch_words(_NUMBERS)
    draw_numbers(numbers, b0, b1, number_of_deal, k0, k1)
    for place in range(DECK_SIZE):
        deck[place] = _SORTED_DECK[place]
    used = 0
    for place in range(DECK_SIZE - 1, 0, -1):
        while True:
            if used < _NUMBERS:
                number = numbers[(used & 3) * _CALLS + (used >> 2)]
            else:  # some were rejected
                calls = np.uint64(used >> 2)
                number = philox(b0, b1, number_of_deal, calls, k0, k1)[used & 3]
            used += 1
            product = number * np.uint64(place + 1)
            # Reject the few numbers that would favour some places; the division, which
            # is slow, is needed only where the cheap test fails.
            low, choices = product & _LOW, np.uint64(place + 1)
            if low >= choices or low >= (np.uint64(1) << _HALF) % choices:
                break
        other = np.int64(product >> _HALF)
        deck[place], deck[other] = deck[other], deck[place]


@kernel_part
def chance_for(seed, match, deal, turn, phase):  # type: ignore[no-untyped-def]
    """Return the chance number of one decision: 0 to 2^63 - 1."""
    match_number, key = np.uint64(match), np.uint64(seed)
    high, low, _, _ = philox(
        match_number & _LOW,
        match_number >> _HALF,
        np.uint64(deal) | _STRATEGY,
        np.uint64(2 * turn + phase),
        key & _LOW,
        key >> _HALF,
    )
    return np.int64((high << np.uint64(31)) ^ (low >> np.uint64(1)))


@engine_jit(types.void(types.int8[::1], types.int64, types.int64, types.int64))
def _fill_deck(deck, seed, block, deal):  # type: ignore[no-untyped-def]
    fill_deck(deck, seed, block, deal)


@engine_jit(types.int64(*[types.int64] * 5))
def _chance_for(seed, match, deal, turn, phase):  # type: ignore[no-untyped-def]
    return chance_for(seed, match, deal, turn, phase)


def shuffled_deck(seed: int, block: int, deal: int) -> npt.NDArray[np.int8]:
    """Return the 65 cards of a shuffle, first dealt first, shape (65,)."""
    deck = np.empty(DECK_SIZE, np.int8)
    _fill_deck(deck, seed, block, deal)
    return deck


def chance_number(seed: int, match: int, deal: int, turn: int, phase: int) -> int:
    """Return a decision's chance number (0 to 2^63 - 1); `phase` says which of a turn.

    The same as `View.chance` in that decision.
    """
    return int(_chance_for(seed, match, deal, turn, phase))

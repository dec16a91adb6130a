"""Words of bits: plain and compiled code say the same, whatever the word."""

from __future__ import annotations

from collections.abc import Callable

import numba
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zetema_sim import bits
from zetema_sim.cards import DECK, card
from zetema_sim.kernel import jit

WORDS = st.integers(-(2**63), 2**63 - 1)
assert jit  # which teaches numba the functions


@numba.njit
def count_bits(word):  # type: ignore[no-untyped-def]
    return bits.count_bits(word)


@numba.njit
def lowest_bit(word):  # type: ignore[no-untyped-def]
    return bits.lowest_bit(word)


@pytest.mark.parametrize(
    ("compiled_one", "plain"),
    [(count_bits, bits.count_bits), (lowest_bit, bits.lowest_bit)],
    ids=["count_bits", "lowest_bit"],
)
@given(word=WORDS)
@example(word=0)
@example(word=-1)
@example(word=-(2**63))
def test_plain_and_compiled(
    compiled_one: Callable[[int], int], plain: Callable[[int], int], word: int
) -> None:
    """Both count the 64 bits of the machine's word."""
    assert compiled_one(word) == plain(word)


@given(st.sets(st.sampled_from(DECK)))
def test_sets_of_cards(cards: set[int]) -> None:
    """A mask holds cards, by suit and by rank."""
    mask = sum(1 << kind for kind in cards)
    assert bits.count_bits(mask) == len(cards)
    assert bits.lowest_bit(mask) == min(cards, default=64)
    for suit in range(4):
        ranks = {rank for rank in range(13) if card(rank, suit) in cards}
        assert bits.suit_ranks(mask, suit) == sum(1 << rank for rank in ranks)
        assert bits.suit_size(mask, 3, suit) == len(ranks) + 2 * (suit == 0)
    assert bits.all_ranks(mask) == sum({1 << (kind & 15) for kind in cards})
    assert all(bits.has_card(mask, kind) == (kind in cards) for kind in DECK)

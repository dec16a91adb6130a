"""Cards on the move: hands, stock and piles kept up to date, on bit words.

`table` is the public record that strategies see, `hidden` the kernel's own.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np

from zetema_sim.bits import LANE_BITS
from zetema_sim.cards import DECK_SIZE, IMPERIAL, RANKS, SUITS
from zetema_sim.kernel.jit import inlined, kernel_part


@inlined
def spread(target, mask, twins):
    """Write a set of cards as counts ``[rank, suit]``."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            target[rank, suit] = mask >> (16 * suit + rank) & 1
        target[rank, IMPERIAL] += twins >> rank & 1


@inlined
def take_card(hidden, seat, card):
    """Put a card into a hand, whose size is kept by the caller."""
    rank, bit = card & 15, 1 << card
    if hidden.mask[seat] & bit:
        hidden.twins[seat] |= 1 << rank
    else:
        hidden.mask[seat] |= bit
    hidden.ranks[seat] += 1 << (4 * rank)
    hidden.cards[seat, rank, card >> 4] += 1
    hidden.held[seat, rank, card >> 4] = 1


@inlined
def draw_up_to(table, hidden, seat, size):
    """Draw until the seat holds `size` cards or the stock is empty; return how many."""
    drawn, place = 0, hidden.next
    held = table.hand_sizes[seat]
    while held + drawn < size and place < DECK_SIZE:
        take_card(hidden, seat, np.int64(hidden.deck[place]))
        place += 1
        drawn += 1
    hidden.next = place
    table.hand_sizes[seat] = held + drawn
    table.stock = DECK_SIZE - place
    return drawn


@inlined
def fill_up(table, hidden, seat, size):
    """Draw as `draw_up_to` and note whether the next turn is live under turn_end."""
    needed = size - table.hand_sizes[seat]
    drawn = draw_up_to(table, hidden, seat, size)
    if table.rules.draw_at_end:
        table.fresh[seat] = drawn > 0 or needed <= 0
    return drawn


@inlined
def leave_hand(table, hidden, seat, card):
    """Take a card from a hand, and from what the seat is known to hold."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    twin = 1 << rank if suit == IMPERIAL else 0
    if hidden.twins[seat] & twin:
        hidden.twins[seat] ^= twin
    else:
        hidden.mask[seat] ^= bit
    hidden.ranks[seat] -= 1 << (4 * rank)
    left = hidden.cards[seat, rank, suit] - 1
    hidden.cards[seat, rank, suit] = left
    hidden.held[seat, rank, suit] = left
    table.hand_sizes[seat] -= 1
    if table.shown_twins[seat] & twin:
        table.shown_twins[seat] ^= twin
    else:
        table.shown_mask[seat] &= ~bit


@inlined
def join_pile(table, card):
    """Put a card on the pile of its rank."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    if table.tableau_mask & bit:
        table.tableau_twins |= 1 << rank
    else:
        table.tableau_mask |= bit
    table.tableau_ranks += 1 << (4 * rank)
    table.piles[rank] += 1
    table.tableau[rank, suit] += 1


@kernel_part
def leave_pile(table, card):
    """Take a card from the pile of its rank."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    if suit == IMPERIAL and table.tableau_twins >> rank & 1:
        table.tableau_twins ^= 1 << rank
    else:
        table.tableau_mask ^= bit
    table.tableau_ranks -= 1 << (4 * rank)
    table.piles[rank] -= 1
    table.tableau[rank, suit] -= 1


@kernel_part
def clear_pile(table, rank):
    """Take a complete pile out of play."""
    table.tableau_mask &= ~(LANE_BITS << rank)
    table.tableau_twins &= ~(1 << rank)
    table.tableau_ranks &= ~(15 << (4 * rank))
    table.piles[rank] = 0
    table.completed[rank] = 1
    for suit in range(SUITS):
        table.tableau[rank, suit] = 0

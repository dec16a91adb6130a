"""Worlds: what a seat cannot see, dealt by chance.

A world says which cards the other hands hold and in what order the stock lies. Every
card that the seat does not see is as likely in any of these places; cards that a seat
has shown and still holds stay in its hand. The chance is keyed (`kernel.chance`): the
same key and number give the same world, whoever deals it and when.
"""

# numba infers the types within.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np

from zetema_sim.cards import DECK_SIZE, IMPERIAL, KING, QUEEN, RANKS, SUITS
from zetema_sim.kernel.chance import draw_numbers
from zetema_sim.kernel.jit import kernel_part, scratch_words

WORLDS = 1 << 30  # what the numbers are for, in the key's counter; deals are below
_NUMBERS = DECK_SIZE - 1
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


@kernel_part
def copies_of(mask, twins, rank, suit):
    """Return how many copies of a card a mask and twins hold."""
    copies = mask >> (16 * suit + rank) & 1
    if suit == IMPERIAL:
        copies += twins >> rank & 1
    return copies


@kernel_part
def unseen_of(table, rank, suit):
    """Return how many copies of a card lie in no place that the seat knows."""
    if table.completed[rank]:
        return 0
    copies = 2 if suit == IMPERIAL else 1
    copies -= table.hand[rank, suit] + table.tableau[rank, suit]
    if rank == QUEEN or rank == KING:
        copies -= table.married[suit]
    for seat in range(table.rules.players):
        if seat != table.seat:
            shown, twins = table.shown_mask[seat], table.shown_twins[seat]
            copies -= copies_of(shown, twins, rank, suit)
    return copies


@kernel_part
def place_known(world, place, mask, twins):
    """Write the cards of a mask and twins into a world; return the next place."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            for _ in range(copies_of(mask, twins, rank, suit)):
                world[place] = 16 * suit + rank
                place += 1
    return place


@kernel_part
def gather_unseen(table, cards):
    """Write the cards that the seat does not see; return how many there are."""
    count = 0
    for rank in range(RANKS):
        for suit in range(SUITS):
            for _ in range(unseen_of(table, rank, suit)):
                if count < DECK_SIZE:
                    cards[count] = 16 * suit + rank
                count += 1
    return count


@kernel_part
def shuffle(cards, count, key, number):
    """Bring cards into an order by chance; each order is as likely.

    Of 2^32 numbers each draw takes the part that a place has, so that one order may be
    likelier than another by one part in 60 million.
    """
    numbers = scratch_words(_NUMBERS)
    draw_numbers(
        numbers,
        np.uint64(number) & _LOW,
        np.uint64(number) >> _HALF,
        np.uint64(WORLDS),
        np.uint64(key) & _LOW,
        np.uint64(key) >> _HALF,
    )
    for place in range(count - 1, 0, -1):
        other = np.int64(numbers[place - 1] * np.uint64(place + 1) >> _HALF)
        cards[place], cards[other] = cards[other], cards[place]


@kernel_part
def deal_world(table, cards, world, key, number):
    """Deal a world; return whether the cards are as many as hands and stock want.

    Parameters
    ----------
    table
        The record of the view.
    cards
        The cards that the seat does not see, int8 ``[65]``, in the order of
        `gather_unseen`; they are shuffled.
    world
        int8 ``[65]``, written: the hands, seat by seat, and in the last places the
        stock, first drawn first, as `kernel.continuation` has it.
    key, number
        Of the world.
    """
    unseen = gather_unseen(table, cards)
    players, stock, left = table.rules.players, table.stock, 0
    for seat in range(players):
        if seat != table.seat:
            left += table.hand_sizes[seat]
            mask, twins = table.shown_mask[seat], table.shown_twins[seat]
            for rank in range(RANKS):
                for suit in range(SUITS):
                    left -= copies_of(mask, twins, rank, suit)
    if unseen != left + stock:
        return False
    shuffle(cards, unseen, key, number)
    place = taken = 0
    for seat in range(players):
        first = place
        if seat == table.seat:
            place = place_known(world, place, table.hand_mask, table.hand_twins)
            continue
        mask, twins = table.shown_mask[seat], table.shown_twins[seat]
        place = place_known(world, place, mask, twins)
        while place < first + table.hand_sizes[seat]:
            world[place] = cards[taken]
            place += 1
            taken += 1
    for number_drawn in range(stock):
        world[DECK_SIZE - stock + number_drawn] = cards[taken]
        taken += 1
    return True


@kernel_part
def worlds_there_are(table):
    """Return 1 where the seat knows all that it does not see, else 2 for many."""
    if table.stock == 0 and table.rules.players == 2:
        return 1
    return 2

"""What a hand promises after each discard, worked out at once for all its cards.

The same numbers as `promise` of the hand without each card in turn, four times faster:
a discard changes only what its suit, its rank, the runs through it and, of kings and
queens, the marriages promise. So each part is reckoned once for the whole hand, and
again only where the card counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from _promise import (
    CARDS,
    COMES,
    EFFORT,
    FARTHEST,
    FLUSH_RUN,
    LATER,
    OTHER_SUITS,
    RUN,
    SHARE,
    TURNS,
    TWINS,
    flushes_to_come,
    marriage_promise,
    rank_part,
)

from zetema_sim.bits import (
    LANE_BITS,
    all_ranks,
    count_bits,
    has_card,
    lowest_bit,
    rank_count,
    suit_ranks,
)
from zetema_sim.cards import IMPERIAL, KING, QUEEN, RANKS, SUITS
from zetema_sim.table_rules import FLUSH_NEVER
from zetema_sim.toolkit import last_start, places_of
from zetema_sim.view import View


def promises(view: View, weights: Any, ahead: Any, cards: int) -> Any:
    """Return the promise of the hand without each of some cards, by card number."""
    values = np.zeros(16 * SUITS)  # filled for every card of the hand
    add_ranks(view, weights, ahead, values)
    if ahead[TURNS] > 0:
        add_flushes(view, weights, ahead, values)
        add_runs(view, weights, ahead, values)
        add_suited_runs(view, weights, ahead, values)
        add_marriages(view, weights, ahead, values)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        values[card] *= weights[LATER] / 100
    return values


def has_twin(view: View, card: int) -> int:
    """Return 1 if the hand holds two of a card, else 0."""
    return has_card(view.hand_twins, card) if card < RANKS else 0


def add_to_all(view: View, values: Any, points: float) -> None:
    """Add points to the value of every card of the hand."""
    left = view.hand_mask
    while left:
        values[lowest_bit(left)] += points
        left &= left - 1


def add_ranks(view: View, weights: Any, ahead: Any, values: Any) -> None:
    """Add what assemblies and zetemas promise without each card."""
    total, left = 0.0, all_ranks(view.hand_mask)
    while left:
        rank = lowest_bit(left)
        left &= left - 1
        held = rank_count(view.hand_ranks, rank)
        now = rank_part(view, weights, ahead, rank, held)
        total += now
        less = rank_part(view, weights, ahead, rank, held - 1) - now
        same = view.hand_mask & LANE_BITS << rank
        while same:
            values[lowest_bit(same)] += less / 100
            same &= same - 1
    add_to_all(view, values, total / 100)


def add_flushes(view: View, weights: Any, ahead: Any, values: Any) -> None:
    """Add what flushes promise without each card."""
    mask, twins = view.hand_mask, view.hand_twins
    now = (
        weights[0] * flushes_to_come(view, ahead, mask, twins, 0),
        weights[1] * flushes_to_come(view, ahead, mask, twins, 1),
        weights[2] * flushes_to_come(view, ahead, mask, twins, 2),
        weights[3] * flushes_to_come(view, ahead, mask, twins, 3),
    )
    for suit in range(SUITS):
        left = suit_ranks(mask, suit)
        doubled = left & twins if suit == IMPERIAL else 0
        single = left & ~doubled
        add_flush(view, weights, ahead, values, now, suit, single)
        add_flush(view, weights, ahead, values, now, suit, doubled)


def add_flush(
    view: View,
    weights: Any,
    ahead: Any,
    values: Any,
    now: Any,
    suit: int,
    ranks: int,
) -> None:
    """Add what flushes promise without a card, to cards that all count alike."""
    if not ranks:
        return
    one = 1 << (16 * suit + lowest_bit(ranks))
    mask, twins = view.hand_mask, view.hand_twins
    if suit == IMPERIAL and twins & one:
        twins ^= one
    else:
        mask ^= one
    mine = weights[suit] * flushes_to_come(view, ahead, mask, twins, suit)
    best, total = mine, mine
    for other in range(SUITS):
        if other != suit:
            best, total = max(best, now[other]), total + now[other]
    points = (best + OTHER_SUITS * (total - best)) * view.rules.flush_points / 100
    while ranks:
        values[16 * suit + lowest_bit(ranks)] += points
        ranks &= ranks - 1


def add_runs(view: View, weights: Any, ahead: Any, values: Any) -> None:
    """Add what sequences promise without each card: less for the last of a rank."""
    lost, total = np.zeros(RANKS + 1), 0.0
    held = places_of(view, all_ranks(view.hand_mask))
    worth = weights[RUN] * view.rules.sequence_points / 100
    for start in range(0 if view.rules.ace_low else 1, last_start(view) + 1):
        window = ((1 << view.rules.run_length) - 1) << start
        missing = window & ~held
        lacks = count_bits(missing)
        if lacks > FARTHEST:
            continue
        value = float(worth)
        while missing:
            value *= EFFORT * ahead[COMES][lowest_bit(missing)]
            missing &= missing - 1
        total += value
        present = window & held
        while present:
            place = lowest_bit(present)
            present &= present - 1
            again = EFFORT * ahead[COMES][place] if lacks < FARTHEST else 0.0
            lost[place] += value * (1.0 - again)
    # A window has an ace at one end only, so what an ace loses at both adds up.
    lost[0] += lost[RANKS]
    left = view.hand_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        last = rank_count(view.hand_ranks, card & 15) == 1
        values[card] += total - lost[card & 15] if last else total


def add_suited_runs(view: View, weights: Any, ahead: Any, values: Any) -> None:
    """Add what flush sequences promise without each card."""
    total, worth = 0.0, weights[FLUSH_RUN] * view.rules.flush_sequence_points / 100
    first = 1 if view.rules.flush_imperial == FLUSH_NEVER else 0
    for suit in range(first, SUITS):
        held = places_of(view, suit_ranks(view.hand_mask, suit))
        if count_bits(held) >= view.rules.run_length - FARTHEST:
            total += add_suit_runs(view, ahead, values, suit, held, worth)
    if total > 0:
        add_to_all(view, values, total)


def add_suit_runs(
    view: View, ahead: Any, values: Any, suit: int, held: int, worth: float
) -> float:
    """Take what each card of a suit loses off its value; return what all promise."""
    total, step = 0.0, EFFORT * ahead[SHARE]
    unseen = places_of(view, suit_ranks(ahead[CARDS], suit))
    both = places_of(view, ahead[TWINS]) if suit == IMPERIAL else 0
    for start in range(0 if view.rules.ace_low else 1, last_start(view) + 1):
        window = ((1 << view.rules.run_length) - 1) << start
        missing = window & ~held
        lacks = count_bits(missing)
        if lacks > FARTHEST or missing & ~unseen:
            continue
        value = float(worth)
        for _ in range(lacks):
            value *= step
        for _ in range(count_bits(missing & both)):
            value *= 2.0 - ahead[SHARE]
        total += value
        present = window & held
        while present:
            place = lowest_bit(present)
            present &= present - 1
            card = 16 * suit + (place if place < RANKS else 0)
            if not has_twin(view, card):
                can_come = lacks < FARTHEST and has_card(unseen, place)  # its twin
                values[card] -= value * (1.0 - step) if can_come else value
    return total


def add_marriages(view: View, weights: Any, ahead: Any, values: Any) -> None:
    """Add what marriages promise without each card."""
    mask, twins = view.hand_mask, view.hand_twins
    court = mask & (LANE_BITS << QUEEN | LANE_BITS << KING)
    points = marriage_promise(view, weights, ahead, mask, twins)
    add_to_all(view, values, points)
    while court:
        card = lowest_bit(court)
        court &= court - 1
        bit = 1 << card
        doubled = has_twin(view, card)
        without = mask if doubled else mask ^ bit
        both = twins ^ bit if doubled else twins
        less = marriage_promise(view, weights, ahead, without, both)
        values[card] += less - points

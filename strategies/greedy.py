"""Declare the most points, discard what the hand needs least by simple counts.

A card is as useful as it has company in hand: cards of its suit for a flush, of its
rank for an assembly, of the ranks near it for a sequence, and for a king or queen a
partner that it could marry. A fifth card on a pile scores, a fourth one is a gift.
Nothing is planned and nothing is remembered: it is what a quick player does.

Source: our own; the plain baseline that a better strategy must beat.
"""

from zetema_sim.bits import (
    LANE_BITS,
    all_ranks,
    count_bits,
    rank_count,
    suit_size,
)
from zetema_sim.cards import KING, QUEEN
from zetema_sim.toolkit import cards_in
from zetema_sim.view import View

REACH = 5  # a sequence of six through a card reaches five ranks either way
NEAR = (1 << (2 * REACH + 1)) - 1
QUEENS = LANE_BITS << QUEEN
KINGS = LANE_BITS << KING


def discard(view: View) -> int:
    hand, twins, ranks = view.hand_mask, view.hand_twins, view.hand_ranks
    near = all_ranks(hand) << REACH
    reach = hand | view.tableau_mask
    partners = (reach & KINGS) >> 1 | (reach & QUEENS) << 1
    least = 1 << 40
    for card in cards_in(view.legal_mask):
        rank = card & 15
        in_suit = suit_size(hand, twins, card >> 4)
        of_rank = rank_count(ranks, rank)
        around = count_bits(near >> rank & NEAR)
        use = 3 * in_suit * in_suit + 2 * of_rank * of_rank + around * around
        use += 6 * (partners >> card & 1)
        height = rank_count(view.tableau_ranks, rank)
        if height >= 3:
            use += int(view.rules.zetema[rank]) * (1 if height == 3 else -2)
        least = min(least, use * 64 + card)
    return least & 63

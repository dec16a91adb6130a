"""Keep one suit for flushes, and declare what else costs no card of it.

Without its plan it keeps nothing and declares whatever is worth most.

Source: the tests, which keep it as it is (`counts.json`).
"""

from zetema_sim.bits import (
    count_bits,
    has_card,
    lowest_bit,
    rank_count,
    suit_ranks,
    suit_size,
)
from zetema_sim.view import FLUSH, FLUSH_SEQUENCE, NONE, View

SETTINGS = {"suit": (0, 0, 3), "plan": (1, 0, 1)}

ENOUGH = 3  # cards of the suit without which there is nothing to keep


def declare(view: View) -> int:
    suit = int(view.settings.suit)
    size = suit_size(view.hand_mask, view.hand_twins, suit)
    if view.settings.plan == 0 or size < ENOUGH:
        return view.best_option
    most, best = 0, NONE
    for option in range(view.n_listed):
        points = int(view.option_points[option])
        kind = int(view.option_kind[option])
        if kind != FLUSH and kind != FLUSH_SEQUENCE:
            points -= 8 * count_bits(suit_ranks(int(view.option_mask[option]), suit))
        if points > most:
            most, best = points, option
    return best


def discard(view: View) -> int:
    suit = int(view.settings.suit)
    least = 1 << 40
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        use = suit_size(view.hand_mask, view.hand_twins, card >> 4)
        if view.settings.plan == 1 and card >> 4 == suit:
            use += 20
            if suit == 0:
                use += 10 * has_card(view.hand_twins, card)
        if rank_count(view.tableau_ranks, card & 15) == 4:
            use -= 12
        least = min(least, (use + 100) * 64 + card)
    return least & 63

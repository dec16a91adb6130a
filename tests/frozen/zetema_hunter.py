"""Complete piles, never lay the fourth card of one, and follow suits a little.

It has no `declare`: the engine declares for it what is worth most.

Source: the tests, which keep it as it is (`counts.json`).
"""

from zetema_sim.bits import lowest_bit, rank_count, suit_size
from zetema_sim.view import View

SETTINGS = {"plan": (1, 0, 1), "flushes": (20, 0, 100)}


def discard(view: View) -> int:
    best = -1
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        rank = card & 15
        worth = int(view.rules.zetema[rank])
        height = rank_count(view.tableau_ranks, rank)
        held = rank_count(view.hand_ranks, rank)
        gain = 5 * height
        if height == 4:
            gain = 50 * worth
        elif height == 3:
            gain = -20 * worth if held < 2 else -worth
        size = suit_size(view.hand_mask, view.hand_twins, card >> 4)
        loss = int(view.settings.flushes) * size * size // 4
        value = (gain if view.settings.plan else 0) - loss + 50_000
        best = max(best, value * 64 + card)
    return best & 63

"""Keep kings and queens and marry several pairs at once, or what there is at the end.

Source: the tests, which keep it as it is (`counts.json`).
"""

from zetema_sim.bits import LANE_BITS, count_bits, lowest_bit, rank_count
from zetema_sim.cards import KING, QUEEN
from zetema_sim.view import MARRIAGES, NONE, View

SETTINGS = {"wait_for": (3, 1, 5)}

ROYAL = LANE_BITS << QUEEN | LANE_BITS << KING


def declare(view: View) -> int:
    wanted = int(view.settings.wait_for)
    if view.stock < 2 * view.players or view.hand_size < wanted:
        wanted = 1
    most, best = 0, NONE
    for option in range(view.n_listed):
        points = int(view.option_points[option])
        if view.option_kind[option] == MARRIAGES:
            if view.option_pairs[option] < wanted:
                points = 0
        else:
            points -= 9 * count_bits(int(view.option_mask[option]) & ROYAL)
        if points > most:
            most, best = points, option
    return best


def discard(view: View) -> int:
    least = 1 << 40
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        rank = card & 15
        use = rank_count(view.hand_ranks, rank)
        if rank >= QUEEN:
            use += 20 - 6 * view.married[card >> 4]
            if view.completed[QUEEN] or view.completed[KING]:
                use = 0
        least = min(least, (use + 100) * 64 + card)
    return least & 63

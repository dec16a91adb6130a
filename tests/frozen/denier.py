"""Look at what the others showed, laid and scored, and lay what serves them least.

Source: the tests, which keep it as it is (`counts.json`).
"""

from zetema_sim.bits import has_card, lowest_bit, rank_count, suit_size
from zetema_sim.cards import KING, QUEEN
from zetema_sim.view import NONE, View

SETTINGS = {"spite": (100, 0, 500)}


def declare(view: View) -> int:
    points = int(view.option_points[view.best_option]) if view.n_listed else 0
    ahead = int(view.scores[view.side]) - foremost(view)
    if view.best_option < view.n_listed and points <= 10 and ahead > 60:
        return NONE
    return view.best_option


def foremost(view: View) -> int:
    """Return the highest score of another side."""
    score = 0
    for side in range(view.sides):
        if side != view.side:
            score = max(score, int(view.scores[side]))
    return score


def help_to_others(view: View, card: int) -> int:
    """Return how much a card on the table would be worth to other sides."""
    rank, served = card & 15, 0
    height = rank_count(view.tableau_ranks, rank)
    for seat in range(view.players):
        if view.rules.side_of[seat] != view.side:
            if height == 3 and view.hand_sizes[seat] > 0:
                served += int(view.rules.zetema[rank])
            if rank == QUEEN:
                served += 10 * has_card(int(view.shown_mask[seat]), card + 1)
            if rank == KING:
                served += 10 * has_card(int(view.shown_mask[seat]), card - 1)
    return served


def laid_before(view: View, rank: int) -> int:
    """Return how often others laid a rank in this deal, lately counting more."""
    total = 0
    for turn in range(view.turn):
        laid = int(view.past_discard[turn])
        if laid != NONE and laid & 15 == rank and view.past_seat[turn] != view.seat:
            total += 1 + turn // 8
        if view.past_kind[turn] != NONE and has_card(int(view.past_mask[turn]), rank):
            total += int(view.past_points[turn]) // 20
    return total


def discard(view: View) -> int:
    least = 1 << 40
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        rank = card & 15
        use = 100 * suit_size(view.hand_mask, view.hand_twins, card >> 4)
        use += 60 * rank_count(view.hand_ranks, rank)
        use += int(view.settings.spite) * help_to_others(view, card)
        use -= 10 * laid_before(view, rank)
        if rank_count(view.tableau_ranks, rank) == 4:
            use -= 100 * int(view.rules.zetema[rank])
        least = min(least, (use + 1_000_000) * 64 + card)
    return least & 63

"""Collect five cards of one rank for an assembly, the dearest declaration.

It keeps the ranks of which all five cards are still in hand or unseen, the more cards
of one the dearer, and lets go what is not of them; a rank with a card in the tableau
is dead for it. Other plans count little meanwhile. `eagerness` says how much the hope
of an assembly counts, in percent; at 0 what is left is that other play.

Source: EN, CA (rules.md section 8): assemblies pay most but clog the hand and rarely
come; two or three kings or queens in hand justify trying.
"""

from zetema_sim.bits import rank_count
from zetema_sim.cards import KING, PILE_SIZE, QUEEN, rank_of
from zetema_sim.planning import (
    OPEN,
    Ahead,
    Plan,
    Values,
    best_card,
    best_option,
    discard_values,
    hand_after,
    look_ahead,
    married_values,
    plan_with,
    sure_option,
)
from zetema_sim.toolkit import best_of, cards_in, cards_of_rank, pairs_left
from zetema_sim.view import ASSEMBLY, View

SETTINGS = {"eagerness": (50, 0, 1000)}


def plan_of(view: View) -> Plan:
    return plan_with(
        flush_0=30,
        flush_1=15,
        flush_2=15,
        flush_3=15,
        flush_run=10,
        run=15,
        gift=0,
        third=0,
        zetema=0,
    )


def hope_of(view: View, ahead: Ahead, rank: int) -> float:
    """Return the hope of a rank, which ends with the first card that leaves the hand.

    It grows with the square of the cards in hand: two of a rank are a beginning, four
    are all but there.
    """
    held = cards_of_rank(view, rank)
    whole = held + rank_count(ahead.of_rank, rank) == PILE_SIZE
    if held == 0 or not whole or ahead.turns == 0:
        return 0.0
    share = held / PILE_SIZE
    value = int(view.rules.assembly[rank]) * share * share
    return value * view.settings.eagerness / 100


def hopeful_values(view: View, ahead: Ahead, cards: int) -> Values:
    """Return what each of some discards gains, less the hope that it ends."""
    values = discard_values(view, plan_of(view), ahead, cards)
    for card in cards_in(cards):
        values[card] -= hope_of(view, ahead, rank_of(card))
    return values


def hopeful_marriages(view: View, ahead: Ahead, least_pairs: int) -> Values:
    """Return what the marriages of each option gain, less the hope that they end."""
    values = married_values(view, plan_of(view), ahead, least_pairs)
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            ranks = hand_after(view, option).ranks
            for rank in range(QUEEN, KING + 1):
                if rank_count(ranks, rank) < cards_of_rank(view, rank):
                    values[option] -= hope_of(view, ahead, rank)
    return values


def declare(view: View) -> int:
    if view.options_of[ASSEMBLY] > 0:
        return best_of(view, ASSEMBLY)
    # A marriage would end the hope of assemblies of kings and queens.
    least_pairs = 6 if view.settings.eagerness and pairs_left(view) == 5 else 1
    option = sure_option(view, least_pairs)
    if option != OPEN:
        return option
    ahead = look_ahead(view, plan_of(view))
    values = hopeful_values(view, ahead, view.hand_mask)
    married = hopeful_marriages(view, ahead, least_pairs)
    return best_option(view, plan_of(view), values, married, least_pairs)


def discard(view: View) -> int:
    ahead, legal = look_ahead(view, plan_of(view)), view.legal_mask
    return best_card(hopeful_values(view, ahead, legal), legal)

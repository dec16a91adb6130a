"""Collect five cards of one rank for an assembly, the dearest declaration.

It keeps the ranks of which all five cards are still in hand or unseen, the more cards
of one the dearer, and lets go what is not of them; a rank with a card in the tableau
is dead for it. Other plans count little meanwhile. `eagerness` says how much the hope
of an assembly counts, in percent; at 0 what is left is that other play.

Source: EN, CA (rules.md section 8): assemblies pay most but clog the hand and rarely
come; two or three kings or queens in hand justify trying.
"""

from typing import Any

import numpy as np
from _promise import OF_RANK, TURNS, draw_worth, look_ahead, plans, promise
from _weighing import (
    best_card,
    best_option,
    discard_values,
    hand_after,
    only_small_marriages,
)

from zetema_sim.bits import lowest_bit, rank_count
from zetema_sim.cards import PILE_SIZE, RANKS
from zetema_sim.toolkit import best_of, pairs_left
from zetema_sim.view import ASSEMBLY, NONE, View

SETTINGS = {"eagerness": (50, 0, 1000)}


def weights(view: View) -> Any:
    return plans(
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


def hope(view: View, plan: Any, ahead: Any, mask: int, twins: int, ranks: int) -> float:
    """Return a hand's promise and, above it, the hope of its ranks that are whole."""
    points = promise(view, plan, ahead, mask, twins, ranks)
    for rank in range(RANKS):
        points += hope_of(view, ahead, rank, rank_count(ranks, rank))
    return points


def hope_of(view: View, ahead: Any, rank: int, held: int) -> float:
    """Return the hope of a rank of which the hand holds some cards.

    It grows with the square of the cards in hand: two of a rank are a beginning, four
    are all but there.
    """
    whole = held + rank_count(ahead[OF_RANK], rank) == PILE_SIZE
    if held == 0 or not whole or ahead[TURNS] == 0:
        return 0.0
    share = held / PILE_SIZE
    value = int(view.rules.assembly[rank]) * share * share
    return value * view.settings.eagerness / 100


def hopeful_values(view: View, ahead: Any, cards: int) -> Any:
    """Return points, promise and hope after each of some discards, by card number."""
    values = discard_values(view, weights(view), ahead, cards)
    all_hope = 0.0
    for rank in range(RANKS):
        all_hope += hope_of(view, ahead, rank, rank_count(view.hand_ranks, rank))
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        rank, held = card & 15, rank_count(view.hand_ranks, card & 15)
        now = hope_of(view, ahead, rank, held)
        values[card] += all_hope - now + hope_of(view, ahead, rank, held - 1)
    return values


def hopeful_marriages(view: View, ahead: Any, least_pairs: int) -> Any:
    """Return promise, hope and draws after the marriages of each option, by number."""
    values, plan = np.zeros(view.n_listed), weights(view)
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            mask, twins, ranks, gone = hand_after(view, option)
            values[option] = hope(view, plan, ahead, mask, twins, ranks)
            values[option] += (gone - 1) * draw_worth(view, plan, ahead)
    return values


def declare(view: View) -> int:
    if view.options_of[ASSEMBLY] > 0:
        return best_of(view, ASSEMBLY)
    # A marriage would end the hope of assemblies of kings and queens.
    least_pairs = 6 if view.settings.eagerness and pairs_left(view) == 5 else 1
    if only_small_marriages(view, least_pairs):
        return NONE
    ahead = look_ahead(view, weights(view))
    values = hopeful_values(view, ahead, view.hand_mask)
    married = hopeful_marriages(view, ahead, least_pairs)
    return best_option(view, weights(view), values, married, least_pairs)


def discard(view: View) -> int:
    ahead, legal = look_ahead(view, weights(view)), view.legal_mask
    return best_card(hopeful_values(view, ahead, legal), legal)

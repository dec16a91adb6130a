"""Decide by what is scored at once and what the hand promises then (`_promise`).

A strategy says with `plans` how much each plan counts for it, in percent. Then
`discard_by` and `declare_by` answer for it, or `discard_values` gives it the worth of
every discard to think further, and `best_option` chooses by values that it reckoned
otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from _keeping import add_to, promises
from _promise import (
    FLUSH_RUN,
    GIFT,
    MARRIAGE,
    OF_RANK,
    RANK,
    RUN,
    THIRD,
    UNKNOWN,
    ZETEMA,
    completion_worth,
    copies,
    draw_worth,
    look_ahead,
    promise,
)

from zetema_sim.bits import (
    LANE_BITS,
    SUIT_MASK,
    all_ranks,
    count_bits,
    lowest_bit,
    rank_count,
)
from zetema_sim.cards import KING, PILE_SIZE, QUEEN, SUITS, suit_of
from zetema_sim.toolkit import chance_to_draw, is_on_my_side, known_of_rank
from zetema_sim.view import (
    ASSEMBLY,
    FLUSH,
    FLUSH_SEQUENCE,
    MARRIAGES,
    NONE,
    SEQUENCE,
    View,
)

ALL_SIZES = 1  # the least number of pairs that a strategy is willing to marry


def pile_value(view: View, weights: Any, ahead: Any, rank: int) -> float:
    """Return what a discard does on its pile: its points less what it offers others."""
    height = rank_count(view.tableau_ranks, rank)
    unseen = rank_count(ahead[OF_RANK], rank)
    if height < PILE_SIZE - 3 or (height < PILE_SIZE - 1 and unseen == 0):
        return 0.0
    worth = completion_worth(view, weights, ahead, rank)
    if height == PILE_SIZE - 1:
        return worth * max(weights[ZETEMA], 100) / 100
    if height == PILE_SIZE - 2:
        return worth * offer(view, weights, ahead, rank) / 100
    return -weights[THIRD] * worth / 100 if unseen > 1 else 0.0


def offer(view: View, weights: Any, ahead: Any, rank: int) -> float:
    """Return how a pile of four tells, in percent: what it offers opponents, negative.

    Who has the fifth card may lay it, in the order of turns; if it is in the stock,
    whoever draws it.
    """
    if weights[GIFT] == 0:
        return 0.0
    copies = rank_count(ahead[OF_RANK], rank)
    for seat in range(view.players):
        if seat != view.seat:
            copies -= known_of_rank(view, seat, rank)
    nobody, offered = 1.0, 0.0
    drawn = view.stock / ahead[UNKNOWN] / view.players
    hidden, likely = -1, 0.0
    for step in range(1, view.players):
        seat = view.seat + step
        seat -= view.players if seat >= view.players else 0
        if hidden != hidden_cards(view, seat):  # seats often hold as many
            hidden = hidden_cards(view, seat)
            likely = chance_to_draw(view, copies, hidden)
        held = 1.0 if known_of_rank(view, seat, rank) > 0 else likely
        chance = nobody * min(1.0, held + drawn)
        nobody -= chance
        if not is_on_my_side(view, seat):
            offered += chance
    return -weights[GIFT] * offered


def hidden_cards(view: View, seat: int) -> int:
    """Return how many cards another seat holds that it has not shown."""
    shown = count_bits(int(view.shown_mask[seat]))
    return int(view.hand_sizes[seat]) - shown - count_bits(int(view.shown_twins[seat]))


def hand_after(view: View, option: int) -> Any:
    """Return mask, twins and ranks of the hand after marriages, and how many leave."""
    married, both = int(view.option_mask[option]), int(view.option_twins[option])
    ranks, gone = view.hand_ranks, 0
    for suit in range(SUITS):
        for rank in range(QUEEN, KING + 1):
            leaving = copies(married, both, suit, rank)
            ranks -= leaving << (4 * rank)
            gone += leaving
    one_stays = married & view.hand_twins & ~both & SUIT_MASK  # of twins
    mask = view.hand_mask & ~married | one_stays
    return mask, view.hand_twins & ~married, ranks, gone


def married_values(view: View, weights: Any, ahead: Any, least_pairs: int) -> Any:
    """Return promise and draws after the marriages of each option, by its number."""
    values = np.zeros(view.n_listed)
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            mask, twins, ranks, gone = hand_after(view, option)
            values[option] = promise(view, weights, ahead, mask, twins, ranks)
            values[option] += (gone - 1) * draw_worth(view, weights, ahead)
    return values


def worth_at_once(view: View, weights: Any, option: int) -> float:
    """Return what the points of an option count when declared now.

    The points of a plan that counts more than its points count as much more: else a
    strategy would rather keep what its own plan promises than declare it.
    """
    kind, points = view.option_kind[option], int(view.option_points[option])
    weight = weights[MARRIAGE]
    if kind == FLUSH:
        weight = weights[suit_of(lowest_bit(int(view.option_mask[option])))]
    elif kind == SEQUENCE:
        weight = weights[RUN]
    elif kind == FLUSH_SEQUENCE:
        weight = weights[FLUSH_RUN]
    elif kind == ASSEMBLY:
        weight = weights[RANK]
    return points * max(weight, 100) / 100


# --- the choice --------------------------------------------------------------------


def discard_values(view: View, weights: Any, ahead: Any, cards: int) -> Any:
    """Return points and promise after each of some discards, by card number."""
    values, ranks = promises(view, weights, ahead, cards), all_ranks(cards)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        points = pile_value(view, weights, ahead, rank)
        if points != 0:
            add_to(cards & LANE_BITS << rank, values, points)
    return values


def best_card(values: Any, cards: int) -> int:
    """Return the card of highest value among some cards, the first of equals."""
    best = lowest_bit(cards)
    cards &= cards - 1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if values[card] > values[best]:
            best = card
    return best


def best_option(
    view: View, weights: Any, values: Any, married: Any, least_pairs: int
) -> int:
    """Return the option after which points and promise are highest, or `NONE`.

    `values` has those after each discard of the hand, `married` those after each option
    of marriages. Marriages of fewer than `least_pairs` pairs are left alone unless they
    win.
    """
    if view.best_option >= view.n_listed:
        return view.best_option
    best, most = NONE, values[best_card(values, view.hand_mask)]
    lacking = view.rules.target - int(view.scores[view.side])
    for option in range(view.n_listed):
        points = int(view.option_points[option])
        if points >= lacking:
            return option
        if view.option_kind[option] == MARRIAGES:
            if view.option_pairs[option] < least_pairs:
                continue
            value = married[option]
        else:
            value = values[best_card(values, int(view.option_mask[option]))]
        value += worth_at_once(view, weights, option)
        if value > most:
            best, most = option, value
    return best


def only_small_marriages(view: View, least_pairs: int) -> bool:
    """Return whether there is no option but marriages too few, and none that wins."""
    if view.options_of[MARRIAGES] < view.n_options:
        return False
    lacking = view.rules.target - int(view.scores[view.side])
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            return False
        if int(view.option_points[option]) >= lacking:
            return False
    return True


def discard_by(view: View, weights: Any) -> int:
    """Return the discard after which points and promise are highest."""
    ahead = look_ahead(view, weights)
    values = discard_values(view, weights, ahead, view.legal_mask)
    return best_card(values, view.legal_mask)


def declare_by(view: View, weights: Any, least_pairs: int = ALL_SIZES) -> int:
    """Return the option after which points and promise are highest, or `NONE`.

    Marriages of fewer than `least_pairs` pairs are left alone unless they win.
    """
    if only_small_marriages(view, least_pairs):
        return NONE
    ahead = look_ahead(view, weights)
    values = discard_values(view, weights, ahead, view.hand_mask)
    married = married_values(view, weights, ahead, least_pairs)
    return best_option(view, weights, values, married, least_pairs)

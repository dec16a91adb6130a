"""What a hand promises, and what each discard or marriage takes from that.

A discard changes only what its suit, its rank, the runs through it and, of kings and
queens, the marriages promise. So what each card loses is worked out for all of them at
once, and what the hand promises as a whole need not be known.
"""

from __future__ import annotations

import numpy as np

from zetema_sim.bits import LANE_BITS, lowest_bit, rank_count
from zetema_sim.cards import IMPERIAL, KING, PILE_SIZE, QUEEN, SUITS
from zetema_sim.planning.ahead import Ahead
from zetema_sim.planning.flushes import (
    fill_hopes,
    fill_lost_flushes,
    flush_promise,
    lost_flushes,
)
from zetema_sim.planning.marriages import (
    hand_after,
    lost_marriages,
    marriage_promise,
    take_lost_marriages,
)
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.ranks import (
    draw_worth,
    fill_chances_of_all,
    high_ranks,
    pile_value,
    rank_part,
    rank_promise,
    whole_ranks,
    zetema_part,
)
from zetema_sim.planning.runs import (
    fill_lost_runs,
    lost_runs,
    run_promise,
    take_lost_suited,
)
from zetema_sim.planning.scratch import Parts, Values, room
from zetema_sim.table_rules import FLUSH_ANY
from zetema_sim.view import View


def promise(
    view: View, plan: Plan, ahead: Ahead, mask: int, twins: int, ranks: int
) -> float:
    """Return the points that a hand may be expected to earn in this deal.

    The hand is given in the words that `bits` explains.
    """
    points = rank_promise(view, plan, ahead, ranks)
    if ahead.turns > 0:
        points += flush_promise(view, plan, ahead, mask, twins)
        points += run_promise(view, plan, ahead, mask)
        points += marriage_promise(view, plan, ahead, mask, twins)
    return points * plan.later / 100


def discard_values(view: View, plan: Plan, ahead: Ahead, cards: int) -> Values:
    """Return what each of some discards gains, in points, by card number.

    That is what it scores and offers on its pile, less what the hand promises less
    without the card.
    """
    values = np.zeros(16 * SUITS)
    parts = Parts(room(), room(), room(), room(), room())
    fill_values(view, plan, ahead, cards, parts, values)
    return values


def fill_values(
    view: View, plan: Plan, ahead: Ahead, cards: int, parts: Parts, values: Values
) -> None:
    """Write what each of some discards gains, by card number, and the hand's parts."""
    runs, suits = room(), room()
    if ahead.turns > 0:
        fill_lost_runs(view, plan, ahead, parts, runs)
        hopes = parts.hopes
        fill_hopes(view, plan, ahead, view.hand_mask, view.hand_twins, hopes)
        fill_lost_flushes(view, plan, ahead, hopes, suits)
    else:
        for number in range(16):
            runs[number] = suits[number] = 0.0
    fill_by_rank_and_suit(view, plan, ahead, cards, runs, suits, values)
    add_piles(view, plan, ahead, cards, values)
    if ahead.turns > 0:
        take_lost_suited(view, plan, ahead, cards, values)
        take_lost_marriages(view, plan, ahead, parts.pairs, cards, values)


def fill_by_rank_and_suit(
    view: View,
    plan: Plan,
    ahead: Ahead,
    cards: int,
    runs: Values,
    suits: Values,
    values: Values,
) -> None:
    """Write what each card loses in zetemas, sequences and flushes to come, negative.

    Runs to come lose nothing as long as another card of the rank stays, nor do flushes
    by one of two twins where they do not count double.
    """
    later, left = plan.later / 100, cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        rank = card & 15
        held = rank_count(view.hand_ranks, rank)
        lost = zetema_part(view, plan, ahead, rank, held) + suits[card >> 4]
        lost += runs[rank] if held == 1 else 0.0
        values[card] = -later * lost
    if view.rules.flush_imperial != FLUSH_ANY:
        add_to(cards & view.hand_twins, later * suits[IMPERIAL], values)


def add_piles(view: View, plan: Plan, ahead: Ahead, cards: int, values: Values) -> None:
    """Add what discards do on high piles, and take off assemblies that they end."""
    later, hand = plan.later / 100, view.hand_ranks
    left = whole_ranks(view, ahead) if ahead.turns > 0 else 0
    if left:
        chances = room()
        fill_chances_of_all(ahead, chances)
        while left:
            rank = lowest_bit(left) >> 2
            left &= left - 1
            chance = chances[PILE_SIZE - rank_count(hand, rank)]
            assembly = plan.rank / 100 * int(view.rules.assembly[rank])
            add_to(cards & LANE_BITS << rank, -later * assembly * chance, values)
    left = high_ranks(view, ahead) & (hand | hand >> 1 | hand >> 2)
    while left:
        rank = lowest_bit(left) >> 2
        left &= left - 1
        points = pile_value(view, plan, ahead, rank)
        add_to(cards & LANE_BITS << rank, points, values)


def add_to(cards: int, points: float, values: Values) -> None:
    """Add points to the values of some cards."""
    while cards:
        values[lowest_bit(cards)] += points
        cards &= cards - 1


def married_values(view: View, plan: Plan, ahead: Ahead, least_pairs: int) -> Values:
    """Return what the marriages of each option gain, by the option's number.

    That is the cards drawn for those that leave, less what the hand promises less;
    not the points scored. Of marriages of fewer than `least_pairs` pairs it is 0.
    """
    married, values = np.zeros(view.n_listed), room()
    parts = Parts(room(), room(), room(), room(), room())
    fill_values(view, plan, ahead, view.hand_mask, parts, values)
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            married[option] = married_value(view, plan, ahead, parts, option)
    return married


def married_value(
    view: View, plan: Plan, ahead: Ahead, parts: Parts, option: int
) -> float:
    """Return what the marriages of an option gain, but for the points scored."""
    hand, lost = hand_after(view, option), 0.0
    for rank in range(QUEEN, KING + 1):
        held = rank_count(view.hand_ranks, rank)
        if rank_count(hand.ranks, rank) < held:
            lost += rank_part(view, plan, ahead, rank, held)
    if ahead.turns > 0:
        mask, twins = hand.mask, hand.twins
        lost += lost_flushes(view, plan, ahead, parts.hopes, mask, twins)
        lost += lost_marriages(view, plan, ahead, parts.pairs, mask, twins)
        lost += lost_runs(view, plan, ahead, parts, mask)
    drawn = (hand.gone - 1) * draw_worth(view, plan, ahead)
    return drawn - plan.later / 100 * lost

"""Decide by what is scored at once and what the hand promises then.

`discard_by` and `declare_by` answer for a plan. To think further, `discard_values` and
`married_values` tell what each choice gains, and `best_card` and `best_option` choose
by them.
"""

from __future__ import annotations

from zetema_sim.bits import lowest_bit
from zetema_sim.cards import suit_of
from zetema_sim.planning.ahead import look_ahead
from zetema_sim.planning.flushes import flush_weight
from zetema_sim.planning.notes import are_noted, note_values
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Parts, Values, notes, room
from zetema_sim.planning.weighing import fill_values, married_value
from zetema_sim.view import (
    ASSEMBLY,
    FLUSH,
    FLUSH_SEQUENCE,
    MARRIAGES,
    NONE,
    SEQUENCE,
    View,
)

OPEN = -2  # what to declare must be weighed
TIE = 1e-9  # points: what differs by less is as good


def best_card(values: Values, cards: int) -> int:
    """Return the card of highest value among some cards, the first of equals."""
    best, most = lowest_bit(cards), values[lowest_bit(cards)]
    cards &= cards - 1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        best = card if values[card] > most + TIE else best
        most = values[card] if values[card] > most else most
    return best


def highest(values: Values, cards: int) -> float:
    """Return the highest value of some cards."""
    most = values[lowest_bit(cards)]
    cards &= cards - 1
    while cards:
        value = values[lowest_bit(cards)]
        cards &= cards - 1
        most = value if value > most else most
    return float(most)


def discard_by(view: View, plan: Plan) -> int:
    """Return the discard after which points and promise are highest."""
    if are_noted(view, plan):
        return best_card(notes(view), view.legal_mask)
    values, ahead = room(), look_ahead(view, plan)
    parts = Parts(room(), room(), room(), room(), room())
    fill_values(view, plan, ahead, view.legal_mask, parts, values)
    return best_card(values, view.legal_mask)


def declare_by(view: View, plan: Plan, least_pairs: int = 1) -> int:
    """Return the option after which points and promise are highest, or `NONE`.

    Marriages of fewer than `least_pairs` pairs are left alone unless they win.
    """
    option = sure_option(view, least_pairs)
    if option != OPEN:
        return option
    ahead, values, married = look_ahead(view, plan), room(), room()
    parts = Parts(room(), room(), room(), room(), room())
    fill_values(view, plan, ahead, view.hand_mask, parts, values)
    note_values(view, plan, values)
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            married[option] = married_value(view, plan, ahead, parts, option)
    return best_option(view, plan, values, married, least_pairs)


def sure_option(view: View, least_pairs: int = 1) -> int:
    """Return what to declare where nothing need be weighed, or `OPEN`.

    The first option that wins, the best one where not all are listed, and `NONE` where
    there are but marriages of fewer than `least_pairs` pairs.
    """
    if view.n_options == 0 or view.best_option >= view.n_listed:
        return view.best_option
    lacking = view.rules.target - int(view.scores[view.side])
    if view.option_points[view.best_option] >= lacking:
        return first_worth(view, lacking)
    if view.options_of[MARRIAGES] < view.n_options:
        return OPEN
    for option in range(view.n_listed):
        if view.option_pairs[option] >= least_pairs:
            return OPEN
    return NONE


def first_worth(view: View, points: int) -> int:
    """Return the first listed option worth so many points or more, or `NONE`."""
    for option in range(view.n_listed):
        if view.option_points[option] >= points:
            return option
    return NONE


def best_option(
    view: View, plan: Plan, values: Values, married: Values, least_pairs: int = 1
) -> int:
    """Return the option after which points and promise are highest, or `NONE`.

    Parameters
    ----------
    view, plan
        The table, and how much each plan counts.
    values
        What each discard of the hand gains, by card number, as from `discard_values`.
    married
        What the marriages of each option gain, by its number, as from `married_values`.
    least_pairs
        Marriages of fewer pairs are left alone unless they win.
    """
    sure = sure_option(view, least_pairs)
    if sure != OPEN:
        return sure
    top = best_card(values, view.hand_mask)
    best, most = NONE, values[top]
    for option in range(view.n_listed):
        if view.option_kind[option] == MARRIAGES:
            if view.option_pairs[option] < least_pairs:
                continue
            value = married[option]
        else:
            shown = int(view.option_mask[option])
            value = values[top] if shown >> top & 1 else highest(values, shown)
        value += worth_at_once(view, plan, option)
        if value > most + TIE:
            best, most = option, value
    return best


def worth_at_once(view: View, plan: Plan, option: int) -> float:
    """Return what the points of an option count when declared now.

    The points of a plan that counts more than its points count as much more: else a
    strategy would rather keep what its own plan promises than declare it.
    """
    kind, points = view.option_kind[option], int(view.option_points[option])
    weight = plan.marriage
    if kind == FLUSH:
        weight = flush_weight(plan, suit_of(lowest_bit(int(view.option_mask[option]))))
    elif kind == SEQUENCE:
        weight = plan.run
    elif kind == FLUSH_SEQUENCE:
        weight = plan.flush_run
    elif kind == ASSEMBLY:
        weight = plan.rank
    return points * max(weight, 100.0) / 100

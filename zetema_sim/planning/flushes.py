"""What flushes promise.

The cards of a suit, held and expected, beyond the run.length - 1 first ones are a flush
each, since a flush costs but one of its cards.
"""

from __future__ import annotations

from math import sqrt

from zetema_sim.bits import SUIT_MASK, suit_size
from zetema_sim.cards import IMPERIAL, SUITS
from zetema_sim.planning.ahead import Ahead
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Values, room
from zetema_sim.table_rules import FLUSH_ANY, FLUSH_NEVER
from zetema_sim.view import View

OTHER_SUITS = 0.25  # of a flush's promise counts while another suit promises more
SETTLES = 0.64  # 4 / (2 pi): so much of a spread is gained where no loss is possible


def flush_promise(view: View, plan: Plan, ahead: Ahead, mask: int, twins: int) -> float:
    """Return the points of flushes to come: the best suit's, and some of the rest."""
    hopes = room()
    fill_hopes(view, plan, ahead, mask, twins, hopes)
    return flush_points(view, hopes)


def fill_hopes(
    view: View, plan: Plan, ahead: Ahead, mask: int, twins: int, hopes: Values
) -> None:
    """Write the weighted flushes to come of each suit."""
    hopes[0] = hope_of(view, plan, ahead, 0, held_of(view, mask, twins, 0))
    hopes[1] = hope_of(view, plan, ahead, 1, held_of(view, mask, twins, 1))
    hopes[2] = hope_of(view, plan, ahead, 2, held_of(view, mask, twins, 2))
    hopes[3] = hope_of(view, plan, ahead, 3, held_of(view, mask, twins, 3))


def held_of(view: View, mask: int, twins: int, suit: int) -> int:
    """Return how many cards of a suit count towards a flush."""
    doubles = twins if view.rules.flush_imperial == FLUSH_ANY else 0
    return suit_size(mask, doubles, suit)


def hope_of(view: View, plan: Plan, ahead: Ahead, suit: int, held: int) -> float:
    """Return the weighted flushes to come of a suit of which so many are held."""
    return flush_weight(plan, suit) * flushes_to_come(view, ahead, suit, held)


def flush_weight(plan: Plan, suit: int) -> float:
    """Return how much flushes of a suit count."""
    if suit < 2:
        return plan.flush_0 if suit == 0 else plan.flush_1
    return plan.flush_2 if suit == 2 else plan.flush_3


def flush_points(view: View, hopes: Values) -> float:
    """Return the points of so many flushes of the suits."""
    one, two, three, four = hopes[0], hopes[1], hopes[2], hopes[3]
    best, total = max(max(one, two), max(three, four)), one + two + three + four
    flushes = best + OTHER_SUITS * (total - best)
    return float(flushes) * view.rules.flush_points / 100


def fill_lost_flushes(
    view: View, plan: Plan, ahead: Ahead, hopes: Values, lost: Values
) -> None:
    """Write what the flushes to come lose with a card of each suit, by suit."""
    mask, twins = view.hand_mask, view.hand_twins
    less_0 = hope_of(view, plan, ahead, 0, held_of(view, mask, twins, 0) - 1)
    less_1 = hope_of(view, plan, ahead, 1, held_of(view, mask, twins, 1) - 1)
    less_2 = hope_of(view, plan, ahead, 2, held_of(view, mask, twins, 2) - 1)
    less_3 = hope_of(view, plan, ahead, 3, held_of(view, mask, twins, 3) - 1)
    now_0, now_1, now_2, now_3 = hopes[0], hopes[1], hopes[2], hopes[3]
    first, last = max(now_0, now_1), max(now_2, now_3)
    best, points = max(first, last), view.rules.flush_points / 100
    lost[0] = points * _loss(best, max(now_1, last), now_0, less_0)
    lost[1] = points * _loss(best, max(now_0, last), now_1, less_1)
    lost[2] = points * _loss(best, max(first, now_3), now_2, less_2)
    lost[3] = points * _loss(best, max(first, now_2), now_3, less_3)


def _loss(best: float, other: float, now: float, less: float) -> float:
    lower = best - max(other, less)  # of the best suit
    return OTHER_SUITS * (now - less) + (1.0 - OTHER_SUITS) * lower


def lost_flushes(
    view: View, plan: Plan, ahead: Ahead, hopes: Values, mask: int, twins: int
) -> float:
    """Return what the flushes to come lose where a smaller hand is left."""
    after, gone = room(), view.hand_mask ^ mask | view.hand_twins ^ twins
    for suit in range(SUITS):
        after[suit] = hopes[suit]
        if gone >> 16 * suit & SUIT_MASK:
            held = held_of(view, mask, twins, suit)
            after[suit] = hope_of(view, plan, ahead, suit, held)
    return flush_points(view, hopes) - flush_points(view, after)


def flushes_to_come(view: View, ahead: Ahead, suit: int, held: int) -> float:
    """Return how many flushes may be expected of a suit of which so many are held.

    One a turn at most.
    """
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    chance = suit_size(ahead.cards, ahead.twins, suit) / ahead.unknown
    drawn = ahead.turns * chance
    beyond = held + drawn - (view.rules.run_length - 1)
    spread = SETTLES * drawn * max(1.0 - chance, 0.0)
    expected = (beyond + sqrt(beyond * beyond + spread)) / 2
    return min(expected, float(ahead.turns))

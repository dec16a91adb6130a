"""What a declaration worked out for the discard of the same turn.

Between the two a turn changes little: the values of the discards hold as long as no
marriage or assembly was declared, and the points leave as many turns to think of. Both
engines answer the same; only compiled code has notes at all, and begins each turn
without them.
"""

from __future__ import annotations

from zetema_sim.bits import lowest_bit
from zetema_sim.planning.ahead import turns_ahead
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Values, notes, room
from zetema_sim.view import ASSEMBLY, MARRIAGES, NOTED, View

TURNS, PLAN = NOTED + 1, NOTED + 2  # where they stand, behind the values by card
WEIGHTS = 13  # of a plan


def note_values(view: View, plan: Plan, values: Values) -> None:
    """Note the values of all discards of the hand by a plan."""
    noted, left = notes(view), view.hand_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        noted[card] = values[card]
    noted[NOTED], noted[TURNS] = 1.0, turns_ahead(view, plan)
    weights = room()
    fill_weights(plan, weights)
    for number in range(WEIGHTS):
        noted[PLAN + number] = weights[number]


def are_noted(view: View, plan: Plan) -> bool:
    """Tell whether the values of all discards by a plan are noted."""
    noted = notes(view)
    if noted[NOTED] != 1.0 or view.declared == MARRIAGES or view.declared == ASSEMBLY:
        return False
    same = noted[TURNS] == turns_ahead(view, plan)
    weights = room()
    fill_weights(plan, weights)
    for number in range(WEIGHTS):
        same = same and noted[PLAN + number] == weights[number]
    return bool(same)


def fill_weights(plan: Plan, weights: Values) -> None:
    """Write how much each plan counts."""
    weights[0], weights[1] = plan.flush_0, plan.flush_1
    weights[2], weights[3] = plan.flush_2, plan.flush_3
    weights[4], weights[5], weights[6] = plan.flush_run, plan.run, plan.rank
    weights[7], weights[8], weights[9] = plan.marriage, plan.zetema, plan.gift
    weights[10], weights[11], weights[12] = plan.third, plan.later, plan.draw

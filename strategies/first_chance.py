"""Declare whatever comes first, hoard nothing.

Any declaration is made as soon as it is possible, the dearest of those at hand. It
discards what helps least to declare something within the next few turns (`horizon`)
and keeps nothing for a better day, so a king goes with his queen for ten points.

Source: our own; what PB's advice to collect quietly has to beat.
"""

from zetema_sim.planning import Plan, discard_by, plan_with
from zetema_sim.view import View

SETTINGS = {"horizon": (4, 1, 30)}


def plan_of(view: View) -> Plan:
    return plan_with(rank=50, marriage=70, horizon=view.settings.horizon)


def discard(view: View) -> int:
    return discard_by(view, plan_of(view))

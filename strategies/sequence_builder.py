"""Build sequences of any suits and keep them open at both ends.

A sequence costs one of its cards, and the run of five that is left takes a new card
at either end, of any suit: each is another sequence. It keeps ranks in a row, lets go
of doubles and outsiders, and takes flushes only as they come. `eagerness` says how
much a sequence counts, in percent of its points; `plan` 0 counts none.

Source: CA (rules.md section 8): sequences are the best earner, above all with few
players; keep cards that extend at both ends.
"""

from zetema_sim.planning import Plan, declare_by, discard_by, plan_with
from zetema_sim.view import View

SETTINGS = {"eagerness": (200, 0, 2000), "plan": (1, 0, 1)}


def plan_of(view: View) -> Plan:
    wanted = view.settings.eagerness if view.settings.plan else 0
    return plan_with(
        flush_0=30, flush_1=20, flush_2=20, flush_3=20, run=wanted, marriage=50, rank=10
    )


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    return discard_by(view, plan_of(view))

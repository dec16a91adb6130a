"""Work the piles that it can complete itself, and give none away.

It holds back cards of ranks of which few are elsewhere, above all the fifth one, and
lays a fourth card only with the fifth in hand. Jacks, aces and fives it hunts first,
kings and queens as long as nobody has married, so it does not begin with that itself.
`flushes` says how much it still cares for imperial flushes, in percent; with `plan` 0
it plays as `balanced` does.

Source: CA (rules.md section 8): try for the jack, ace and five zetemas. Holding the
fourth and the fifth card for a sure one is our own.
"""

from zetema_sim.planning import Plan, declare_by, discard_by, plan_with
from zetema_sim.toolkit import pairs_left
from zetema_sim.view import View

SETTINGS = {"plan": (1, 0, 1), "flushes": (20, 0, 100)}


def plan_of(view: View) -> Plan:
    if not view.settings.plan:
        return plan_with()
    return plan_with(
        flush_0=view.settings.flushes,
        flush_1=10,
        flush_2=10,
        flush_3=10,
        flush_run=10,
        run=10,
        rank=10,
        marriage=0,
        zetema=100,
        gift=1000,
        third=300,
    )


def declare(view: View) -> int:
    # A marriage would end the hope of king and queen zetemas.
    least_pairs = 6 if view.settings.plan and pairs_left(view) == 5 else 1
    return declare_by(view, plan_of(view), least_pairs)


def discard(view: View) -> int:
    return discard_by(view, plan_of(view))

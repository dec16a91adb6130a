"""Weigh all plans by the points that they may still earn, and take the best mix.

Flushes, sequences, assemblies, marriages and zetemas each promise points by what the
hand has, what is unseen and how long the stock lasts. It declares when points now and
the promise of what is left beat waiting, and discards what the plans together miss
least. The weights, in percent, were tuned by experiment against itself and the others.

Source: EN (rules.md section 8): balance assembly, marriage and suit plans by risk,
flexibility and points. The weighing is our own.
"""

from zetema_sim.planning import Plan, declare_by, discard_by, plan_with
from zetema_sim.view import View

SETTINGS = {
    "imperial_flush": (100, 0, 1000),
    "plain_flush": (50, 0, 1000),
    "flush_run": (50, 0, 1000),
    "run": (50, 0, 1000),
    "rank": (25, 0, 1000),
    "marriage": (80, 0, 1000),
    "zetema": (10, 0, 1000),
    "gift": (100, 0, 1000),
    "third": (20, 0, 1000),
    "later": (90, 0, 100),
    "draw": (100, 0, 1000),
}


def plan_of(view: View) -> Plan:
    return plan_with(
        flush_0=view.settings.imperial_flush,
        flush_1=view.settings.plain_flush,
        flush_2=view.settings.plain_flush,
        flush_3=view.settings.plain_flush,
        flush_run=view.settings.flush_run,
        run=view.settings.run,
        rank=view.settings.rank,
        marriage=view.settings.marriage,
        zetema=view.settings.zetema,
        gift=view.settings.gift,
        third=view.settings.third,
        later=view.settings.later,
        draw=view.settings.draw,
    )


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    return discard_by(view, plan_of(view))

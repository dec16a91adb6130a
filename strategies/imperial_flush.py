"""Collect the imperial suit and declare a flush whenever it can.

Twenty-six of the 65 cards are of the imperial suit. A flush costs but one of its six
cards, the one that is discarded after it, so with five left the next card of the suit
is the next flush. It lets go of a card of the suit only in that way. `suit` names
another suit, 1 to 3, to try the same play with thirteen cards; with `plan` 0 no flush
is planned for.

Source: EN, CA (rules.md section 8): EN calls the imperial suit a strong strategy; CA
goes for a flush while few cards of the suit lie in the tableau.
"""

from zetema_sim.planning import Plan, declare_by, discard_by, plan_with
from zetema_sim.view import View

SETTINGS = {"suit": (0, 0, 3), "plan": (1, 0, 1)}


def plan_of(view: View) -> Plan:
    wanted = 120 if view.settings.plan else 0
    return plan_with(
        flush_0=wanted if view.settings.suit == 0 else 0,
        flush_1=wanted if view.settings.suit == 1 else 0,
        flush_2=wanted if view.settings.suit == 2 else 0,
        flush_3=wanted if view.settings.suit == 3 else 0,
        flush_run=0,
        run=30,
        rank=20,
        marriage=60,
    )


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    return discard_by(view, plan_of(view))

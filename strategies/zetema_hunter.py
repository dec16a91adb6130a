"""Work the piles that it can complete itself, and give none away.

It holds back cards of ranks of which few are elsewhere, above all the fifth one, and
lays a fourth card only with the fifth in hand. Jacks, aces and fives it hunts first,
kings and queens while nobody has married. `eagerness` says how much a zetema counts,
in percent of its points; with `plan` 0 it counts as in `balanced`.

Source: CA (rules.md section 8): try for the jack, ace and five zetemas. Holding the
fourth and the fifth card for a sure one is our own.
"""

from typing import Any

from _promise import plans
from _weighing import declare_by, discard_by

from zetema_sim.view import View

SETTINGS = {"eagerness": (150, 0, 2000), "plan": (1, 0, 1)}


def weights(view: View) -> Any:
    if not view.settings.plan:
        return plans()
    return plans(zetema=view.settings.eagerness, gift=150, third=60, marriage=50)


def declare(view: View) -> int:
    return declare_by(view, weights(view))


def discard(view: View) -> int:
    return discard_by(view, weights(view))

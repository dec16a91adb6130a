"""Collect five cards of one rank for an assembly, the dearest declaration.

It keeps the ranks of which all five cards are still in hand or unseen, the more cards
of one the dearer, and lets go what is not of them. `eagerness` says by how much an
assembly counts more than its points and chances, in percent; at 100 it is weighed like
any other plan.

Source: EN, CA (rules.md section 8): assemblies pay most but clog the hand and rarely
come.
"""

from typing import Any

from _promise import plans
from _weighing import declare_by, discard_by

from zetema_sim.view import View

SETTINGS = {"eagerness": (1500, 0, 5000)}


def weights(view: View) -> Any:
    return plans(rank=view.settings.eagerness)


def declare(view: View) -> int:
    return declare_by(view, weights(view))


def discard(view: View) -> int:
    return discard_by(view, weights(view))

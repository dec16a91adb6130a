"""Make one cheap marriage early, to kill the zetemas of kings and queens.

After any marriage neither five kings nor five queens can be completed in that deal.
As long as nobody has married and others may hope for those 100 points, it marries the
first pair that it can. It lets the zetemas live only while it has most of the cards
of such a pile in its own hand, `threat` more of them than are elsewhere unseen. Then
it plays on as `balanced` does; with `plan` 0 it does so from the start.

Source: EN, FI (rules.md section 8): marry early when an opponent threatens a king or
queen zetema.
"""

from zetema_sim.cards import KING, QUEEN
from zetema_sim.planning import declare_by, preferences
from zetema_sim.toolkit import cards_of_rank, pairs_left, unseen_of_rank
from zetema_sim.view import MARRIAGES, NONE, View

SETTINGS = {"threat": (2, 0, 5), "plan": (1, 0, 1)}

PREFERENCES = preferences()


def others_hope(view: View) -> bool:
    """Return whether kings or queens may be completed, and rather by others."""
    if pairs_left(view) < 5:
        return False
    lead = -5
    for rank in range(QUEEN, KING + 1):
        lead = max(lead, cards_of_rank(view, rank) - unseen_of_rank(view, rank))
    return lead < view.settings.threat


def one_pair(view: View) -> int:
    """Return the best option that marries a single pair, or `NONE`."""
    best = NONE
    first = int(view.first_option[MARRIAGES])
    for option in range(first, first + int(view.options_of[MARRIAGES])):
        if view.option_pairs[option] == 1 and (
            best == NONE or view.option_points[option] > view.option_points[best]
        ):
            best = option
    return best


def declare(view: View) -> int:
    if view.settings.plan and view.options_of[MARRIAGES] > 0 and others_hope(view):
        return one_pair(view)
    return declare_by(view, PREFERENCES(view))

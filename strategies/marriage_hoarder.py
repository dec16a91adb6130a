"""Keep kings and queens and marry them all together.

The step from n marriages to n + 1 is worth 10n + 10, so it waits for `wait_for` pairs
that it can declare at once, or for all that are left if they are fewer. Others may
take a partner from the tableau or marry it first; that is the risk. When the stock is
nearly gone it marries what it has. Meanwhile it declares whatever costs it no king or
queen that it wants.

Source: PB, CA (rules.md section 8): collect quietly and declare together; with three
or four in hand, wait.
"""

from zetema_sim.planning import declare_by, preferences
from zetema_sim.toolkit import all_marriages, pairs_left, turns_left
from zetema_sim.view import NONE, View

SETTINGS = {"wait_for": (3, 1, 5)}

PREFERENCES = preferences(marriage=400, flush_run=50, run=50, rank=20)


def enough(view: View) -> int:
    """Return how many pairs are worth declaring now."""
    if turns_left(view) <= 1:
        return 1
    return max(1, min(view.settings.wait_for, pairs_left(view)))


def declare(view: View) -> int:
    marriages = all_marriages(view)
    if marriages != NONE and view.option_pairs[marriages] >= enough(view):
        return marriages
    return declare_by(view, PREFERENCES(view), 6)

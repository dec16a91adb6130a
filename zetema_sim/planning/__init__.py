"""Planning: what a hand promises, and what each choice takes from that.

Every plan for the hand is worth the points that it may still earn in this deal, by the
cards that are unseen and the draws that are left. A strategy says with its preferences
how much each counts for it, in percent. All is ordinary Python that numba compiles too.

As data: ``PREFERENCES = preferences(…)``, with `when`; the names are those of `Plan`.

To decide by a plan: `declare_by`, `discard_by`; a plan made of numbers: `plan_with`.

To think further: `look_ahead` says what may still come (`Ahead`), `discard_values` and
`married_values` what each choice gains, `best_card` and `best_option` choose by that;
`sure_option` answers where nothing need be weighed, else `OPEN`. Values that differ by
less than `TIE` are equal, and of equals the first is taken.

The parts: `promise` of a whole hand, `marriage_promise`, `rank_part`, `pile_value`,
`draw_worth`, `worth_at_once`, `hand_after` marriages (`Hand`); runs by their places
(`first_start`, `run_at`, `suited_places`, `suited_starts`).
"""

from zetema_sim.planning.ahead import Ahead, look_ahead
from zetema_sim.planning.choice import (
    OPEN,
    TIE,
    best_card,
    best_option,
    declare_by,
    discard_by,
    sure_option,
    worth_at_once,
)
from zetema_sim.planning.marriages import Hand, hand_after, marriage_promise
from zetema_sim.planning.plan_weights import Plan, plan_with
from zetema_sim.planning.preferences import preferences, when
from zetema_sim.planning.ranks import draw_worth, pile_value, rank_part
from zetema_sim.planning.runs import first_start, run_at, suited_places, suited_starts
from zetema_sim.planning.scratch import Values
from zetema_sim.planning.weighing import (
    discard_values,
    married_values,
    promise,
)

__all__ = [
    "OPEN",
    "TIE",
    "Ahead",
    "Hand",
    "Plan",
    "Values",
    "best_card",
    "best_option",
    "declare_by",
    "discard_by",
    "discard_values",
    "draw_worth",
    "first_start",
    "hand_after",
    "look_ahead",
    "marriage_promise",
    "married_values",
    "pile_value",
    "plan_with",
    "preferences",
    "promise",
    "rank_part",
    "run_at",
    "suited_places",
    "suited_starts",
    "sure_option",
    "when",
    "worth_at_once",
]

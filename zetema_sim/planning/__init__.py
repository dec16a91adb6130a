"""Planning: what a hand promises, and what each choice takes from that.

Every plan for the hand is worth the points that it may still earn in this deal, by the
cards that are unseen and the draws that are left.
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
from zetema_sim.planning.plan import Plan, plan_with
from zetema_sim.planning.preferences import preferences, when
from zetema_sim.planning.ranks import draw_worth, pile_value, rank_part
from zetema_sim.planning.room import Values
from zetema_sim.planning.runs import first_start, run_at, suited_places, suited_starts
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

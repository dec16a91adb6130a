"""Collect the imperial suit and declare a flush whenever it can.

Twenty-six of the 65 cards are of the imperial suit. A flush costs but one of its six
cards, the one that is discarded after it, so with five left the next card of the suit
is the next flush. It lets go of a card of the suit only in that way. `suit` names
another suit, 1 to 3, to try the same play with thirteen cards; with `plan` 0 no flush
is planned for.

Source: EN, CA (rules.md section 8): EN calls the imperial suit a strong strategy; CA
goes for a flush while few cards of the suit lie in the tableau.
"""

from zetema_sim.planning import preferences, when

SETTINGS = {"suit": (0, 0, 3), "plan": (1, 0, 1)}

PREFERENCES = preferences(
    flush_0=when(plan=1, suit=0, then=120),
    flush_1=when(plan=1, suit=1, then=120),
    flush_2=when(plan=1, suit=2, then=120),
    flush_3=when(plan=1, suit=3, then=120),
    flush_run=0,
    run=30,
    rank=20,
    marriage=60,
)

"""Build a run in one suit and walk it: 4 to 9, then 5 to T, fifty points a step.

After a flush sequence it lets go of the end that cannot grow and waits for the card
beyond the other. Mostly it walks the imperial suit, where every card is there twice
and a stray card of the suit still makes a flush. `eagerness` says how much a flush
sequence counts, in percent of its points; `plan` 0 counts none.

Source: our own, after rules.md section 5: a flush sequence can be walked.
"""

from zetema_sim.planning import preferences, when

SETTINGS = {"eagerness": (400, 0, 2000), "plan": (1, 0, 1)}

PREFERENCES = preferences(flush_run=when(plan=1, then="eagerness"), run=30, rank=20)

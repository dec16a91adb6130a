"""Collect the best plain suit for flushes and leave the imperial suit alone.

The play of `imperial-flush` with thirteen cards of a suit instead of twenty-six, so
that the two together show what the imperial suit is worth. Which plain suit is best
follows from what it holds and what is unseen, and may change. With `plan` 0 no flush
is planned for.

Source: CA (rules.md section 8): go for a flush while few cards of the suit lie in the
tableau. The comparison is our own.
"""

from zetema_sim.planning import preferences, when

SETTINGS = {"eagerness": (120, 0, 1000), "plan": (1, 0, 1)}

PREFERENCES = preferences(
    flush_0=0,
    flush_1=when(plan=1, then="eagerness"),
    flush_2=when(plan=1, then="eagerness"),
    flush_3=when(plan=1, then="eagerness"),
    flush_run=0,
    run=30,
    rank=20,
    marriage=60,
)

"""Build sequences of any suits and keep them open at both ends.

A sequence costs one of its cards, and the run of five that is left takes a new card
at either end, of any suit: each is another sequence. It keeps ranks in a row, lets go
of doubles and outsiders, and takes flushes only as they come. `eagerness` says how
much a sequence counts, in percent of its points; `plan` 0 counts none.

Source: CA (rules.md section 8): sequences are the best earner, above all with few
players; keep cards that extend at both ends.
"""

from zetema_sim.planning import preferences, when

SETTINGS = {"eagerness": (200, 0, 2000), "plan": (1, 0, 1)}

PREFERENCES = preferences(
    flush_0=30,
    flush_1=20,
    flush_2=20,
    flush_3=20,
    run=when(plan=1, then="eagerness"),
    marriage=50,
    rank=10,
)

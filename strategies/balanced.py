"""Weigh all plans by the points that they may still earn, and take the best mix.

Flushes, sequences, assemblies, marriages and zetemas each promise points by what the
hand has, what is unseen and how long the stock lasts. It declares when points now and
the promise of what is left beat waiting, and discards what the plans together miss
least. The weights, in percent, were tuned by experiment against itself and the others.

Source: EN (rules.md section 8): balance assembly, marriage and suit plans by risk,
flexibility and points. The weighing is our own.
"""

from zetema_sim.planning import preferences

SETTINGS = {
    "imperial_flush": (100, 0, 1000),
    "plain_flush": (50, 0, 1000),
    "flush_run": (50, 0, 1000),
    "run": (50, 0, 1000),
    "rank": (25, 0, 1000),
    "marriage": (80, 0, 1000),
    "zetema": (10, 0, 1000),
    "gift": (100, 0, 1000),
    "third": (5, 0, 1000),
    "later": (90, 0, 100),
    "draw": (100, 0, 1000),
}

PREFERENCES = preferences(
    flush_0="imperial_flush",
    flush_1="plain_flush",
    flush_2="plain_flush",
    flush_3="plain_flush",
    flush_run="flush_run",
    run="run",
    rank="rank",
    marriage="marriage",
    zetema="zetema",
    gift="gift",
    third="third",
    later="later",
    draw="draw",
)

"""Weigh all plans by the points that they may still earn.

Source: our own.
"""

from _weighing import declare_by, discard_by, plans

from zetema_sim.view import View

SETTINGS = {
    "imperial_flush": (100, 0, 500),
    "plain_flush": (100, 0, 500),
    "flush_run": (100, 0, 500),
    "run": (100, 0, 500),
    "rank": (100, 0, 500),
    "marriage": (100, 0, 500),
    "zetema": (50, 0, 500),
    "gift": (60, 0, 500),
    "later": (95, 0, 100),
    "draw": (100, 0, 500),
}


def weights(view: View):
    return plans(
        flush_0=view.settings.imperial_flush,
        flush_1=view.settings.plain_flush,
        flush_2=view.settings.plain_flush,
        flush_3=view.settings.plain_flush,
        flush_run=view.settings.flush_run,
        run=view.settings.run,
        rank=view.settings.rank,
        marriage=view.settings.marriage,
        zetema=view.settings.zetema,
        gift=view.settings.gift,
        later=view.settings.later,
        draw=view.settings.draw,
    )


def declare(view: View) -> int:
    return declare_by(view, weights(view))


def discard(view: View) -> int:
    return discard_by(view, weights(view))

"""Work the piles that it can complete itself, and give none away.

It holds back cards of ranks of which few are elsewhere, above all the fifth one, and
lays a fourth card only with the fifth in hand. Jacks, aces and fives it hunts first,
kings and queens as long as nobody has married, so it does not begin with that itself.
`flushes` says how much it still cares for imperial flushes, in percent; with `plan` 0
it plays as `balanced` does.

Source: CA (rules.md section 8): try for the jack, ace and five zetemas. Holding the
fourth and the fifth card for a sure one is our own.
"""

from zetema_sim.planning import declare_by, preferences, when
from zetema_sim.toolkit import pairs_left
from zetema_sim.view import View

SETTINGS = {"plan": (1, 0, 1), "flushes": (20, 0, 100)}

PREFERENCES = preferences(
    flush_0=when(plan=1, then="flushes", otherwise=100),
    flush_1=when(plan=1, then=10, otherwise=50),
    flush_2=when(plan=1, then=10, otherwise=50),
    flush_3=when(plan=1, then=10, otherwise=50),
    flush_run=when(plan=1, then=10, otherwise=50),
    run=when(plan=1, then=10, otherwise=50),
    rank=when(plan=1, then=10, otherwise=25),
    marriage=when(plan=1, then=0, otherwise=80),
    zetema=when(plan=1, then=100, otherwise=10),
    gift=when(plan=1, then=1000, otherwise=100),
    third=when(plan=1, then=300, otherwise=5),
)


def declare(view: View) -> int:
    # A marriage would end the hope of king and queen zetemas.
    least_pairs = 6 if view.settings.plan and pairs_left(view) == 5 else 1
    return declare_by(view, PREFERENCES(view), least_pairs)

"""A strategy's preferences as data, and what decides by them and by `worth`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from zetema_sim.planning.plan_weights import Plan, plan_with
from zetema_sim.view import View

# What a file that has one of them need not write (`roster.default_decisions`).
DEFAULTS = {
    "worth": """
from zetema_sim.bits import lowest_bit as _lowest_bit

def discard(view):
    left, best, least = view.legal_mask, -1, 0
    while left:
        card = _lowest_bit(left)
        left &= left - 1
        value = worth(view, card)
        if best < 0 or value < least:
            best, least = card, value
    return best
""",
    "PREFERENCES": """
from zetema_sim.planning import declare_by as _declare_by
from zetema_sim.planning import discard_by as _discard_by
from zetema_sim.planning import plan_with as _plan_with

def PREFERENCES(view):
    return _plan_with()

def declare(view):
    return _declare_by(view, PREFERENCES(view))

def discard(view):
    return _discard_by(view, PREFERENCES(view))
""",
}


@dataclass(frozen=True)
class When:
    """An amount that depends on settings."""

    settings: dict[str, int]
    then: Amount
    otherwise: Amount


# A number, the name of a setting, or either of two of them.
Amount: TypeAlias = "float | str | When"


@dataclass(frozen=True)
class Preferences:
    """How much each plan counts, in numbers and settings; called, a plan."""

    amounts: dict[str, Amount]

    def __call__(self, view: View) -> Plan:
        """Return the plan with the view's settings."""
        amounts = {name: amount_of(view, a) for name, a in self.amounts.items()}
        return plan_with(**amounts)  # type: ignore[arg-type]


def preferences(**amounts: Amount) -> Preferences:
    """Return preferences; the names are those of `Plan`, what is not said is balanced.

    A strategy file reads ``PREFERENCES = preferences(…)`` and is nothing but data; an
    amount is a number, the name of a setting, or made by `when`.
    """
    return Preferences(amounts)


def when(*, then: Amount, otherwise: Amount = 0, **settings: int) -> When:
    """Return an amount that is `then` if settings have some values, else `otherwise`.

    ``when(plan=1, then="eagerness")``.
    """
    return When(settings, then, otherwise)


def amount_of(view: View, amount: Amount) -> float:
    """Return an amount with the view's settings."""
    while isinstance(amount, When):
        fits = all(
            view.settings[name] == value for name, value in amount.settings.items()
        )
        amount = amount.then if fits else amount.otherwise
    return int(view.settings[amount]) if isinstance(amount, str) else amount

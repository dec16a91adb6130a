"""How often strategies forfeited matches, and what that does to a verdict.

A rate is of a seat in a match: forfeits over the matches of all seats that play the
strategy. Above `LIMIT` no verdict is given: who wins then says more of a broken file
than of an idea.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from zetema_sim.common.wording import percent

LIMIT = 0.001
REST = "the rest of the field"  # in a verdict: all strategies but the one in question

Rates = Mapping[str, float]  # of strategies, by name; empty where a fault ends the run


def rate(forfeits: int, seats: int) -> float:
    """Return the rate of so many forfeits in the matches of so many seats."""
    return forfeits / seats if seats else 0.0


def sentence(rates: Rates) -> str:
    """Return what is said of the rates, an empty text where a fault ends the run."""
    if not rates:
        return ""
    met = {name: each for name, each in rates.items() if each}
    if not met:
        return "No match was forfeited."
    told = ", ".join(f"{name} {percent(each)}" for name, each in met.items())
    return f"Matches forfeited by a fault, of 100 that a seat played: {told}."


def withheld(rates: Rates) -> str | None:
    """Return why no verdict is given, None if one may be."""
    worst = max(rates, key=lambda name: rates[name], default=None)
    if worst is None or rates[worst] <= LIMIT:
        return None
    named = "STRATEGY" if worst == REST else shlex.quote(worst)
    return (
        f"No verdict: {worst} forfeited {percent(rates[worst])} of 100 matches that a "
        f"seat played, and above {percent(LIMIT)} the shares say more of its faults "
        f"than of its play; `zetema strategies check {named}` finds them."
    )


def as_json(rates: Rates) -> list[dict[str, Any]]:
    """Return the strategies that forfeited a match, for an answer's JSON."""
    return [
        {"strategy": name, "fault_rate": rate} for name, rate in rates.items() if rate
    ]

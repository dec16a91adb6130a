"""How much each plan counts: what tells one planning strategy from another."""

from __future__ import annotations

from typing import NamedTuple


class Plan(NamedTuple):
    """How much each plan counts for a strategy, in percent of its points.

    Attributes
    ----------
    flush_0, flush_1, flush_2, flush_3
        Flushes of each suit, the imperial one first.
    flush_run, run, rank, marriage, zetema
        Flush sequences, sequences, assemblies, marriages, zetemas of the hand's own.
    gift, third
        What the fourth card of a pile offers opponents, and what the third one does.
    later
        What points to come are worth, while points at once are worth 100.
    draw
        A card drawn beyond the usual, in percent of a third of a flush.
    horizon
        The turns to look ahead at most.
    """

    flush_0: float
    flush_1: float
    flush_2: float
    flush_3: float
    flush_run: float
    run: float
    rank: float
    marriage: float
    zetema: float
    gift: float
    third: float
    later: float
    draw: float
    horizon: int


def plan_with(
    flush_0: float = 100,
    flush_1: float = 50,
    flush_2: float = 50,
    flush_3: float = 50,
    flush_run: float = 50,
    run: float = 50,
    rank: float = 25,
    marriage: float = 80,
    zetema: float = 10,
    gift: float = 100,
    third: float = 5,
    later: float = 90,
    draw: float = 100,
    horizon: int = 99,
) -> Plan:
    """Return a plan; what is not said counts as for `balanced` (`Plan` explains it)."""
    return Plan(
        float(flush_0),
        float(flush_1),
        float(flush_2),
        float(flush_3),
        float(flush_run),
        float(run),
        float(rank),
        float(marriage),
        float(zetema),
        float(gift),
        float(third),
        float(later),
        float(draw),
        int(horizon),
    )

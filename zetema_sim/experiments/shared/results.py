"""What one strategy did, and a difference: as rows of tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared.fault_rates import Rates
from zetema_sim.rules.sides import side_lists
from zetema_sim.stats import Difference, Interval

if TYPE_CHECKING:
    import pandas as pd

    from zetema_sim.roster.lookup import Strategy
    from zetema_sim.rules.ruleset import Rules
    from zetema_sim.table_rules import TableRules

Row = dict[str, Any]
SCHEMA = 1  # of all answers


@dataclass(frozen=True)
class SeatShare:
    """A strategy's win share on one seat, and in how many matches where that is known.

    A field's is of all its seats alike.
    """

    seat: int
    win_share: Interval
    matches: int | None = None

    def as_row(self) -> Row:
        """Return it as a row of a table."""
        matches = {} if self.matches is None else {"matches": self.matches}
        share = columns("win_share", self.win_share)
        return {"seat": self.seat, **matches, **share}

    def as_json(self) -> Row:
        """Return it for an answer's JSON."""
        names = "seat win_share" if self.matches is None else "seat matches win_share"
        return picked(self.as_row(), names)


@dataclass(frozen=True)
class StrategyResult:
    """What one strategy did.

    `fault_rate` is None where a fault ends the run; `ranks` are the best and the worst
    that it may have. `points_by_source` is of one seat in a match, `events_per_deal`
    (declarations and zetemas) of one seat in a deal begun; the keys are
    `counters.SOURCES`. What was not asked for is empty.
    """

    strategy: Strategy
    win_share: Interval
    fair_share: float
    mean_points: Interval
    fault_rate: float | None = None
    ranks: tuple[int, ...] = ()
    points_by_source: Mapping[str, Interval] = field(default_factory=dict)
    events_per_deal: Mapping[str, Interval] = field(default_factory=dict)
    seats: tuple[SeatShare, ...] = ()

    @property
    def name(self) -> str:
        """What can be pasted back on a command line."""
        return self.strategy.name

    def as_row(self, **more: Any) -> Row:
        """Return it as a row of the win shares; what is `more` comes first."""
        rank = ("rank_best", "rank_worst")
        faults = {} if self.fault_rate is None else {"fault_rate": self.fault_rate}
        return {
            "strategy": self.name,
            **more,
            **columns("win_share", self.win_share),
            "fair_share": self.fair_share,
            **dict(zip(rank, self.ranks, strict=False)),
            **columns("mean_points", self.mean_points),
            **faults,
        }

    def as_json(self, **more: Any) -> Row:
        """Return it for an answer's JSON; `more` stands after the fair share."""
        row = self.as_row()
        return {
            **identity(self.strategy),
            **picked(row, "win_share fair_share"),
            **more,
            **picked(row, "mean_points"),
            "points_by_source": values(self.points_by_source),
            "declarations_per_deal": values(self.events_per_deal),
            "seats": [seat.as_json() for seat in self.seats],
        }


def identity(strategy: Strategy) -> Row:
    """Return what JSON says of a strategy itself."""
    return {
        "name": strategy.name,
        "source_hash": strategy.source_hash,
        "settings": strategy.settings,
    }


def fault_rates_of(strategies: Iterable[StrategyResult]) -> Rates:
    """Return how often each forfeited, at most where it stands there several times."""
    rates: dict[str, float] = {}
    for each in strategies:
        if each.fault_rate is not None:
            rates[each.name] = max(rates.get(each.name, 0.0), each.fault_rate)
    return rates


def json_head(rules: Rules, table: TableRules, sides: str, seed: int) -> Row:
    """Return what the JSON of every answer about one table begins with."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": rules.as_log(table.players, sides),
        "players": table.players,
        "sides": side_lists(table),
        **seed_as_told(seed),
    }


def seat_rows(strategies: Sequence[StrategyResult]) -> Iterator[Row]:
    """Yield a row a strategy and seat."""
    for strategy in strategies:
        yield from ({"strategy": strategy.name, **s.as_row()} for s in strategy.seats)


def point_rows(strategies: Sequence[StrategyResult]) -> Iterator[Row]:
    """Yield a row a strategy and source of points."""
    for each in strategies:
        for row in source_rows(each.points_by_source, each.events_per_deal):
            yield {"strategy": each.name, **row}


def source_rows(
    points: Mapping[str, Interval], events: Mapping[str, Interval]
) -> Iterator[Row]:
    """Yield a row a source of points."""
    for source, number in points.items():
        yield {
            "source": source,
            **columns("points_per_match", number),
            **columns("events_per_deal", events[source]),
        }


def difference_row(difference: Difference) -> Row:
    """Return what tables have of a difference."""
    return {
        **columns("difference", difference.number),
        "p_holm": difference.decision.p_holm,
        "decided": difference.decision.decided,
        "equal": difference.decision.is_equal,
    }


def columns(name: str, number: Interval) -> Row:
    """Return what tables have of a number: itself and the ends of its interval."""
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}


def picked(row: Row, names: str) -> Row:
    """Return some of a row for JSON, in this order, each number with its interval.

    ``NAME`` has its interval as ``NAME_ci95``, ``NAME:INTERVAL`` as that.
    """
    told: Row = {}
    for words in names.split():
        name, _, interval = words.partition(":")
        told[name] = row[name]
        if f"{name}_low" in row:
            ends = [row[f"{name}_low"], row[f"{name}_high"]]
            told[interval or f"{name}_ci95"] = ends
    return told


def values(numbers: Mapping[str, Interval]) -> dict[str, float]:
    """Return numbers without their intervals."""
    return {source: number.value for source, number in numbers.items()}


def frames(
    rows: Mapping[str, Iterable[Row]], heads: Mapping[str, str]
) -> dict[str, pd.DataFrame]:
    """Return tidy frames, one row a fact, floats unrounded.

    A table without rows keeps its heads, so that it can be read.
    """
    import pandas as pd

    found = {name: pd.DataFrame(list(each)) for name, each in rows.items()}
    for name, names in heads.items():
        if found[name].empty:
            found[name] = pd.DataFrame(columns=names.split())
    return found

"""What one strategy did, and a difference: as rows of tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.fault_rates import Rates
from zetema_sim.rules.sides import side_lists
from zetema_sim.stats import Decision, Interval

if TYPE_CHECKING:
    import pandas as pd

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
        return {**self._head(), **columns("win_share", self.win_share)}

    def as_json(self) -> Row:
        """Return it for an answer's JSON."""
        return {**self._head(), **json_of("win_share", self.win_share)}

    def _head(self) -> Row:
        matches = {} if self.matches is None else {"matches": self.matches}
        return {"seat": self.seat, **matches}


@dataclass(frozen=True)
class StrategyResult:
    """What one strategy did.

    `points_by_source` is of one seat in a match, `events_per_deal` (declarations and
    zetemas) of one seat in a deal begun; the keys are `counters.SOURCES`. `ranks` are
    the best and the worst that it may have.
    """

    name: str
    source_hash: str
    settings: dict[str, int]
    win_share: Interval
    fair_share: float
    ranks: tuple[int, int]
    mean_points: Interval
    points_by_source: dict[str, Interval]
    events_per_deal: dict[str, Interval]
    seats: tuple[SeatShare, ...]

    def as_row(self, rates: Rates, **more: Any) -> Row:
        """Return it as a row of the win shares; what is `more` comes first."""
        return {
            "strategy": self.name,
            **more,
            **columns("win_share", self.win_share),
            "fair_share": self.fair_share,
            "rank_best": self.ranks[0],
            "rank_worst": self.ranks[1],
            **columns("mean_points", self.mean_points),
            **fault_rates.column(rates, self.name),
        }

    def as_json(self, **more: Any) -> Row:
        """Return it for an answer's JSON; `more` stands after the fair share."""
        return {
            "name": self.name,
            "source_hash": self.source_hash,
            "settings": self.settings,
            **json_of("win_share", self.win_share),
            "fair_share": self.fair_share,
            **more,
            **json_of("mean_points", self.mean_points),
            "points_by_source": values(self.points_by_source),
            "declarations_per_deal": values(self.events_per_deal),
            "seats": [seat.as_json() for seat in self.seats],
        }


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


def difference_row(difference: Interval, decision: Decision) -> Row:
    """Return what tables have of a difference."""
    return {**columns("difference", difference), **_decided(decision)}


def difference_json(difference: Interval, decision: Decision) -> Row:
    """Return what JSON has of a difference."""
    told = {"difference": difference.value, "ci95": difference.ends}
    return told | _decided(decision)


def _decided(decision: Decision) -> Row:
    return {
        "p_holm": decision.p_holm,
        "decided": decision.decided,
        "equal": decision.is_equal,
    }


def columns(name: str, number: Interval) -> Row:
    """Return what tables have of a number: itself and the ends of its interval."""
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}


def json_of(name: str, number: Interval) -> Row:
    """Return what JSON has of a number."""
    return {name: number.value, f"{name}_ci95": number.ends}


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

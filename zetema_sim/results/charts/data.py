"""What several charts read off a run's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zetema_sim.common.wording import joined
from zetema_sim.results.reading import RunFolder
from zetema_sim.stats import Interval

Frame = Any  # pandas carries no types


def subtitle(run: RunFolder) -> str:
    """Return of what a run's charts are: rules, players, matches, seed."""
    manifest = run.manifest
    parts = [f"Rules {manifest['rules_name']}"]
    players, sides = manifest.get("players"), manifest.get("sides", "solo")
    if isinstance(players, list):
        parts.append(f"{joined(players)} players")
    elif players is not None:
        seated = "" if sides == "solo" else f" as {sides}"
        parts.append(f"{players} players{seated}")
    if "matches" in run.summary:
        parts.append(f"{int(run.summary['matches']):,} matches")
    parts.append(f"seed {manifest['seed']}")
    return ", ".join(parts) + f"; {level(run)} intervals"


def level(run: RunFolder) -> str:
    """Return the level of the run's intervals: ``95 %``."""
    return f"{100 * float(run.manifest.get('level', 0.95)):g} %"


def by_strength(run: RunFolder) -> list[str]:
    """Return the strategies by win share over fair share, the best first."""
    table = run.tables["win_shares"]
    strength = table.win_share / table.fair_share.where(table.fair_share > 0, 1.0)
    order = np.argsort(-strength.to_numpy(), kind="stable")
    return [str(name) for name in table.strategy.to_numpy()[order]]


def head_to_head(run: RunFolder) -> Frame:
    """Return the pairs of a tournament where they meet, as its matrix has them."""
    table = run.tables["pairs"]
    return table[table.against == "each_other"]


def decided(row: Any) -> str:
    """Return what is said of a pair: ``yes``, one ahead, ``equal`` or ``no``."""
    if getattr(row, "equal", False):  # older runs have no such column
        return "equal"
    return "yes" if row.decided else "no"


def rows_of(table: Frame, strategies: Sequence[str]) -> Frame:
    """Return the one row of each strategy, in that order."""
    return table.set_index("strategy").loc[list(strategies)].reset_index()


def more_note(shown: int, total: int, file: str) -> list[str]:
    """Return the note that says what a chart leaves out, if it does."""
    if shown >= total:
        return []
    more = total - shown
    return [f"The {shown} best of {total} strategies; {more} more stand in {file}."]


def interval(row: Any, column: str = "win_share") -> Interval:
    """Return the number of a row with its interval."""
    ends = (getattr(row, f"{column}_{end}") for end in ("low", "high"))
    return Interval(getattr(row, column), *ends)


def quantile(values: Sequence[int], counts: Sequence[int], part: float) -> int:
    """Return the value that `part` of all counted do not exceed."""
    order = np.argsort(values)
    reached = np.cumsum(np.asarray(counts, dtype=np.int64)[order])
    place = int(np.searchsorted(reached, part * reached[-1]))
    return int(np.asarray(values)[order][min(place, len(order) - 1)])

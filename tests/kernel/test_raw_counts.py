"""The kernel counts what it counted: ten runs of strategies that never change.

`tests/frozen/` holds the strategies and, in counts.json, what they came to. Work on
shipped strategies, the toolkit, statistics or tables moves none of it. Who changes the
game or its order of chance on purpose writes the numbers anew, from the top of the
checkout, with ``python -m tests.kernel.test_raw_counts``, and says so.
"""

from __future__ import annotations

import json

import pytest

from tests.kit.checkout import TOP
from zetema_sim.kernel import counters
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.work.blocks import play

FROZEN = TOP / "tests" / "frozen"
KEPT = FROZEN / "counts.json"

RUNS: dict[str, tuple[str, TableOptions, int]] = {
    "two": ("greedy random", TableOptions(2), 600),
    "two, a deal each": (
        "denier imperial-flush:suit=2",
        TableOptions(
            2, rules="official", seed=7, overrides=("match.mode=single_deal",)
        ),
        600,
    ),
    "two, of one file": (
        "marriage-hoarder:wait_for=5 marriage-hoarder:wait_for=1",
        TableOptions(
            2, rules="cassell-1881", seed=2**40, overrides=("match.target=500",)
        ),
        600,
    ),
    "three": ("greedy imperial-flush marriage-hoarder", TableOptions(3, seed=3), 300),
    "three, short runs": (
        "random zetema-hunter:flushes=0 denier:spite=500",
        TableOptions(
            3,
            rules="sackson",
            overrides=("run.length=4", "draw.to=9", "sequence.ace=both"),
        ),
        300,
    ),
    "four in partnerships": (
        "greedy zetema-hunter marriage-hoarder:wait_for=2 denier",
        TableOptions(4, "2x2", rules="official", seed=11),
        300,
    ),
    "four alone": (
        "imperial-flush:plan=0 greedy",
        TableOptions(4, "solo", seed=4, overrides=("flush.imperial=distinct_ranks",)),
        300,
    ),
    "five": (
        "greedy random denier",
        TableOptions(
            5, rules="sackson", seed=5, overrides=("endgame.declarations=all",)
        ),
        300,
    ),
    "six, three sides": (
        "imperial-flush marriage-hoarder zetema-hunter",
        TableOptions(6, "3x2", rules="cassell-1881", seed=6),
        300,
    ),
    "six, two sides": (
        "denier denier greedy greedy random random",
        TableOptions(
            6,
            "2x3",
            rules="official",
            overrides=("draw.when=turn_end", "turn.marriage_also_discards=true"),
        ),
        300,
    ),
}

SEATS = range(6)
# A strategy's columns by name: one that is added later is none of these.
COLUMNS = {
    **{"wins": counters.WINS, "win_squares": counters.WIN_SQUARES},
    **{"matches": counters.MATCHES, "sides": counters.SIDES, "seats": counters.SEATS},
    **{"deals": counters.DEALS, "turns": counters.TURNS, "points": counters.POINTS},
    **{
        f"{source}.{what}": first + place
        for what, first in (
            ("points", counters.SOURCE_POINTS),
            ("times", counters.SOURCE_COUNTS),
        )
        for place, source in enumerate(counters.SOURCES)
    },
    **{f"wins.{seat}": counters.SEAT_WINS + seat for seat in SEATS},
    **{f"matches.{seat}": counters.SEAT_MATCHES + seat for seat in SEATS},
    "faults": counters.FAULTS,
}

TOTALS = (
    *("matches", "deals", "turns"),
    *(f"ended by {ending}" for ending in counters.ENDINGS),
)

Counts = dict[str, dict[str, int]]  # by strategy, or "all", then by column


def counts_of(run: str) -> Counts:
    """Play a run and return what was counted."""
    names, choices, matches = RUNS[run]
    made = set_up([frozen(name) for name in names.split()], choices, matches).run
    outcome = play(made)
    rows = {
        strategy.key: {name: int(row[place]) for name, place in COLUMNS.items()}
        for strategy, row in zip(made.strategies, sum(outcome.lineups), strict=True)
    }
    totals = outcome.tally.totals.tolist()
    return {**rows, "all": dict(zip(TOTALS, totals, strict=True))}


def frozen(name: str) -> str:
    """Return how a command names a frozen strategy."""
    base, colon, settings = name.partition(":")
    return f"{FROZEN / base.replace('-', '_')}.py{colon}{settings}"


@pytest.mark.parametrize("run", RUNS)
def test_the_counts_are_those_kept(run: str) -> None:
    """Every count of every strategy is what it was."""
    assert counts_of(run) == json.loads(KEPT.read_text())[run]


def test_each_column_counts_something() -> None:
    """But for faults, the runs reach all that is counted."""
    runs = json.loads(KEPT.read_text()).values()
    reached = {
        column
        for rows in runs
        for row in rows.values()
        for column, count in row.items()
        if count
    }
    assert {*COLUMNS, *TOTALS} - reached == {"faults", "ended by forfeit"}


if __name__ == "__main__":
    runs = {run: counts_of(run) for run in RUNS}
    KEPT.write_text(json.dumps(runs, indent=1) + "\n")

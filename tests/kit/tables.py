"""Tables for the strategies of tests/kit/agreement, and matches on both engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.kit.checkout import TOP
from zetema_sim.faults import StrategyFault
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.seating import in_order
from zetema_sim.playing.table import Table
from zetema_sim.replaying.events import ENGINES, match_events
from zetema_sim.roster import lookup
from zetema_sim.roster.lookup import Strategy
from zetema_sim.rules.ruleset import PRESETS, Rules, preset
from zetema_sim.rules.sides import SOLO, arrangements, side_lists

Event = dict[str, Any]

FOLDER = Path(__file__).with_name("agreement")
SEED = 5

# Every table of the presets; five players sit down under 1881's rules too.
TABLES = [
    (name, players, sides)
    for name in PRESETS
    for players in range(2, 7)
    for sides in arrangements(players)
]


def strategy(name: str) -> Strategy:
    """Return a strategy of tests/kit/agreement, or a shipped one, with its settings."""
    base, colon, settings = name.partition(":")
    path = FOLDER / f"{base.replace('-', '_')}.py"
    return lookup.load(f"{base}={path}{colon}{settings}" if path.exists() else name)


def rules_at(name: str, *overrides: str) -> Rules:
    """Return a preset with overrides, for every player count."""
    everybody = [] if 5 in preset(name)["players"] else ["players=2,3,4,5,6"]
    return preset(name).with_overrides([*everybody, *overrides])


def table_of(
    rules: Rules, sides: str, strategies: Sequence[str], seed: int = SEED
) -> Table:
    """Return a table with a strategy for each seat, in canonical order."""
    players = len(strategies)
    different, entries = in_order([strategy(name) for name in strategies])
    table_rules = rules.at_table(players, sides)
    lineup = line_up(entries, players, table_rules.sides)
    return Table(table_rules, tuple(different), lineup, seed)


def cycled(names: Sequence[str], players: int) -> list[str]:
    """Return a strategy for each seat, the names one after the other."""
    return [names[seat % len(names)] for seat in range(players)]


def difference(table: Table, rules: Rules, match: int) -> str:
    """Return how the engines differ in a match, empty if they do not."""
    told = [played(table, rules, match, engine) for engine in ENGINES]
    for event, other in zip_longest(*told):
        if event != other or "fault" in event:
            here = replay(table, rules, match)
            return f"kernel: {event}\nreference: {other}\n{here}"
    return ""


def played(table: Table, rules: Rules, match: int, engine: str) -> Iterator[Event]:
    """Yield a match's events in a form to compare, a fault as the last of them."""
    try:
        sides = sides_text(table)
        yield from comparable(match_events(table, rules, sides, match, engine))
    except StrategyFault as fault:
        yield {"fault": str(fault)}


def sides_text(table: Table) -> str:
    """Return the arrangement of a table's sides, as a command takes it."""
    sides = side_lists(table.rules)
    solo = len(sides) == table.rules.players
    return SOLO if solo else f"{len(sides)}x{len(sides[0])}"


def comparable(events: Iterator[Event]) -> Iterator[Event]:
    """Yield events with cards and pairs sorted: their order has no meaning."""
    for event in events:
        declared = event.get("declared")
        if declared:
            members = declared.get("cards") or declared["pairs"]
            declared = {**declared, "sorted": sorted(map(str, members))}
            yield {**event, "declared": {**declared, "cards": None, "pairs": None}}
        else:
            yield event


def replay(table: Table, rules: Rules, match: int) -> str:
    """Return the command that tells a match."""
    name, *overrides = rules.name.split(" ")
    names = [table.strategies[entry].name for entry in table.lineup.entries]
    changed = "".join(f" --set {override}" for override in overrides)
    folder = FOLDER.relative_to(TOP).as_posix()
    return (
        f"zetema replay {' '.join(names).replace(str(FOLDER), folder)} --match {match} "
        f"--seed {table.seed} --players {table.rules.players} "
        f"--sides {sides_text(table)} --rules {name}{changed} --engine reference"
    )

"""Where a strategy is played: every preset, player count and sides, and odd rules.

At each table it sits with another strategy, with a stronger one, and alone; its
settings are in turn the default, the least and the most.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from zetema_sim.common.wording import RulesError
from zetema_sim.doctor.report import Finding
from zetema_sim.faults import StrategyFault
from zetema_sim.playing.lineups import LineUp
from zetema_sim.playing.seating import Setup, TableOptions, full_line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster.lookup import Strategy
from zetema_sim.rules.parameters import PARAMETERS
from zetema_sim.rules.ruleset import DEFAULT_PRESET, PRESETS, preset, rules_named
from zetema_sim.rules.sides import arrangements
from zetema_sim.rules.value_kinds import CARDS, POINTS, TARGET, Kind

OTHERS = ("random", "greedy", "balanced")  # who sits at the table too
HOUSES = 24  # tables with rules drawn at random
CHANGED = 0.5  # of their parameters
NUMBERS: dict[Kind, tuple[int, ...]] = {
    CARDS: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14),
    POINTS: (0, 5, 10, 60, 10_000),
    TARGET: (1, 60, 300, 900),
}


@dataclass(frozen=True)
class SeatedTable:
    """A table with who sits there.

    Attributes
    ----------
    choices
        The table.
    names
        Of the strategies, a seat each.
    examined
        The strategy that is examined there, with its settings.
    number
        Which table it is.
    """

    choices: TableOptions
    names: tuple[str, ...]
    examined: Strategy
    number: int

    @cached_property
    def table(self) -> Table:
        """The table of the one line-up."""
        (table,) = self._setup.tables
        return table

    @cached_property
    def _setup(self) -> Setup:
        return full_line_up(self.names, self.choices)

    @cached_property
    def entry(self) -> int:
        """Which entry of the line-up is examined."""
        files = [strategy.file for strategy in self.table.strategies]
        return files.index(self.examined.file)

    @property
    def imperial_suit(self) -> str:
        """The letter of the doubled suit."""
        return str(self._setup.rules["deck.imperial_suit"])

    @property
    def lineup(self) -> LineUp:
        """The one line-up."""
        return self.table.lineup

    def finding(
        self, check: str, reason: str, place: str | None = None, *, plain: bool = False
    ) -> Finding:
        """Return a finding at this table; `Finding.at` tells the decision."""
        choices, sides = self.choices, self._setup.sides
        told = f"{choices.rules}, {choices.players} players {sides}"
        told = " ".join([told, *choices.overrides])
        replay = self._setup.replay_command(self.lineup, 0)
        replay += " --uncompiled" if plain else ""
        return Finding(check, reason, place, told, replay)

    def is_of(self, fault: StrategyFault) -> bool:
        """Return whether a fault is that of the strategy examined."""
        return fault.strategy == self.table.strategies[self.entry].name


def places(strategy: Strategy, folders: Sequence[Path]) -> list[SeatedTable]:
    """Return where a strategy is played, first each table once.

    Settings that were given stay as they are.
    """
    others = [name for name in OTHERS if name != strategy.file.stem]
    found = []
    for turn, settings in enumerate(_settings(strategy)):
        chosen = Strategy(strategy.file, strategy.base, settings)
        other = (*others[:2], chosen.name)[turn]
        for number, table in enumerate(tables()):
            rules, players, sides, overrides = table
            pair = (chosen.name, other)
            names = tuple(pair[seat % 2] for seat in range(players))
            choices = TableOptions(players, sides, rules, overrides, tuple(folders))
            found.append(SeatedTable(choices, names, chosen, number))
    return found


def tables() -> Iterator[tuple[str, int, str, tuple[str, ...]]]:
    """Yield rules, player count, sides and what of the rules is changed."""
    for players in range(2, 7):
        for sides in arrangements(players):
            for rules in PRESETS:
                lacks = players not in preset(rules)["players"]
                changes = ("players=2,3,4,5,6",) if lacks else ()
                yield rules, players, sides, changes
    rng = random.Random(7)
    for number in range(HOUSES):
        players = 2 + number % 5
        sides = rng.choice([*arrangements(players)])
        yield DEFAULT_PRESET, players, sides, _house_rules(rng, players, sides)


def _house_rules(rng: random.Random, players: int, sides: str) -> tuple[str, ...]:
    """Return changes that make odd rules which can be played."""
    while True:
        changes = tuple(
            f"{parameter.path}={rng.choice(values)}"
            for parameter in PARAMETERS
            if (values := _values(parameter.kind)) and rng.random() < CHANGED
        )
        try:
            rules_named(DEFAULT_PRESET, changes).at_table(players, sides)
        except RulesError:
            continue
        return changes


def _values(kind: Kind) -> tuple[Any, ...]:
    return kind.names or NUMBERS.get(kind, ())


def _settings(strategy: Strategy) -> list[tuple[tuple[str, int], ...]]:
    """Return three choices of settings, as `Strategy.changed` has them."""
    if strategy.changed:
        return [strategy.changed] * 3
    return [
        tuple(
            sorted(
                (name, numbers[which])
                for name, numbers in strategy.file.settings.items()
                if numbers[which] != numbers[0]
            )
        )
        for which in range(3)
    ]

"""Where a strategy is played: every preset, player count and arrangement of sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from zetema_sim.arrangements import arrangements
from zetema_sim.engine import Table
from zetema_sim.faults import StrategyFault
from zetema_sim.lineups import LineUp
from zetema_sim.roster import Strategy
from zetema_sim.rules import PRESETS, preset
from zetema_sim.setup import Choices, Setup, full_line_up

OTHERS = ("random", "greedy")  # who sits at the table too


@dataclass(frozen=True)
class Place:
    """A table: its set-up, and the strategy that is examined at it."""

    setup: Setup
    examined: str  # its name there, with settings

    @cached_property
    def table(self) -> Table:
        """The table of the set-up's one line-up."""
        (table,) = self.setup.tables
        return table

    @property
    def lineup(self) -> LineUp:
        """The set-up's one line-up."""
        (lineup,) = self.setup.run.lineups
        return lineup

    def told(self) -> str:
        """Return which table it is, in words."""
        players = self.table.rules.players
        return f"{self.setup.choices.rules}, {players} players {self.setup.sides}"

    def replay(self, match: int, *, uncompiled: bool = False) -> str:
        """Return the command that tells a match."""
        command = self.setup.replay_command(self.lineup, match)
        return f"{command} --uncompiled" if uncompiled else command

    def is_of(self, fault: StrategyFault) -> bool:
        """Return whether a fault is that of the strategy examined."""
        return fault.strategy == self.examined


def places(strategy: Strategy, folders: Sequence[Path]) -> list[Place]:
    """Return the tables that a strategy is played at.

    It sits in turns with another one. The tables of one preset are not next to each
    other, so that the first few show much. Settings are the default, then all at their
    least, then all at their most, unless some were given.
    """
    other = next(name for name in OTHERS if name != strategy.file.stem)
    found = []
    for place, (rules, players, sides) in enumerate(_tables()):
        name = _with_settings(strategy, place)
        names = [(name, other)[seat % 2] for seat in range(players)]
        needs = 5 not in preset(rules)["players"] and players == 5
        choices = Choices(
            players=players,
            sides=sides,
            rules=rules,
            overrides=("players=2,3,4,5,6",) if needs else (),
            folders=tuple(folders),
        )
        setup = full_line_up(names, choices)
        examined = next(s for s in setup.run.strategies if s.file is strategy.file)
        found.append(Place(setup, examined.name))
    return found


def _tables() -> Iterator[tuple[str, int, str]]:
    for players in range(2, 7):
        for sides in arrangements(players):
            for rules in PRESETS:
                yield rules, players, sides


def _with_settings(strategy: Strategy, place: int) -> str:
    """Return the strategy's name with the settings for a table."""
    settings = strategy.file.settings
    if strategy.changed or not settings:
        return strategy.name
    values = {name: numbers[place % 3] for name, numbers in settings.items()}
    given = ",".join(f"{name}={value}" for name, value in values.items())
    return f"{strategy.base}:{given}"

"""From what a command line names to what is played: rules, strategies, line-ups, run.

A command says what it was given and gets back all that determines a run::

    from zetema_sim.playing.seating import TableOptions, full_line_up, set_up

    choices = TableOptions(players=4, sides="2x2", overrides=("draw.to=7",), seed=7)
    setup = set_up(["greedy", "random"], choices, matches=100_000)
    outcome = simulate.play(setup.run, threads)

`cli.options` makes the `TableOptions` out of options. The strategies of `setup.run` are
in canonical order (name, settings, source) and each stands there once, however often it
was named, so the order on the command line changes no number. `set_up` makes every
line-up that the names stand for (design.md section 7), `full_line_up` the one that
they name seat by seat, as `replay` does; both refuse what does not fit with one line.
Nothing is compiled yet: `simulate.play` and `engine.Table.prepare` do that.

Importing this module imports no numba; calling it does.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from zetema_sim.common.wording import option_words
from zetema_sim.playing.lineups import (
    LEAST_SEATS,
    LineUp,
    LineUpError,
    line_up,
    line_ups,
    share_out,
)
from zetema_sim.playing.run import Run, tables_of
from zetema_sim.roster.lookup import Strategy, load_all
from zetema_sim.rules.ruleset import DEFAULT_PRESET, Rules, RulesError, rules_named
from zetema_sim.rules.sides import arrangement_of
from zetema_sim.table_rules import MOST_SEATS, TableRules

if TYPE_CHECKING:
    from zetema_sim.faults import Replay
    from zetema_sim.playing.table import Table

DEFAULT_SEED = 1
ON_FAULT = (STOP, FORFEIT) = ("stop", "forfeit")
MOST_SEED = 2**63 - 1
DEFAULT_MATCHES = 100_000
MOST_MATCHES = 10**12  # and the highest number of a match
_OPTIONS = {
    "--players": "players",
    "--sides": "sides",
    "--rules": "rules",
    "--set": "overrides",
    "--strategies": "folders",
    "--seed": "seed",
    "--on-fault": "on_fault",
}


@dataclass(frozen=True)
class TableOptions:
    """What every command that plays can be told about the table.

    Attributes
    ----------
    players
        How many seats; as many as strategies are named if None.
    sides
        ``"solo"``, ``"2x2"``, …; the first that the rules have if None.
    rules
        A preset's name or the path of a file of house rules.
    overrides
        Texts ``PARAMETER=VALUE``.
    folders
        Where strategies are looked up besides the shipped ones.
    seed
        What all chance comes from.
    on_fault
        ``"stop"``: a strategy's fault ends the run; ``"forfeit"``: it loses the match.
    """

    players: int | None = None
    sides: str | None = None
    rules: str = DEFAULT_PRESET
    overrides: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    seed: int = DEFAULT_SEED
    on_fault: str = STOP

    @property
    def forfeits(self) -> bool:
        """Whether a fault loses its match instead of ending the run."""
        return self.on_fault == FORFEIT

    def as_options(self, names: int) -> list[str]:
        """Return the words that make these choices on a command line of so many names.

        What is the default anyway is left out.
        """
        usual = TableOptions(players=names)
        given = {
            option: getattr(self, field)
            for option, field in _OPTIONS.items()
            if getattr(self, field) != getattr(usual, field)
        }
        return option_words(given)


@dataclass(frozen=True)
class Setup:
    """What a command plays.

    Attributes
    ----------
    choices
        What was asked for.
    rules
        The rule set, after all overrides.
    sides
        The arrangement in play as text: ``"solo"``, ``"2x2"``.
    run
        What determines the numbers: the table's rules, the strategies in canonical
        order, the line-ups of their places, the matches of each, the seed.
    """

    choices: TableOptions
    rules: Rules
    sides: str
    run: Run

    @property
    def table_rules(self) -> TableRules:
        """The rules as the engines read them."""
        return self.run.rules

    @property
    def tables(self) -> list[Table]:
        """The table of each line-up, for single blocks and matches."""
        return tables_of(self.run)

    def names_of(self, lineup: LineUp) -> list[str]:
        """Return the names that stand for a line-up in full: a seat's or a side's."""
        a_side = self.run.rules.players // lineup.sides
        entries = lineup.entries[::a_side] if lineup.by_side else lineup.entries
        return [self.run.strategies[entry].name for entry in entries]

    def replay_command(self, lineup: LineUp, match: int) -> str:
        """Return the command that tells a match of a line-up."""
        options = self.replay.options
        words = [*self.names_of(lineup), *options, "--match", str(match)]
        return shlex.join(["zetema", "replay", *words])

    @property
    def replay(self) -> Replay:
        """How a match of any of the line-ups is replayed."""
        from zetema_sim.faults import Replay

        table, lineup = self.run.rules, self.run.lineups[0]
        every = table.players // table.sides if lineup.by_side else 1
        # As played, not as asked; a replay shows the fault itself.
        choices = replace(self.choices, players=table.players, on_fault=STOP)
        return Replay(tuple(choices.as_options(table.players // every)), every)


def set_up(
    names: Sequence[str], choices: TableOptions, matches: int = DEFAULT_MATCHES
) -> Setup:
    """Return what is played when these strategies are named.

    Parameters
    ----------
    names
        Strategies as the command line has them; one named twice takes two seats.
    choices
        The table, the rules and the seed.
    matches
        Of all line-ups together, shared out evenly and rounded up to whole cycles;
        the numbers really played are `Run.matches`.

    Raises
    ------
    ValueError
        If rules, strategies and seats do not go together, or a number is out of
        range; one line for the user.
    """
    check_range("matches", matches, 1, MOST_MATCHES)
    return _set_up(names, choices, matches)


def full_line_up(
    names: Sequence[str], choices: TableOptions, rules: Rules | None = None
) -> Setup:
    """Return the one line-up whose seats are all named, with one cycle of matches.

    Parameters
    ----------
    names
        As many as seats, or one for each side, or one for all seats.
    choices
        The table, the rules and the seed.
    rules
        Take the place of those that `choices` name.

    Raises
    ------
    ValueError
        As `set_up`.
    """
    return _set_up(names, choices, None, rules)


def check_range(what: str, value: int, least: int, most: int) -> int:
    """Return a whole number that is in range.

    Raises
    ------
    ValueError
        If it is not, with what is allowed.
    """
    if not least <= value <= most:
        shown = value if abs(value) < 10**24 else "a number of that size"
        raise ValueError(f"{what} = {shown} is not allowed: {least} to {most}")
    return value


def _set_up(
    names: Sequence[str],
    choices: TableOptions,
    matches: int | None,
    rules: Rules | None = None,
) -> Setup:
    check_range("seed", choices.seed, 0, MOST_SEED)
    rules = rules or rules_named(choices.rules, choices.overrides)
    strategies, places = in_order(load_all(names, choices.folders))
    table = _table_rules(rules, choices, len(names))
    seats, sides = table.players, table.sides
    if matches is None:
        lineups = [_in_full(places, seats, sides)]
        shares = [lineups[0].cycle_length]
    else:
        lineups = line_ups(places, seats, sides)
        shares = share_out(matches, lineups)
    run = Run(
        table,
        strategies,
        tuple(lineups),
        tuple(shares),
        choices.seed,
        forfeits=choices.forfeits,
    )
    return Setup(choices, rules, arrangement_of(table), run)


def _table_rules(rules: Rules, choices: TableOptions, names: int) -> TableRules:
    """Return the rules at the table; the player count is that of the names if none."""
    if choices.players is not None:
        return rules.at_table(choices.players, choices.sides)
    if names < LEAST_SEATS:
        raise LineUpError(
            "one strategy alone needs --players, to know how many seats it takes"
        )
    if names > MOST_SEATS:
        raise LineUpError(
            f"{names} strategies, but a table has at most {MOST_SEATS} seats; "
            "`tournament` plays all line-ups of a larger field"
        )
    try:
        return rules.at_table(names, choices.sides)
    except RulesError as error:
        if not str(error).startswith(("players", "sides")):
            raise
        hint = f"({names} players, since {names} strategies are named; see --players)"
        raise RulesError(f"{error} {hint}") from None


def in_order(named: Sequence[Strategy]) -> tuple[tuple[Strategy, ...], list[int]]:
    """Return the different strategies in canonical order, and each named one's place.

    What counts are name, settings and source (design.md section 7).
    """
    different = tuple(sorted(set(named), key=lambda strategy: strategy.order))
    return different, [different.index(strategy) for strategy in named]


def _in_full(places: Sequence[int], seats: int, sides: int) -> LineUp:
    """Return the line-up of a name for each seat or side, or one for all."""
    everywhere = len(places) == 1
    try:
        return line_up([*places] * seats if everywhere else places, seats, sides)
    except LineUpError:
        if len(places) >= seats:
            raise
        a_side = f", {sides} for a side each" if sides < seats else ""
        raise LineUpError(
            f"{len(places)} strategies for {seats} seats; a line-up is named in full: "
            f"{seats} for a seat each{a_side} or 1 for all seats"
        ) from None

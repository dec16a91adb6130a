"""Resolves a rule set for one table, and checks what depends on several parameters.

The checks are those of rules.md section 3 "Checked after all overrides, for the
player count in play"; the range of each value has been checked before.
"""

from __future__ import annotations

from collections.abc import Mapping

from zetema_sim.cards import DECK_SIZE
from zetema_sim.common.wording import RulesError
from zetema_sim.rules.value_kinds import Value
from zetema_sim.table_rules import TableRules


def check_table(values: Mapping[str, Value], players: int, n_sides: int) -> TableRules:
    """Return a table's rules once they pass the checks.

    Parameters
    ----------
    values
        By dotted name, each for the player count in play.
    players
        How many play.
    n_sides
        On how many sides; fits `players`.

    Raises
    ------
    RulesError
        If the deal does not fit the deck, a run cannot be held, or a match may never
        end.
    """
    _check_deal(values["deal.size"], players)
    _check_run(values, players)
    _check_end(values)
    return TableRules.of(values, players, n_sides)


def _check_deal(size: int, players: int) -> None:
    if size * players > DECK_SIZE:
        raise RulesError(
            f"deal.size = {size} is not allowed with {players} players: the deck has "
            f"{DECK_SIZE} cards, so at most {DECK_SIZE // players} each"
        )


def _check_run(values: Mapping[str, Value], players: int) -> None:
    most = max(values["draw.to"], values["deal.size"])
    if values["run.length"] > most:
        raise RulesError(
            f"run.length = {values['run.length']} is not allowed with {players} "
            f"players: a hand has at most {most} cards (draw.to = {values['draw.to']}, "
            f"deal.size = {values['deal.size']})"
        )


def _check_end(values: Mapping[str, Value]) -> None:
    """Refuse rules under which deals may bring no points, so that a match goes on.

    J, A5 and the other ranks are completed in every deal; kings and queens need not.
    """
    names = ("zetema.J", "zetema.A5", "zetema.other")
    if values["match.mode"] == "to_target" and not any(values[name] for name in names):
        raise RulesError(
            f"{' = '.join(names)} = 0 is not allowed with match.mode = to_target: "
            "one of them must be above 0, else a match may never end"
        )

"""Resolves a rule set for one table, and checks what depends on several parameters.

The checks are those of rules.md section 3 "Checked after all overrides, for the
player count in play"; the range of each value has been checked before.
"""

from __future__ import annotations

from collections.abc import Mapping

from zetema_sim.cards import ACE, DECK_SIZE, FIVE, JACK, QUEEN, RANKS
from zetema_sim.common.wording import RulesError
from zetema_sim.rules.kinds import Value
from zetema_sim.table_rules import (
    BONUS_EACH,
    BONUS_NONE,
    BONUS_SECOND_ONLY,
    ENDGAME_ALL,
    ENDGAME_MARRIAGES,
    ENDGAME_NONE,
    EXTRA_DISCARD_AFTER_STOCK,
    EXTRA_FULL_TURN,
    EXTRA_NONE,
    FLUSH_ANY,
    FLUSH_DISTINCT_RANKS,
    FLUSH_NEVER,
    TABLEAU_NONE,
    TABLEAU_ONE_PER_DECLARATION,
    TABLEAU_ONE_PER_MARRIAGE,
    TableRules,
)

MOST_SEATS = 6

FLUSHES = {
    "never": FLUSH_NEVER,
    "distinct_ranks": FLUSH_DISTINCT_RANKS,
    "any": FLUSH_ANY,
}
BONUSES = {
    "none": BONUS_NONE,
    "second_only": BONUS_SECOND_ONLY,
    "each": BONUS_EACH,
}
TABLEAU_CARDS = {
    "none": TABLEAU_NONE,
    "one_per_marriage": TABLEAU_ONE_PER_MARRIAGE,
    "one_per_declaration": TABLEAU_ONE_PER_DECLARATION,
}
EXTRAS = {
    "none": EXTRA_NONE,
    "discard_after_stock": EXTRA_DISCARD_AFTER_STOCK,
    "full_turn": EXTRA_FULL_TURN,
}
ENDGAMES = {
    "none": ENDGAME_NONE,
    "marriages": ENDGAME_MARRIAGES,
    "all": ENDGAME_ALL,
}


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
    return TableRules(
        players=players,
        sides=n_sides,
        target=values["match.target"],
        single_deal=int(values["match.mode"] == "single_deal"),
        deal_size=values["deal.size"],
        draw_to=values["draw.to"],
        draw_at_end=int(values["draw.when"] == "turn_end"),
        refill_at_end=int(values["draw.marriage_refill"] == "turn_end"),
        marriage_also_discards=int(values["turn.marriage_also_discards"]),
        run_length=values["run.length"],
        sequence_points=values["sequence.points"],
        ace_low=int(values["sequence.ace"] in ("low", "both")),
        ace_high=int(values["sequence.ace"] in ("high", "both")),
        flush_points=values["flush.points"],
        flush_imperial=FLUSHES[values["flush.imperial"]],
        flush_sequence_points=values["flush_sequence.points"],
        assembly=_by_rank(values, "assembly"),
        marriage_base=values["marriage.base"],
        imperial_mode=BONUSES[values["marriage.imperial_mode"]],
        imperial_bonus=values["marriage.imperial_bonus"],
        bonus_at_five=int(values["marriage.bonus_at_five"]),
        tableau_cards=TABLEAU_CARDS[values["marriage.tableau_cards"]],
        zetema=_by_rank(values, "zetema"),
        kq_needs_assembly=int(values["zetema.kq_condition"] == "assembly_declared"),
        two_player_extra=EXTRAS[values["two_player.extra"]],
        endgame_declarations=ENDGAMES[values["endgame.declarations"]],
        side_of=tuple(
            seat % n_sides if seat < players else -1 for seat in range(MOST_SEATS)
        ),
    )


def _by_rank(values: Mapping[str, Value], group: str) -> tuple[int, ...]:
    """Return the points of a group of parameters (``KQ J A5 other``) for each rank."""
    names = ["other"] * RANKS
    names[ACE] = names[FIVE] = "A5"
    names[JACK] = "J"
    names[QUEEN:] = ["KQ", "KQ"]
    return tuple(values[f"{group}.{name}"] for name in names)


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

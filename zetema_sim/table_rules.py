"""The rules of one table: a rule set resolved for a player count and its sides.

What the engines read. Every field is a whole number, so that the same values stand in
the record that compiled code sees (`view`). Each says which parameter it is read from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from zetema_sim.cards import ACE, FIVE, JACK, QUEEN, RANKS

MOST_SEATS = 6
SIXTIETHS = 60  # of a win: one that is shared by 2 to 6 sides stays whole

# Values of the parameters that are words in rules.md section 3.
FLUSH_NEVER, FLUSH_DISTINCT_RANKS, FLUSH_ANY = range(3)
BONUS_NONE, BONUS_SECOND_ONLY, BONUS_EACH = range(3)
TABLEAU_NONE, TABLEAU_ONE_PER_MARRIAGE, TABLEAU_ONE_PER_DECLARATION = range(3)
EXTRA_NONE, EXTRA_DISCARD_AFTER_STOCK, EXTRA_FULL_TURN = range(3)
ENDGAME_NONE, ENDGAME_MARRIAGES, ENDGAME_ALL = range(3)


Values = Mapping[str, Any]  # a rule set's, by dotted name


def _read(read: Callable[[Values], Any]) -> Any:
    return field(metadata={"read": read})


def _value(path: str) -> Any:
    """Return a field that is a parameter's number, 0 or 1 if that is yes or no."""
    return _read(lambda values: int(values[path]))


def _is(path: str, *words: str) -> Any:
    """Return a field that is 1 if a parameter is one of some words."""
    return _read(lambda values: int(values[path] in words))


def _place(path: str, *words: str) -> Any:
    """Return a field that is a parameter's place among its words."""
    return _read(lambda values: words.index(values[path]))


def _by_rank(group: str) -> Any:
    """Return a field of the points of a group (``KQ J A5 other``) for each rank."""
    names = ["other"] * RANKS
    names[ACE] = names[FIVE] = "A5"
    names[JACK] = "J"
    names[QUEEN:] = ["KQ", "KQ"]
    return _read(lambda values: tuple(values[f"{group}.{name}"] for name in names))


@dataclass(frozen=True, slots=True)
class TableRules:
    """The parameters of rules.md section 3 for the player count in play.

    Yes-or-no fields are 0 or 1. `assembly` and `zetema` give points by rank, `base`
    those of one to five marriages.
    """

    players: int
    sides: int
    side_of: Annotated[
        tuple[int, ...], MOST_SEATS
    ]  # of each seat; -1 beyond the players
    target: int = _value("match.target")
    single_deal: int = _is("match.mode", "single_deal")
    deal_size: int = _value("deal.size")
    draw_to: int = _value("draw.to")
    draw_at_end: int = _is("draw.when", "turn_end")
    refill_at_end: int = _is("draw.marriage_refill", "turn_end")
    marriage_also_discards: int = _value("turn.marriage_also_discards")
    run_length: int = _value("run.length")
    sequence_points: int = _value("sequence.points")
    ace_low: int = _is("sequence.ace", "low", "both")
    ace_high: int = _is("sequence.ace", "high", "both")
    flush_points: int = _value("flush.points")
    # FLUSH_…
    flush_imperial: int = _place("flush.imperial", "never", "distinct_ranks", "any")
    flush_sequence_points: int = _value("flush_sequence.points")
    assembly: Annotated[tuple[int, ...], 13] = _by_rank("assembly")
    marriage_base: Annotated[tuple[int, ...], 5] = _read(
        lambda values: values["marriage.base"]
    )
    # BONUS_…
    imperial_mode: int = _place("marriage.imperial_mode", "none", "second_only", "each")
    imperial_bonus: int = _value("marriage.imperial_bonus")
    bonus_at_five: int = _value("marriage.bonus_at_five")
    # TABLEAU_…
    tableau_cards: int = _place(
        "marriage.tableau_cards", "none", "one_per_marriage", "one_per_declaration"
    )
    zetema: Annotated[tuple[int, ...], 13] = _by_rank("zetema")
    kq_needs_assembly: int = _is("zetema.kq_condition", "assembly_declared")
    # EXTRA_…
    two_player_extra: int = _place(
        "two_player.extra", "none", "discard_after_stock", "full_turn"
    )
    # ENDGAME_…
    endgame_declarations: int = _place(
        "endgame.declarations", "none", "marriages", "all"
    )

    @classmethod
    def of(cls, values: Values, players: int, sides: int) -> TableRules:
        """Return the rules of a table of so many players on so many sides.

        `values` has every parameter for the player count in play, checked.
        """
        side_of = (s % sides if s < players else -1 for s in range(MOST_SEATS))
        read = {
            each.name: each.metadata["read"](values)
            for each in fields(cls)
            if each.metadata
        }
        return cls(players=players, sides=sides, side_of=tuple(side_of), **read)

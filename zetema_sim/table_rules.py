"""The rules of one table: a rule set resolved for a player count and its sides.

What the engines read. Every field is a whole number, so that the same values stand in
the record that compiled code sees (`view`). `rules` makes it from a rule set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

# Values of the parameters that are words in rules.md section 3.
FLUSH_NEVER, FLUSH_DISTINCT_RANKS, FLUSH_ANY = range(3)
BONUS_NONE, BONUS_SECOND_ONLY, BONUS_EACH = range(3)
TABLEAU_NONE, TABLEAU_ONE_PER_MARRIAGE, TABLEAU_ONE_PER_DECLARATION = range(3)
EXTRA_NONE, EXTRA_DISCARD_AFTER_STOCK, EXTRA_FULL_TURN = range(3)
ENDGAME_NONE, ENDGAME_MARRIAGES, ENDGAME_ALL = range(3)


@dataclass(frozen=True, slots=True)
class TableRules:
    """The parameters of rules.md section 3 for the player count in play.

    Yes-or-no fields are 0 or 1. `assembly` and `zetema` give points by rank, `base`
    those of one to five marriages.
    """

    players: int
    sides: int
    target: int
    single_deal: int
    deal_size: int
    draw_to: int
    draw_at_end: int  # draw.when = turn_end
    refill_at_end: int  # draw.marriage_refill = turn_end
    marriage_also_discards: int
    run_length: int
    sequence_points: int
    ace_low: int
    ace_high: int
    flush_points: int
    flush_imperial: int  # FLUSH_…
    flush_sequence_points: int
    assembly: Annotated[tuple[int, ...], 13]
    marriage_base: Annotated[tuple[int, ...], 5]
    imperial_mode: int  # BONUS_…
    imperial_bonus: int
    bonus_at_five: int
    tableau_cards: int  # TABLEAU_…
    zetema: Annotated[tuple[int, ...], 13]
    kq_needs_assembly: int  # zetema.kq_condition = assembly_declared
    two_player_extra: int  # EXTRA_…
    endgame_declarations: int  # ENDGAME_…
    side_of: Annotated[tuple[int, ...], 6]  # of each seat; -1 beyond the players

"""What a strategy sees: its own hand, and all that is public.

Public is what rules.md section 5 says, no more. Both engines fill the same fields:
compiled code reads them from one record of `VIEW_DTYPE`, the reference engine from a
`View`. The fields are written down once, in `View`.

The options of a declaration
----------------------------
`declare` answers with the number of an option, or -1 for none. Both engines number the
options alike, kind by kind:

1. assemblies, by rank from the ace;
2. flush sequences, by suit (the imperial suit first), then by lowest rank, the one
   that ends with a high ace last;
3. marriages: for each suit in turn (the imperial one first, so that the last suit
   changes fastest) no pair, then one pair with king and queen from hand and hand, hand
   and tableau, tableau and hand, tableau and tableau, then two pairs, as far as the
   rules and the cards allow them; the empty choice is none of the options;
4. flushes, by suit, then in the order of their cards sorted by rank, as
   ``itertools.combinations`` of the suit's sorted cards gives them, each set once;
5. sequences, by lowest rank (a high ace last), then by the suits of their cards from
   the lowest rank up, the suit of the last card changing fastest.

A set of cards stands under one label only (rules.md section 5). All options of the
first three kinds are described in the ``option_…`` arrays, flushes and sequences as
far as `LISTED` rows suffice, which they do for hands of eight cards and fewer;
further ones are counted and can be declared by number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from zetema_sim.table_rules import TableRules

ASSEMBLY, FLUSH_SEQUENCE, MARRIAGES, FLUSH, SEQUENCE = range(5)
KINDS = ("assembly", "flush_sequence", "marriages", "flush", "sequence")
NONE = -1  # no declaration, no discard, no option

LISTED = 192  # rows of the option arrays: at most 13 + 52 + 48 are of the first kinds
MAX_SETTINGS = 16
MAX_TURNS = 72  # a deal has at most 65 turns: each takes a card from a hand for good

Bytes = npt.NDArray[np.int8]
Words = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class View:
    """All that a strategy may know when it decides.

    Arrays of cards are ``[rank, suit]``, rank 0 the ace to 12 the king, suit 0 the
    imperial one; their entries are numbers of cards held (0 to 2). Masks, twins and
    ranks are the words that `bits` explains. Arrays by seat or side have six entries,
    of which only the first `players` or `sides` count.
    """

    # Who decides, and when.
    seat: int
    side: int
    players: int
    sides: int
    deal: int  # of the match, from 0
    turn: int  # of the deal, from 0, all seats counted
    starter: int  # the seat that began the deal
    live: int  # 1 if the turn is live (rules.md section 4)
    discard_only: int  # 1 in the extra discard after a zetema
    declared: int  # when discarding: the kind declared in this turn, or NONE
    declared_points: int  # its points, else 0
    declared_mask: int  # its cards, shown or married
    declared_twins: int

    # Its own hand.
    hand_size: int
    hand_mask: int
    hand_twins: int
    hand_ranks: int
    hand: Annotated[Bytes, 13, 4]

    # When discarding: which cards may go (all zero while declaring).
    legal_mask: int
    legal: Annotated[Bytes, 13, 4]  # 1 for a card that may go, else 0

    # The table.
    stock: int  # cards left to draw
    tableau_mask: int
    tableau_twins: int
    tableau_ranks: int
    piles: Annotated[Bytes, 13]  # height of each pile
    tableau: Annotated[Bytes, 13, 4]
    completed: Annotated[Bytes, 13]  # 1 for a rank whose five cards left as a pile
    married: Annotated[Bytes, 4]  # pairs of each suit in the marriage pile
    assembled: Annotated[Bytes, 13]  # 1 for a rank declared as an assembly, this deal
    scores: Annotated[Words, 6]  # of each side; who sits on which: rules.side_of
    hand_sizes: Annotated[Words, 6]
    shown_mask: Annotated[Words, 6]  # cards a seat has shown and still holds
    shown_twins: Annotated[Words, 6]
    fresh: Annotated[Words, 6]  # turn_end: 1 if the seat's next turn is live

    # The turns of this deal so far; entries from `turn` on are 0.
    past_seat: Annotated[Bytes, MAX_TURNS]
    past_kind: Annotated[Bytes, MAX_TURNS]  # the kind declared, or NONE
    past_points: Annotated[Words, MAX_TURNS]  # of the declaration
    past_mask: Annotated[Words, MAX_TURNS]  # cards shown, or married
    past_twins: Annotated[Words, MAX_TURNS]
    past_discard: Annotated[Bytes, MAX_TURNS]  # the card, or NONE

    # When declaring: the options (see above); rows from `n_listed` on are 0.
    n_options: int
    best_option: int  # the first of those worth most: what the default declares
    n_listed: int
    first_option: Annotated[Words, 5]  # of each kind; NONE where it has no option
    options_of: Annotated[Words, 5]  # how many of each kind
    option_kind: Annotated[Bytes, LISTED]
    option_points: Annotated[Words, LISTED]
    option_pairs: Annotated[Bytes, LISTED]  # marriages: how many pairs, else 0
    option_mask: Annotated[Words, LISTED]  # cards of the hand shown, or married
    option_twins: Annotated[Words, LISTED]
    option_tableau_mask: Annotated[Words, LISTED]  # cards married from the tableau
    option_tableau_twins: Annotated[Words, LISTED]

    # A number from 0 to 2^63 - 1, new in every decision: the only source of chance.
    chance: int

    settings: Annotated[Any, MAX_SETTINGS]  # read as view.settings.NAME
    rules: TableRules


def _dtype_of(owner: type, *more: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the record type with a class's annotated fields: int64 where plain.

    `more` fields stand behind them.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(owner, include_extras=True).items():
        kind, *shape = get_args(hint) if get_args(hint) else (hint,)
        if hint is TableRules:
            fields.append((name, RULES_DTYPE))
        elif not shape:
            fields.append((name, np.int64))
        else:
            fields.append((name, np.int8 if kind == Bytes else np.int64, tuple(shape)))
    return np.dtype([*fields, *more], align=True)


RULES_DTYPE = _dtype_of(TableRules)
# Behind what it sees stands room for what a plan has worked out in this turn
# (`planning.notes`). A turn begins with none.
NOTES, NOTED = 80, 64  # numbers; the one that is 1 if there are notes
VIEW_DTYPE = _dtype_of(View, ("notes", np.float64, NOTES))
_SPECIAL = ("settings", "rules", "notes")


def view_record(view: View) -> npt.NDArray[Any]:
    """Return a view as an array of one record of `VIEW_DTYPE`."""
    record = np.zeros(1, VIEW_DTYPE)
    for name in VIEW_DTYPE.names or ():
        record[name] = getattr(view, name) if name not in _SPECIAL else 0
    settings: Any = view.settings
    if settings is not None:
        record["settings"] = [settings[place] for place in range(MAX_SETTINGS)]
    record["rules"] = rules_record(view.rules)
    return record


def rules_record(rules: TableRules) -> npt.NDArray[Any]:
    """Return the rules as an array of one record of `RULES_DTYPE`."""
    record = np.zeros(1, RULES_DTYPE)
    for name in RULES_DTYPE.names or ():
        record[name] = getattr(rules, name)
    return record

"""A turn compiled: deciding, declaring, marrying, discarding, filling up.

The steps 1 to 7 of rules.md section 4, for the seat whose turn it is. `play_turn` is a
unit of the kernel (`records.UNIT`).
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np

from zetema_sim.bits import SUIT_MASK, lowest_bit
from zetema_sim.cards import IMPERIAL, KING, PILE_SIZE, QUEEN, SUITS
from zetema_sim.kernel import combinations, counters
from zetema_sim.kernel.chance import DECLARE, DISCARD, chance_for
from zetema_sim.kernel.jit import (
    call_unit,
    clear_array,
    clear_record,
    copy_array,
    decide,
    engine_jit,
    inlined,
    kernel_part,
    register_functions,
)
from zetema_sim.kernel.moves import (
    clear_pile,
    draw_up_to,
    fill_up,
    join_pile,
    leave_hand,
    leave_pile,
    spread,
)
from zetema_sim.kernel.records import (
    BEST_ONLY,
    GOES_ON,
    HAS_DECLARE,
    ILLEGAL_CARD,
    ILLEGAL_OPTION,
    MATCH_OVER,
    NO_TURN,
    ONLY_MARRIAGES,
    UNIT,
    USES_CHANCE,
    ZETEMA_MADE,
)
from zetema_sim.table_rules import (
    ENDGAME_ALL,
    ENDGAME_MARRIAGES,
    ENDGAME_NONE,
    TABLEAU_ONE_PER_DECLARATION,
)
from zetema_sim.view import (
    ASSEMBLY,
    FLUSH,
    FLUSH_SEQUENCE,
    MARRIAGES,
    NONE,
    NOTED,
    SEQUENCE,
)

register_functions(counters.rank_group)


# --- deciding ----------------------------------------------------------------------


@inlined
def show_hand(table, hidden, seat):
    """Write the seat's own hand into the view."""
    table.hand_size = table.hand_sizes[seat]
    table.hand_mask = hidden.mask[seat]
    table.hand_twins = hidden.twins[seat]
    table.hand_ranks = hidden.ranks[seat]
    copy_array(table.hand, hidden.cards[seat])


@inlined
def note_decision(table, hidden, entry, seat, phase):
    """Note what is being decided; show the entry's settings and chance number."""
    hidden.where.seat = seat
    hidden.where.turn = table.turn
    hidden.where.phase = phase
    if hidden.has_settings:
        copy_array(table.settings, hidden.settings[entry])
    table.chance = 0
    if hidden.flags[entry] & USES_CHANCE:
        match = hidden.where.match
        table.chance = chance_for(hidden.seed, match, table.deal, table.turn, phase)


@kernel_part
def choose_option(table, hidden, entry, seat):
    """Return the option that the strategy declares, `NONE`, or less on a fault."""
    if table.legal_mask:
        table.legal_mask = 0
        clear_array(table.legal)
    table.declared = NONE
    note_decision(table, hidden, entry, seat, DECLARE)
    option = decide(hidden.declares[entry], table)
    if option < NONE or option >= table.n_options:
        hidden.where.answer = option
        return NONE - 1
    return option


@inlined
def choose_card(table, hidden, entry, seat):
    """Return the card that the strategy discards, or `NONE` on a fault."""
    note_decision(table, hidden, entry, seat, DISCARD)
    card = decide(hidden.discards[entry], table)
    if card < 0 or card > 63 or not table.legal_mask >> card & 1:
        hidden.where.answer = card
        return NONE
    return card


# --- a turn ------------------------------------------------------------------------


@inlined
def score(table, points):
    """Add points to the side in play; return whether it has reached the target."""
    table.scores[table.side] += points
    return table.scores[table.side] >= table.rules.target


@kernel_part
def source_of(kind, mask, pairs):
    """Return the source of a declaration's points (`counters.SOURCES`)."""
    imperial = 1 if mask & SUIT_MASK else 0
    if kind == SEQUENCE:
        return counters.FROM_SEQUENCE
    if kind == FLUSH:
        return counters.FROM_FLUSH + imperial
    if kind == FLUSH_SEQUENCE:
        return counters.FROM_FLUSH_SEQUENCE + imperial
    if kind == MARRIAGES:
        return counters.FROM_MARRIAGES + pairs - 1
    return counters.FROM_ASSEMBLY + counters.rank_group(lowest_bit(mask))


@kernel_part
def count_source(hidden, seat, source, points):
    """Add an event to the counts of a seat."""
    hidden.counts[seat, counters.POINTS] += points
    hidden.counts[seat, counters.SOURCE_POINTS + source] += points
    hidden.counts[seat, counters.SOURCE_COUNTS + source] += 1


@kernel_part
def describe(table, row, option):
    """Write an option's kind, cards and points into a row; return its pairs."""
    if option < table.n_listed:
        row.kind = table.option_kind[option]
        row.mask = table.option_mask[option]
        row.twins = table.option_twins[option]
        row.tableau_mask = table.option_tableau_mask[option]
        row.tableau_twins = table.option_tableau_twins[option]
        row.points = table.option_points[option]
        return np.int64(table.option_pairs[option])
    kind, mask, twins = combinations.find_unlisted(table, option)
    row.kind = kind
    row.mask = mask
    row.twins = twins
    row.points = table.rules.sequence_points
    if kind == FLUSH:
        row.points = table.rules.flush_points
    return 0


@kernel_part
def declare(table, hidden, pairs, seat):
    """Count the points of the row's declaration; return whether the match is over."""
    row = hidden.row
    kind, mask, points = row.kind, row.mask, row.points
    count_source(hidden, seat, source_of(kind, mask, pairs), points)
    if kind == ASSEMBLY:
        table.assembled[lowest_bit(mask)] = 1
    return score(table, points)


@kernel_part
def marry(table, hidden, seat):
    """Move the cards of declared marriages to the marriage pile."""
    row = hidden.row
    # An imperial card that goes twice is in the twins too, whose lane is the imperial.
    for cards in (row.mask, row.twins):
        while cards:
            leave_hand(table, hidden, seat, lowest_bit(cards))
            cards &= cards - 1
    for cards in (row.tableau_mask, row.tableau_twins):
        while cards:
            leave_pile(table, lowest_bit(cards))
            cards &= cards - 1
    for suit in range(SUITS):
        king = 16 * suit + KING
        table.married[suit] += row.mask >> king & 1
        table.married[suit] += row.tableau_mask >> king & 1
    twins = row.twins >> KING & 1
    table.married[IMPERIAL] += twins + (row.tableau_twins >> KING & 1)


@inlined
def show_declared(table, row):
    """Write what was declared in this turn into the view."""
    table.declared_points = row.points
    table.declared_mask = row.mask | row.tableau_mask
    table.declared_twins = twins_of(row)


@inlined
def twins_of(row):
    """Return the twins of all cards declared, of the hand and of the tableau."""
    from_both = row.mask & row.tableau_mask & SUIT_MASK  # a twin from each place
    return row.twins | row.tableau_twins | from_both


@inlined
def allow_hand(table, hidden, seat):
    """Let the seat discard any card of its hand."""
    table.legal_mask = hidden.mask[seat]
    copy_array(table.legal, hidden.held[seat])


@kernel_part
def allow_shown(table, hidden, seat):
    """Let the seat discard a card of those that it has just shown."""
    mask, twins = hidden.row.mask, hidden.row.twins
    show_declared(table, hidden.row)
    table.legal_mask = mask
    spread(table.legal, mask, 0)
    table.shown_mask[seat] |= mask
    table.shown_twins[seat] |= twins


@inlined
def complete(table, hidden, card, seat):
    """Score the pile of a discard if it is complete (rules.md section 4, step 6)."""
    rank = card & 15
    if table.piles[rank] < PILE_SIZE:
        return GOES_ON
    clear_pile(table, rank)
    if table.rules.kq_needs_assembly and rank >= QUEEN:
        if not (table.assembled[QUEEN] or table.assembled[KING]):
            return GOES_ON
    points = table.rules.zetema[rank]
    hidden.row.zetema = rank
    hidden.row.zetema_points = points
    source = counters.FROM_ZETEMA + counters.rank_group(rank)
    count_source(hidden, seat, source, points)
    return MATCH_OVER if score(table, points) else ZETEMA_MADE


@inlined
def discard(table, hidden, entry, seat):
    """Ask for a discard, lay it down and score its pile; return what it came to."""
    card = choose_card(table, hidden, entry, seat)
    if card == NONE:
        return ILLEGAL_CARD
    return lay_down(table, hidden, card, seat)


@inlined
def lay_down(table, hidden, card, seat):
    """Lay a discard down and score its pile; return what it came to."""
    hidden.row.discard = card
    leave_hand(table, hidden, seat, card)
    join_pile(table, card)
    return complete(table, hidden, card, seat)


@inlined
def begin_turn(table, hidden, seat):
    """Draw before deciding and say whether the turn is live (step 1)."""
    rules = table.rules
    drawn, live = 0, table.stock > 0
    if not rules.draw_at_end:
        drawn = draw_up_to(table, hidden, seat, rules.draw_to)
    else:
        if hidden.just_married[seat] and not rules.refill_at_end:
            drawn = fill_up(table, hidden, seat, rules.draw_to)
        live = table.fresh[seat] != 0
    hidden.just_married[seat] = 0
    hidden.row.drawn = drawn
    table.live = live


@inlined
def start_row(table, hidden, seat):
    """Empty the row for a new turn."""
    row = hidden.row
    clear_record(hidden.row)
    row.deal = table.deal
    row.seat = seat
    row.drawn_from = hidden.next
    row.kind = row.discard = row.zetema = NONE
    table.notes[NOTED] = 0.0


@inlined
def may_declare(table):
    """Return what may be declared in this turn: one of ``ENDGAME_…``."""
    if table.discard_only:
        return ENDGAME_NONE
    return ENDGAME_ALL if table.live else table.rules.endgame_declarations


@inlined
def lists_options(table, hidden, entry):
    """Return whether all options are listed, or only the best one is looked for.

    A strategy that declares by default never sees them. Where pairs may come wholly
    from the tableau, the best one is found among all.
    """
    by_itself = table.rules.tableau_cards == TABLEAU_ONE_PER_DECLARATION
    return hidden.flags[entry] & HAS_DECLARE or by_itself


@inlined
def ask_declaration(table, hidden, entry, seat):
    """Ask for a declaration if one is possible; return what it came to."""
    allowed = may_declare(table)
    if allowed == ENDGAME_NONE:
        return GOES_ON
    if not combinations.holds_any(table):
        return GOES_ON
    asked = ONLY_MARRIAGES if allowed == ENDGAME_MARRIAGES else 0
    if not lists_options(table, hidden, entry):
        pairs = call_unit(hidden.options_at, table, hidden, asked | BEST_ONLY)
    else:
        if not call_unit(hidden.options_at, table, hidden, asked):
            return GOES_ON
        option = table.best_option
        if hidden.flags[entry] & HAS_DECLARE:
            option = choose_option(table, hidden, entry, seat)
        if option < NONE:
            return ILLEGAL_OPTION
        pairs = describe(table, hidden.row, option) if option >= 0 else 0
        combinations.clear_options(table)
    if hidden.row.kind != NONE and declare(table, hidden, pairs, seat):
        return MATCH_OVER
    return GOES_ON


@kernel_part
def end_marriage_turn(table, hidden, entry, seat):
    """Play what follows declared marriages (step 4)."""
    marry(table, hidden, seat)
    outcome = GOES_ON
    if table.rules.marriage_also_discards and table.hand_sizes[seat]:
        show_hand(table, hidden, seat)
        show_declared(table, hidden.row)
        allow_hand(table, hidden, seat)
        outcome = discard(table, hidden, entry, seat)
    return refill_married(table, hidden, seat, outcome)


@kernel_part
def refill_married(table, hidden, seat, outcome):
    """Draw at the end of a marriage turn, if it goes on; return what it came to."""
    rules = table.rules
    if outcome != GOES_ON and outcome != ZETEMA_MADE:
        return outcome
    hidden.just_married[seat] = 1
    if rules.refill_at_end:
        size = rules.draw_to if rules.draw_at_end else rules.deal_size
        hidden.row.refilled = fill_up(table, hidden, seat, size)
    return outcome


@inlined
def refill(table, hidden, seat, outcome):
    """Draw at the end of any other turn (step 7); return what the turn came to."""
    if table.rules.draw_at_end and (outcome == GOES_ON or outcome == ZETEMA_MADE):
        drawn = fill_up(table, hidden, seat, table.rules.draw_to)
        hidden.row.refilled = drawn
    return outcome


@inlined
def finish_turn(table, hidden, entry, seat):
    """Play what follows the declaration in the row, or that there is none."""
    table.declared = hidden.row.kind
    if table.declared == MARRIAGES:
        return end_marriage_turn(table, hidden, entry, seat)
    if table.declared == NONE:
        allow_hand(table, hidden, seat)
    else:
        allow_shown(table, hidden, seat)
    outcome = discard(table, hidden, entry, seat)
    return refill(table, hidden, seat, outcome)


@engine_jit(UNIT)
def play_turn(table, hidden, seat):
    """Play one turn (rules.md section 4, steps 1 to 7); return what it came to."""
    entry = hidden.entries[seat]
    start_row(table, hidden, seat)
    table.live = 0
    if not table.discard_only:
        begin_turn(table, hidden, seat)
    if table.hand_sizes[seat] == 0:
        return NO_TURN
    table.seat = seat
    table.side = table.rules.side_of[seat]
    hidden.counts[seat, counters.TURNS] += 1
    show_hand(table, hidden, seat)
    outcome = ask_declaration(table, hidden, entry, seat)
    if outcome != GOES_ON:
        return outcome
    return finish_turn(table, hidden, entry, seat)

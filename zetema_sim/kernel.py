"""The game compiled: a turn, a deal, a match, a block of matches.

The normative procedure of rules.md section 4 on bit words. One compilation serves all
line-ups and rule sets; it holds no lock of Python's while it plays. The public part of
the table is the very record that strategies see (`view`), kept up to date as cards
move; hands and stock stand in a record of their own that no strategy can reach.

A fault of a strategy ends the run: the kernel returns a code and leaves in ``where``
what was being decided, so that an exception can be told as exactly.
"""

# The typed signature stands at `play_blocks`; within, numba infers the types.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim import combinations, counters
from zetema_sim.bits import LANE_BITS, SUIT_MASK, lowest_bit
from zetema_sim.cards import (
    ACE,
    DECK_SIZE,
    IMPERIAL,
    JACK,
    KING,
    PILE_SIZE,
    QUEEN,
    RANKS,
    SUITS,
    TWO,
)
from zetema_sim.chance import DECLARE, DISCARD, chance_for, fill_deck
from zetema_sim.compiled import (
    DECISION,
    VIEW_RECORD,
    as_view,
    engine_jit,
    inline,
    teach,
)
from zetema_sim.table_rules import (
    ENDGAME_ALL,
    ENDGAME_MARRIAGES,
    ENDGAME_NONE,
    EXTRA_DISCARD_AFTER_STOCK,
    EXTRA_FULL_TURN,
)
from zetema_sim.view import (
    ASSEMBLY,
    FLUSH,
    FLUSH_SEQUENCE,
    MARRIAGES,
    MAX_SETTINGS,
    MAX_TURNS,
    NONE,
    SEQUENCE,
    VIEW_DTYPE,
)

teach(counters.rank_group)

MAX_SEATS = 6

# How a strategy is called; one a line-up's entry.
HAS_DECLARE, USES_CHANCE = 1, 2

# What a turn, deal or match came to.
GOES_ON, NO_TURN, MATCH_OVER, ZETEMA_MADE = range(4)
ILLEGAL_OPTION, ILLEGAL_CARD, ENDLESS = -1, -2, -3

# ``where``: what is being decided, and what was answered.
AT_LINEUP, AT_BLOCK, AT_MATCH, AT_DEAL = range(4)
AT_TURN, AT_SEAT, AT_PHASE, ANSWER = range(4, 8)
N_WHERE = 8

# The columns of a log, one row a turn; the deck says which cards were drawn.
LOG_DEAL, LOG_SEAT, LOG_DRAWN_FROM, LOG_DRAWN, LOG_KIND = range(5)
LOG_MASK, LOG_TWINS, LOG_TABLEAU_MASK, LOG_TABLEAU_TWINS, LOG_POINTS = range(5, 10)
LOG_DISCARD, LOG_ZETEMA, LOG_ZETEMA_POINTS, LOG_REFILLED, LOG_SCORES = range(10, 15)
N_LOG = LOG_SCORES + MAX_SEATS



# What no strategy may see, and what the kernel notes while it plays.
HIDDEN_DTYPE = np.dtype(
    [
        ("seed", np.int64),
        ("only_seating", np.int64),  # of a block, to replay one match; or NONE
        ("next", np.int64),  # place in the deck of the first card of the stock
        ("mask", np.int64, MAX_SEATS),
        ("twins", np.int64, MAX_SEATS),
        ("ranks", np.int64, MAX_SEATS),
        ("fresh", np.int64, MAX_SEATS),  # turn_end: the next turn is live
        ("just_married", np.int64, MAX_SEATS),  # its last turn was a marriage turn
        ("cards", np.int8, (MAX_SEATS, RANKS, SUITS)),
        ("deck", np.int8, DECK_SIZE),
        ("before", np.int64, MAX_SEATS),  # the sides' scores when the deal began
        ("flags", np.int64, MAX_SEATS),  # of each entry: how it is called
        ("settings", np.int64, (MAX_SEATS, MAX_SETTINGS)),  # of each entry
        ("where", np.int64, N_WHERE),
        ("row", np.int64, N_LOG),  # the turn being played, as a row of the log
        ("n_logged", np.int64),
        ("counts", np.int64, (MAX_SEATS, counters.N_COLUMNS)),  # of this match
        ("won", np.int64, MAX_SEATS),  # by each entry in this match, in 60ths
    ],
    align=True,
)


# --- cards -------------------------------------------------------------------------


@inline
def copy_cards(target, source):
    """Copy counts of cards, both ``[rank, suit]``."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            target[rank, suit] = source[rank, suit]


@inline
def spread(target, mask, twins):
    """Write a set of cards as counts ``[rank, suit]``."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            target[rank, suit] = mask >> (16 * suit + rank) & 1
        target[rank, IMPERIAL] += twins >> rank & 1


@inline
def draw_up_to(table, hidden, seat, size):
    """Draw until the seat holds `size` cards or the stock is empty; return how many."""
    drawn, place = 0, hidden.next
    held = table.hand_sizes[seat]
    while held + drawn < size and place < DECK_SIZE:
        card = np.int64(hidden.deck[place])
        rank, bit = card & 15, 1 << card
        if hidden.mask[seat] & bit:
            hidden.twins[seat] |= 1 << rank
        else:
            hidden.mask[seat] |= bit
        hidden.ranks[seat] += 1 << (4 * rank)
        hidden.cards[seat, rank, card >> 4] += 1
        place += 1
        drawn += 1
    hidden.next = place
    table.hand_sizes[seat] = held + drawn
    table.stock = DECK_SIZE - place
    return drawn


@inline
def fill_up(table, hidden, seat, size):
    """Draw as `draw_up_to` and note whether the next turn is live under turn_end."""
    needed = size - table.hand_sizes[seat]
    drawn = draw_up_to(table, hidden, seat, size)
    hidden.fresh[seat] = drawn > 0 or needed <= 0
    return drawn


@inline
def leave_hand(table, hidden, seat, card):
    """Take a card from a hand, and from what the seat is known to hold."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    twin = 1 << rank if suit == IMPERIAL else 0
    if hidden.twins[seat] & twin:
        hidden.twins[seat] ^= twin
    else:
        hidden.mask[seat] ^= bit
    hidden.ranks[seat] -= 1 << (4 * rank)
    hidden.cards[seat, rank, suit] -= 1
    table.hand_sizes[seat] -= 1
    if table.shown_twins[seat] & twin:
        table.shown_twins[seat] ^= twin
    else:
        table.shown_mask[seat] &= ~bit


@inline
def join_pile(table, card):
    """Put a card on the pile of its rank."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    if table.tableau_mask & bit:
        table.tableau_twins |= 1 << rank
    else:
        table.tableau_mask |= bit
    table.tableau_ranks += 1 << (4 * rank)
    table.piles[rank] += 1
    table.tableau[rank, suit] += 1


@inline
def leave_pile(table, card):
    """Take a card from the pile of its rank."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    if suit == IMPERIAL and table.tableau_twins >> rank & 1:
        table.tableau_twins ^= 1 << rank
    else:
        table.tableau_mask ^= bit
    table.tableau_ranks -= 1 << (4 * rank)
    table.piles[rank] -= 1
    table.tableau[rank, suit] -= 1


@inline
def clear_pile(table, rank):
    """Take a complete pile out of play."""
    table.tableau_mask &= ~(LANE_BITS << rank)
    table.tableau_twins &= ~(1 << rank)
    table.tableau_ranks &= ~(15 << (4 * rank))
    table.piles[rank] = 0
    table.completed[rank] = 1
    for suit in range(SUITS):
        table.tableau[rank, suit] = 0


# --- deciding ----------------------------------------------------------------------


@inline
def show_hand(table, hidden, seat):
    """Write the seat's own hand into the view."""
    table.hand_size = table.hand_sizes[seat]
    table.hand_mask = hidden.mask[seat]
    table.hand_twins = hidden.twins[seat]
    table.hand_ranks = hidden.ranks[seat]
    copy_cards(table.hand, hidden.cards[seat])


@inline
def note_decision(table, hidden, entry, seat, phase):
    """Note what is being decided; show the entry's settings and chance number."""
    hidden.where[AT_SEAT] = seat
    hidden.where[AT_TURN] = table.turn
    hidden.where[AT_PHASE] = phase
    for setting in range(MAX_SETTINGS):
        table.settings[setting] = hidden.settings[entry, setting]
    table.chance = 0
    if hidden.flags[entry] & USES_CHANCE:
        match = hidden.where[AT_MATCH]
        table.chance = chance_for(hidden.seed, match, table.deal, table.turn, phase)


@inline
def choose_option(table, hidden, declares, entry, seat):
    """Return the option that the strategy declares, `NONE`, or less on a fault."""
    if not hidden.flags[entry] & HAS_DECLARE:
        return table.best_option
    if table.legal_mask:
        table.legal_mask = 0
        spread(table.legal, 0, 0)
    table.declared = NONE
    note_decision(table, hidden, entry, seat, DECLARE)
    option = declares[entry](as_view(table))
    if option < NONE or option >= table.n_options:
        hidden.where[ANSWER] = option
        return NONE - 1
    return option


@inline
def choose_card(table, hidden, discards, entry, seat):
    """Return the card that the strategy discards, or `NONE` on a fault."""
    note_decision(table, hidden, entry, seat, DISCARD)
    card = discards[entry](as_view(table))
    if card < 0 or card > 63 or not table.legal_mask >> card & 1:
        hidden.where[ANSWER] = card
        return NONE
    return card


# --- a turn ------------------------------------------------------------------------


@inline
def score(table, points):
    """Add points to the side in play; return whether it has reached the target."""
    table.scores[table.side] += points
    return table.scores[table.side] >= table.rules.target


@inline
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


@inline
def count_source(hidden, seat, source, points):
    """Add an event to the counts of a seat."""
    hidden.counts[seat, counters.POINTS] += points
    hidden.counts[seat, counters.SOURCE_POINTS + source] += points
    hidden.counts[seat, counters.SOURCE_COUNTS + source] += 1


@inline
def describe(table, row, option):
    """Write an option's kind, cards and points into a row; return its pairs."""
    if option < table.n_listed:
        row[LOG_KIND] = table.option_kind[option]
        row[LOG_MASK] = table.option_mask[option]
        row[LOG_TWINS] = table.option_twins[option]
        row[LOG_TABLEAU_MASK] = table.option_tableau_mask[option]
        row[LOG_TABLEAU_TWINS] = table.option_tableau_twins[option]
        row[LOG_POINTS] = table.option_points[option]
        return np.int64(table.option_pairs[option])
    kind, mask, twins = combinations.find_unlisted(table, option)
    row[LOG_KIND] = kind
    row[LOG_MASK] = mask
    row[LOG_TWINS] = twins
    row[LOG_POINTS] = table.rules.sequence_points
    if kind == FLUSH:
        row[LOG_POINTS] = table.rules.flush_points
    return 0


@inline
def declare(table, hidden, option, seat):
    """Count a declaration's points; return whether the match is over."""
    row = hidden.row
    pairs = describe(table, row, option)
    kind, mask, points = row[LOG_KIND], row[LOG_MASK], row[LOG_POINTS]
    count_source(hidden, seat, source_of(kind, mask, pairs), points)
    if kind == ASSEMBLY:
        table.assembled[lowest_bit(mask)] = 1
    return score(table, points)


@inline
def marry(table, hidden, seat):
    """Move the cards of declared marriages to the marriage pile."""
    row = hidden.row
    for suit in range(SUITS):
        for rank in range(QUEEN, KING + 1):
            card = 16 * suit + rank
            mask, twins = row[LOG_MASK], row[LOG_TWINS]
            for _ in range(combinations.copies_of(mask, twins, suit, rank)):
                leave_hand(table, hidden, seat, card)
                table.married[suit] += rank == KING
            mask, twins = row[LOG_TABLEAU_MASK], row[LOG_TABLEAU_TWINS]
            for _ in range(combinations.copies_of(mask, twins, suit, rank)):
                leave_pile(table, card)
                table.married[suit] += rank == KING


@inline
def allow_hand(table, hidden, seat):
    """Let the seat discard any card of its hand."""
    table.legal_mask = hidden.mask[seat]
    for rank in range(RANKS):
        for suit in range(SUITS):
            table.legal[rank, suit] = min(hidden.cards[seat, rank, suit], 1)


@inline
def allow_shown(table, hidden, seat):
    """Let the seat discard a card of those that it has just shown."""
    mask, twins = hidden.row[LOG_MASK], hidden.row[LOG_TWINS]
    table.legal_mask = mask
    spread(table.legal, mask, 0)
    table.shown_mask[seat] |= mask
    table.shown_twins[seat] |= twins


@inline
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
    hidden.row[LOG_ZETEMA] = rank
    hidden.row[LOG_ZETEMA_POINTS] = points
    source = counters.FROM_ZETEMA + counters.rank_group(rank)
    count_source(hidden, seat, source, points)
    return MATCH_OVER if score(table, points) else ZETEMA_MADE


@inline
def discard(table, hidden, discards, entry, seat):
    """Ask for a discard, lay it down and score its pile; return what it came to."""
    card = choose_card(table, hidden, discards, entry, seat)
    if card == NONE:
        return ILLEGAL_CARD
    hidden.row[LOG_DISCARD] = card
    leave_hand(table, hidden, seat, card)
    join_pile(table, card)
    return complete(table, hidden, card, seat)


@inline
def begin_turn(table, hidden, seat):
    """Draw before deciding and say whether the turn is live (step 1)."""
    rules = table.rules
    drawn, live = 0, table.stock > 0
    if not rules.draw_at_end:
        drawn = draw_up_to(table, hidden, seat, rules.draw_to)
    else:
        if hidden.just_married[seat] and not rules.refill_at_end:
            drawn = fill_up(table, hidden, seat, rules.draw_to)
        live = hidden.fresh[seat] != 0
    hidden.just_married[seat] = 0
    hidden.row[LOG_DRAWN] = drawn
    table.live = live


@inline
def start_row(table, hidden, seat):
    """Empty the row for a new turn."""
    row = hidden.row
    for column in range(N_LOG):
        row[column] = 0
    row[LOG_DEAL] = table.deal
    row[LOG_SEAT] = seat
    row[LOG_DRAWN_FROM] = hidden.next
    row[LOG_KIND] = row[LOG_DISCARD] = row[LOG_ZETEMA] = NONE


@inline
def end_row(table, hidden, log):
    """Enter a finished turn in the deal's history, and in the log if one is kept."""
    row, turn = hidden.row, table.turn
    table.past_seat[turn] = row[LOG_SEAT]
    table.past_kind[turn] = row[LOG_KIND]
    table.past_points[turn] = row[LOG_POINTS]
    table.past_mask[turn] = row[LOG_MASK] | row[LOG_TABLEAU_MASK]
    both = row[LOG_MASK] & row[LOG_TABLEAU_MASK] & SUIT_MASK  # a twin from each place
    table.past_twins[turn] = row[LOG_TWINS] | row[LOG_TABLEAU_TWINS] | both
    table.past_discard[turn] = row[LOG_DISCARD]
    table.turn = turn + 1
    if log.shape[0]:
        for side in range(MAX_SEATS):
            row[LOG_SCORES + side] = table.scores[side]
        if hidden.n_logged < log.shape[0]:
            for column in range(N_LOG):
                log[hidden.n_logged, column] = row[column]
        hidden.n_logged += 1


@inline
def may_declare(table):
    """Return what may be declared in this turn: one of ENDGAME_…"""
    if table.discard_only:
        return ENDGAME_NONE
    return ENDGAME_ALL if table.live else table.rules.endgame_declarations


@inline
def ask_declaration(table, hidden, declares, entry, seat):
    """Ask for a declaration if one is possible; return what it came to."""
    allowed = may_declare(table)
    if allowed == ENDGAME_NONE:
        return GOES_ON
    if not combinations.find_options(table, allowed == ENDGAME_MARRIAGES):
        return GOES_ON
    option = choose_option(table, hidden, declares, entry, seat)
    if option < NONE:
        return ILLEGAL_OPTION
    if option >= 0 and declare(table, hidden, option, seat):
        return MATCH_OVER
    combinations.clear_options(table)
    return GOES_ON


@inline
def take_turn(table, hidden, strategies, entry, seat):
    """Play one turn (rules.md section 4, steps 1 to 7); return what it came to."""
    discards, declares = strategies
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
    outcome = ask_declaration(table, hidden, declares, entry, seat)
    if outcome != GOES_ON:
        return outcome
    table.declared = hidden.row[LOG_KIND]
    if table.declared == MARRIAGES:
        return end_marriage_turn(table, hidden, discards, entry, seat)
    if table.declared == NONE:
        allow_hand(table, hidden, seat)
    else:
        allow_shown(table, hidden, seat)
    outcome = discard(table, hidden, discards, entry, seat)
    if table.rules.draw_at_end and (outcome == GOES_ON or outcome == ZETEMA_MADE):
        drawn = fill_up(table, hidden, seat, table.rules.draw_to)
        hidden.row[LOG_REFILLED] = drawn
    return outcome


@inline
def end_marriage_turn(table, hidden, discards, entry, seat):
    """Play what follows declared marriages (step 4)."""
    rules = table.rules
    marry(table, hidden, seat)
    outcome = GOES_ON
    if rules.marriage_also_discards and table.hand_sizes[seat]:
        show_hand(table, hidden, seat)
        allow_hand(table, hidden, seat)
        outcome = discard(table, hidden, discards, entry, seat)
        if outcome != GOES_ON and outcome != ZETEMA_MADE:
            return outcome
    hidden.just_married[seat] = 1
    if rules.refill_at_end:
        size = rules.draw_to if rules.draw_at_end else rules.deal_size
        hidden.row[LOG_REFILLED] = fill_up(table, hidden, seat, size)
    return outcome


@inline
def earns_extra_turn(table, hidden, seat, stock):
    """Return whether a zetema earns two players' extra turn, and set its kind (step 8).

    `stock` is the number of cards in it when the turn began.
    """
    extra = table.rules.two_player_extra
    if extra == EXTRA_FULL_TURN:
        table.discard_only = 0
        return True
    table.discard_only = 1
    was_empty = stock == hidden.row[LOG_DRAWN]  # when the discard was made
    after_stock = extra == EXTRA_DISCARD_AFTER_STOCK
    return after_stock and was_empty and table.hand_sizes[seat] > 0


@inline
def take_turns(table, hidden, strategies, entry, seat, log):
    """Play a seat's turn and the extra ones that follow it."""
    table.discard_only = 0
    result = NO_TURN
    while table.turn < MAX_TURNS:
        stock = table.stock
        outcome = take_turn(table, hidden, strategies, entry, seat)
        if outcome < 0:
            return outcome
        if outcome == NO_TURN:
            return result
        end_row(table, hidden, log)
        result = GOES_ON
        if outcome == MATCH_OVER or outcome == GOES_ON:
            return outcome
        if table.rules.players != 2:
            return GOES_ON
        if not earns_extra_turn(table, hidden, seat, stock):
            return GOES_ON
    return ENDLESS


# --- a deal and a match ------------------------------------------------------------


@inline
def start_deal(table, hidden, deal):
    """Clear the table and deal the hands from ``hidden.deck``."""
    players = table.rules.players
    table.deal = deal
    table.turn = 0
    table.starter = deal % players
    table.tableau_mask = table.tableau_twins = table.tableau_ranks = 0
    hidden.next = 0
    combinations.clear_options(table)
    spread(table.tableau, 0, 0)
    for rank in range(RANKS):
        table.piles[rank] = table.completed[rank] = table.assembled[rank] = 0
    for suit in range(SUITS):
        table.married[suit] = 0
    for turn in range(MAX_TURNS):
        table.past_seat[turn] = table.past_kind[turn] = table.past_discard[turn] = 0
        table.past_points[turn] = table.past_mask[turn] = table.past_twins[turn] = 0
    for seat in range(players):
        table.shown_mask[seat] = table.shown_twins[seat] = 0
        table.hand_sizes[seat] = 0
        hidden.mask[seat] = hidden.twins[seat] = hidden.ranks[seat] = 0
        hidden.fresh[seat] = 1
        hidden.just_married[seat] = 0
        hidden.before[seat] = table.scores[seat]
        hidden.counts[seat, counters.DEALS] += 1
        spread(hidden.cards[seat], 0, 0)
        draw_up_to(table, hidden, seat, table.rules.deal_size)


@inline
def play_deal(table, hidden, strategies, seating, log):
    """Play a deal to its last card, or until the match is over."""
    players = table.rules.players
    seat, idle = table.starter, 0
    while idle < players or table.stock > 0:
        if idle > players:
            return ENDLESS
        outcome = take_turns(table, hidden, strategies, seating[seat], seat, log)
        if outcome < 0 or outcome == MATCH_OVER:
            return outcome
        idle = idle + 1 if outcome == NO_TURN else 0
        seat = seat + 1 if seat + 1 < players else 0
    return GOES_ON


@inline
def deals_possible(rules):
    """Return a bound on a match's deals that legal play cannot reach (section 6)."""
    if rules.single_deal:
        return 1
    least = rules.zetema[JACK] + 2 * rules.zetema[ACE] + 8 * rules.zetema[TWO]
    return rules.sides * (rules.target - 1) // least + 1


@inline
def start_match(table, hidden):
    """Clear scores and counts."""
    for seat in range(MAX_SEATS):
        table.scores[seat] = 0
        for column in range(counters.N_COLUMNS):
            hidden.counts[seat, column] = 0


@inline
def play_match(table, hidden, strategies, block, seating, decks, tally, log):
    """Play a match and count it; return what it came to.

    `decks`, if it has rows, gives the decks of the deals in turn; else they are the
    shuffles of (seed, block).
    """
    start_match(table, hidden)
    for deal in range(deals_possible(table.rules)):
        hidden.where[AT_DEAL] = deal
        if decks.shape[0]:
            for place in range(DECK_SIZE):
                hidden.deck[place] = decks[deal % decks.shape[0], place]
        else:
            fill_deck(hidden.deck, hidden.seed, block, deal)
        start_deal(table, hidden, deal)
        outcome = play_deal(table, hidden, strategies, seating, log)
        if outcome < 0:
            return outcome
        count_deal(table, hidden, seating, tally)
        if outcome == MATCH_OVER or table.rules.single_deal:
            count_ending(table, hidden, outcome, deal + 1, tally)
            return outcome
    return ENDLESS


# --- counting ----------------------------------------------------------------------


@inline
def first_on_side(table, seating, seat):
    """Return whether no lower seat of the same side plays the same entry."""
    sides = table.rules.sides
    for other in range(seat - sides, -1, -sides):
        if seating[other] == seating[seat]:
            return False
    return True


@inline
def count_deal(table, hidden, seating, tally):
    """Enter each side's points of the deal."""
    for seat in range(table.rules.players):
        if first_on_side(table, seating, seat):
            side = table.rules.side_of[seat]
            points = table.scores[side] - hidden.before[side]
            tally.deal_points[seating[seat], points] += 1


@inline
def count_ending(table, hidden, outcome, deals, tally):
    """Enter how long the match was and how it ended."""
    turns = 0
    for seat in range(table.rules.players):
        turns += hidden.counts[seat, counters.TURNS]
    ending = counters.ENDED_BY_LAST_CARD
    if outcome == MATCH_OVER:
        zetema = hidden.row[LOG_ZETEMA] != NONE
        ending = counters.ENDED_BY_DECLARATION
        if zetema:
            ending = counters.ENDED_BY_ZETEMA
    tally.totals[ending] += 1
    tally.totals[counters.ALL_MATCHES] += 1
    tally.totals[counters.ALL_DEALS] += deals
    tally.totals[counters.ALL_TURNS] += turns
    tally.deals[min(deals, tally.deals.shape[0] - 1)] += 1
    tally.turns[min(turns, tally.turns.shape[0] - 1)] += 1


@inline
def win_of(table, side, outcome):
    """Return the side's share of the win, in 60ths."""
    if outcome == MATCH_OVER:
        return counters.SHARE if side == table.side else 0
    best, shared = np.int64(-1), 1
    for other in range(table.rules.sides):
        if table.scores[other] > best:
            best, shared = table.scores[other], 1
        elif table.scores[other] == best:
            shared += 1
    return counters.SHARE // shared if table.scores[side] == best else 0


@inline
def lead_of(table, side):
    """Return by how much a side's score leads the best other one."""
    best = np.int64(-1)
    for other in range(table.rules.sides):
        if other != side:
            best = max(best, table.scores[other])
    return table.scores[side] - best


@inline
def count_match(table, hidden, seating, outcome, sums, tally):
    """Add a match to a block's sums, ``[entry, column]``, and to the histograms."""
    rules = table.rules
    for seat in range(rules.players):
        entry, side = seating[seat], rules.side_of[seat]
        won = win_of(table, side, outcome)
        for column in range(counters.DEALS, counters.SEAT_WINS):
            sums[entry, column] += hidden.counts[seat, column]
        sums[entry, counters.SEATS] += 1
        sums[entry, counters.SEAT_WINS + seat] += won
        sums[entry, counters.SEAT_MATCHES + seat] += 1
        if first_on_side(table, seating, seat):
            hidden.won[entry] += won
            sums[entry, counters.SIDES] += 1
            tally.scores[entry, table.scores[side]] += 1
            if won:
                tally.margins[entry, lead_of(table, side)] += 1
        first = True
        for other in range(seat):
            first = first and seating[other] != entry
        sums[entry, counters.MATCHES] += first
    for entry in range(sums.shape[0]):
        sums[entry, counters.WINS] += hidden.won[entry]
        sums[entry, counters.WIN_SQUARES] += hidden.won[entry] ** 2
        hidden.won[entry] = 0


# --- blocks ------------------------------------------------------------------------


class Tally(NamedTuple):
    """Histograms and totals of a stretch of blocks, all int64.

    Scores are in points, one bin a point.
    """

    scores: Any  # [entry, score of its side when the match ended]
    margins: Any  # [entry, lead of its side over the best other, in matches won]
    deal_points: Any  # [entry, points of its side in a deal]
    deals: Any  # [deals of a match], the last bin "or more"
    turns: Any  # [turns of a match], the last bin "or more"
    totals: Any  # counters.ALL_MATCHES …


_words_1 = types.int64[::1]
_words_2 = types.int64[:, ::1]
_strategies = types.UniTuple(types.UniTuple(DECISION, MAX_SEATS), 2)
_tally = types.NamedTuple(
    [_words_2, _words_2, _words_2, _words_1, _words_1, _words_1], Tally
)


@engine_jit(
    types.int64(
        _strategies,
        types.Array(VIEW_RECORD, 1, "C"),
        types.Array(numba.from_dtype(HIDDEN_DTYPE), 1, "C"),
        _words_2,  # seatings: [seating, seat] -> entry
        _words_2,  # orders: [order] -> first seating, number of seatings
        types.int64,  # first block
        types.int64[:, :, ::1],  # sums: [block, entry, column]
        _tally,
        types.int8[:, ::1],  # decks: [deal, place], none for shuffles
        _words_2,  # log: [row, column], none for no log
    )
)
def play_blocks(  # noqa: PLR0913 - the arguments are those of the whole kernel
    strategies, tables, hiddens, seatings, orders, first, sums, tally, decks, log
):
    """Play the matches of some blocks and count them; return `GOES_ON` or a fault.

    The strategies are two tuples of six, `discard` and `declare` of each entry. A
    fault's place is left in ``hidden.where``.
    """
    table, hidden = tables[0], hiddens[0]
    for place in range(sums.shape[0]):
        block = first + place
        cycle, order = block // orders.shape[0], block % orders.shape[0]
        hidden.where[AT_BLOCK] = block
        for step in range(orders[order, 1]):
            if hidden.only_seating != NONE and hidden.only_seating != step:
                continue
            seating = seatings[orders[order, 0] + step]
            match = cycle * seatings.shape[0] + orders[order, 0] + step
            hidden.where[AT_MATCH] = match
            outcome = play_match(
                table, hidden, strategies, block, seating, decks, tally, log
            )
            if outcome < 0:
                return outcome
            count_match(table, hidden, seating, outcome, sums[place], tally)
    return GOES_ON


def new_table(rules: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an empty public record for the rules in `rules` (`view.rules_record`)."""
    table = np.zeros(1, VIEW_DTYPE)
    table["rules"] = rules
    table["players"], table["sides"] = rules["players"], rules["sides"]
    return table

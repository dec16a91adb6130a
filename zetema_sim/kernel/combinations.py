"""Which options a hand and the tableau allow, their order and their points.

The kernel's reading of rules.md section 5, on the words that `bits` explains; the
order of the options is told in `view`. All functions are parts of the kernel, compiled
with it. ``table`` is the public record, ``rules`` its rules.

Flushes and sequences can be so many (a hand may hold 65 cards under house rules) that
they are counted by formula and found by number, never listed in full.
"""

# The typed signatures stand where numba compiles the kernel; here types are inferred.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from math import comb

import numpy as np

from zetema_sim.bits import (
    LANE_BITS,
    count_bits,
    lowest_bit,
    rank_count,
    suit_ranks,
    suit_size,
)
from zetema_sim.cards import IMPERIAL, KING, PILE_SIZE, QUEEN, RANKS, SUITS
from zetema_sim.kernel.jit import engine_jit, inlined, kernel_part
from zetema_sim.kernel.records import (
    BEST_ONLY,
    ONLY_MARRIAGES,
    UNIT,
)
from zetema_sim.table_rules import (
    BONUS_EACH,
    BONUS_SECOND_ONLY,
    FLUSH_ANY,
    FLUSH_NEVER,
    TABLEAU_NONE,
    TABLEAU_ONE_PER_DECLARATION,
)
from zetema_sim.view import (
    ASSEMBLY,
    FLUSH,
    FLUSH_SEQUENCE,
    LISTED,
    MARRIAGES,
    NONE,
    SEQUENCE,
)

_CHOOSE = np.array([[comb(n, k) for k in range(14)] for n in range(14)], np.int64)
_ACE_ON_TOP = 13  # the place of a high ace in a lane of 16 bits
_TOP_LANE_MASK = 0x3FFF
_FIVES = 0x3333333333333  # added to rank counts, lifts a count of five to bit 3
_EIGHTS = 0x8888888888888

# How an imperial marriage may be made up; of one pair, where king and queen come from.
_NO_PAIR, _HAND_HAND, _HAND_TABLEAU, _TABLEAU_HAND, _TABLEAU_TABLEAU, _TWO_PAIRS = (
    range(6)
)


# --- runs --------------------------------------------------------------------------


@inlined
def run_lanes(rules, mask):
    """Return the lanes of a mask with the ace where the rules let a run have it."""
    lanes = mask
    if rules.ace_high:
        lanes = mask if rules.ace_low else mask & ~LANE_BITS
        # Where ace low and ace high give the same set of ranks, it counts once.
        same_set = rules.run_length == 1 or rules.run_length == RANKS
        if not (rules.ace_low and same_set):
            lanes |= (mask & LANE_BITS) << _ACE_ON_TOP
    return lanes


@inlined
def runs_of(lanes, length):
    """Return the lanes with a bit at the lowest rank of every run of `length`.

    Runs cannot cross lanes: at least two places above each lane are empty.
    """
    # Runs of 1, 2, 4, 8 ranks and of what is left: no loop, which costs a turn 3 ns.
    rest = length - 1
    step = min(rest, 1)
    runs = lanes & lanes >> step
    rest -= step
    step = min(rest, 2)
    runs &= runs >> step
    rest -= step
    step = min(rest, 4)
    runs &= runs >> step
    rest -= step
    return runs & runs >> rest if length <= RANKS else lanes & 0


@inlined
def fold(lanes):
    """Return the ranks of any suit, 14 places with the high ace."""
    return (lanes | lanes >> 16 | lanes >> 32 | lanes >> 48) & _TOP_LANE_MASK


@kernel_part
def window_ranks(start, length):
    """Return the ranks of the run from place `start`, as 13 bits (place 13: ace)."""
    places = ((1 << length) - 1) << start
    return (places & 0x1FFF) | (places >> _ACE_ON_TOP & 1)


@kernel_part
def label_of_suited_run(rules):
    """Return the kind under which a run in one suit counts: the one worth most."""
    suited, flush = rules.flush_sequence_points, rules.flush_points
    if suited >= flush and suited >= rules.sequence_points:
        return FLUSH_SEQUENCE
    return FLUSH if flush >= rules.sequence_points else SEQUENCE


@kernel_part
def may_flush(rules, suit):
    """Return whether cards of `suit` can be a flush or flush sequence."""
    return suit != IMPERIAL or rules.flush_imperial != FLUSH_NEVER


@inlined
def flush_twins(rules, twins, suit):
    """Return the ranks of which a flush in `suit` may hold two cards."""
    if suit == IMPERIAL and rules.flush_imperial == FLUSH_ANY:
        return twins
    return twins & 0


# --- flushes -----------------------------------------------------------------------


@kernel_part
def count_sets(ranks, twins, size):
    """Return how many sets of `size` cards ranks held once or twice (twins) allow."""
    total, distinct, twice = 0, count_bits(ranks), count_bits(twins)
    if distinct + twice < size:
        return 0
    if twins == 0:
        return _CHOOSE[distinct, size]
    for doubled in range(min(twice, size // 2) + 1):
        singles = size - 2 * doubled
        if singles <= distinct - doubled:
            total += _CHOOSE[twice, doubled] * _CHOOSE[distinct - doubled, singles]
    return total


@kernel_part
def find_set(ranks, twins, size, number):
    """Return ranks and twins of the set with `number` in the order of sorted cards."""
    if count_bits(ranks) + count_bits(twins) == size:  # the only one
        return ranks, twins
    chosen, chosen_twins = ranks & 0, ranks & 0
    while size > 0:
        bit = ranks & -ranks
        ranks ^= bit
        copies = 2 if twins & bit else 1
        twins &= ~bit
        while copies > 0:  # sets with more cards of a low rank come first
            ahead = count_sets(ranks, twins, size - copies) if copies <= size else 0
            if number < ahead:
                break
            number -= ahead
            copies -= 1
        if copies > 0:
            chosen |= bit
        if copies == 2:
            chosen_twins |= bit
        size -= copies
    return chosen, chosen_twins


@kernel_part
def number_of_run(ranks, twins, size, run):
    """Return the number that a set of single ranks, `run`, has in that order."""
    number = 0
    while size > 0:
        bit = ranks & -ranks
        ranks ^= bit
        doubled = twins & bit
        twins &= ~bit
        if doubled and size >= 2:
            number += count_sets(ranks, twins, size - 2)
        if run & bit:
            size -= 1
        else:
            number += count_sets(ranks, twins, size - 1)
    return number


@kernel_part
def without(number, left_out, n_left_out):
    """Return the place of entry `number` in a list from which some were left out.

    `left_out` holds their places in the whole list, in any order.
    """
    place = number
    while True:
        before = 0
        for entry in range(n_left_out):
            if left_out[entry] <= place:
                before += 1
        if number + before == place:
            return place
        place = number + before


@kernel_part
def count_flushes(rules, mask, twins, suit, runs):
    """Return how many flushes a suit allows; `runs` are its runs' lowest places."""
    ranks, doubles = suit_ranks(mask, suit), flush_twins(rules, twins, suit)
    total = count_sets(ranks, doubles, rules.run_length)
    if runs and label_of_suited_run(rules) != FLUSH:
        total -= count_bits(runs)
    return total


@kernel_part
def find_flush(rules, mask, twins, suit, runs, number):
    """Return mask and twins of a suit's flush with `number` among its flushes."""
    ranks, doubles = suit_ranks(mask, suit), flush_twins(rules, twins, suit)
    if runs and label_of_suited_run(rules) != FLUSH:
        number = place_beside_runs(rules, ranks, doubles, runs, number)
    chosen, chosen_twins = find_set(ranks, doubles, rules.run_length, number)
    return chosen << (16 * suit), chosen_twins


@kernel_part
def place_beside_runs(rules, ranks, doubles, runs, number):
    """Return the place among all sets of the set that is `number` beside the runs."""
    left_out, n_left_out = np.empty(14, np.int64), 0
    while runs:
        run = window_ranks(lowest_bit(runs), rules.run_length)
        left_out[n_left_out] = number_of_run(ranks, doubles, rules.run_length, run)
        n_left_out += 1
        runs &= runs - 1
    return without(number, left_out, n_left_out)


# --- sequences ---------------------------------------------------------------------


@kernel_part
def suited_runs_left_out(rules, suited, start):
    """Return the suits whose run from `start` is no sequence, as four bits."""
    left_out = 0
    if label_of_suited_run(rules) != SEQUENCE:
        for suit in range(SUITS):
            if may_flush(rules, suit) and suited >> (16 * suit + start) & 1:
                left_out |= 1 << suit
    return left_out


@kernel_part
def rank_at(place):
    """Return the rank of a place in a run: place 13 is the high ace."""
    return place if place < RANKS else 0


@kernel_part
def count_window(rules, mask, suited, start):
    """Return how many sequences start at a place."""
    total = 1
    for place in range(start, start + rules.run_length):
        total *= count_bits(mask >> rank_at(place) & LANE_BITS)
    return total - count_bits(suited_runs_left_out(rules, suited, start))


@kernel_part
def find_in_window(rules, mask, suited, start, number):
    """Return the mask of the sequence with `number` among those from `start`."""
    length = rules.run_length
    suits = suited_runs_left_out(rules, suited, start)
    if suits:
        number = place_beside_suits(mask, start, length, suits, number)
    return window_cards(mask, start, length, number)


@kernel_part
def place_beside_suits(mask, start, length, suits, number):
    """Return the place among all choices of the one that is `number` beside some.

    `suits` has those whose run is left out, as four bits.
    """
    left_out, n_left_out = np.empty(SUITS, np.int64), 0
    while suits:
        place_of_run = 0
        for place in range(start, start + length):
            lane = mask >> rank_at(place) & LANE_BITS
            below = lane & ((1 << (16 * lowest_bit(suits))) - 1)
            place_of_run = place_of_run * count_bits(lane) + count_bits(below)
        left_out[n_left_out] = place_of_run
        n_left_out += 1
        suits &= suits - 1
    return without(number, left_out, n_left_out)


@kernel_part
def window_cards(mask, start, length, number):
    """Return the cards that `number` chooses, the last changing fastest."""
    chosen = mask & 0
    for place in range(start + length - 1, start - 1, -1):
        lane = mask >> rank_at(place) & LANE_BITS
        choices = count_bits(lane)
        for _ in range(number % choices):
            lane &= lane - 1
        chosen |= (lane & -lane) << rank_at(place)
        number //= choices
    return chosen


# --- marriages ---------------------------------------------------------------------


@kernel_part
def copies_of(mask, twins, suit, rank):
    """Return how many cards of `suit` and `rank` a set holds."""
    copies = mask >> (16 * suit + rank) & 1
    if suit == IMPERIAL:
        copies += twins >> rank & 1
    return copies


@kernel_part
def pair_is_possible(table, suit, way):
    """Return whether `suit` allows marriages made up in this way, by itself."""
    hand, hand_twins = table.hand_mask, table.hand_twins
    tableau, tableau_twins = table.tableau_mask, table.tableau_twins
    hand_kings = copies_of(hand, hand_twins, suit, KING)
    hand_queens = copies_of(hand, hand_twins, suit, QUEEN)
    tableau_kings = copies_of(tableau, tableau_twins, suit, KING)
    tableau_queens = copies_of(tableau, tableau_twins, suit, QUEEN)
    allowed = table.rules.tableau_cards
    if way == _HAND_HAND:
        return hand_kings > 0 and hand_queens > 0
    if way == _TWO_PAIRS:
        if hand_kings + tableau_kings < 2 or hand_queens + tableau_queens < 2:
            return False
        if allowed == TABLEAU_NONE:
            return hand_kings == 2 and hand_queens == 2
        # Each pair has a hand card: a tableau king needs a hand queen and so on.
        few = tableau_kings + tableau_queens <= 2
        return few or allowed == TABLEAU_ONE_PER_DECLARATION
    if allowed == TABLEAU_NONE:
        return False
    if way == _HAND_TABLEAU:
        return hand_kings > 0 and tableau_queens > 0
    if way == _TABLEAU_HAND:
        return tableau_kings > 0 and hand_queens > 0
    whole = tableau_kings > 0 and tableau_queens > 0
    return whole and allowed == TABLEAU_ONE_PER_DECLARATION


@kernel_part
def way_of_plain_suit(table, suit):
    """Return how a plain suit's pair is made up, if at all: one way at most."""
    for way in range(_HAND_HAND, _TWO_PAIRS):
        if pair_is_possible(table, suit, way):
            return way
    return _NO_PAIR


@kernel_part
def marriage_points(rules, pairs, imperial, earlier):
    """Return the points of some pairs, of which some imperial (rules.md section 5).

    `earlier` is the number of imperial pairs declared before in this deal.
    """
    points = rules.marriage_base[pairs - 1]
    if pairs == 5 and not rules.bonus_at_five:
        return points
    if rules.imperial_mode == BONUS_EACH:
        return points + imperial * rules.imperial_bonus
    if rules.imperial_mode == BONUS_SECOND_ONLY:
        if imperial == 2:
            return points + 2 * rules.imperial_bonus
        if imperial == 1 and earlier == 1:
            return points + rules.imperial_bonus
    return points


@kernel_part
def take_pair(table, suit, way, row):
    """Add the cards of a suit's marriage to the option in `row`."""
    king, queen = 1 << (16 * suit + KING), 1 << (16 * suit + QUEEN)
    if way == _TWO_PAIRS:
        court, ranks = king | queen, 1 << KING | 1 << QUEEN
        table.option_mask[row] |= table.hand_mask & court
        table.option_twins[row] |= table.hand_twins & ranks
        table.option_tableau_mask[row] |= table.tableau_mask & court
        table.option_tableau_twins[row] |= table.tableau_twins & ranks
        table.option_pairs[row] += 2
        return
    if way == _HAND_HAND or way == _HAND_TABLEAU:
        table.option_mask[row] |= king
    else:
        table.option_tableau_mask[row] |= king
    if way == _HAND_HAND or way == _TABLEAU_HAND:
        table.option_mask[row] |= queen
    else:
        table.option_tableau_mask[row] |= queen
    table.option_pairs[row] += 1


@kernel_part
def list_marriages(table, marry):
    """List every choice of marriages in the order that `view` tells.

    `marry` has the lane bits of the suits that can marry with a card of the hand.
    """
    if table.rules.tableau_cards == TABLEAU_ONE_PER_DECLARATION:
        marry = LANE_BITS  # pairs that lie wholly in the tableau may go along
    way_1 = way_of_plain_suit(table, 1) if marry >> 16 & 1 else 0
    way_2 = way_of_plain_suit(table, 2) if marry >> 32 & 1 else 0
    way_3 = way_of_plain_suit(table, 3) if marry >> 48 & 1 else 0
    for imperial_way in range(_TWO_PAIRS + 1 if marry & 1 else 1):
        if imperial_way and not pair_is_possible(table, IMPERIAL, imperial_way):
            continue
        for choice in range(8):  # which of the plain suits, the last changing fastest
            one, two, three = choice & 4, choice & 2, choice & 1
            if (one and not way_1) or (two and not way_2) or (three and not way_3):
                continue
            if imperial_way or choice:
                add_marriages(
                    table,
                    imperial_way,
                    way_1 if one else 0,
                    way_2 if two else 0,
                    way_3 if three else 0,
                )


@kernel_part
def add_marriages(table, imperial_way, way_1, way_2, way_3):
    """List one choice of marriages, if it holds a card of the hand."""
    row = new_row(table, MARRIAGES, 0)
    if imperial_way:
        take_pair(table, IMPERIAL, imperial_way, row)
    imperial = table.option_pairs[row]
    if way_1:
        take_pair(table, 1, way_1, row)
    if way_2:
        take_pair(table, 2, way_2, row)
    if way_3:
        take_pair(table, 3, way_3, row)
    if table.option_mask[row] | table.option_twins[row] == 0:  # all from the tableau
        table.option_kind[row] = 0
        table.option_pairs[row] = 0
        table.option_tableau_mask[row] = 0
        table.option_tableau_twins[row] = 0
        table.n_listed = row
        return
    pairs, earlier = table.option_pairs[row], table.married[IMPERIAL]
    table.option_points[row] = marriage_points(table.rules, pairs, imperial, earlier)


# --- the options -------------------------------------------------------------------


@kernel_part
def new_row(table, kind, points):
    """Return a fresh row of the option arrays, marked with kind and points."""
    row = table.n_listed
    table.n_listed = row + 1
    table.option_kind[row] = kind
    table.option_points[row] = points
    return row


@kernel_part
def list_assemblies(table):
    """List the ranks of which the hand holds all five cards."""
    for rank in range(RANKS):
        if rank_count(table.hand_ranks, rank) == PILE_SIZE:
            row = new_row(table, ASSEMBLY, table.rules.assembly[rank])
            table.option_mask[row] = LANE_BITS << rank
            table.option_twins[row] = 1 << rank


@kernel_part
def list_flush_sequences(table, suited):
    """List the runs in one suit; `suited` has their lowest places in each lane."""
    rules = table.rules
    for suit in range(SUITS):
        starts = suited >> (16 * suit) & _TOP_LANE_MASK
        while may_flush(rules, suit) and starts:
            row = new_row(table, FLUSH_SEQUENCE, rules.flush_sequence_points)
            ranks = window_ranks(lowest_bit(starts), rules.run_length)
            table.option_mask[row] = ranks << (16 * suit)
            starts &= starts - 1


@kernel_part
def locate_flush(table, suited, number):
    """Return mask and twins of the flush with `number` among all flushes."""
    rules, mask, twins = table.rules, table.hand_mask, table.hand_twins
    for suit in range(SUITS):
        if may_flush(rules, suit):
            runs = suited >> (16 * suit) & _TOP_LANE_MASK
            here = count_flushes(rules, mask, twins, suit, runs)
            if number < here:
                return find_flush(rules, mask, twins, suit, runs, number)
            number -= here
    return mask & 0, mask & 0


@kernel_part
def locate_sequence(table, runs, suited, number):
    """Return the mask of the sequence with `number` among all sequences."""
    rules, mask = table.rules, table.hand_mask
    while runs:
        start = lowest_bit(runs)
        here = count_window(rules, mask, suited, start)
        if number < here:
            return find_in_window(rules, mask, suited, start, number)
        number -= here
        runs &= runs - 1
    return mask & 0


@kernel_part
def count_all_flushes(table, suited):
    """Return how many flushes the hand holds."""
    rules, total = table.rules, 0
    for suit in range(SUITS):
        if may_flush(rules, suit):
            runs = suited >> (16 * suit) & _TOP_LANE_MASK
            total += count_flushes(rules, table.hand_mask, table.hand_twins, suit, runs)
    return total


@kernel_part
def count_all_sequences(table, runs, suited):
    """Return how many sequences the hand holds."""
    total = 0
    while runs:
        start = lowest_bit(runs)
        total += count_window(table.rules, table.hand_mask, suited, start)
        runs &= runs - 1
    return total


@kernel_part
def list_flushes(table, suited, total):
    """List the flushes as far as rows suffice."""
    for number in range(min(total, LISTED - table.n_listed)):
        row = new_row(table, FLUSH, table.rules.flush_points)
        mask, twins = locate_flush(table, suited, number)
        table.option_mask[row] = mask
        table.option_twins[row] = twins


@kernel_part
def list_sequences(table, runs, suited, total):
    """List the sequences as far as rows suffice."""
    for number in range(min(total, LISTED - table.n_listed)):
        row = new_row(table, SEQUENCE, table.rules.sequence_points)
        table.option_mask[row] = locate_sequence(table, runs, suited, number)


@inlined
def holds_flush(table):
    """Return whether the hand has cards enough in a suit for a flush."""
    length, hand = table.rules.run_length, table.hand_mask
    one = count_bits(suit_ranks(hand, 1)) >= length
    two = count_bits(suit_ranks(hand, 2)) >= length
    three = count_bits(suit_ranks(hand, 3)) >= length
    twins = flush_twins(table.rules, table.hand_twins, IMPERIAL)
    imperial = suit_size(hand, twins, IMPERIAL) >= length
    may = table.rules.flush_imperial != FLUSH_NEVER
    return one | two | three | (imperial & may)


@inlined
def suits_that_marry(table):
    """Return lane bits of the suits that allow a marriage with a card of the hand."""
    hand = table.hand_mask
    reach = hand
    if table.rules.tableau_cards != TABLEAU_NONE:
        reach |= table.tableau_mask
    kings, queens = hand >> KING & LANE_BITS, hand >> QUEEN & LANE_BITS
    return (kings & reach >> QUEEN) | (queens & reach >> KING)


@inlined
def five_of_a_rank(table):
    """Return a word that is not 0 if the hand holds five cards of a rank."""
    return (table.hand_ranks + _FIVES) & _EIGHTS


# --- the best option ---------------------------------------------------------------


@kernel_part
def take_best(table, row, assembly, suited, marry, flush, runs):
    """Write the first of the options worth most into a row; return its pairs.

    What `list_options` and `choose_best` come to, but of each kind only the best one
    is made, and none where another kind is worth more.
    """
    rules, most, pairs = table.rules, -1, 0
    if assembly:
        most = take_assembly(table, row)
    if suited and label_of_suited_run(rules) == FLUSH_SEQUENCE:
        most = take_flush_sequence(table, row, suited, most)
    if marry:
        most, pairs = take_marriages(table, row, marry, most)
    if flush and rules.flush_points > most:
        most = take_flush(table, row, suited, most)
    if runs and rules.sequence_points > most:
        if count_all_sequences(table, runs, suited):
            mask = locate_sequence(table, runs, suited, 0)
            fill_row(row, SEQUENCE, mask, 0, rules.sequence_points)
    return pairs if row.kind == MARRIAGES else 0


@kernel_part
def fill_row(row, kind, mask, twins, points):
    """Write an option of cards in hand alone into a row."""
    row.kind = kind
    row.mask = mask
    row.twins = twins
    row.tableau_mask = 0
    row.tableau_twins = 0
    row.points = points


@kernel_part
def take_assembly(table, row):
    """Write the best assembly into a row; return its points."""
    most = -1
    for rank in range(RANKS):
        if rank_count(table.hand_ranks, rank) == PILE_SIZE:
            points = table.rules.assembly[rank]
            if points > most:
                most = points
                fill_row(row, ASSEMBLY, LANE_BITS << rank, 1 << rank, points)
    return most


@kernel_part
def take_flush_sequence(table, row, suited, most):
    """Write the first flush sequence into a row if worth more; return the most."""
    rules, points = table.rules, table.rules.flush_sequence_points
    for suit in range(SUITS):
        starts = suited >> (16 * suit) & _TOP_LANE_MASK
        if starts and may_flush(rules, suit) and points > most:
            most = points
            ranks = window_ranks(lowest_bit(starts), rules.run_length)
            fill_row(row, FLUSH_SEQUENCE, ranks << (16 * suit), 0, points)
    return most


@kernel_part
def take_flush(table, row, suited, most):
    """Write the first flush, worth more, into a row; return the most."""
    rules, mask, twins = table.rules, table.hand_mask, table.hand_twins
    for suit in range(SUITS):
        runs = suited >> (16 * suit) & _TOP_LANE_MASK
        if not may_flush(rules, suit):
            continue
        if count_flushes(rules, mask, twins, suit, runs):
            mask, twins = find_flush(rules, mask, twins, suit, runs, 0)
            fill_row(row, FLUSH, mask, twins, rules.flush_points)
            return rules.flush_points
    return most


@kernel_part
def take_marriages(table, row, marry, most):
    """Write the best marriages into a row if worth more; return the most, and pairs.

    Where each pair has a card of the hand, and so a suit that can marry does so with
    the cards of the hand that it has: the points depend only on how many plain and how
    many imperial pairs there are, and of each number the first choice is taken.
    """
    rules, earlier = table.rules, table.married[IMPERIAL]
    plain_suits = marry & ~1
    plain_pairs = count_bits(plain_suits)
    imperial_pairs = marry & 1
    if imperial_pairs and pair_is_possible(table, IMPERIAL, _TWO_PAIRS):
        imperial_pairs = 2
    best_plain, best_imperial, pairs = 0, 0, 0
    for imperial in range(imperial_pairs + 1):
        for plain in range(0 if imperial else 1, plain_pairs + 1):
            points = marriage_points(rules, imperial + plain, imperial, earlier)
            if points > most:
                best_plain, best_imperial, most = plain, imperial, points
                pairs = imperial + plain
    if pairs:
        for _ in range(plain_pairs - best_plain):
            plain_suits &= plain_suits - 1  # the last suits come first in the order
        marry_into(table, row, plain_suits, best_imperial)
        row.points = most
    return most, pairs


@kernel_part
def marry_into(table, row, plain_suits, imperial):
    """Write the marriages of some plain suits and some imperial pairs into a row."""
    suits = plain_suits | (1 if imperial else 0)
    court = suits << KING | suits << QUEEN
    row.kind = MARRIAGES
    row.mask = court & table.hand_mask
    row.tableau_mask = court & ~table.hand_mask
    row.twins = row.tableau_twins = 0
    if imperial == 2:
        ranks = 1 << KING | 1 << QUEEN
        row.tableau_mask |= table.tableau_mask & ranks
        row.twins = table.hand_twins & ranks
        row.tableau_twins = table.tableau_twins & ranks


@kernel_part
def clear_options(table):
    """Empty the options of the last decision."""
    for row in range(table.n_listed):
        table.option_kind[row] = 0
        table.option_points[row] = 0
        table.option_pairs[row] = 0
        table.option_mask[row] = 0
        table.option_twins[row] = 0
        table.option_tableau_mask[row] = 0
        table.option_tableau_twins[row] = 0
    table.n_listed = 0
    table.n_options = 0
    table.best_option = NONE
    for kind in range(5):
        table.first_option[kind] = NONE
        table.options_of[kind] = 0


@kernel_part
def note_kind(table, kind, first, count):
    """Write where a kind's options begin and how many it has."""
    table.options_of[kind] = count
    table.first_option[kind] = first if count else NONE


@kernel_part
def choose_best(table):
    """Write the first of the options worth most."""
    best, most = NONE, -1
    bounded = table.n_options - table.options_of[FLUSH] - table.options_of[SEQUENCE]
    for row in range(bounded):
        if table.option_points[row] > most:
            best, most = row, table.option_points[row]
    rules = table.rules
    if table.options_of[FLUSH] and rules.flush_points > most:
        best, most = table.first_option[FLUSH], rules.flush_points
    if table.options_of[SEQUENCE] and rules.sequence_points > most:
        best = table.first_option[SEQUENCE]
    table.best_option = best


@kernel_part
def find_unlisted(table, number):
    """Return kind, mask and twins of an option beyond the listed rows."""
    rules = table.rules
    lanes = run_lanes(rules, table.hand_mask)
    suited = runs_of(lanes, rules.run_length)
    first = table.first_option[FLUSH]
    if table.options_of[FLUSH] and number < first + table.options_of[FLUSH]:
        mask, twins = locate_flush(table, suited, number - first)
        return FLUSH, mask, twins
    runs = runs_of(fold(lanes), rules.run_length)
    number -= table.first_option[SEQUENCE]
    return SEQUENCE, locate_sequence(table, runs, suited, number), table.hand_mask & 0


@inlined
def holds_any(table):
    """Return whether the hand holds any combination at all.

    One test for all: this is asked every turn, and the answer is mostly no.
    """
    rules = table.rules
    runs = runs_of(fold(run_lanes(rules, table.hand_mask)), rules.run_length)
    assembly, marry = five_of_a_rank(table), suits_that_marry(table)
    flush = holds_flush(table)
    return (assembly | marry | runs) != 0 or flush


@engine_jit(UNIT)
def list_options(table, hidden, asked):
    """Write the options of the hand in the view's fields; return how many there are.

    The fields are those of `clear_options` before. What is asked: `ONLY_MARRIAGES` in
    the endgame under ``endgame.declarations = marriages``; with `BEST_ONLY` the best
    option is written in ``hidden.row`` instead, and its pairs are returned. A unit of
    the kernel.
    """
    rules, marry = table.rules, suits_that_marry(table)
    lanes = run_lanes(rules, table.hand_mask)
    runs = runs_of(fold(lanes), rules.run_length)
    suited = runs_of(lanes, rules.run_length)
    assembly, flush = five_of_a_rank(table), holds_flush(table)
    if asked & ONLY_MARRIAGES:
        assembly, runs, suited, flush = 0, 0, 0, False
    if asked & BEST_ONLY:
        row = hidden.row
        return take_best(table, row, assembly, suited, marry, flush, runs)
    if assembly:
        list_assemblies(table)
    note_kind(table, ASSEMBLY, 0, table.n_listed)
    before = table.n_listed
    if suited and label_of_suited_run(table.rules) == FLUSH_SEQUENCE:
        list_flush_sequences(table, suited)
    note_kind(table, FLUSH_SEQUENCE, before, table.n_listed - before)
    before = table.n_listed
    if marry:
        list_marriages(table, marry)
    note_kind(table, MARRIAGES, before, table.n_listed - before)
    before = table.n_listed
    flushes = count_all_flushes(table, suited) if flush else 0
    if flushes:
        list_flushes(table, suited, flushes)
    note_kind(table, FLUSH, before, flushes)
    sequences = count_all_sequences(table, runs, suited) if runs else 0
    if sequences:
        list_sequences(table, runs, suited, sequences)
    note_kind(table, SEQUENCE, before + flushes, sequences)
    table.n_options = before + flushes + sequences
    choose_best(table)
    return table.n_options

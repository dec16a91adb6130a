"""Count the unseen cards and keep what will earn most in the turns to come.

For every combination it works out the exact chance to draw what is missing, from the
cards that are unseen and the turns that count: flushes by how many cards of the suit
will come, sequences by the chance that every missing rank comes, assemblies likewise.
What cannot come any more is worth nothing. It compares hands by the points that they
may expect in the next `turns` turns of its own.

Source: EN (rules.md section 8): watch what is dead and balance plans by risk. The
counting is our own.
"""

import numpy as np

from zetema_sim.bits import (
    LANE_BITS,
    SUIT_MASK,
    all_ranks,
    count_bits,
    lowest_bit,
    rank_count,
    suit_size,
)
from zetema_sim.cards import KING, QUEEN, RANKS, SUITS, rank_of
from zetema_sim.planning import (
    OPEN,
    Ahead,
    Plan,
    Values,
    best_card,
    best_option,
    draw_worth,
    first_start,
    hand_after,
    look_ahead,
    marriage_promise,
    pile_value,
    plan_with,
    rank_part,
    run_at,
    suited_places,
    suited_starts,
    sure_option,
)
from zetema_sim.table_rules import FLUSH_ANY, FLUSH_NEVER
from zetema_sim.toolkit import cards_in, last_start, places_of
from zetema_sim.view import View

SETTINGS = {"turns": (12, 1, 40), "runs": (50, 0, 300)}

MOST_MISSING = 3
MOST_COPIES = 26  # of a suit
COURT = LANE_BITS << QUEEN | LANE_BITS << KING  # kings and queens


def plan_of(view: View) -> Plan:
    return plan_with(horizon=view.settings.turns, run=view.settings.runs, flush_run=60)


def none_table(ahead: Ahead) -> Values:
    """Return the chance that none of so many unseen cards is drawn, by their number."""
    table = np.zeros(MOST_COPIES + 1)
    chance = 1.0
    for copies in range(MOST_COPIES + 1):
        table[copies] = chance
        left = max(ahead.unknown - copies, 1)
        chance *= max(left - ahead.turns, 0) / left
    return table


# --- flushes -----------------------------------------------------------------------


def held_of(view: View, mask: int, twins: int, suit: int) -> int:
    """Return how many cards of a suit count towards a flush."""
    doubles = twins if view.rules.flush_imperial == FLUSH_ANY else 0
    return suit_size(mask, doubles, suit)


def flush_hope(view: View, ahead: Ahead, none: Values, suit: int, held: int) -> float:
    """Return how many flushes may be expected of a suit of which so many are held.

    Each card of the suit drawn once five are there is a flush, with six to a flush.
    """
    if suit == 0 and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    turns, copies = ahead.turns, suit_size(ahead.cards, ahead.twins, suit)
    beyond = min(held, view.rules.run_length) - (view.rules.run_length - 1)
    if beyond + min(turns, copies) <= 0:
        return 0.0
    hope, chance = 0.0, none[copies]  # to draw exactly `drawn` of them
    for drawn in range(min(turns, copies) + 1):
        hope += chance * max(beyond + drawn, 0)
        rest = max(ahead.unknown - copies - turns + drawn + 1, 1)
        chance *= (copies - drawn) * (turns - drawn) / ((drawn + 1) * rest)
    return hope


def hopes_of(view: View, ahead: Ahead, none: Values, mask: int, twins: int) -> Values:
    """Return the flushes to expect of each suit."""
    hopes = np.zeros(SUITS)
    for suit in range(SUITS):
        held = held_of(view, mask, twins, suit)
        hopes[suit] = flush_hope(view, ahead, none, suit, held)
    return hopes


# --- runs --------------------------------------------------------------------------


def chance_of_all(none: Values, copies: int, missing: int, without: int) -> float:
    """Return the chance that the ranks at some places all come, three at most.

    And that none of `without` other cards comes. `copies` says how many cards of each
    rank may come, as a word of rank counts. By inclusion and exclusion.
    """
    chance = none[without]
    if missing:
        one = without + rank_count(copies, lowest_bit(missing))
        missing &= missing - 1
        chance -= none[one]
        if missing:
            step = rank_count(copies, lowest_bit(missing))
            missing &= missing - 1
            chance -= none[without + step] - none[one + step]
            if missing:
                more = rank_count(copies, lowest_bit(missing))
                chance -= none[without + more] - none[one + more]
                chance += none[without + step + more] - none[one + step + more]
    return chance


def copies_in_suit(unseen: int, both: int, suit: int) -> int:
    """Return how many cards of a suit may come at each place, as a word of counts."""
    left, copies = unseen >> 16 * suit & 0xFFFF, 0
    while left:
        place = lowest_bit(left)
        left &= left - 1
        twins = suit == 0 and both >> place & 1
        copies |= (2 if twins else 1) << (4 * place)
    return copies


def run_points(view: View, plan: Plan, ahead: Ahead, none: Values, mask: int) -> float:
    """Return the points of all runs that may come, each by its chance."""
    held, chances = places_of(view, all_ranks(mask)), 0.0
    for start in range(first_start(view), last_start(view) + 1):
        missing = run_at(view, start) & ~held
        if count_bits(missing) <= MOST_MISSING:
            chances += chance_of_all(none, ahead.of_rank, missing, 0)
    points = chances * view.rules.sequence_points
    places, unseen = suited_places(view, mask), suited_places(view, ahead.cards)
    both, chances = suited_places(view, ahead.twins), 0.0
    starts = suited_starts(view, places, unseen, first_start(view))
    while starts:
        start, suit = lowest_bit(starts), lowest_bit(starts) >> 4
        starts &= starts - 1
        missing = (run_at(view, start) & ~places) >> 16 * suit
        copies = copies_in_suit(unseen, both, suit)
        chances += chance_of_all(none, copies, missing, 0)
    return plan.run * (points + chances * view.rules.flush_sequence_points) / 100


def take_lost_runs(
    view: View, plan: Plan, ahead: Ahead, none: Values, cards: int, values: Values
) -> None:
    """Take off some cards what sequences to come lose with the last of each rank."""
    held, lost = places_of(view, all_ranks(view.hand_mask)), np.zeros(RANKS + 1)
    worth = plan.run * view.rules.sequence_points / 100
    for start in range(first_start(view), last_start(view) + 1):
        run = run_at(view, start)
        missing, present = run & ~held, run & held
        lacks = count_bits(missing)
        if lacks > MOST_MISSING:
            continue
        while present:
            place = lowest_bit(present)
            present &= present - 1
            again = rank_count(ahead.of_rank, place) if lacks < MOST_MISSING else 0
            lost[place] += worth * chance_of_all(none, ahead.of_rank, missing, again)
    lost[0] += lost[RANKS]  # a run has an ace at one end only
    for card in cards_in(cards):
        if rank_count(view.hand_ranks, rank_of(card)) == 1:
            values[card] -= lost[rank_of(card)]


def take_lost_suited(
    view: View, plan: Plan, ahead: Ahead, none: Values, cards: int, values: Values
) -> None:
    """Take off some cards what flush sequences to come lose with each."""
    places = suited_places(view, view.hand_mask)
    unseen, both = suited_places(view, ahead.cards), suited_places(view, ahead.twins)
    single = suited_places(view, cards & ~view.hand_twins)
    worth = plan.run * view.rules.flush_sequence_points / 100
    starts = suited_starts(view, places, unseen, first_start(view))
    while starts:
        start, suit = lowest_bit(starts), lowest_bit(starts) >> 4
        starts &= starts - 1
        run, copies = run_at(view, start), copies_in_suit(unseen, both, suit)
        missing = (run & ~places) >> 16 * suit
        losing, may_lack = run & single, count_bits(missing) < MOST_MISSING
        while losing:
            place = lowest_bit(losing)
            losing &= losing - 1
            again = rank_count(copies, place & 15) if may_lack else 0
            card = place if place & 15 < RANKS else place - RANKS
            values[card] -= worth * chance_of_all(none, copies, missing, again)


# --- all of it ---------------------------------------------------------------------


def discard_values(view: View, ahead: Ahead, cards: int) -> Values:
    """Return what each of some discards gains, less what the hand may expect less."""
    values, plan, none = np.zeros(16 * SUITS), plan_of(view), none_table(ahead)
    hand, twins = view.hand_mask, view.hand_twins
    for card in cards_in(cards):
        rank, held = rank_of(card), rank_count(view.hand_ranks, rank_of(card))
        values[card] = pile_value(view, plan, ahead, rank)
        values[card] -= rank_part(view, plan, ahead, rank, held)
    if ahead.turns > 0:
        take_lost_flushes(view, ahead, none, cards, values)
        take_lost_runs(view, plan, ahead, none, cards, values)
        take_lost_suited(view, plan, ahead, none, cards, values)
        points = marriage_promise(view, plan, ahead, hand, twins)
        for card in cards_in(cards & COURT):
            bit = 1 << card
            mask, both = (hand, twins ^ bit) if twins & bit else (hand ^ bit, twins)
            fewer = marriage_promise(view, plan, ahead, mask, both)
            values[card] -= points - fewer
    return values


def take_lost_flushes(
    view: View, ahead: Ahead, none: Values, cards: int, values: Values
) -> None:
    """Take off some cards what the best suit's flushes lose with one of its cards."""
    hand, twins = view.hand_mask, view.hand_twins
    now = hopes_of(view, ahead, none, hand, twins)
    if view.rules.flush_imperial != FLUSH_ANY:
        cards &= ~twins  # one of two does not count
    suit, other = 0, 0.0
    for each in range(1, SUITS):
        suit = each if now[each] > now[suit] else suit
    for each in range(SUITS):
        other = max(other, now[each]) if each != suit else other
    less = flush_hope(view, ahead, none, suit, held_of(view, hand, twins, suit) - 1)
    lost = (now[suit] - max(less, other)) * view.rules.flush_points
    for card in cards_in(cards & SUIT_MASK << 16 * suit):
        values[card] -= lost


def expected(
    view: View, plan: Plan, ahead: Ahead, none: Values, mask: int, twins: int
) -> float:
    """Return the points that a hand may expect, but for assemblies and zetemas."""
    if ahead.turns == 0:
        return 0.0
    hopes = hopes_of(view, ahead, none, mask, twins)
    points = max(hopes[0], hopes[1], hopes[2], hopes[3]) * view.rules.flush_points
    points += run_points(view, plan, ahead, none, mask)
    return points + marriage_promise(view, plan, ahead, mask, twins)


def married_values(view: View, ahead: Ahead) -> Values:
    """Return what the marriages of each option gain, but for the points scored."""
    values, plan, none = np.zeros(view.n_listed), plan_of(view), none_table(ahead)
    mask, twins = view.hand_mask, view.hand_twins
    before = expected(view, plan, ahead, none, mask, twins)
    for option in range(view.n_listed):
        if view.option_pairs[option] > 0:
            hand = hand_after(view, option)
            lost = before - expected(view, plan, ahead, none, hand.mask, hand.twins)
            for rank in range(QUEEN, KING + 1):
                held = rank_count(view.hand_ranks, rank)
                if rank_count(hand.ranks, rank) < held:
                    lost += rank_part(view, plan, ahead, rank, held)
            values[option] = (hand.gone - 1) * draw_worth(view, plan, ahead) - lost
    return values


def declare(view: View) -> int:
    option = sure_option(view)
    if option != OPEN:
        return option
    ahead = look_ahead(view, plan_of(view))
    values = discard_values(view, ahead, view.hand_mask)
    married = married_values(view, ahead)
    return best_option(view, plan_of(view), values, married)


def discard(view: View) -> int:
    ahead = look_ahead(view, plan_of(view))
    return best_card(discard_values(view, ahead, view.legal_mask), view.legal_mask)

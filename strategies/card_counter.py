"""Count the unseen cards and keep what will earn most in the turns to come.

For every combination it works out the exact chance to draw what is missing, from the
cards that are unseen and the turns that count: flushes by how many cards of the suit
will come, sequences by the chance that every missing rank comes, assemblies likewise.
What cannot come any more is worth nothing. It compares hands by the points that they
may expect in the next `turns` turns of its own.

Source: EN (rules.md section 8): watch what is dead and balance plans by risk. The
counting is our own.
"""

from typing import Any

import numpy as np
from _promise import (
    CARDS,
    OF_RANK,
    RUN,
    TURNS,
    TWINS,
    UNKNOWN,
    draw_worth,
    look_ahead,
    marriage_promise,
    plans,
    rank_promise,
)
from _weighing import ALL_SIZES, best_card, best_option, hand_after, pile_value

from zetema_sim.bits import (
    all_ranks,
    count_bits,
    lowest_bit,
    rank_count,
    suit_ranks,
    suit_size,
)
from zetema_sim.cards import IMPERIAL, SUITS, rank_of
from zetema_sim.table_rules import FLUSH_ANY, FLUSH_NEVER
from zetema_sim.toolkit import copies_held, last_start, places_of, ranks_at
from zetema_sim.view import MARRIAGES, View

SETTINGS = {"turns": (12, 1, 40), "runs": (50, 0, 300)}

FLUSHES, NO_DRAW = 6, 7  # places that `look` adds to those of `look_ahead`
MOST_MISSING = 3
MOST_COPIES = 15  # of three ranks together


def weights(view: View) -> Any:
    return plans(horizon=view.settings.turns, run=view.settings.runs, flush_run=60)


def look(view: View) -> Any:
    """Return `look_ahead` and the tables: flushes to come, chances to draw none."""
    ahead = look_ahead(view, weights(view))
    return (*ahead, flush_table(view, ahead), none_table(ahead))


def none_table(ahead: Any) -> Any:
    """Return the chance that none of so many unseen cards is drawn, by their number."""
    table = np.zeros(MOST_COPIES + 1)
    chance, unknown = 1.0, ahead[UNKNOWN]
    for copies in range(MOST_COPIES + 1):
        table[copies] = chance
        left = max(unknown - copies, 1)
        chance *= max(left - ahead[TURNS], 0) / left
    return table


def flush_table(view: View, ahead: Any) -> Any:
    """Return how many flushes may be expected, by suit and cards of it in hand.

    Each card of the suit drawn once five are there is a flush, with six to a flush.
    """
    length, turns, unknown = view.rules.run_length, ahead[TURNS], ahead[UNKNOWN]
    table = np.zeros((SUITS, length + 1))
    for suit in range(SUITS):
        copies = suit_size(ahead[CARDS], ahead[TWINS], suit)
        chance = 1.0  # to draw exactly `drawn` of them
        for card in range(min(turns, unknown)):
            chance *= max(unknown - copies - card, 0) / (unknown - card)
        for drawn in range(min(turns, copies) + 1):
            for held in range(length + 1):
                table[suit, held] += chance * max(held + drawn - (length - 1), 0)
            rest = max(unknown - copies - turns + drawn + 1, 1)
            chance *= (copies - drawn) * (turns - drawn) / ((drawn + 1) * rest)
    return table


def expected(
    view: View, plan: Any, ahead: Any, mask: int, twins: int, ranks: int
) -> float:
    """Return the points that a hand may expect; the parameters are `promise`'s."""
    points = rank_promise(view, plan, ahead, ranks)
    if ahead[TURNS] > 0:
        points += flush_points(view, ahead, mask, twins)
        points += run_points(view, plan, ahead, mask)
        points += marriage_promise(view, plan, ahead, mask, twins)
    return points


def flush_points(view: View, ahead: Any, mask: int, twins: int) -> float:
    """Return the points of the flushes expected in the best suit."""
    most = 0.0
    first = 1 if view.rules.flush_imperial == FLUSH_NEVER else 0
    doubles = twins if view.rules.flush_imperial == FLUSH_ANY else 0
    for suit in range(first, SUITS):
        held = min(suit_size(mask, doubles, suit), view.rules.run_length)
        most = max(most, ahead[FLUSHES][suit, held])
    return most * view.rules.flush_points


def run_points(view: View, plan: Any, ahead: Any, mask: int) -> float:
    """Return the points of the runs of any suits that may come, each by its chance."""
    held, points = places_of(view, all_ranks(mask)), 0.0
    for start in range(0 if view.rules.ace_low else 1, last_start(view) + 1):
        window = ((1 << view.rules.run_length) - 1) << start
        missing = ranks_at(window & ~held)
        if count_bits(missing) <= MOST_MISSING:
            chance = chance_of_all(ahead, missing, ahead[OF_RANK])
            points += plan[RUN] * view.rules.sequence_points * chance
            for suit in range(SUITS):
                points += suited_points(view, plan, ahead, mask, suit, window)
    return points / 100


def suited_points(
    view: View, plan: Any, ahead: Any, mask: int, suit: int, window: int
) -> float:
    """Return the weighted points of a flush sequence in one suit and window."""
    missing = ranks_at(window & ~places_of(view, suit_ranks(mask, suit)))
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    if count_bits(missing) > MOST_MISSING:
        return 0.0
    unseen, of_rank = suit_ranks(ahead[CARDS], suit), 0
    while unseen:
        rank = lowest_bit(unseen)
        unseen &= unseen - 1
        both = suit == IMPERIAL and (ahead[TWINS] >> rank) & 1
        of_rank |= (2 if both else 1) << (4 * rank)
    chance = chance_of_all(ahead, missing, of_rank)
    return plan[RUN] * view.rules.flush_sequence_points * chance


def chance_of_all(ahead: Any, missing: int, of_rank: int) -> float:
    """Return the chance to draw each of some ranks, of which so many are unseen.

    By inclusion and exclusion over the sets of ranks of which none is drawn.
    """
    chance, subset = 0.0, missing
    while True:
        copies, sign, left = 0, 1.0, subset
        while left:
            copies += rank_count(of_rank, lowest_bit(left))
            sign, left = -sign, left & (left - 1)
        chance += sign * ahead[NO_DRAW][copies]
        if subset == 0:
            return chance
        subset = (subset - 1) & missing


def discard_values(view: View, ahead: Any, cards: int) -> Any:
    """Return points and expectation after each of some discards, by card number."""
    values, plan = np.zeros(16 * SUITS), weights(view)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        bit, rank = 1 << card, rank_of(card)
        mask, twins = view.hand_mask ^ bit, view.hand_twins
        if copies_held(view, card) == 2:
            mask, twins = view.hand_mask, twins ^ bit
        ranks = view.hand_ranks - (1 << (4 * rank))
        value = expected(view, plan, ahead, mask, twins, ranks)
        values[card] = value + pile_value(view, plan, ahead, rank)
    return values


def married_values(view: View, ahead: Any) -> Any:
    """Return the expectation after the marriages of each option, by its number."""
    values, plan = np.zeros(view.n_listed), weights(view)
    for option in range(view.n_listed):
        if view.option_kind[option] == MARRIAGES:
            mask, twins, ranks, gone = hand_after(view, option)
            values[option] = expected(view, plan, ahead, mask, twins, ranks)
            values[option] += (gone - 1) * draw_worth(view, plan, ahead)
    return values


def declare(view: View) -> int:
    ahead = look(view)
    values = discard_values(view, ahead, view.hand_mask)
    married = married_values(view, ahead)
    return best_option(view, weights(view), values, married, ALL_SIZES)


def discard(view: View) -> int:
    return best_card(discard_values(view, look(view), view.legal_mask), view.legal_mask)

"""What a hand promises, in points: the common ground of the planning strategies.

Every plan for the hand is worth the points that it may still earn in this deal, by
the cards that are unseen and the draws that are left. A strategy says with `plans` how
much each counts for it, in percent, and then takes the discard, or the declaration,
after which points and promise together are highest.

* Flushes: the cards of a suit, held and expected, beyond the run.length - 1 first ones
  are a flush each, since a flush costs but one of its cards.
* Sequences and flush sequences: each run of ranks, by the chance that what it lacks
  comes.
* Assemblies: the chance to draw all that lacks; one card in the tableau ends them.
* Marriages: the pairs in reach and, in part, the pairs that wait for a partner.
* Zetemas: ranks that the hand may complete, the more surely the fewer cards of it are
  elsewhere; a fourth card laid for others is a loss.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from zetema_sim.bits import (
    SUIT_MASK,
    all_ranks,
    count_bits,
    has_card,
    lowest_bit,
    rank_count,
    suit_ranks,
    suit_size,
)
from zetema_sim.cards import IMPERIAL, KING, PILE_SIZE, QUEEN, RANKS, SUITS
from zetema_sim.table_rules import (
    EXTRA_FULL_TURN,
    FLUSH_ANY,
    FLUSH_NEVER,
    TABLEAU_NONE,
)
from zetema_sim.toolkit import (
    last_start,
    places_of,
    turns_left,
    unknown_cards,
    unseen_cards,
    unseen_of_rank,
    unseen_twins,
    zetema_worth,
)
from zetema_sim.view import MARRIAGES, NONE, View

# The places of the weights that `plans` returns; flushes stand at 0 to 3, by suit.
FLUSH_RUN, RUN, RANK, MARRIAGE, ZETEMA, GIFT, LATER, DRAW = range(SUITS, SUITS + 8)

# The places of what `look_ahead` returns.
TURNS, SHARE, UNKNOWN, CARDS, TWINS, OF_RANK, COMES = range(7)

FARTHEST = 3  # runs that lack more cards are not thought of
EFFORT = 0.6  # of a run's promise is left with each card that it lacks
OTHER_SUITS = 0.25  # of a flush's promise counts while another suit promises more
SETTLES = 0.64  # 4 / (2 pi): of a spread around nothing, so much is gained


def plans(
    flush_0=100,
    flush_1=100,
    flush_2=100,
    flush_3=100,
    flush_run=100,
    run=100,
    rank=100,
    marriage=100,
    zetema=50,
    gift=60,
    later=95,
    draw=100,
):
    """Return how much each plan counts, in percent of its points.

    `flush_0` is the imperial suit's flush, `flush_run` any flush sequence, `rank` an
    assembly, `later` what points to come are worth now, `draw` a card more.
    """
    return (
        *(flush_0, flush_1, flush_2, flush_3, flush_run, run),
        *(rank, marriage, zetema, gift, later, draw),
    )


def look_ahead(view: View):
    """Return what may still come: draws, unseen cards, and each rank's chance."""
    turns, unknown = turns_left(view), max(unknown_cards(view), 1)
    share = min(turns / unknown, 1.0)
    of_rank, comes = 0, np.zeros(RANKS + 1)
    for rank in range(RANKS):
        unseen = unseen_of_rank(view, rank)
        of_rank |= unseen << (4 * rank)
        none = 1.0
        for _ in range(unseen):
            none *= 1.0 - share
        comes[rank] = 1.0 - none
    comes[RANKS] = comes[0]
    cards, twins = unseen_cards(view), unseen_twins(view)
    return turns, share, unknown, cards, twins, of_rank, comes


# --- a hand's promise --------------------------------------------------------------


def promise(view: View, weights, ahead, mask, twins, ranks):
    """Return the points that a hand, given as words, may be expected to earn."""
    points = 0.0
    if ahead[TURNS] > 0:
        points += flush_promise(view, weights, ahead, mask, twins)
        points += run_promise(view, weights, ahead, mask)
        points += marriage_promise(view, weights, ahead, mask, twins)
    points += rank_promise(view, weights, ahead, ranks)
    return points * weights[LATER] / 100


def flush_promise(view: View, weights, ahead, mask, twins):
    """Return the points of flushes to come: the best suit's, and some of the rest."""
    best = total = 0.0
    for suit in range(SUITS):
        value = weights[suit] * flushes_to_come(view, ahead, mask, twins, suit)
        best, total = max(best, value), total + value
    points = best + OTHER_SUITS * (total - best)
    return points * view.rules.flush_points / 100


def flushes_to_come(view: View, ahead, mask, twins, suit):
    """Return how many flushes of a suit may be expected, a number of turns at most."""
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    doubles = twins if view.rules.flush_imperial == FLUSH_ANY else 0
    held = suit_size(mask, doubles, suit)
    # Cards that other seats have shown are unseen, yet none of the unknown ones.
    chance = min(suit_size(ahead[CARDS], ahead[TWINS], suit) / ahead[UNKNOWN], 1.0)
    drawn = ahead[TURNS] * chance
    beyond = held + drawn - (view.rules.run_length - 1)
    spread = SETTLES * drawn * (1.0 - chance)
    expected = (beyond + sqrt(beyond * beyond + spread)) / 2
    return min(expected, float(ahead[TURNS]))


def run_promise(view: View, weights, ahead, mask):
    """Return the points of sequences and flush sequences to come."""
    held = places_of(view, all_ranks(mask))
    points = 0.0
    for start in range(0 if view.rules.ace_low else 1, last_start(view) + 1):
        window = ((1 << view.rules.run_length) - 1) << start
        missing = window & ~held
        lacks = count_bits(missing)
        if lacks <= FARTHEST:
            value = (
                weights[RUN] * view.rules.sequence_points * chance_of(ahead, missing)
            )
            points += value
            for suit in range(SUITS):
                points += suited_run(view, weights, ahead, mask, suit, window)
    return points / 100


def chance_of(ahead, missing):
    """Return the chance that the ranks at some places all come, less the effort."""
    chance = 1.0
    while missing:
        chance *= EFFORT * ahead[COMES][lowest_bit(missing)]
        missing &= missing - 1
    return chance


def suited_run(view: View, weights, ahead, mask, suit, window):
    """Return the weighted points of a flush sequence in one suit and window."""
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    missing = window & ~places_of(view, suit_ranks(mask, suit))
    lacks = count_bits(missing)
    if lacks > FARTHEST or missing & ~places_of(view, suit_ranks(ahead[CARDS], suit)):
        return 0.0
    chance = 1.0
    for _ in range(lacks):
        chance *= EFFORT * ahead[SHARE]
    if suit == IMPERIAL:
        both = count_bits(missing & places_of(view, ahead[TWINS]))
        for _ in range(both):
            chance *= 2.0 - ahead[SHARE]
    return weights[FLUSH_RUN] * view.rules.flush_sequence_points * chance


def rank_promise(view: View, weights, ahead, ranks):
    """Return the points of assemblies and zetemas to come."""
    points = 0.0
    for rank in range(RANKS):
        held = rank_count(ranks, rank)
        if held == 0:
            continue
        elsewhere = rank_count(ahead[OF_RANK], rank)
        if held > 1 and held + elsewhere == PILE_SIZE:
            assembly = int(view.rules.assembly[rank])
            points += weights[RANK] * assembly * chance_of_all(ahead, elsewhere)
        height = rank_count(view.tableau_ranks, rank)
        if held + elsewhere + height >= PILE_SIZE:
            worth = zetema_worth(view, rank) + tempo(view, weights, ahead)
            points += weights[ZETEMA] * worth * held / (held + 2.0 * elsewhere)
    return points / 100


def chance_of_all(ahead, cards):
    """Return the chance to draw all of some unseen cards before the stock is gone."""
    chance = 1.0
    for drawn in range(cards):
        chance *= max(ahead[TURNS] - drawn, 0) / ahead[UNKNOWN]
    return chance


def marriage_promise(view: View, weights, ahead, mask, twins):
    """Return the points of the pairs in reach, and of those that wait, together."""
    from_tableau = view.rules.tableau_cards != TABLEAU_NONE
    pairs = 0.0
    for suit in range(SUITS):
        kings = copies(mask, twins, suit, KING)
        queens = copies(mask, twins, suit, QUEEN)
        if kings + queens:
            pairs += pairs_of(view, ahead, suit, kings, queens, from_tableau)
    return weights[MARRIAGE] * base_points(view, pairs) / 100


def pairs_of(view: View, ahead, suit, kings, queens, from_tableau):
    """Return the pairs of a suit that held kings and queens may be expected to make."""
    all_kings, all_queens = kings, queens
    if from_tableau:
        all_kings += int(view.tableau[KING, suit])
        all_queens += int(view.tableau[QUEEN, suit])
    now = min(all_kings, all_queens, kings + queens)
    more = 0.0
    if kings > now:
        more = copies(ahead[CARDS], ahead[TWINS], suit, QUEEN)
    elif queens > now:
        more = copies(ahead[CARDS], ahead[TWINS], suit, KING)
    return now + min(more, 1) * min(0.2 + ahead[SHARE], 1.0)


def copies(mask, twins, suit, rank):
    """Return how many copies of a card a set holds."""
    twin = has_card(twins, rank) if suit == IMPERIAL else 0
    return has_card(mask, 16 * suit + rank) + twin


def base_points(view: View, pairs):
    """Return the points of a number of marriages together, also between two numbers."""
    whole = min(int(pairs), 4)
    below = float(view.rules.marriage_base[whole - 1]) if whole > 0 else 0.0
    above = float(view.rules.marriage_base[whole])
    return below + (above - below) * (pairs - whole)


def tempo(view: View, weights, ahead):
    """Return what the free turn after a zetema is worth, where there is one."""
    if view.players != 2 or view.rules.two_player_extra != EXTRA_FULL_TURN:
        return 0.0
    return draw_worth(view, weights, ahead)


def draw_worth(view: View, weights, ahead):
    """Return what one more card drawn is worth, in points."""
    if ahead[TURNS] == 0:
        return 0.0
    return weights[DRAW] * view.rules.flush_points / 300


# --- deciding ----------------------------------------------------------------------


def after_discard(view: View, weights, ahead, card):
    """Return points and promise after a discard, not counting a declaration."""
    rank, suit, bit = card & 15, card >> 4, 1 << card
    mask, twins = view.hand_mask, view.hand_twins
    if suit == IMPERIAL and has_card(twins, rank):
        twins ^= bit
    else:
        mask ^= bit
    ranks = view.hand_ranks - (1 << (4 * rank))
    value = promise(view, weights, ahead, mask, twins, ranks)
    height = rank_count(view.tableau_ranks, rank)
    if height == PILE_SIZE - 1:
        value += zetema_worth(view, rank) + tempo(view, weights, ahead)
    elif height == PILE_SIZE - 2:
        unseen = rank_count(ahead[OF_RANK], rank)
        if unseen:
            chance = 1.0 - view.stock / ahead[UNKNOWN] / 2
            worth = zetema_worth(view, rank) + tempo(view, weights, ahead)
            value -= weights[GIFT] * worth * chance / 100
    return value


def after_marriages(view: View, weights, ahead, option):
    """Return the promise after the marriages of an option, and the draws they bring."""
    married, both = int(view.option_mask[option]), int(view.option_twins[option])
    mask, twins, ranks = view.hand_mask, view.hand_twins, view.hand_ranks
    gone = 0
    for suit in range(SUITS):
        for rank in range(QUEEN, KING + 1):
            gone_here = copies(married, both, suit, rank)
            ranks -= gone_here << (4 * rank)
            gone += gone_here
    # Of twins, marrying one leaves the other.
    single = married & twins & ~both & SUIT_MASK
    mask = mask & ~married | single
    twins &= ~(married & SUIT_MASK)
    value = promise(view, weights, ahead, mask, twins, ranks)
    return value + (gone - 1) * draw_worth(view, weights, ahead)


def discard_values(view: View, weights, ahead, cards):
    """Return `after_discard` of each of some cards, in an array by card number."""
    values = np.zeros(16 * SUITS)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        values[card] = after_discard(view, weights, ahead, card)
    return values


def best_card(values, cards):
    """Return the card of highest value among some cards, the first of equals."""
    best = lowest_bit(cards)
    cards &= cards - 1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if values[card] > values[best]:
            best = card
    return best


def discard_by(view: View, weights) -> int:
    """Return the discard after which points and promise are highest."""
    values = discard_values(view, weights, look_ahead(view), view.legal_mask)
    return best_card(values, view.legal_mask)


def declare_by(view: View, weights, least_pairs=1) -> int:
    """Return the option after which points and promise are highest, or `NONE`.

    Marriages of fewer than `least_pairs` pairs are left alone unless they win.
    """
    if view.best_option >= view.n_listed:
        return view.best_option
    ahead = look_ahead(view)
    values = discard_values(view, weights, ahead, view.hand_mask)
    best, most = NONE, values[best_card(values, view.hand_mask)]
    lacking = view.rules.target - int(view.scores[view.side])
    for option in range(view.n_listed):
        points = int(view.option_points[option])
        if points >= lacking:
            return option
        if view.option_kind[option] == MARRIAGES:
            if view.option_pairs[option] < least_pairs:
                continue
            value = after_marriages(view, weights, ahead, option)
        else:
            value = values[best_card(values, int(view.option_mask[option]))]
        if points + value > most:
            best, most = option, points + value
    return best

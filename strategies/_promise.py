"""What a hand promises, in points: the common ground of the planning strategies.

Every plan for the hand is worth the points that it may still earn in this deal, by
the cards that are unseen and the draws that are left. A strategy says with `plans` how
much each counts for it, in percent.

* Flushes: the cards of a suit, held and expected, beyond the run.length - 1 first ones
  are a flush each, since a flush costs but one of its cards.
* Sequences and flush sequences: each run of ranks, by the chance that what it lacks
  comes.
* Assemblies: the chance to draw all that lacks; one card in the tableau ends them.
* Marriages: the pairs in reach and, in part, the pairs that wait for a partner.
* Zetemas: ranks that the hand may complete, the more surely the fewer cards of it are
  elsewhere.

A set of cards is given as three words (`bits`): mask, twins and ranks.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from zetema_sim.bits import (
    LANE_BITS,
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
    points_to_target,
    turns_left,
    unknown_cards,
    unseen_cards,
    unseen_twins,
    zetema_worth,
)
from zetema_sim.view import View

# The places of the weights that `plans` returns; flushes stand at 0 to 3, by suit.
FLUSH_RUN, RUN, RANK, MARRIAGE, ZETEMA = range(SUITS, SUITS + 5)
GIFT, THIRD, LATER, DRAW, HORIZON = range(SUITS + 5, SUITS + 10)

# The places of what `look_ahead` returns.
TURNS, SHARE, UNKNOWN, CARDS, TWINS, OF_RANK = range(6)

FARTHEST = 3  # runs that lack more cards are not thought of
EFFORT = 0.6  # of a run's promise is left with each card that it lacks
OTHER_SUITS = 0.25  # of a flush's promise counts while another suit promises more
SETTLES = 0.64  # 4 / (2 pi): so much of a spread is gained where no loss is possible
PACE = 9  # points a turn, of a side that is doing well
APPEARS = 0.3  # the chance that others lay a partner in the tableau


def plans(
    flush_0: int = 100,
    flush_1: int = 50,
    flush_2: int = 50,
    flush_3: int = 50,
    flush_run: int = 50,
    run: int = 50,
    rank: int = 25,
    marriage: int = 80,
    zetema: int = 10,
    gift: int = 100,
    third: int = 20,
    later: int = 90,
    draw: int = 100,
    horizon: int = 99,
) -> Any:
    """Return how much each plan counts, in percent of its points.

    Parameters
    ----------
    flush_0, flush_1, flush_2, flush_3 : int
        Flushes of each suit, the imperial one first.
    flush_run, run, rank, marriage, zetema : int
        Flush sequences, sequences, assemblies, marriages, zetemas of the hand's own.
    gift, third : int
        What the fourth card of a pile offers opponents, and what the third one does.
    later : int
        What points to come are worth, while points at once are worth 100.
    draw : int
        A card drawn beyond the usual, in percent of a third of a flush.
    horizon : int
        The turns to look ahead at most.
    """
    return (
        *(flush_0, flush_1, flush_2, flush_3, flush_run, run, rank, marriage),
        *(zetema, gift, third, later, draw, horizon),
    )


def look_ahead(view: View, weights: Any) -> Any:
    """Return what may still come: draws, unseen cards, and of which ranks."""
    turns = min(turns_left(view), turns_of_match(view), weights[HORIZON])
    unknown = max(unknown_cards(view), 1)
    share = min(turns / unknown, 1.0)
    cards, twins = unseen_cards(view), unseen_twins(view)
    of_rank = 0
    for rank in range(RANKS):
        unseen = count_bits(cards & (LANE_BITS << rank)) + has_card(twins, rank)
        of_rank |= unseen << (4 * rank)
    of_rank |= (of_rank & 15) << (4 * RANKS)  # the high ace
    return turns, share, unknown, cards, twins, of_rank


def step_at(ahead: Any, place: int) -> float:
    """Return what a run's promise is multiplied by if it lacks the rank at a place.

    That is the chance that one of its unseen cards comes, less the effort.
    """
    unseen = rank_count(ahead[OF_RANK], place)
    one, none = 1.0 - ahead[SHARE], 1.0
    if unseen & 1:
        none = one
    if unseen & 2:
        none *= one * one
    if unseen & 4:
        none *= one * one
        none *= one * one
    return EFFORT * (1.0 - none)


def turns_of_match(view: View) -> int:
    """Return how many turns may be left until the leading side is at the target."""
    lacking = view.rules.target
    for side in range(view.sides):
        lacking = min(lacking, points_to_target(view, side))
    return 1 + lacking // PACE


def promise(
    view: View, weights: Any, ahead: Any, mask: int, twins: int, ranks: int
) -> float:
    """Return the points that a hand may be expected to earn in this deal."""
    points = 0.0
    if ahead[TURNS] > 0:
        points += flush_promise(view, weights, ahead, mask, twins)
        points += run_promise(view, weights, ahead, mask)
        points += marriage_promise(view, weights, ahead, mask, twins)
    points += rank_promise(view, weights, ahead, ranks)
    return points * weights[LATER] / 100


# --- flushes -----------------------------------------------------------------------


def flush_promise(view: View, weights: Any, ahead: Any, mask: int, twins: int) -> float:
    """Return the points of flushes to come: the best suit's, and some of the rest."""
    doubles = twins if view.rules.flush_imperial == FLUSH_ANY else 0
    imperial = suit_size(mask, doubles, IMPERIAL)
    return flush_points(
        view,
        weights[0] * flushes_to_come(view, ahead, 0, imperial),
        weights[1] * flushes_to_come(view, ahead, 1, suit_size(mask, 0, 1)),
        weights[2] * flushes_to_come(view, ahead, 2, suit_size(mask, 0, 2)),
        weights[3] * flushes_to_come(view, ahead, 3, suit_size(mask, 0, 3)),
    )


def flush_points(view: View, one: float, two: float, three: float, four: float) -> Any:
    """Return the points of so many flushes of the suits, weighted."""
    best, total = max(one, two, three, four), one + two + three + four
    return (best + OTHER_SUITS * (total - best)) * view.rules.flush_points / 100


def flushes_to_come(view: View, ahead: Any, suit: int, held: int) -> float:
    """Return how many flushes may be expected of a suit of which so many are held.

    One a turn at most.
    """
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return 0.0
    chance = suit_size(ahead[CARDS], ahead[TWINS], suit) / ahead[UNKNOWN]
    drawn = ahead[TURNS] * chance
    beyond = held + drawn - (view.rules.run_length - 1)
    spread = SETTLES * drawn * max(1.0 - chance, 0.0)
    expected = (beyond + sqrt(beyond * beyond + spread)) / 2
    return min(expected, float(ahead[TURNS]))


# --- runs --------------------------------------------------------------------------


def run_promise(view: View, weights: Any, ahead: Any, mask: int) -> float:
    """Return the points of sequences and flush sequences to come."""
    held = places_of(view, all_ranks(mask))
    points = 0.0
    for start in range(0 if view.rules.ace_low else 1, last_start(view) + 1):
        window = ((1 << view.rules.run_length) - 1) << start
        missing = window & ~held
        if count_bits(missing) <= FARTHEST:
            chance = chance_of(ahead, missing)
            points += weights[RUN] * view.rules.sequence_points * chance
            for suit in range(SUITS):
                points += suited_run(view, weights, ahead, mask, suit, window)
    return points / 100


def chance_of(ahead: Any, missing: int) -> float:
    """Return the chance that the ranks at some places all come, less the effort."""
    chance = 1.0
    while missing:
        chance *= step_at(ahead, lowest_bit(missing))
        missing &= missing - 1
    return chance


def suited_run(
    view: View, weights: Any, ahead: Any, mask: int, suit: int, window: int
) -> float:
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
        for _ in range(count_bits(missing & places_of(view, ahead[TWINS]))):
            chance *= 2.0 - ahead[SHARE]  # either twin will do
    return weights[FLUSH_RUN] * view.rules.flush_sequence_points * chance


# --- ranks -------------------------------------------------------------------------


def rank_promise(view: View, weights: Any, ahead: Any, ranks: int) -> float:
    """Return the points of assemblies and zetemas to come."""
    points = 0.0
    for rank in range(RANKS):
        held = rank_count(ranks, rank)
        if held > 0:
            points += rank_part(view, weights, ahead, rank, held)
    return points / 100


def rank_part(view: View, weights: Any, ahead: Any, rank: int, held: int) -> float:
    """Return the weighted points of one rank of which the hand holds some cards."""
    if held == 0:
        return 0.0
    points, elsewhere = 0.0, rank_count(ahead[OF_RANK], rank)
    if held > 1 and held + elsewhere == PILE_SIZE and ahead[TURNS] > 0:
        assembly = int(view.rules.assembly[rank])
        points += weights[RANK] * assembly * chance_of_all(ahead, elsewhere)
    height = rank_count(view.tableau_ranks, rank)
    if held + elsewhere + height >= PILE_SIZE:
        worth = completion_worth(view, weights, ahead, rank)
        points += weights[ZETEMA] * worth * held / (held + 2.0 * elsewhere)
    return points


def chance_of_all(ahead: Any, cards: int) -> float:
    """Return the chance to draw all of some unseen cards before the stock is gone."""
    chance = 1.0
    for drawn in range(cards):
        chance *= max(ahead[TURNS] - drawn, 0) / max(ahead[UNKNOWN] - drawn, 1)
    return chance


def completion_worth(view: View, weights: Any, ahead: Any, rank: int) -> float:
    """Return what completing a pile is worth: its points, and a free turn if any."""
    worth = float(zetema_worth(view, rank))
    if view.players == 2 and view.rules.two_player_extra == EXTRA_FULL_TURN:
        worth += draw_worth(view, weights, ahead)
    return worth


def draw_worth(view: View, weights: Any, ahead: Any) -> float:
    """Return what one more card drawn is worth, in points."""
    if ahead[TURNS] == 0:
        return 0.0
    return weights[DRAW] * view.rules.flush_points / 300


# --- marriages ---------------------------------------------------------------------


def marriage_promise(
    view: View, weights: Any, ahead: Any, mask: int, twins: int
) -> float:
    """Return the points of the pairs in reach, and of those that wait, together."""
    pairs = 0.0
    for suit in range(SUITS):
        pairs += pairs_of(view, ahead, mask, twins, suit)
    return weights[MARRIAGE] * base_points(view, pairs) / 100


def pairs_of(view: View, ahead: Any, mask: int, twins: int, suit: int) -> float:
    """Return the pairs of a suit that a hand may be expected to make."""
    kings = copies(mask, twins, suit, KING)
    queens = copies(mask, twins, suit, QUEEN)
    if kings + queens == 0:
        return 0.0
    all_kings, all_queens = kings, queens
    if view.rules.tableau_cards != TABLEAU_NONE:
        all_kings += copies(view.tableau_mask, view.tableau_twins, suit, KING)
        all_queens += copies(view.tableau_mask, view.tableau_twins, suit, QUEEN)
    now = min(all_kings, all_queens, kings + queens)
    more = 0
    if kings > now:
        more = copies(ahead[CARDS], ahead[TWINS], suit, QUEEN)
    elif queens > now:
        more = copies(ahead[CARDS], ahead[TWINS], suit, KING)
    return now + min(more, 1) * min(APPEARS + ahead[SHARE], 1.0)


def copies(mask: int, twins: int, suit: int, rank: int) -> int:
    """Return how many copies of a card a set holds."""
    twin = has_card(twins, rank) if suit == IMPERIAL else 0
    return has_card(mask, 16 * suit + rank) + twin


def base_points(view: View, pairs: float) -> float:
    """Return the points of a number of marriages together, also between two numbers."""
    whole = min(int(pairs), 4)
    below = float(view.rules.marriage_base[whole - 1]) if whole > 0 else 0.0
    above = float(view.rules.marriage_base[whole])
    return below + (above - below) * (pairs - whole)

"""Helpers for writing strategies, in the game's words.

Every function is ordinary Python that numba compiles too, and gives the same answer
either way. Cards, ranks and suits are numbers (`cards`): rank 0 is the ace and 12 the
king, suit 0 the imperial one. *Ranks* as a word has one bit a rank, *cards* as a word
one bit a card (`bits`). Chances are between 0 and 1, points as the rules give them.

Counting cards: `copies_held`, `cards_of_suit`, `cards_of_rank`, `ranks_held`,
`unseen_copies`, `unseen_of_suit`, `unseen_of_rank`, `known_in_hand`.

Plans: `run_around`, `missing_for_run`, `missing_for_flush_sequence`,
`missing_for_flush`, `missing_for_assembly`, `partners_in_hand`, `partners_in_reach`,
`marriage_waits`.

Piles: `pile_height`, `points_of_discard`, `points_offered`, `chance_next_completes`.

The table: `next_seat`, `is_on_my_side`, `points_to_target`, `turns_left`, `is_last`,
`unknown_cards`, `chance_to_draw`.

Options: `first_of`, `best_of`, `most_points`, `all_marriages`, `points_of_option`,
`shows_card`, `keeps_card`.

Loops: `cards_in`.

Chance: `chance_below`, `nth_card`.
"""

from __future__ import annotations

from collections.abc import Iterator

from zetema_sim.bits import (
    LANE_BITS,
    SUIT_MASK,
    all_ranks,
    count_bits,
    lowest_bit,
    rank_count,
    suit_ranks,
    suit_size,
)
from zetema_sim.cards import (
    IMPERIAL,
    KING,
    PILE_SIZE,
    QUEEN,
    RANKS,
    SUITS,
    card,
    rank_of,
    suit_of,
)
from zetema_sim.table_rules import FLUSH_ANY, FLUSH_NEVER, TABLEAU_NONE
from zetema_sim.view import FLUSH, MARRIAGES, NONE, View

ALL_CARDS = LANE_BITS * SUIT_MASK  # one bit for each of the 52 different cards
_ALL_BITS = (1 << 64) - 1
NEVER = 99  # more cards missing than there are: the combination cannot come

# --- counting cards ----------------------------------------------------------------


def copies_held(view: View, card: int) -> int:
    """Return how many copies of a card the hand holds: 0 to 2."""
    copies = (view.hand_mask >> card) & 1
    if suit_of(card) == IMPERIAL:
        copies += (view.hand_twins >> card) & 1
    return copies


def cards_of_suit(view: View, suit: int) -> int:
    """Return how many cards of a suit the hand holds, twins counted twice."""
    return suit_size(view.hand_mask, view.hand_twins, suit)


def cards_of_rank(view: View, rank: int) -> int:
    """Return how many cards of a rank the hand holds: 0 to 5."""
    return rank_count(view.hand_ranks, rank)


def ranks_held(view: View) -> int:
    """Return the ranks of which the hand holds a card, one bit a rank."""
    return all_ranks(view.hand_mask)


def gone_ranks(view: View) -> int:
    """Return the ranks whose pile of five has left play, one bit a rank."""
    gone = 0
    for rank in range(RANKS):
        gone |= int(view.completed[rank]) << rank
    return gone


def married_cards(view: View) -> int:
    """Return the kings and queens of which at least one is married, one bit a card."""
    cards = 0
    for suit in range(SUITS):
        if view.married[suit] > 0:
            cards |= (1 << QUEEN | 1 << KING) << (16 * suit)
    return cards


def married_twins(view: View) -> int:
    """Return king and queen as ranks if both imperial pairs are married, else 0."""
    return (1 << QUEEN | 1 << KING) if view.married[IMPERIAL] == 2 else 0


def seen_cards(view: View) -> int:
    """Return the cards of which the seat sees a copy or knows one out of play."""
    gone = gone_ranks(view) * LANE_BITS
    return view.hand_mask | view.tableau_mask | married_cards(view) | gone


def seen_twins(view: View) -> int:
    """Return the ranks of which both imperial cards are seen or out of play."""
    hand, tableau = view.hand_mask, view.tableau_mask
    married, gone = married_cards(view), gone_ranks(view)
    both = view.hand_twins | view.tableau_twins | married_twins(view) | gone
    apart = (hand & tableau) | (hand & married) | (tableau & married)
    return both | (apart & SUIT_MASK)


def unseen_cards(view: View) -> int:
    """Return the cards of which a copy is in the stock or in another hand."""
    plain = ~seen_cards(view) & ALL_CARDS & ~SUIT_MASK
    return plain | (~seen_twins(view) & SUIT_MASK)


def unseen_twins(view: View) -> int:
    """Return the ranks of which both imperial cards are in the stock or other hands."""
    return ~seen_cards(view) & SUIT_MASK


def unseen_copies(view: View, card: int) -> int:
    """Return how many copies of a card are in the stock or in other hands: 0 to 2."""
    copies = (unseen_cards(view) >> card) & 1
    if suit_of(card) == IMPERIAL:
        copies += (unseen_twins(view) >> card) & 1
    return copies


def unseen_of_suit(view: View, suit: int) -> int:
    """Return how many cards of a suit are in the stock or in other hands."""
    return suit_size(unseen_cards(view), unseen_twins(view), suit)


def unseen_of_rank(view: View, rank: int) -> int:
    """Return how many cards of a rank are in the stock or in other hands: 0 to 5."""
    unseen = count_bits(unseen_cards(view) & (LANE_BITS << rank))
    return unseen + ((unseen_twins(view) >> rank) & 1)


def known_in_hand(view: View, seat: int, card: int) -> int:
    """Return how many copies of a card a seat is known to hold, having shown them."""
    copies = (int(view.shown_mask[seat]) >> card) & 1
    if suit_of(card) == IMPERIAL:
        copies += (int(view.shown_twins[seat]) >> card) & 1
    return copies


def known_of_rank(view: View, seat: int, rank: int) -> int:
    """Return how many cards of a rank a seat is known to hold, having shown them."""
    known = count_bits(int(view.shown_mask[seat]) & (LANE_BITS << rank))
    return known + ((int(view.shown_twins[seat]) >> rank) & 1)


# --- runs, flushes, assemblies -----------------------------------------------------


def places_of(view: View, ranks: int) -> int:
    """Return ranks as places in a run: an ace stands at 0, at 13 or at both."""
    places = ranks if view.rules.ace_low else ranks & ~1
    if view.rules.ace_high:
        places |= (ranks & 1) << RANKS
    return places


def ranks_at(places: int) -> int:
    """Return places in a run as ranks: place 13 is the high ace."""
    return (places & SUIT_MASK) | (places >> RANKS & 1)


def last_start(view: View) -> int:
    """Return the highest place at which a run of full length can start."""
    top = RANKS if view.rules.ace_high else RANKS - 1
    return top + 1 - view.rules.run_length


def best_window(view: View, ranks: int, rank: int) -> int:
    """Return the places of the run through `rank` of which `ranks` lack fewest.

    Of equal runs the lowest; 0 if no run of full length goes through the rank.
    """
    held, length = places_of(view, ranks), view.rules.run_length
    first = 0 if view.rules.ace_low else 1
    best, fewest = 0, NEVER
    for start in range(first, last_start(view) + 1):
        window = ((1 << length) - 1) << start
        missing = count_bits(window & ~held)
        if (ranks_at(window) >> rank) & 1 and missing < fewest:
            best, fewest = window, missing
    return best


def run_around(ranks: int, rank: int) -> int:
    """Return how many ranks in a row, `rank` among them, are in `ranks`; 0 if not it.

    The ace counts as low here.
    """
    length, place = 0, rank
    while place >= 0 and (ranks >> place) & 1:
        length, place = length + 1, place - 1
    place = rank + 1
    while length > 0 and (ranks >> place) & 1:
        length, place = length + 1, place + 1
    return length


def missing_ranks(view: View, ranks: int, rank: int) -> int:
    """Return the ranks that the best run through `rank` lacks, one bit a rank."""
    window = best_window(view, ranks, rank)
    return ranks_at(window & ~places_of(view, ranks))


def missing_for_run(view: View, rank: int) -> int:
    """Return how many ranks the hand lacks for a sequence through `rank`, or `NEVER`.

    `NEVER` stands also where a missing rank has no card left that may come.
    """
    return _missing(view, ranks_held(view), all_ranks(unseen_cards(view)), rank)


def missing_for_flush_sequence(view: View, card: int) -> int:
    """Return how many cards the hand lacks for a flush sequence through a card.

    `NEVER` stands where a missing card cannot come, or the suit may have no flush.
    """
    suit = suit_of(card)
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return NEVER
    unseen = suit_ranks(unseen_cards(view), suit)
    return _missing(view, suit_ranks(view.hand_mask, suit), unseen, rank_of(card))


def _missing(view: View, held: int, unseen: int, rank: int) -> int:
    """Return how many ranks a run through `rank` lacks at least, all of them unseen."""
    places, length = places_of(view, held), view.rules.run_length
    open_places = places | places_of(view, unseen)
    first = 0 if view.rules.ace_low else 1
    fewest = NEVER
    for start in range(first, last_start(view) + 1):
        window = ((1 << length) - 1) << start
        if (ranks_at(window) >> rank) & 1 and window & ~open_places == 0:
            fewest = min(fewest, count_bits(window & ~places))
    return fewest


def flush_size(view: View, suit: int) -> int:
    """Return how many cards of a suit in hand count towards a flush."""
    if suit != IMPERIAL:
        return count_bits(suit_ranks(view.hand_mask, suit))
    if view.rules.flush_imperial == FLUSH_NEVER:
        return 0
    twins = view.hand_twins if view.rules.flush_imperial == FLUSH_ANY else 0
    return suit_size(view.hand_mask, twins, suit)


def missing_for_flush(view: View, suit: int) -> int:
    """Return how many cards the hand lacks for a flush in a suit; `NEVER` if it cannot.

    0 stands also where it holds more than enough.
    """
    if suit == IMPERIAL and view.rules.flush_imperial == FLUSH_NEVER:
        return NEVER
    missing = max(view.rules.run_length - flush_size(view, suit), 0)
    return missing if missing <= unseen_of_suit(view, suit) else NEVER


def missing_for_assembly(view: View, rank: int) -> int:
    """Return how many cards the hand lacks for an assembly of a rank, or `NEVER`."""
    missing = PILE_SIZE - cards_of_rank(view, rank)
    return missing if missing <= unseen_of_rank(view, rank) else NEVER


# --- marriages ---------------------------------------------------------------------


def partner_of(card: int) -> int:
    """Return the king's queen or the queen's king of a suit; for others `NONE`."""
    if rank_of(card) == KING:
        return card - 1
    return card + 1 if rank_of(card) == QUEEN else NONE


def partners_in_hand(view: View, card: int) -> int:
    """Return how many partners of a king or queen are in hand: 0 to 2."""
    partner = partner_of(card)
    return 0 if partner == NONE else copies_held(view, partner)


def partners_in_reach(view: View, card: int) -> int:
    """Return how many partners of a king or queen it could be married to at once.

    In hand, and in the tableau where the rules let it lie there.
    """
    partner = partner_of(card)
    if partner == NONE:
        return 0
    partners = copies_held(view, partner)
    if view.rules.tableau_cards != TABLEAU_NONE:
        partners += int(view.tableau[rank_of(partner), suit_of(partner)])
    return partners


def marriage_waits(view: View, card: int) -> int:
    """Return 1 if a king or queen may yet find a partner, now unseen, else 0."""
    partner = partner_of(card)
    return 1 if partner != NONE and unseen_copies(view, partner) else 0


def pairs_in_reach(view: View) -> int:
    """Return how many marriages the hand could declare together at most: 0 to 5."""
    pairs = 0
    for suit in range(SUITS):
        king, queen = card(KING, suit), card(QUEEN, suit)
        kings, queens = partners_in_reach(view, queen), partners_in_reach(view, king)
        held = copies_held(view, king) + copies_held(view, queen)
        pairs += min(kings, queens, held)
    return pairs


def pairs_left(view: View) -> int:
    """Return how many marriages are still possible in this deal: 0 to 5."""
    pairs = SUITS + 1
    for suit in range(SUITS):
        pairs -= int(view.married[suit])
    return 0 if view.completed[KING] or view.completed[QUEEN] else pairs


# --- piles -------------------------------------------------------------------------


def pile_height(view: View, rank: int) -> int:
    """Return how many cards lie on the pile of a rank: 0 to 4."""
    return rank_count(view.tableau_ranks, rank)


def zetema_worth(view: View, rank: int) -> int:
    """Return the points of completing a rank's pile now, 0 if it counts for nothing."""
    if rank >= QUEEN and view.rules.kq_needs_assembly:
        if not (view.assembled[QUEEN] or view.assembled[KING]):
            return 0
    return int(view.rules.zetema[rank])


def points_of_discard(view: View, card: int) -> int:
    """Return the points that a discard would score: those of a zetema, or 0."""
    rank = rank_of(card)
    full = pile_height(view, rank) == PILE_SIZE - 1
    return zetema_worth(view, rank) if full else 0


def points_offered(view: View, card: int) -> int:
    """Return the points that a discard would offer: it makes a pile four cards high.

    0 where the fifth card is in the own hand or married.
    """
    rank = rank_of(card)
    if pile_height(view, rank) != PILE_SIZE - 2 or unseen_of_rank(view, rank) == 0:
        return 0
    return zetema_worth(view, rank)


def chance_in_hand(view: View, seat: int, rank: int) -> float:
    """Return the chance that another seat holds a card of a rank: 0 to 1."""
    if known_of_rank(view, seat, rank) > 0:
        return 1.0
    known = 0
    for other in range(view.players):
        if other != view.seat:
            known += known_of_rank(view, other, rank)
    shown = count_bits(int(view.shown_mask[seat]))
    shown += count_bits(int(view.shown_twins[seat]))
    hidden = int(view.hand_sizes[seat]) - shown
    return chance_to_draw(view, unseen_of_rank(view, rank) - known, hidden)


def chance_next_completes(view: View, card: int) -> float:
    """Return the chance that the next seat holds the fifth card after a discard.

    0 unless the discard makes a pile four cards high. Draws are not counted.
    """
    if pile_height(view, rank_of(card)) != PILE_SIZE - 2:
        return 0.0
    return chance_in_hand(view, next_seat(view), rank_of(card))


# --- the table ---------------------------------------------------------------------


def next_seat(view: View) -> int:
    """Return the seat whose turn comes next."""
    return view.seat + 1 if view.seat + 1 < view.players else 0


def side_of(view: View, seat: int) -> int:
    """Return the side of a seat."""
    return int(view.rules.side_of[seat])


def is_on_my_side(view: View, seat: int) -> int:
    """Return 1 if a seat scores for the own side (the own seat does), else 0."""
    return 1 if side_of(view, seat) == view.side else 0


def points_to_target(view: View, side: int) -> int:
    """Return how many points a side lacks to the target."""
    return view.rules.target - int(view.scores[side])


def turns_left(view: View) -> int:
    """Return how many more turns of its own the seat may expect to draw in.

    The turn in play is not counted, but for what it draws when it ends (`draw.when`).
    Where turns begin with drawing, the stock must still reach this seat after the
    others have drawn. Marriages and extra turns, which draw more, are not foreseen.
    """
    others = view.players - 1 if view.rules.draw_at_end else 0
    return (view.stock + others) // view.players


def is_last(view: View) -> int:
    """Return 1 if nothing can be declared any more in this deal, else 0.

    True while the last cards are played out under rules without endgame declarations.
    """
    if view.rules.endgame_declarations:
        return 0
    return 1 if view.stock == 0 and not view.live else 0


def unknown_cards(view: View) -> int:
    """Return how many cards lie somewhere unknown: the stock and unshown cards."""
    unknown = view.stock
    for seat in range(view.players):
        if seat != view.seat:
            shown = count_bits(int(view.shown_mask[seat]))
            shown += count_bits(int(view.shown_twins[seat]))
            unknown += int(view.hand_sizes[seat]) - shown
    return unknown


def chance_to_draw(view: View, copies: int, draws: int) -> float:
    """Return the chance that one of `copies` unknown cards is among `draws` cards.

    Each unknown card is as likely as any other; exact (hypergeometric).
    """
    unknown = unknown_cards(view)
    if copies <= 0 or draws <= 0:
        return 0.0
    if draws > unknown - copies:
        return 1.0
    none = 1.0
    for drawn in range(draws):
        none *= (unknown - copies - drawn) / (unknown - drawn)
    return 1.0 - none


# --- options -----------------------------------------------------------------------


def first_of(view: View, kind: int) -> int:
    """Return the first option of a kind, or `NONE`."""
    return int(view.first_option[kind])


def points_of_option(view: View, option: int) -> int:
    """Return the points of an option, also of one that is not listed."""
    if option < view.n_listed:
        return int(view.option_points[option])
    flushes = int(view.first_option[FLUSH])
    if flushes != NONE and option < flushes + int(view.options_of[FLUSH]):
        return view.rules.flush_points
    return view.rules.sequence_points


def best_of(view: View, kind: int) -> int:
    """Return the option of a kind worth most, the first of equals, or `NONE`."""
    first = int(view.first_option[kind])
    best = first
    end = min(first + int(view.options_of[kind]), view.n_listed)
    for option in range(first + 1, end):
        if view.option_points[option] > view.option_points[best]:
            best = option
    return best


def most_points(view: View) -> int:
    """Return the points of the best declaration, 0 if there is none."""
    return points_of_option(view, view.best_option) if view.best_option != NONE else 0


def cards_from_hand(view: View, option: int) -> int:
    """Return how many cards of the hand an option shows or marries (listed ones)."""
    cards = count_bits(int(view.option_mask[option]))
    return cards + count_bits(int(view.option_twins[option]))


def all_marriages(view: View) -> int:
    """Return the option that marries all pairs, most cards from the hand, or `NONE`."""
    first = int(view.first_option[MARRIAGES])
    best, most = NONE, -1
    for option in range(first, first + int(view.options_of[MARRIAGES])):
        cards = cards_from_hand(view, option)
        size = 16 * int(view.option_pairs[option]) + cards
        if size > most:
            best, most = option, size
    return best


def shows_card(view: View, option: int, card: int) -> int:
    """Return 1 if a listed option shows or marries the card from the hand, else 0."""
    return (int(view.option_mask[option]) >> card) & 1


def keeps_card(view: View, option: int, card: int) -> int:
    """Return 1 if after a listed option a copy of a held card cannot be discarded.

    So it is of a card that the option does not show.
    """
    return 1 - shows_card(view, option, card)


# --- loops -------------------------------------------------------------------------


def cards_in(cards: int) -> Iterator[int]:
    """Yield each card of a word of cards, by number: ``for card in cards_in(…)``.

    Strategies write it in a `for` statement only, of which compiled code makes a loop.
    """
    cards = int(cards) & _ALL_BITS  # as the machine has them, below zero too
    while cards:
        yield lowest_bit(cards)
        cards &= cards - 1


# --- chance ------------------------------------------------------------------------

_WORD = 0x7FFFFFFF  # 31 bits: products of two such words fit in 62


def _stir(word: int) -> int:
    """Return 31 bits that look unlike the 31 bits given (multiply and fold)."""
    word ^= word >> 16
    word = (word * 0x45D9F3B) & _WORD
    word ^= word >> 15
    word = (word * 0x2C1B3C6D) & _WORD
    return word ^ (word >> 16)


def chance_below(view: View, n: int, k: int) -> int:
    """Return the `k`-th of a decision's independent numbers from 0 to `n` - 1.

    Made of `View.chance` and `k` (from 0) in words of 31 bits, so that no product
    leaves 63 bits and plain and compiled code agree. The number is a remainder of 62
    even bits: no value is likelier than another by more than n / 2^62.
    """
    high, low = view.chance >> 32, view.chance & _WORD
    middle = (view.chance >> 16) & _WORD
    first = _stir(_stir(low + 0x1E3779B1 * (k & 0xFFFF) & _WORD) ^ high)
    second = _stir(_stir(first ^ middle) ^ low)
    return int((first << 31 | second) % n)


def nth_card(cards: int, n: int) -> int:
    """Return the card that is `n`-th (from 0) of a word of cards, by number."""
    for _ in range(n):
        cards &= cards - 1
    return lowest_bit(cards)

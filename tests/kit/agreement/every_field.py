"""Decide by a hash of every field of the view, so that no difference stays hidden.

Masks enter by both their halves, arrays weighted by place, so a change of any one
entry changes the hash. A setting moves all decisions.

Source: the tests.
"""

import numpy as np

from zetema_sim.bits import count_bits
from zetema_sim.toolkit import nth_card
from zetema_sim.view import NONE, View

SETTINGS = {"salt": (0, 0, 1_000_000), "reserve": (4, 1, 1_000)}

HALF = 31
LOW = 0x7FFFFFFF
PRIME = 1_000_003
PLACES = np.arange(1, 385, 2) * 2_654_435_761  # odd, so that no bit is lost
FIFTY_TWO = PLACES[:52].reshape(13, 4)
THIRTEEN, SEVENTY_TWO = PLACES[:13], PLACES[:72]
FOUR, FIVE, SIX = PLACES[:4], PLACES[:5], PLACES[:6]


def declare(view: View) -> int:
    number = hash_of(view)
    if number % view.settings.reserve == 0:
        return NONE
    return number // view.settings.reserve % view.n_options


def discard(view: View) -> int:
    return nth_card(view.legal_mask, hash_of(view) % count_bits(view.legal_mask))


def hash_of(view: View) -> int:
    total = mixed(view.settings.salt, whole_numbers(view))
    total = mixed(total, cards_of(view))
    total = mixed(total, past_of(view))
    total = mixed(total, options_of(view))
    if view.turn == 0:
        total = mixed(total, rules_of(view))
    return total


def mixed(total: int, number: int) -> int:
    return (total * 31 + (number & LOW) % PRIME) % PRIME


def whole_numbers(view: View) -> int:
    total = 7
    total = mixed(total, view.seat + 8 * view.side + 64 * view.players)
    total = mixed(total, view.sides + 8 * view.starter + 64 * view.turn)
    total = mixed(total, view.deal)
    total = mixed(total, view.live + 2 * view.discard_only + 8 * view.declared)
    total = mixed(total, view.hand_size + 128 * view.stock)
    total = mixed(total, view.hand_twins)
    total = mixed(total, view.tableau_twins)
    total = mixed(total, view.n_options)
    total = mixed(total, view.best_option)
    total = mixed(total, view.n_listed)
    total = mixed(total, view.declared_points)
    total = mixed(total, view.declared_twins)
    total = both_halves(total, view.hand_mask)
    total = both_halves(total, view.hand_ranks)
    total = both_halves(total, view.legal_mask)
    total = both_halves(total, view.declared_mask)
    total = both_halves(total, view.tableau_mask)
    total = both_halves(total, view.tableau_ranks)
    return both_halves(total, view.chance)


def both_halves(total: int, word: int) -> int:
    return mixed(mixed(total, word), word >> HALF)


def cards_of(view: View) -> int:
    cards = view.hand + 3 * view.legal + 9 * view.tableau
    ranks = view.piles + 7 * view.completed + 49 * view.assembled
    seats = 3 * view.scores + 1_009 * view.hand_sizes + 50_021 * view.shown_twins
    seats = seats + 700_001 * view.fresh + 3_000_017 * (view.shown_mask & LOW)
    seats = seats + 5_000_011 * (view.shown_mask >> HALF)
    total = int(np.sum(cards * FIFTY_TWO)) & LOW
    total = mixed(total, int(np.sum(ranks * THIRTEEN)))
    total = mixed(total, int(np.sum(view.married * FOUR)))
    return mixed(total, int(np.sum(seats * SIX)))


def past_of(view: View) -> int:
    turns = 3 * view.past_seat + 101 * view.past_kind + 10_007 * view.past_points
    turns = turns + 300_007 * view.past_twins + 20_011 * view.past_discard
    turns = turns + 3_000_017 * (view.past_mask & LOW)
    turns = turns + 5_000_011 * (view.past_mask >> HALF)
    return int(np.sum(turns * SEVENTY_TWO)) & LOW


def options_of(view: View) -> int:
    kinds = 11 * view.first_option + 1_009 * view.options_of
    rows = 3 * view.option_kind + 101 * view.option_pairs
    rows = rows + 10_007 * view.option_points + 300_007 * view.option_twins
    rows = rows + 700_001 * view.option_tableau_twins
    rows = rows + 3_000_017 * (view.option_mask & LOW)
    rows = rows + 5_000_011 * (view.option_mask >> HALF)
    rows = rows + 7_000_003 * (view.option_tableau_mask & LOW)
    rows = rows + 11_000_027 * (view.option_tableau_mask >> HALF)
    return mixed(int(np.sum(kinds * FIVE)) & LOW, int(np.sum(rows * PLACES)))


def rules_of(view: View) -> int:
    rules = view.rules
    total = mixed(rules.players + 8 * rules.sides, rules.target)
    total = mixed(total, rules.deal_size + 128 * rules.draw_to)
    total = mixed(total, rules.single_deal + 2 * rules.draw_at_end)
    total = mixed(total, rules.refill_at_end + 2 * rules.marriage_also_discards)
    total = mixed(total, rules.run_length + 128 * rules.sequence_points)
    total = mixed(total, rules.ace_low + 2 * rules.ace_high + 4 * rules.flush_points)
    total = mixed(total, rules.flush_imperial + 4 * rules.flush_sequence_points)
    total = mixed(total, rules.imperial_mode + 4 * rules.imperial_bonus)
    total = mixed(total, rules.bonus_at_five + 2 * rules.tableau_cards)
    total = mixed(total, rules.kq_needs_assembly + 2 * rules.two_player_extra)
    total = mixed(total, rules.endgame_declarations)
    for rank in range(13):
        total = mixed(total, rules.assembly[rank] + 20_011 * rules.zetema[rank])
    for pairs in range(5):
        total = mixed(total, rules.marriage_base[pairs])
    for seat in range(6):
        total = mixed(total, rules.side_of[seat])
    return total

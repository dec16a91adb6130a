"""What sequences and flush sequences promise.

Each run of ranks by the chance that what it lacks comes, and less with each card that
it lacks. Ranks stand at their places in a run here (`toolkit.places_of`), those of a
suit in its lane of a word, and a run is known by its lowest place.
"""

from __future__ import annotations

from zetema_sim.bits import LANE_BITS, all_ranks, count_bits, lowest_bit
from zetema_sim.cards import QUEEN, RANKS
from zetema_sim.planning.ahead import Ahead
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Parts, Values, room
from zetema_sim.table_rules import FLUSH_NEVER
from zetema_sim.toolkit import last_start, places_of
from zetema_sim.view import View

FARTHEST = 3  # runs that lack more cards are not thought of
EFFORT = 0.6  # of a run's promise is left with each card that it lacks
PLACES = RANKS + 1  # of an ace two
NO_PLACES = 7 << PLACES  # as many as a run may lack
BY_NUMBER = 32  # behind those by place


def first_start(view: View) -> int:
    """Return the lowest place at which a run can start."""
    return 0 if view.rules.ace_low else 1


def first_with(view: View, rank: int) -> int:
    """Return the lowest place at which a run that reaches a rank can start."""
    return min(
        max(rank + 1 - view.rules.run_length, first_start(view)), last_start(view) + 1
    )


# --- sequences ---------------------------------------------------------------------


def fill_steps(ahead: Ahead, steps: Values) -> None:
    """Write what a run's promise is multiplied by if it lacks the rank at a place.

    That is the chance that one of its unseen cards comes, less the effort.
    """
    none = 1.0 - ahead.share
    two = none * none
    steps[BY_NUMBER] = 0.0
    steps[BY_NUMBER + 1] = EFFORT * (1.0 - none)
    steps[BY_NUMBER + 2] = EFFORT * (1.0 - two)
    steps[BY_NUMBER + 3] = EFFORT * (1.0 - two * none)
    steps[BY_NUMBER + 4] = EFFORT * (1.0 - two * two)
    steps[BY_NUMBER + 5] = EFFORT * (1.0 - two * two * none)
    for place in range(PLACES):
        steps[place] = steps[BY_NUMBER + (ahead.of_rank >> (4 * place) & 15)]
    for place in range(PLACES, PLACES + FARTHEST):
        steps[place] = 1.0  # of places that no run lacks


def run_promise(view: View, plan: Plan, ahead: Ahead, mask: int) -> float:
    """Return the points of sequences and flush sequences to come."""
    steps = room()
    fill_steps(ahead, steps)
    start = first_start(view)
    return sequences_from(view, plan, steps, mask, start) + suited_from(
        view, plan, ahead, mask, start
    )


def sequences_from(
    view: View, plan: Plan, steps: Values, mask: int, first: int
) -> float:
    """Return the points of sequences to come that start at some place or above."""
    held, chances = places_of(view, all_ranks(mask)), 0.0
    for start in range(first, last_start(view) + 1):
        missing = ~held & run_at(view, start)
        chance = run_chance(steps, missing)
        chances += chance if count_bits(missing) <= FARTHEST else 0.0
    return chances * plan.run * view.rules.sequence_points / 100


def run_chance(steps: Values, missing: int) -> float:
    """Return the chance of a run that lacks the ranks at some places, three at most."""
    missing |= NO_PLACES
    chance = steps[lowest_bit(missing)]
    missing &= missing - 1
    chance *= steps[lowest_bit(missing)]
    missing &= missing - 1
    return float(chance * steps[lowest_bit(missing)])


def run_at(view: View, start: int) -> int:
    """Return the places of the run that starts at a place, of any lane."""
    return ((1 << view.rules.run_length) - 1) << start


def fill_lost_runs(
    view: View, plan: Plan, ahead: Ahead, parts: Parts, lost: Values
) -> None:
    """Write what the sequences to come lose with the last card of each rank."""
    steps, runs, nears = parts.steps, parts.runs, parts.nears
    held, length = places_of(view, all_ranks(view.hand_mask)), view.rules.run_length
    fill_steps(ahead, steps)
    worth = plan.run * view.rules.sequence_points / 100
    first, last = first_start(view), last_start(view)
    every = near = 0.0
    for place in range(PLACES):
        lost[place] = 0.0
    if last < first:
        runs[0] = 0.0
        return
    for start in range(first, last + 1):
        runs[start], nears[start] = every, near
        missing = ~held & run_at(view, start)
        lacks, value = count_bits(missing), worth * run_chance(steps, missing)
        every += value if lacks <= FARTHEST else 0.0
        near += value if lacks < FARTHEST else 0.0
    runs[last + 1], nears[last + 1] = every, near
    for place in range(PLACES):
        low, high = max(place + 1 - length, first), min(place, last) + 1
        lost[place] = runs[high] - runs[low] - steps[place] * (nears[high] - nears[low])
    # A run has an ace at one end only, so what an ace loses at both adds up.
    lost[0] = lost[0] * view.rules.ace_low + lost[RANKS] * view.rules.ace_high


def lost_runs(view: View, plan: Plan, ahead: Ahead, parts: Parts, mask: int) -> float:
    """Return what runs lose where, without some kings and queens, a hand is left."""
    if last_start(view) < first_start(view):
        return 0.0
    first = first_with(view, QUEEN)
    lost = suited_from(view, plan, ahead, view.hand_mask, first)
    if lost > 0:
        lost -= suited_from(view, plan, ahead, mask, first)
    if all_ranks(mask) != all_ranks(view.hand_mask):
        lost += parts.runs[last_start(view) + 1] - parts.runs[first]
        lost -= sequences_from(view, plan, parts.steps, mask, first)
    return lost


# --- flush sequences ---------------------------------------------------------------


def suited_places(view: View, mask: int) -> int:
    """Return the places in a run of the cards of each suit, each in its lane."""
    places = mask if view.rules.ace_low else mask & ~LANE_BITS
    if view.rules.ace_high:
        places |= (mask & LANE_BITS) << RANKS
    return places


def suited_starts(view: View, places: int, unseen: int, first: int) -> int:
    """Return where flush sequences may come: at a place or above, a bit for each.

    They lack few cards, all of them unseen. The lacking cards of all runs are counted
    side by side, in words of their ones, twos and fours.
    """
    one = two = many = 0
    can_come = -1
    for step in range(view.rules.run_length):
        lacking = ~(places >> step)
        can_come &= (places | unseen) >> step
        carried = one & lacking
        one ^= lacking
        many |= two & carried
        two ^= carried
    lanes = LANE_BITS & ~1 if view.rules.flush_imperial == FLUSH_NEVER else LANE_BITS
    if last_start(view) < first:
        return 0
    starts = ((2 << last_start(view)) - (1 << first)) * lanes
    return can_come & ~many & starts


def suited_chance(ahead: Ahead, missing: int, both: int) -> float:
    """Return the chance of a flush sequence by what it lacks; `both` are twins."""
    either = 2.0 - ahead.share  # of two twins either will do
    one_card = power(EFFORT * ahead.share, count_bits(missing))
    return one_card * power(either, count_bits(missing & both))


def power(chance: float, cards: int) -> float:
    """Return a chance to the power of so many cards, three at most."""
    one, two = chance if cards & 1 else 1.0, chance * chance if cards & 2 else 1.0
    return one * two


def suited_from(view: View, plan: Plan, ahead: Ahead, mask: int, first: int) -> float:
    """Return the points of flush sequences to come that start at a place or above."""
    places, unseen = suited_places(view, mask), suited_places(view, ahead.cards)
    both = suited_places(view, ahead.twins)
    starts, chances = suited_starts(view, places, unseen, first), 0.0
    while starts:
        missing = run_at(view, lowest_bit(starts)) & ~places
        starts &= starts - 1
        chances += suited_chance(ahead, missing, both)
    return chances * plan.flush_run * view.rules.flush_sequence_points / 100


def take_lost_suited(
    view: View, plan: Plan, ahead: Ahead, cards: int, values: Values
) -> None:
    """Take off some cards of the hand what flush sequences to come lose with each."""
    places = suited_places(view, view.hand_mask)
    unseen = suited_places(view, ahead.cards)
    both = suited_places(view, ahead.twins)
    starts = suited_starts(view, places, unseen, first_start(view))
    worth = plan.flush_run * view.rules.flush_sequence_points / 100 * (plan.later / 100)
    losing_at = suited_places(view, cards & ~view.hand_twins)
    while starts:
        run = run_at(view, lowest_bit(starts))
        starts &= starts - 1
        missing, losing = run & ~places, run & losing_at
        value = worth * suited_chance(ahead, missing, both)
        again = EFFORT * ahead.share if count_bits(missing) < FARTHEST else 0.0
        while losing:
            place = lowest_bit(losing)
            losing &= losing - 1
            rank = place & 15
            card = place if rank < RANKS else place - RANKS
            values[card] -= value * (1.0 - again * (unseen >> place & 1))

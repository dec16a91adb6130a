"""Line-ups, their different seatings, and how matches and blocks are numbered.

Strategies are the whole numbers 0, 1, … in canonical order here (the caller sorts
them by name, settings and source), so that the order on the command line moves no
number. What follows is design.md section 7:

* A *seating* is a tuple with the strategy of each seat. Seat s is of side
  ``s % sides``, so partners sit `sides` seats apart.
* The seatings of a line-up are listed circular order by circular order. A circular
  order stands under the rotation that comes first in sorted order, and the orders are
  sorted by it. After it come the other rotations, everybody one seat further each
  time, as far as they differ.
* The r different rotations of one circular order on one sequence of shuffles are a
  *block*; all circular orders once are a *cycle*.

So A B C has the seatings ABC, CAB, BCA, then ACB, BAC, CBA: a cycle of six matches in
two blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

from zetema_sim.table_rules import MOST_SEATS

Seating = tuple[int, ...]

LEAST_SEATS = 2


class LineUpError(ValueError):
    """The strategies named do not fit the table."""


@dataclass(frozen=True)
class LineUp:
    """The strategies at a table, and all their different seatings.

    Attributes
    ----------
    entries
        The strategy of each seat, sorted; one may stand here several times.
    sides
        How many sides there are.
    by_side
        Whether each strategy plays all seats of a side, so that no partners differ.
    seatings
        The different seatings in canonical order.
    orders
        Of each circular order, where its rotations start in `seatings` and how many
        they are.
    """

    entries: tuple[int, ...]
    sides: int
    by_side: bool
    seatings: tuple[Seating, ...]
    orders: tuple[tuple[int, int], ...]

    @property
    def cycle_length(self) -> int:
        """Return the number of matches in a cycle."""
        return len(self.seatings)

    @property
    def strategies(self) -> tuple[int, ...]:
        """Return the different strategies, sorted."""
        return tuple(sorted(set(self.entries)))

    def locate(self, match: int) -> tuple[Seating, int]:
        """Return the seating and the block number of a match."""
        cycle, place = divmod(match, self.cycle_length)
        order = next(
            number
            for number, (start, size) in enumerate(self.orders)
            if place < start + size
        )
        return self.seatings[place], cycle * len(self.orders) + order

    def matches_of(self, block: int) -> range:
        """Return the numbers of the matches of a block."""
        cycle, order = divmod(block, len(self.orders))
        start, size = self.orders[order]
        first = cycle * self.cycle_length + start
        return range(first, first + size)

    def rounded(self, matches: int) -> int:
        """Return `matches` rounded up to whole cycles."""
        return -(-matches // self.cycle_length) * self.cycle_length

    def blocks(self, matches: int) -> int:
        """Return how many blocks whole cycles of `matches` matches have."""
        return matches // self.cycle_length * len(self.orders)

    def fair_share(self, strategy: int) -> Fraction:
        """Return the sides on which a strategy sits over all sides, on average."""
        sat = sum(
            len(sides_of(seating, self.sides, strategy)) for seating in self.seatings
        )
        return Fraction(sat, self.cycle_length * self.sides)


def sides_of(seating: Seating, sides: int, strategy: int) -> list[int]:
    """Return the sides on which a strategy sits, each once.

    Its wins in a match are these sides' shares of the win (design.md section 2): a
    side that it fills with two seats counts once.
    """
    return [side for side in range(sides) if strategy in seating[side::sides]]


def line_ups(names: Sequence[int], seats: int, sides: int) -> list[LineUp]:
    """Return the line-ups that a command's strategies stand for, sorted.

    As many names as seats are one line-up, as many as sides play a side each, one
    name fills every seat. Fewer names than seats, each its own side, are every
    line-up of them that holds all that are named.

    Parameters
    ----------
    names
        The strategies as named; one named twice takes two seats at least.
    seats, sides
        The table; ``sides == seats`` is solo.

    Raises
    ------
    LineUpError
        If the names do not fit the table.
    """
    check_table(seats, sides)
    count = len(names)
    if count > seats:
        raise LineUpError(
            f"{count} strategies for {seats} seats; `tournament` plays all line-ups "
            "of a larger field"
        )
    if count in (seats, sides):
        return [line_up(names, seats, sides)]
    if count == 1:
        return [line_up(tuple(names) * seats, seats, sides)]
    if sides < seats or count == 0:
        raise LineUpError(f"{_counted(count)} for {_allowed(seats, sides)}")
    different = sorted(set(names))
    filled = {
        tuple(sorted((*names, *more)))
        for more in combinations_with_replacement(different, seats - count)
    }
    return [line_up(entries, seats, sides) for entries in sorted(filled)]


def line_up(entries: Sequence[int], seats: int, sides: int) -> LineUp:
    """Return the line-up of `entries`: one for each seat, or one for each side.

    Raises
    ------
    LineUpError
        If there are neither as many entries as seats nor as many as sides.
    """
    check_table(seats, sides)
    if len(entries) not in (seats, sides):
        raise LineUpError(f"{_counted(len(entries))} for {_allowed(seats, sides)}")
    by_side = len(entries) < seats
    repeats = seats // len(entries)
    seatings: list[Seating] = []
    orders: list[tuple[int, int]] = []
    for first in _circular_orders(entries):
        rotations = list(_rotations(first))
        orders.append((len(seatings), len(rotations)))
        seatings += (rotation * repeats for rotation in rotations)
    everybody = sorted(tuple(entries) * repeats)
    return LineUp(tuple(everybody), sides, by_side, tuple(seatings), tuple(orders))


def share_out(matches: int, line_ups: Sequence[LineUp]) -> list[int]:
    """Return the matches of each line-up: even parts, rounded up to whole cycles."""
    each = -(-matches // len(line_ups))
    return [line_up.rounded(each) for line_up in line_ups]


def check_table(seats: int, sides: int) -> None:
    """Refuse a table that the rules do not know.

    Raises
    ------
    LineUpError
        If there are not two to six seats, or no equal sides of at least two.
    """
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise LineUpError(f"{seats} players; allowed are {LEAST_SEATS} to {MOST_SEATS}")
    if sides < LEAST_SEATS or seats % sides:
        raise LineUpError(f"{sides} sides do not divide {seats} seats evenly")


def _circular_orders(entries: Sequence[int]) -> list[Seating]:
    return sorted({min(_rotations(ring)) for ring in set(permutations(entries))})


def _rotations(ring: Seating) -> Iterator[Seating]:
    """Yield the different rotations, everybody one seat further each time."""
    for shift in range(len(ring)):
        rotation = ring[-shift:] + ring[:-shift] if shift else ring
        if shift and rotation == ring:
            return
        yield rotation


def _counted(count: int) -> str:
    return f"{count} strategy" if count == 1 else f"{count} strategies"


def _allowed(seats: int, sides: int) -> str:
    if sides == seats:
        return f"{seats} players; name 1 to {seats}"
    return (
        f"{sides}x{seats // sides}; name 1 for all seats, {sides} for a side each or "
        f"{seats} for a seat each"
    )

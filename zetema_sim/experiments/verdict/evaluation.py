"""From the sums of cycles to the numbers of a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from zetema_sim.experiments.verdict.against_field import (
    BLOCKS,
    DEALS,
    FAULTS,
    MATCHES,
    OF_FOCUS,
    OF_OTHERS,
    PARTS_OF_WIN,
    SCALE,
    SOURCE_COUNTS,
    SOURCE_POINTS,
    WIDTH,
    WINS,
)
from zetema_sim.experiments.verdict.findings import Combination, Duel, Sources
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    SHARE_BOUNDS,
    BlockSums,
    Bounds,
    Estimate,
    Interval,
    Measured,
    Reading,
    holm,
    measure,
    p_value,
    points_apart,
    points_up_to,
    ratio,
    variance,
)

READING = Reading(0.95)

# A cycle's share is a mean over a block for each of the field; from so many on it
# varies smoothly, in the sense of `stats.intervals`.
_SMOOTH_FROM = 4
_MOST_EVENTS = 65.0  # of a seat in a deal: at most one a turn
# A combination that does not come although so many were due is not in the rules.
DUE = 30


def share_of(sums: BlockSums, offset: int = 0) -> Estimate:
    """Return the share of wins; `offset` is where the case's columns begin."""
    return ratio(sums, offset + OF_FOCUS + WINS, offset + BLOCKS, PARTS_OF_WIN)


def share_bounds(field: int) -> Bounds:
    """Return the bounds of a share against a field of that size."""
    return Bounds(0.0, 1.0, smooth=field >= _SMOOTH_FROM)


def measured_share(sums: BlockSums, field: int) -> Measured:
    """Return the share of wins of a case played alone."""
    return measure(sums, share_of(sums), share_bounds(field))


def gain_of(sums: BlockSums) -> float:
    """Return how many independent matches a match was worth, 1 without variance."""
    share = share_of(sums)
    matches = sums.sums[MATCHES]
    alone = float(share.value * (1 - share.value)) / matches
    together = float(variance(sums, share))
    return alone / together if alone > 0 and together > 0 else 1.0


def fault_rates(
    cases: Sequence[BlockSums], players: Sequence[int]
) -> tuple[float, float]:
    """Return how often a seat of the strategy forfeited, and how often another.

    Parameters
    ----------
    cases
        What was played, each case alone.
    players
        At how many seats.
    """
    seats = own = others = rest = 0
    for sums, count in zip(cases, players, strict=True):
        seats += sums.sums[BLOCKS] * SCALE
        own += sums.sums[OF_FOCUS + FAULTS]
        others += sums.sums[BLOCKS] * SCALE * (count - 1)
        rest += sums.sums[OF_OTHERS + FAULTS]
    return own / seats, rest / others


def matches_of(sums: BlockSums) -> int:
    """Return the matches played."""
    return sums.sums[MATCHES]


def differences(
    pairs: Sequence[BlockSums], field: int
) -> tuple[list[Interval], list[float]]:
    """Return the first case's share less each other's, and Holm's p-values."""
    bounds = Bounds(-1.0, 1.0, smooth=field >= _SMOOTH_FROM)
    found = [
        READING.tested(sums, share_of(sums) - share_of(sums, WIDTH), bounds)
        for sums in pairs
    ]
    return found, holm([number.p_value for number in found])


def duels(against: BlockSums, names: Sequence[str], own: str) -> tuple[Duel, ...]:
    """Return the share of wins against each of the field but itself."""
    last = len(names)
    shares, opponents = [], []
    for place, name in enumerate(names):
        if name != own:
            opponents.append(name)
            shares.append(
                measure(
                    against, ratio(against, place, last, PARTS_OF_WIN), SHARE_BOUNDS
                )
            )
    corrected = holm([_p_even(share) for share in shares])
    return tuple(
        Duel(
            name,
            READING.interval(share),
            p_holm,
            p_holm < 1 - READING.level,
            2 * share.blocks,
        )
        for name, share, p_holm in zip(opponents, shares, corrected, strict=True)
    )


def _p_even(share: Measured) -> float:
    """Return the p-value of even strength."""
    return p_value(share, 0.5)


def sources(sums: BlockSums, players: int, most: float) -> Sources:
    """Return where the points of the strategy and of the field come from.

    A seat makes at most `most` points in a match.
    """
    points = points_up_to(most)
    events = points_up_to(_MOST_EVENTS)

    def each(first: int, below: int, unit: int, bounds: Bounds) -> dict[str, Interval]:
        return {
            source: READING.of(sums, ratio(sums, first + number, below, unit), bounds)
            for number, source in enumerate(counters.SOURCES)
        }

    others = SCALE * (players - 1)
    return Sources(
        each(OF_FOCUS + SOURCE_POINTS, BLOCKS, SCALE, points),
        each(OF_OTHERS + SOURCE_POINTS, BLOCKS, others, points),
        each(OF_FOCUS + SOURCE_COUNTS, OF_FOCUS + DEALS, 1, events),
        each(OF_OTHERS + SOURCE_COUNTS, OF_OTHERS + DEALS, 1, events),
    )


def combination(
    alone: BlockSums, plan_off: BlockSums | None, rules: str, most: float
) -> Combination | None:
    """Return what the strategy plans for, None where no source stands out.

    Parameters
    ----------
    alone
        The strategy against the field.
    plan_off
        It, then it with its plan off; None if it has no switch for it.
    rules
        The name of the rules.
    most
        More points than a seat can make in a match.
    """
    found = []
    for number in range(counters.N_SOURCES):
        more = _more_a_deal(alone, plan_off, number)
        sums = alone if plan_off is None else plan_off
        found.append(READING.tested(sums, more, points_apart(most)))
    corrected = holm([number.p_value for number in found])
    decided = [
        place
        for place, number in enumerate(found)
        if corrected[place] < 1 - READING.level and number.value > 0
    ]
    if not decided:
        return None
    best = max(decided, key=lambda place: found[place].value)
    rate = ratio(alone, OF_FOCUS + SOURCE_COUNTS + best, OF_FOCUS + DEALS)
    return Combination(
        counters.SOURCES[best],
        plan_off is not None,
        found[best],
        float(rate.value),
        rules,
    )


def _more_a_deal(alone: BlockSums, plan_off: BlockSums | None, number: int) -> Estimate:
    """Return how many points a deal a source brings more with the plan."""
    column = SOURCE_POINTS + number
    if plan_off is None:
        return ratio(alone, OF_FOCUS + column, OF_FOCUS + DEALS) - ratio(
            alone, OF_OTHERS + column, OF_OTHERS + DEALS
        )
    other = WIDTH + OF_FOCUS
    return ratio(plan_off, OF_FOCUS + column, OF_FOCUS + DEALS) - ratio(
        plan_off, other + column, other + DEALS
    )


def is_in_rules(sums: BlockSums, planned: Combination | None) -> bool:
    """Return whether what a plan is for can come there, as far as play shows.

    It cannot where it never came although at least `DUE` were due at the rate of the
    rules that it was looked for under.
    """
    if planned is None or not planned.by_plan:
        return True
    place = counters.SOURCES.index(planned.source)
    deals = sums.sums[OF_FOCUS + DEALS] / SCALE
    came = sums.sums[OF_FOCUS + SOURCE_COUNTS + place]
    return came > 0 or deals * planned.events < DUE

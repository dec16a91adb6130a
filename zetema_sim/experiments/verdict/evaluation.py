"""From the sums of cycles to the numbers of a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from zetema_sim.experiments.shared.standings import StrategyNumbers
from zetema_sim.experiments.verdict.against_field import (
    BLOCKS,
    CASE,
    FOCUS,
    MATCHES,
    OTHER_CASE,
    OTHERS,
    PARTS_OF_WIN,
    SCALE,
)
from zetema_sim.experiments.verdict.findings import Combination, Duel, Sources
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    SHARE_BOUNDS,
    BlockSums,
    Bounds,
    Difference,
    Estimate,
    Measured,
    Reading,
    measure,
    points_apart,
    ratio,
    variance,
)
from zetema_sim.work.columns import Columns

READING = Reading(0.95)

# A cycle's share is a mean over a block for each of the field; from so many on it
# varies smoothly, in the sense of `stats.intervals`.
_SMOOTH_FROM = 4
# A combination that does not come although so many were due is not in the rules.
DUE = 30


def share_of(sums: BlockSums, case: Columns = CASE) -> Estimate:
    """Return the share of wins of a case, by where its columns are."""
    wins = case.place(FOCUS, counters.WINS)
    return ratio(sums, wins, case.first + BLOCKS, PARTS_OF_WIN)


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


def fault_rate(cases: Sequence[BlockSums], who: int) -> float:
    """Return how often a seat forfeited, of the strategy or of the others."""
    faults, seats = (
        sum(sums.sums[CASE.place(who, counter)] for sums in cases)
        for counter in (counters.FAULTS, counters.SEATS)
    )
    return faults / seats


def matches_of(sums: BlockSums) -> int:
    """Return the matches played."""
    return sums.sums[MATCHES]


def differences(pairs: Sequence[BlockSums], field: int) -> list[Difference]:
    """Return the first case's share less each other's."""
    bounds = Bounds(-1.0, 1.0, smooth=field >= _SMOOTH_FROM)
    return READING.compared(
        [
            measure(sums, share_of(sums) - share_of(sums, OTHER_CASE), bounds)
            for sums in pairs
        ]
    )


def duels(against: BlockSums, names: Sequence[str], own: str) -> tuple[Duel, ...]:
    """Return the share of wins against each of the field but itself."""
    opponents = {name: place for place, name in enumerate(names) if name != own}
    shares = [
        measure(against, ratio(against, place, len(names), PARTS_OF_WIN), SHARE_BOUNDS)
        for place in opponents.values()
    ]
    matches = 2 * against.blocks
    compared = READING.compared(shares, null=0.5)
    return tuple(Duel(*each, matches) for each in zip(opponents, compared, strict=True))


def sources(sums: BlockSums, who: int, most: float) -> Sources:
    """Return where the points of the strategy come from, or of the other seats.

    A seat makes at most `most` points in a match.
    """
    numbers = StrategyNumbers.of(sums, CASE, who, READING, most)
    return Sources(numbers.points_by_source, numbers.events_per_deal)


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
    played = alone if plan_off is None else plan_off
    compared = READING.compared(
        [
            measure(played, _more_a_deal(alone, plan_off, place), points_apart(most))
            for place in range(counters.N_SOURCES)
        ]
    )
    better = [
        (each.number.value, -place)
        for place, each in enumerate(compared)
        if each.decision.decided and each.number.value > 0
    ]
    if not better:
        return None
    best = -max(better)[1]
    rate = CASE.ratio(alone, FOCUS, counters.SOURCE_COUNTS + best, counters.DEALS)
    return Combination(
        counters.SOURCES[best],
        plan_off is not None,
        compared[best].number,
        float(rate.value),
        rules,
    )


def _more_a_deal(alone: BlockSums, plan_off: BlockSums | None, place: int) -> Estimate:
    """Return how many points a deal a source brings more with the plan."""
    points = counters.SOURCE_POINTS + place
    if plan_off is None:
        ours, theirs = (
            CASE.ratio(alone, who, points, counters.DEALS) for who in (FOCUS, OTHERS)
        )
    else:
        ours, theirs = (
            case.ratio(plan_off, FOCUS, points, counters.DEALS)
            for case in (CASE, OTHER_CASE)
        )
    return ours - theirs


def is_in_rules(sums: BlockSums, planned: Combination | None) -> bool:
    """Return whether what a plan is for can come there, as far as play shows.

    It cannot where it never came although at least `DUE` were due at the rate of the
    rules that it was looked for under.
    """
    if planned is None or not planned.by_plan:
        return True
    source = counters.SOURCE_COUNTS + counters.SOURCES.index(planned.source)
    came, deals = (
        sums.sums[CASE.place(FOCUS, counter)] for counter in (source, counters.DEALS)
    )
    return came > 0 or deals / SCALE * planned.events < DUE

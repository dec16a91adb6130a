"""How many cycles a wanted half-width takes, from a pilot on blocks of its own.

The pilot's blocks are played for no other purpose, so the size of the run that
follows is fixed before its first match, and its intervals are those of a run of fixed
size. A cycle's variance is taken from the pilot's blocks: what is left of each block's
share after the mean effect of every opponent on every seat, since these cancel over a
cycle (`field`). That is many more numbers than the pilot has cycles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.verdict.against_field import MATCHES, PARTS_OF_WIN, Case
from zetema_sim.stats.intervals import level_score
from zetema_sim.work import Work

Floats = npt.NDArray[np.float64]

PILOT_BLOCKS = 400  # about
_LEAST_PILOT = 4
LEAST_CYCLES = 30  # fewer would tell too little about their variance
_SURE = 1.2  # times the cycles that would do on average, so that few miss the width
_HEAD_TO_HEAD = 1.5  # the same, where opponents differ
# The variance of a paired difference in those of a share: two, if nothing is common
# to both, and more where what is changed makes shares vary more.
_OF_DIFFERENCE = 2.6
_LEAST_VARIANCE = 0.25 / 400  # of a block's share, where a pilot saw hardly any


@dataclass(frozen=True)
class Pilot:
    """What a pilot found: variances of a cycle's share and of a block's.

    `against` is the variance of a block against the opponent with whom it is widest;
    `mean` the share seen.
    """

    cycle: float
    against: float
    mean: float
    matches: int


def pilot_cycles(field: int) -> int:
    """Return how many cycles a pilot has."""
    return max(_LEAST_PILOT, -(-PILOT_BLOCKS // field))


def run_pilots(cases: Sequence[Case], firsts: Sequence[int], work: Work) -> list[Pilot]:
    """Return what pilots of some cases found, each from a cycle of its own on."""
    for case in cases:
        case.prepare()
    tasks = [
        partial(_blocks, case, first + cycle)
        for case, first in zip(cases, firsts, strict=True)
        for cycle in range(pilot_cycles(len(case.field)))
    ]
    results = list(work.results(tasks))
    pilots = []
    for case in cases:
        cycles = pilot_cycles(len(case.field))
        mine, results = results[:cycles], results[cycles:]
        shares = np.concatenate([wins for wins, _, _ in mine]) / PARTS_OF_WIN
        opponents = np.concatenate([met for _, met, _ in mine])
        matches = sum(count for _, _, count in mine)
        pilots.append(_found(shares, opponents, len(case.field), matches))
    return pilots


def _blocks(
    case: Case, cycle: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Return a cycle's wins by block, the opponents by block and seat, and matches."""
    row, wins = case.play_cycle(cycle)
    return wins, np.array(case.opponents(cycle)), int(row[MATCHES])


def _found(
    shares: Floats, opponents: npt.NDArray[np.int64], size: int, matches: int
) -> Pilot:
    mean = float(shares.mean())
    left = shares - mean
    for seat in range(opponents.shape[1]):
        met = opponents[:, seat]
        effects = np.bincount(met, shares - mean, size) / np.bincount(met, None, size)
        left = left - effects[met]
    free = len(shares) - 1 - opponents.shape[1] * (size - 1)
    block = max(float((left**2).sum()) / max(free, 1), _LEAST_VARIANCE)
    met = opponents[:, 0]
    means = np.bincount(met, shares, size) / np.bincount(met, None, size)
    effect = block / max(float((means * (1 - means)).mean()), 0.05)
    return Pilot(block / size, min(effect, 1.0) * 0.25, mean, matches)


def cycles_for(variance: float, precision: float) -> int:
    """Return the cycles after which a share is known so precisely."""
    needed = _SURE * variance * (level_score(0.95) / precision) ** 2
    return max(LEAST_CYCLES, math.ceil(needed))


def cycles_apart(pilot: Pilot, precision: float) -> int:
    """Return the cycles after which a paired difference is known so precisely."""
    return cycles_for(_OF_DIFFERENCE * pilot.cycle, precision)


def cycles_against(pilot: Pilot, precision: float) -> int:
    """Return the cycles after which each opponent's share is known so precisely."""
    needed = pilot.against * (level_score(0.95) / precision) ** 2
    return max(LEAST_CYCLES, math.ceil(_HEAD_TO_HEAD * needed))

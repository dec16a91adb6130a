"""What each decision of a match cost, judged by worlds that did not choose the best.

The best of several noisy means looks better than it is. So half of the worlds say which
answer is best, and the other half say by how much it is ahead of the one that was
given. A cost may come out below zero then, by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from zetema_sim.analysis.decisions import Decided
from zetema_sim.analysis.judged import Judged, Position, measured_difference
from zetema_sim.stats import Interval, Reading

# A decision is called after its cost in wins of 100, from which on a band holds; what
# may be chance alone is fine.
BANDS = (("fine", 0.0), ("doubtful", 0.005), ("error", 0.02), ("blunder", 0.05))

JudgePosition = Callable[[Position], Judged]


@dataclass(frozen=True)
class Cost:
    """A decision and what it cost against the best answer.

    Attributes
    ----------
    decided
        The decision.
    best
        The answer that half of the worlds say is best.
    chance
        The cost in chance to win the match, by the other half.
    points
        The cost in points of the side in the rest of the deal.
    """

    decided: Decided
    best: int
    chance: Interval
    points: float

    @property
    def band(self) -> str:
        """What the decision is called (`BANDS`)."""
        if self.chance.low <= 0:
            return BANDS[0][0]
        return next(
            word for word, least in reversed(BANDS) if self.chance.value >= least
        )

    @property
    def answer(self) -> str:
        """What was answered, in words."""
        return self.decided.position.text(self.decided.answer)

    @property
    def better(self) -> str:
        """What would have been better, in words."""
        return self.decided.position.text(self.best)


def costs_of(
    decisions: Iterable[Decided], judge: JudgePosition, level: float = 0.95
) -> Iterator[Cost]:
    """Yield what each decision cost; those that were forced cost nothing."""
    for decided in decisions:
        if not decided.is_forced:
            yield cost_of(decided, judge(decided.position), Reading(level))


def cost_of(decided: Decided, judged: Judged, reading: Reading) -> Cost:
    """Return what a decision cost, given what its answers came to.

    The even worlds choose, the odd ones judge.
    """
    means = judged.chances[:, ::2].mean(axis=1)
    given = judged.place(decided.answer)
    best = int(np.argmax(means))
    if means[best] <= means[given]:
        best = given
    lost = judged.chances[best, 1::2] - judged.chances[given, 1::2]
    points = judged.points[best, 1::2] - judged.points[given, 1::2]
    chance = reading.interval(measured_difference(lost))
    return Cost(decided, judged.answers[best], chance, float(points.mean()))

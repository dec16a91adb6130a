"""Many comparisons at once: Holm's correction, and ranks that stay in the noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decision:
    """What is said of a difference among others.

    Attributes
    ----------
    p_value, p_holm
        Of no difference: alone, and corrected by Holm.
    is_apart
        Whether that puts one ahead.
    is_equal
        Whether it is known, with Holm's correction too, that they differ by less than
        the margin of indifference. Where one is ahead they are not called equal.
    """

    p_value: float
    p_holm: float
    is_apart: bool
    is_equal: bool

    @property
    def decided(self) -> bool:
        """Whether nothing is open."""
        return self.is_apart or self.is_equal

    @property
    def text(self) -> str:
        """What a table says of it: ``yes``, ``equal`` or ``no``."""
        if self.is_equal:
            return "equal"
        return "yes" if self.is_apart else "no"


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, in the order given.

    Where all below alpha are taken as decided, the chance of any wrong decision is at
    most alpha, however the comparisons hang together (Holm, A simple sequentially
    rejective multiple test procedure, Scand. J. Statistics 6, 1979).
    """
    corrected = [1.0] * len(p_values)
    least = 0.0
    by_size = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for passed, place in enumerate(by_size):
        least = max(least, min(1.0, (len(p_values) - passed) * p_values[place]))
        corrected[place] = least
    return corrected


def rank_ranges(ahead: Sequence[Sequence[bool]]) -> list[tuple[int, int]]:
    """Return the best and the worst rank that each strategy may have.

    ``ahead[a][b]`` says that a is decidedly ahead of b. A strategy comes after all
    that are ahead of it and before all that it is ahead of; the rest is open.
    """
    count = len(ahead)
    ranges = []
    for one in range(count):
        before = sum(ahead[other][one] for other in range(count))
        after = sum(ahead[one][other] for other in range(count))
        ranges.append((1 + before, count - after))
    return ranges


def rank_text(ranks: tuple[int, int]) -> str:
    """Return a range of ranks as it is printed: ``2`` or ``2-4``."""
    best, worst = ranks
    return str(best) if best == worst else f"{best}-{worst}"

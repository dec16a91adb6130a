"""Numbers with their intervals, as the answers of experiments hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zetema_sim.stats import (
    BlockSums,
    Bounds,
    Decision,
    Estimate,
    Reading,
    measure,
)


@dataclass(frozen=True)
class Measure:
    """A number, its interval, and the two-sided p-value of 0."""

    value: float
    low: float
    high: float
    p_value: float = 1.0

    @property
    def margin(self) -> float:
        """The longer side of the interval."""
        return max(self.value - self.low, self.high - self.value)

    @property
    def ends(self) -> list[float]:
        """The interval, as JSON has it."""
        return [self.low, self.high]

    def turned(self) -> Measure:
        """Return the difference taken the other way round."""
        return Measure(-self.value, -self.high, -self.low, self.p_value)


def measured(
    sums: BlockSums, estimate: Estimate, bounds: Bounds, reading: Reading
) -> Measure:
    """Return an estimate with its interval, without a p-value."""
    found = measure(sums, estimate, bounds)
    return Measure(found.value, *reading.interval(found))


def compared(
    sums: BlockSums, estimate: Estimate, bounds: Bounds, reading: Reading
) -> Measure:
    """Return a difference with its interval and the p-value of none."""
    found = measure(sums, estimate, bounds)
    return Measure(found.value, *reading.interval(found), reading.p_value(found))


def hundred(value: float, margin: float) -> str:
    """Return a share as wins of 100, with the digits that its margin deserves."""
    digits = 1 if margin >= 0.001 else 2
    return f"{100 * value:z.{digits}f}"


def with_margin(number: Measure) -> str:
    """Return a share as ``52.3 ± 0.5``, in wins of 100."""
    digits = 1 if number.margin >= 0.001 else 2
    least = 10.0**-digits
    margin = max(100 * number.margin, least)
    return f"{100 * number.value:z.{digits}f} ± {margin:.{digits}f}"


def signed(number: Measure) -> str:
    """Return a difference as ``+2.3 ± 0.5``, in wins of 100."""
    text = with_margin(number)
    return f"+{text}" if float(text.partition(" ")[0]) > 0 else text


def plus(value: float, digits: int) -> str:
    """Return a number with its sign; what is shown as zero has none."""
    text = f"{value:+z.{digits}f}"
    return text if float(text) else text[1:]


def decided_text(decision: Decision) -> str:
    """Return what a table says of a pair: ``yes``, ``equal`` or ``no``."""
    if decision.is_equal:
        return "equal"
    return "yes" if decision.is_apart else "no"


def span_text(numbers: Sequence[float], digits: int) -> str:
    """Return numbers as ``1.2 to 3.4``, or as one where they are shown alike."""
    low, high = f"{min(numbers):.{digits}f}", f"{max(numbers):.{digits}f}"
    return low if low == high else f"{low} to {high}"


def p_text(p_value: float) -> str:
    """Return a p-value as it is printed."""
    return "< 0.0001" if p_value < 1e-4 else f"{p_value:.4f}"

"""Check ``speed``: how long a compiled decision takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from zetema_sim.doctor.check import Check
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding

TURNS = 180  # about so many decisions take a match
MATCHES = 100_000


class Speed(Check):
    """Notes how long each decision took; asking itself takes about half a µs of it."""

    name = "speed"

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.times: list[float] = []
        self.path: Path = self.subject.file.path

    def see(self, position: Position) -> Iterator[Finding]:
        """Note the time of a decision."""
        self.times.append(position.answer.seconds)
        yield from ()

    def facts(self) -> dict[str, float]:
        """Return median and 99th percentile in microseconds."""
        if not self.times:
            return {}
        median, p99 = np.percentile(self.times, (50, 99)) * 1e6
        return {"median_us": float(median), "p99_us": float(p99)}

    def close(self) -> Iterator[Finding]:
        """Yield a finding where the mean is long."""
        if not self.times:
            return
        mean = float(np.mean(self.times))
        if mean > self.limits.long_decision:
            hours = mean * TURNS * MATCHES / 3600
            reason = (
                f"a decision takes {mean * 1e3:.1f} ms on average: {MATCHES:,} matches "
                f"would take about {hours:,.0f} hours on one core"
            )
            yield Finding(self.name, reason, str(self.path))

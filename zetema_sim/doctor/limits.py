"""How long the doctor waits, and from when on a time is worth a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Times in seconds; all but the first in processor time.

    Attributes
    ----------
    seconds
        How long the strategy is played.
    compile
        How long compiling may take before it is broken off.
    long_compile
        Processor time of compiling that is worth a finding.
    decision
        How long one compiled decision may take before it is broken off.
    plain
        How long one decision as plain Python may take before it is left alone; where
        that is over a thousand times the compiled one, it counts as endless.
    long_decision
        Mean time of a compiled decision that is worth a finding.
    load
        How long it may take to load the file, and the engine the first time.
    """

    seconds: float = 15
    compile: float = 60
    long_compile: float = 10
    decision: float = 5
    plain: float = 2
    long_decision: float = 0.005
    load: float = 120

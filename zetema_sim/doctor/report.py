"""What the doctor allows, and what it found: in words and as JSON."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from zetema_sim.faults import StrategyFault

SCHEMA = 1
WIDTH = 80
MOST_SHOWN = 3  # findings of one check

# The checks, in the order of the report, and what is told of one that found nothing.
CHECKS = {
    "rules": "the file holds only what a strategy may",
    "header": "docstring with summary and Source, settings in order",
    "compile": "compiles in good time",
    "legal": "no illegal answer and no error",
    "ends": "every decision ends",
    "twice": "the same view gets the same answer",
    "memory": "nothing is carried over from one decision to another",
    "plain": "plain and compiled code answer alike",
    "unseen": "cards that it cannot see change no answer",
    "speed": "decides in good time",
}
OF_PLAY = (*CHECKS,)[3:]


@dataclass(frozen=True)
class Limits:
    """Seconds of processor time, so that a busy machine makes nothing slow.

    Attributes
    ----------
    seconds
        How long the strategy is played; every table is played at if that suffices.
    compile
        How long compiling may take before it is broken off.
    long_compile
        How long compiling may take without being a finding.
    decision
        How long one compiled decision may take before it is broken off.
    plain
        How long one decision as plain Python may take before it is left alone; where
        that is over a thousand times the compiled one, it counts as endless.
    long_decision
        What a compiled decision may take on average without being a finding.
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


@dataclass
class Finding:
    """Something wrong with a strategy.

    Attributes
    ----------
    check
        One of `CHECKS`.
    reason
        What is wrong, a sentence without a full stop.
    place
        ``file:line`` in the strategy, where it is known.
    shown_by
        The decision that shows it: table, match, deal, turn.
    replay
        The command that tells that match.
    times
        In how many decisions it was seen.
    """

    check: str
    reason: str
    place: str | None = None
    shown_by: str | None = None
    replay: str | None = None
    times: int = 1

    def at(self, match: int, deal: int, turn: int, seat: int, phase: str) -> Finding:
        """Return it as shown by a decision at the table that it names."""
        where = f"match {match}, deal {deal}, turn {turn}, seat {seat}, {phase}"
        self.shown_by = f"{self.shown_by}, {where}"
        self.replay = re.sub(r"--match \d+", f"--match {match}", self.replay or "")
        return self

    def of(self, fault: StrategyFault) -> Finding:
        """Return it as shown by the decision of a fault."""
        assert fault.match is not None
        where = fault.match, fault.deal, fault.turn, fault.seat
        return self.at(*where, fault.phase)

    def lines(self) -> Iterator[str]:
        """Yield the finding as lines of a report."""
        place = f"{self.place}: " if self.place else ""
        often = f" ({self.times:,} times)" if self.times > 1 else ""
        text = f"{place}{self.reason}{often}"
        yield from _wrapped(text, "  - ")
        if self.shown_by:
            yield f"    shown by: {self.shown_by}"
        if self.replay:
            yield f"    {self.replay}"


@dataclass
class Report:
    """The doctor's report on one strategy.

    `facts` are figures by name, such as ``compile_seconds``. `checked` are the checks
    that were made to the end: those of play at every table. `settings` are those with
    which it was seen at every table.
    """

    name: str
    path: str
    source_hash: str = ""
    findings: list[Finding] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)
    settings: list[dict[str, int]] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def has_passed(self) -> bool:
        """Whether nothing was found, and all was examined."""
        return self.is_clean and set(self.checked) >= set(CHECKS)

    def text(self) -> str:
        """Return the report for a person."""
        lines = [f"{self.name}: {self._head()}", ""]
        lines += [self._row(check) for check in CHECKS]
        lines.append("")
        for fact in self._fact_lines():
            lines += _wrapped(fact, "  ")
        if self.findings:
            lines += ["", "Findings", ""]
        for finding in self.findings:
            lines += finding.lines()
        return "\n".join(lines)

    def _head(self) -> str:
        if not self.is_clean:
            return _number(len(self.findings))
        if self.has_passed:
            return "nothing found"
        return "nothing found, but not all was examined: it has not passed"

    def _row(self, check: str) -> str:
        found = [finding for finding in self.findings if finding.check == check]
        words = CHECKS[check]
        if check == "legal" and "matches" in self.facts:
            words += " in {matches:,} matches at {tables} tables".format(**self.facts)
        if found:
            state = _number(len(found))
        else:
            state = "ok" if check in self.checked else "not checked"
        return f"  {check:8}{state:13}{words}"

    def _fact_lines(self) -> Iterator[str]:
        facts = self.facts
        if "compile_seconds" in facts:
            yield f"compiled in {facts['compile_seconds']:.1f} s of processor time"
        if "decisions" in facts:
            yield (
                f"{facts['decisions']:,} decisions looked at closely, at "
                f"{facts['looked_at']} tables: {facts['plain']:,} asked as plain "
                f"Python too, {facts['unseen']:,} with other unseen cards"
            )
            missed = facts["tables_wanted"] - min(facts["tables"], facts["looked_at"])
            if missed:
                yield (
                    f"{missed} of {facts['tables_wanted']} tables were not examined: "
                    f"--seconds {facts['seconds_wanted']} is about what they need"
                )
        if "median_us" in facts:
            yield (
                f"a decision takes {facts['median_us']:.3g} µs (median), "
                f"{facts['p99_us']:.3g} µs (99th percentile)"
            )
        if "seconds" in facts:
            yield f"examined for {facts['seconds']:.1f} s"

    def as_json(self) -> dict[str, Any]:
        """Return what `text` tells."""
        return {
            "name": self.name,
            "path": self.path,
            "source_hash": self.source_hash,
            "findings": [asdict(finding) for finding in self.findings],
            "checked": self.checked,
            "facts": self.facts,
        }


def _wrapped(text: str, start: str) -> list[str]:
    """Return a text in lines; a path stays whole."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=start,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _number(findings: int) -> str:
    return "1 finding" if findings == 1 else f"{findings} findings"


def reports_json(reports: list[Report]) -> dict[str, Any]:
    """Return several reports as one object."""
    return {"schema": SCHEMA, "reports": [report.as_json() for report in reports]}

"""What goes wrong with a strategy: its file, or its play."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


class StrategyFault(Exception):  # noqa: N818 - the name in the documents
    """A strategy raised an error or answered what is not allowed.

    The message is one line.

    Parameters
    ----------
    strategy : str
        The strategy's name, as it can be pasted back into a command.
    seat, deal, turn : int
        Where it happened; the turn is that of the deal, from 0.
    phase : str
        ``"declare"`` or ``"discard"``: what the strategy was asked for.
    reason : str
        What it did, as a sentence's second half: ``"answered 99, …"``.
    match : int, optional
        The number of the match, where it is known.
    lineup : tuple of str
        The names of its line-up, where they are known.
    table : str
        What tells the table's rules and seed from others, where it is known.
    """

    def __init__(
        self,
        strategy: str,
        seat: int,
        deal: int,
        turn: int,
        phase: str,
        reason: str,
        *,
        match: int | None = None,
        lineup: tuple[str, ...] = (),
        table: str = "",
    ) -> None:
        super().__init__(strategy, seat, deal, turn, phase, reason)
        self.strategy: Final = strategy
        self.seat: Final = seat
        self.deal: Final = deal
        self.turn: Final = turn
        self.phase: Final = phase
        self.reason: Final = " ".join(reason.split())
        self.match: Final = match
        self.lineup: Final = lineup
        self.table: Final = table

    def with_more(self, more: str) -> StrategyFault:
        """Return the fault with more said of what the strategy did."""
        fault = StrategyFault(
            *(self.strategy, self.seat, self.deal, self.turn, self.phase),
            f"{self.reason}; {more}",
            match=self.match,
            lineup=self.lineup,
            table=self.table,
        )
        for note in getattr(self, "__notes__", ()):
            fault.add_note(note)
        return fault

    def __str__(self) -> str:
        """Return the fault as one line."""
        match = "" if self.match is None else f"match {self.match}, "
        return (
            f"strategy {self.strategy} ({match}seat {self.seat}, deal {self.deal}, "
            f"turn {self.turn}, {self.phase}): {self.reason}"
        )


NO_ANSWER = "does not answer"  # how the reason begins where a strategy hangs


@dataclass(frozen=True)
class Replay:
    """How a match is told: ``zetema replay``, names, these options, the match.

    `every` says which of the line-up's names are given: each that many seats apart.
    """

    options: tuple[str, ...]
    every: int = 1

    def command(self, fault: StrategyFault) -> str:
        """Return the command line for the match of a fault."""
        names = fault.lineup[:: self.every]
        words = ["zetema", "replay", *names, *self.options, "--match", str(fault.match)]
        if fault.reason.startswith(NO_ANSWER):
            # Compiled it would hang there too; in plain Python it shows every turn.
            words += ["--engine", "reference", "--uncompiled"]
        return shlex.join(words)


class StrategyError(ValueError):
    """A strategy file that cannot be used: what is wrong, and where."""

    def __init__(self, path: Path | str, line: int | None, reason: str) -> None:
        where = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{where}: {' '.join(reason.split())}")
        self.path, self.line, self.reason = str(path), line, reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as what it was made from."""
        return StrategyError, (self.path, self.line, self.reason)

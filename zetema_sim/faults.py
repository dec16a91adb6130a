"""What goes wrong when a strategy plays against the rules."""

from __future__ import annotations

from typing import Final


class StrategyFault(Exception):  # noqa: N818 - the name in the documents
    """A strategy raised an error or answered what is not allowed.

    The message is one line. Whoever knows the match's number and the command that
    replays it adds them.

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
    """

    def __init__(
        self, strategy: str, seat: int, deal: int, turn: int, phase: str, reason: str
    ) -> None:
        super().__init__(strategy, seat, deal, turn, phase, reason)
        self.strategy: Final = strategy
        self.seat: Final = seat
        self.deal: Final = deal
        self.turn: Final = turn
        self.phase: Final = phase
        self.reason: Final = " ".join(reason.split())

    def __str__(self) -> str:
        """Return the fault as one line."""
        return (
            f"strategy {self.strategy} (seat {self.seat}, deal {self.deal}, turn "
            f"{self.turn}, {self.phase}): {self.reason}"
        )

"""What ends a run before all its matches are played."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from zetema_sim.stats import Decision

_LEAST_PLANNED = 32  # blocks, for an anytime interval to be narrowest
_PLANNED_PART = 10  # of a run until decided: it may well end at a tenth


class GoalError(ValueError):
    """A goal that a run cannot have; one line for the user."""


@dataclass(frozen=True)
class Goal:
    """What ends a run at a look.

    `precision` is what no win share's ± may exceed, the longer side of its interval;
    with `until_decided` every pair is to be decided: one ahead, or both equal.
    """

    precision: float | None = None
    until_decided: bool = False

    @classmethod
    def of(
        cls,
        precision: float | None,
        until_decided: bool,
        margin: float | None,
        strategies: int,
    ) -> Goal | None:
        """Return what was asked for, None if all matches are to be played.

        Raises
        ------
        GoalError
            If there is nothing to know of so many strategies.
        """
        asked = {
            "--precision": precision is not None,
            "--until-decided": until_decided,
            "--margin": margin is not None,
        }
        wrong = next((option for option, is_there in asked.items() if is_there), None)
        if strategies == 1 and wrong is not None:
            raise GoalError(
                "a strategy alone wins every match, so there is nothing to decide; "
                f"leave {wrong} out or name another strategy"
            )
        if precision is None and not until_decided:
            return None
        return cls(precision, until_decided)

    def planned(self, blocks: int, matches: int, sides: int) -> int:
        """Return after how many blocks the intervals are to be narrowest.

        It follows from what is asked for alone, never from what is seen. A precision
        takes about (3.03 / precision)^2 times the variance of a block's share, here
        that of independent matches at the fair share.

        Parameters
        ----------
        blocks, matches
            The most that are played: of the matches those on which a share rests.
        sides
            Of the table.
        """
        if self.precision is None:
            return max(blocks // _PLANNED_PART, _LEAST_PLANNED)
        fair = 1 / sides
        needed = (3.03 / self.precision) ** 2 * fair * (1 - fair)
        return max(min(math.ceil(needed * blocks / matches), blocks), _LEAST_PLANNED)

    def reached(self, decisions: Iterable[Decision], margins: Iterable[float]) -> bool:
        """Return whether a look shows what was asked for.

        Parameters
        ----------
        decisions
            Of all pairs.
        margins
            Of all win shares.
        """
        if self.until_decided and not all(each.decided for each in decisions):
            return False
        most = math.inf if self.precision is None else self.precision
        return all(margin <= most for margin in margins)


def how_ended(what: str, stopped: str | None, reached: str = "") -> str:
    """Return how a run came to its end, and what that makes of its intervals.

    Parameters
    ----------
    what
        A run, a tournament.
    stopped
        ``"interrupted"``, ``"matches"``, or that a goal was reached; None of a run
        of fixed size.
    reached
        What that goal was, in words.
    """
    if stopped is None:
        return "The number of matches was fixed before."
    told = {
        "interrupted": "was interrupted",
        "matches": "reached --matches before what was asked for",
    }.get(str(stopped), f"stopped when {reached}")
    looks = (
        "whenever one stops" if stopped == "interrupted" else "however often one looks"
    )
    return f"The {what} {told}; the intervals are anytime ones, which hold {looks}."

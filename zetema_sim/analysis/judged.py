"""The answers that a position allows, judged in worlds: what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zetema_sim.cards import card_text
from zetema_sim.reference.declarations import Option
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Bounds,
    Decision,
    Difference,
    Interval,
    Measured,
    Reading,
)
from zetema_sim.stats.intervals import points_up_to
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, NONE, View

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Position:
    """A decision that is due, as its seat sees it.

    `options` are those of a declaration, and None where a card is to be discarded.
    """

    rules: TableRules
    view: View
    options: tuple[Option, ...] | None

    @property
    def phase(self) -> str:
        """What is asked for: ``"declare"`` or ``"discard"``."""
        return "discard" if self.options is None else "declare"

    @property
    def answers(self) -> list[int]:
        """All that may be answered, nothing first: options' numbers, or cards."""
        if self.options is not None:
            return [NONE, *range(len(self.options))]
        return [card for card in range(64) if int(self.view.legal_mask) >> card & 1]

    def text(self, answer: int) -> str:
        """Return an answer in words: ``4S``, ``flush 4S 6S 8S KS QS (50)``, nothing."""
        if self.options is None:
            return card_text(answer)
        if answer == NONE:
            return "nothing"
        option = self.options[answer]
        cards = " ".join(map(card_text, (*option.cards, *option.table_cards)))
        kind = KINDS[option.kind].replace("_", " ")
        return f"{kind} {cards} ({option.points} points)"


@dataclass(frozen=True)
class Judged:
    """What answers came to in worlds, the same for all.

    Attributes
    ----------
    answers
        Options' numbers, `NONE` or cards.
    wins
        ``[answer, world, side]``: the expected share of the win of the match.
    scored
        ``[answer, world, side]``: points in the rest of the deal.
    side
        That of the seat that decides.
    """

    answers: tuple[int, ...]
    wins: Floats
    scored: npt.NDArray[np.int64]
    side: int

    @property
    def chances(self) -> Floats:
        """``[answer, world]``: the expected share of the win of the seat's side."""
        return np.asarray(self.wins[:, :, self.side])

    @property
    def points(self) -> npt.NDArray[np.int64]:
        """``[answer, world]``: points of the seat's side in the rest of the deal."""
        return np.asarray(self.scored[:, :, self.side])

    @property
    def worlds(self) -> int:
        """In how many worlds."""
        return int(self.wins.shape[1])

    @property
    def order(self) -> list[int]:
        """The places of the answers, the best first."""
        best_first = np.argsort(-self.chances.mean(axis=1), kind="stable")
        return [int(place) for place in best_first]

    def place(self, answer: int) -> int:
        """Return the place of an answer."""
        return list(self.answers).index(answer)

    def chance(self, place: int, reading: Reading) -> Interval:
        """Return the chance to win the match after an answer."""
        return reading.interval(_measured(self.chances[place], SHARE_BOUNDS))

    def points_of(self, place: int, reading: Reading) -> Interval:
        """Return the side's points in the rest of the deal after an answer."""
        most = max(float(self.points.max()), 1.0)
        return reading.interval(_measured(self.points[place], points_up_to(most)))

    def behind(self, best: int, reading: Reading) -> list[Difference]:
        """Return by how much each answer's chance is behind one, paired by world.

        The decisions allow for all answers being compared (Holm); of the one itself
        nothing is decided.
        """
        others = [place for place in range(len(self.answers)) if place != best]
        compared = reading.compared(
            [
                measured_difference(self.chances[best] - self.chances[place])
                for place in others
            ]
        )
        undecided = Decision(1.0, 1.0, is_apart=False, is_equal=False)
        same = Difference(Interval(0.0, 0.0, 0.0), undecided)
        behind = dict(zip(others, compared, strict=True))
        return [behind.get(place, same) for place in range(len(self.answers))]


def _measured(values: Floats, bounds: Bounds) -> Measured:
    """Return the mean over worlds; one world alone says nothing of chance."""
    worlds = len(values)
    spread = float(values.var(ddof=1)) / worlds if worlds > 1 else 0.0
    return Measured(float(values.mean()), spread, worlds, worlds, bounds)


def measured_difference(values: Floats) -> Measured:
    """Return the mean of differences of chances over worlds."""
    return _measured(values, DIFFERENCE)


def joined_worlds(parts: Sequence[Judged]) -> Judged:
    """Return what answers came to in the worlds of several parts."""
    return Judged(
        parts[0].answers,
        np.concatenate([part.wins for part in parts], axis=1),
        np.concatenate([part.scored for part in parts], axis=1),
        parts[0].side,
    )

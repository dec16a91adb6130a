"""Single decisions looked at closely: the checks of a strategy's answers.

A match is played and taken apart. Of one seat's turns one is played again with unseen
cards elsewhere (`unseen`), and what was asked in it is asked again: several times
(`twice`), out of its match (`memory`), and as plain Python (`plain`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zetema_sim.doctor.child_pipe import Line
from zetema_sim.doctor.examined_strategy import Asked, Record, Subject, view_of
from zetema_sim.doctor.report import Finding, Limits
from zetema_sim.doctor.scripted_matches import DECIDED, Logged
from zetema_sim.doctor.tables import SeatedTable
from zetema_sim.faults import StrategyFault
from zetema_sim.kernel.chance import DECLARE, DISCARD
from zetema_sim.playing.decision_record import here
from zetema_sim.reference.asking import PHASES
from zetema_sim.roster.strategy_lines import place_of_error
from zetema_sim.view import NONE

FAR = 1000  # so many times slower than compiled is endless
MOST_PLAIN = 0.5  # of the time may go into plain Python
MATCHES = 1000  # one of so many is taken apart


class Looks:
    """Looks at decisions at the tables.

    Attributes
    ----------
    looked
        How many turns were looked at, by place in `places`.
    times
        How long each compiled decision took.
    plain, unseen
        How many decisions were asked as plain Python, and with other unseen cards.
    """

    def __init__(
        self,
        places: Sequence[SeatedTable],
        subject: Subject,
        line: Line,
        limits: Limits,
    ) -> None:
        self.places, self.subject = places, subject
        self.line, self.limits = line, limits
        self.looked: dict[int, int] = {}
        self.times: list[float] = []
        self.plain = self.unseen = 0
        self._plain_seconds = self._seconds = 0.0
        self._rng = random.Random(2)

    def take(self, seconds: float, without: set[int]) -> None:
        """Look at a turn at each place in turn for so long, but for some places."""
        order = [n for n in range(len(self.places)) if n not in without]
        while order:
            for number in order:
                start = time.thread_time()
                for finding in self._look(self.places[number]):
                    self.line.found(finding)
                self.looked[number] = self.looked.get(number, 0) + 1
                self._seconds += time.thread_time() - start
                if self._seconds >= seconds:
                    return
            self._rng.shuffle(order)

    def _look(self, place: SeatedTable) -> Iterator[Finding]:
        """Yield what is wrong with a turn of a match."""
        seconds, rng = self.limits.decision, self._rng
        doing = place.finding("ends", f"gives no answer within {seconds:g} s")
        self.line.doing(doing, seconds)
        try:
            played = Logged.of(place, rng.randrange(MATCHES))
        except StrategyFault as fault:
            if not place.is_of(fault):
                raise
            reason = f"{fault.phase} {fault.reason}"
            yield place.finding("legal", reason).of(fault)
            return
        row = self.choose_turn(played)
        if row is None:
            return
        yield from self.with_others_cards(played, row)
        for phase in (DECLARE, DISCARD)[not self.subject.file.has_declare :]:
            view = played.view(row, phase)
            if view is not None:
                yield from _AskedTurn(self, played, row, phase, view).findings()

    def choose_turn(self, played: Logged) -> int | None:
        """Choose a turn of the strategy examined, each deal as likely."""
        place, log = played.place, played.log
        seats = [s for s, entry in enumerate(played.seating) if entry == place.entry]
        rows = np.flatnonzero(np.isin(log["seat"], seats))
        if not len(rows):
            return None
        deals = np.unique(log["deal"][rows])
        rows = rows[log["deal"][rows] == self._rng.choice([*deals])]
        return int(self._rng.choice([*rows]))

    def with_others_cards(self, played: Logged, row: int) -> Iterator[Finding]:
        """Play up to a turn with other cards where its seat cannot see them."""
        decks = played.exchanged(row, self._rng)
        if decks is None:
            return
        log, seat = played.log, int(played.log["seat"][row])
        again, ended = played.play(row, NONE, live=seat, decks=decks)
        self.unseen += 1
        both = min(len(again), row + 1)
        other = again[DECIDED][:both] != log[DECIDED][:both]
        mine = np.flatnonzero(other & (log["seat"][:both] == seat))
        at = int(mine[0]) if len(mine) else both
        asked = int(here().hidden["where"][0]["seat"])
        if len(mine) or (both <= row and ended and asked == seat):
            deal = int(log["deal"][at])
            reason = "plays otherwise when only cards that it cannot see are others"
            finding = played.place.finding("unseen", reason)
            turn = at - int(played.starts()[deal])
            yield finding.at(played.match, deal, turn, seat, "discard")

    def may_ask_plain(self) -> bool:
        """Tell whether plain Python has not yet taken its share of the time."""
        return self._plain_seconds <= MOST_PLAIN * self._seconds + 0.05

    def ask_plain(self, view: Any, phase: str) -> Asked:
        """Ask plain Python, and count the time."""
        answer = self.subject.plain(view, phase, self.limits.plain)
        self._plain_seconds += answer.seconds
        self.plain += 1
        return answer

    def facts(self) -> dict[str, float]:
        """Return median and 99th percentile in microseconds."""
        if not self.times:
            return {}
        median, p99 = np.percentile(self.times, (50, 99)) * 1e6
        return {"median_us": float(median), "p99_us": float(p99)}


class _AskedTurn:
    """One decision: what was asked in a turn of a match, and what came of it."""

    def __init__(
        self, looks: Looks, played: Logged, row: int, phase: int, view: Record
    ) -> None:
        self.looks, self.played, self.view = looks, played, view
        self.row, self.phase = played.log[row], PHASES[phase]
        self.strategy = played.place.table.strategies[played.place.entry]
        deal = int(self.row["deal"])
        turn = row - int(played.starts()[deal])
        self.where = played.match, deal, turn, int(self.row["seat"]), self.phase

    def finding(
        self, check: str, reason: str, line: str | None = None, *, plain: bool = False
    ) -> Finding:
        """Return a finding that this decision shows."""
        place = self.played.place
        return place.finding(check, reason, line, plain=plain).at(*self.where)

    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong with it."""
        looks, phase = self.looks, self.phase
        rules = self.played.place.table.rules
        plain = view_of(self.view, self.strategy, rules)
        seconds = looks.limits.decision
        doing = self.finding("ends", f"{phase} gives no answer within {seconds:g} s")
        function = getattr(looks.subject.file.plain, phase)
        looks.line.doing(doing, seconds, lambda: function(plain))
        first, *again, in_noise = looks.subject.compiled(self.view, phase)
        looks.times.append(first.seconds)
        if any(answer != first for answer in again):
            reason = "answers the same view differently when asked again"
            yield self.finding("twice", reason)
        elif in_noise != first:
            yield self.finding("unseen", f"{phase} reads memory beside its view")
        elif not self._is_as_played(first):
            reason = (
                f"{phase} answers {first.told()}, and otherwise in its match: "
                "something is carried over"
            )
            yield self.finding("memory", reason)
        if looks.may_ask_plain():
            reason = f"{phase} as plain Python cannot be broken off"
            doing = self.finding("ends", reason, plain=True)
            looks.line.doing(doing, 10 + 8 * looks.limits.plain)
            yield from self._as_plain(first, plain)

    def _is_as_played(self, answer: Asked) -> bool:
        """Tell whether an answer is what the match's log has."""
        row, view = self.row, self.view
        if answer.error is not None:
            return False
        if self.phase == "discard":
            return bool(answer.value == row["discard"])
        if answer.value == NONE:
            return bool(row["kind"] == NONE)
        if not 0 <= answer.value < view["n_listed"][0]:
            return True  # the log does not say which one it was
        columns = {
            "option_kind": "kind",
            "option_mask": "mask",
            "option_twins": "twins",
            "option_tableau_mask": "tableau_mask",
            "option_tableau_twins": "tableau_twins",
        }
        return all(
            view[name][0, answer.value] == row[column]
            for name, column in columns.items()
        )

    def _as_plain(self, compiled: Asked, view: Any) -> Iterator[Finding]:
        """Ask as plain Python, twice if it is quick, and compare.

        The two differ where compiled whole numbers overflow: they have 64 bits.
        """
        seconds = self.looks.limits.plain
        first = self.looks.ask_plain(view, self.phase)
        if first.is_late:
            if compiled.seconds * FAR < seconds:
                reason = f"as plain Python it gives no answer within {seconds:g} s"
                yield self.finding("ends", reason, plain=True)
            return
        if first.error is None and not _is_whole(first.value):
            reason = f"answers {first.value!r}, which is not a whole number"
            yield self.finding("legal", reason, plain=True)
        elif first != compiled and None in (first.error, compiled.error):
            place = None if first.error is None else place_of_error(first.error)
            reason = f"{self.phase} answers {compiled.told()} compiled, "
            reason += f"{first.told()} as plain Python"
            if first.error is compiled.error:
                reason += "; whole numbers have 64 bits in compiled code, and wrap"
            yield self.finding("plain", reason, place, plain=True)
        elif first.seconds < seconds / 4:
            if self.looks.ask_plain(view, self.phase) != first:
                reason = "answers the same view differently when asked again, as plain"
                yield self.finding("twice", f"{reason} Python", plain=True)


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)

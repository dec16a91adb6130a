"""Whole matches in the kernel: errors, illegal answers, and what lies undrawn.

In a second run of each match the cards that are in the stock at some turn have changed
places; up to that turn nothing may be different.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from zetema_sim import records
from zetema_sim.chance import shuffled_deck
from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.tables import Place
from zetema_sim.doctor.watcher import Examination
from zetema_sim.faults import StrategyFault
from zetema_sim.view import Words

MATCHES = 12  # a table at most
EVERY_DEAL = 1_000_000
TURNS = 3_000  # a match may take, with all of them as slow as allowed on average


def play_tables(places: list[Place], examination: Examination, end: float) -> int:
    """Play at each table until the time is up, and return how many matches."""
    rng = random.Random(3)
    played = 0
    for match in range(MATCHES):
        for place in places:
            if time.perf_counter() > end:
                return played
            for finding in _play(place, match, examination, rng):
                examination.line.found(finding)
            played += 1
    return played


def _play(
    place: Place, match: int, examination: Examination, rng: random.Random
) -> Iterator[Finding]:
    limits, line = examination.limits, examination.line
    where = f"{place.told()}, match {match}"
    seconds = max(2 * limits.decision, TURNS * limits.long_decision)
    reason = f"plays a match for over {seconds:g} s"
    line.doing(Finding("ends", reason, None, where, place.replay(match)), seconds)
    try:
        log = place.table.play_match(match).log
        yield from _with_other_stock(place, match, log, rng)
    except StrategyFault as fault:
        if not place.is_of(fault):
            raise
        if examination.play(place, match, limits.seconds, EVERY_DEAL):
            return  # told better there
        where += f", deal {fault.deal}, turn {fault.turn}, seat {fault.seat}"
        reason = f"{fault.phase} {fault.reason}"
        yield Finding("legal", reason, None, where, place.replay(match))


def _with_other_stock(
    place: Place, match: int, log: Words, rng: random.Random
) -> Iterator[Finding]:
    turns = int((log[:, records.LOG_DEAL] == 0).sum())
    turn = rng.randrange(turns)
    drawn = int(log[turn, records.LOG_DRAWN_FROM] + log[turn, records.LOG_DRAWN])
    deck = _other_stock(place, match, drawn, rng)
    again = place.table.play_match(match, deck[np.newaxis]).log
    seen = [records.LOG_SEAT, records.LOG_KIND, records.LOG_MASK, records.LOG_DISCARD]
    for now in range(turn + 1):
        if (log[now, seen] != again[now, seen]).any():
            where = f"{place.told()}, match {match}, deal 0, turn {now}, "
            where += f"seat {log[now, records.LOG_SEAT]}"
            reason = "plays otherwise when only cards in the stock are others"
            yield Finding("unseen", reason, None, where, place.replay(match))
            return


def _other_stock(
    place: Place, match: int, drawn: int, rng: random.Random
) -> npt.NDArray[np.int8]:
    """Return the match's first deck with the cards from place `drawn` on shuffled."""
    _, block = place.lineup.locate(match)
    deck = [int(card) for card in shuffled_deck(place.table.seed, block, 0)]
    rest = deck[drawn:]
    rng.shuffle(rest)
    return np.array(deck[:drawn] + rest, np.int8)

"""The kernel behind plain arguments: blocks of one line-up, and one match with its log.

Everything a call needs is made for that call, so any number of threads may play at
once; the kernel holds no lock of Python's meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from zetema_sim.cards import DECK, DECK_SIZE, card_text
from zetema_sim.common.cache_folder import hash_of
from zetema_sim.kernel import counters, matches, records
from zetema_sim.kernel.jit import address_of
from zetema_sim.kernel.records import Played
from zetema_sim.playing.decision_record import Seated, here
from zetema_sim.playing.forfeits import play_forfeiting
from zetema_sim.playing.lineups import LineUp
from zetema_sim.roster.lookup import Strategy
from zetema_sim.table_rules import MOST_SEATS, TableRules
from zetema_sim.view import NONE, Words, rules_record

MAX_TURNS_SHOWN = 1024  # turns a match, in a histogram whose last bin is "or more"
_NO_DECKS = np.zeros((0, DECK_SIZE), np.int8)


@dataclass(frozen=True)
class Table:
    """A line-up at a table: the strategies of its entries, its seatings, the rules."""

    rules: TableRules
    strategies: tuple[Strategy, ...]  # of the line-up's entries
    lineup: LineUp  # of places in `strategies`
    seed: int
    forfeits: bool = False  # whether a fault loses its match, instead of being raised

    @cached_property
    def _seatings(self) -> tuple[Words, Words]:
        seatings = np.zeros((len(self.lineup.seatings), MOST_SEATS), np.int64)
        for place, seating in enumerate(self.lineup.seatings):
            seatings[place, : len(seating)] = seating
        return seatings, np.array(self.lineup.orders, np.int64)

    @cached_property
    def seated(self) -> Seated:
        """Who sits at which table, for faults."""
        names = tuple(strategy.name for strategy in self.strategies)
        return Seated(names, self.lineup.entries, _key(self.rules, self.seed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without addresses: the receiver compiles for itself."""
        return Table, tuple(getattr(self, each.name) for each in fields(self))

    def prepare(self) -> None:
        """Compile the strategies, so that playing need not.

        Raises
        ------
        StrategyError
            If numba refuses one of them.
        """
        for strategy in self.strategies:
            _ = strategy.file.pointers
            strategy.file.more_words(self.rules)

    @property
    def score_bins(self) -> int:
        """More than any side's score can be: below the target, then one event more."""
        rules = self.rules
        marriages = max(rules.marriage_base) + 2 * rules.imperial_bonus
        runs = (rules.sequence_points, rules.flush_points, rules.flush_sequence_points)
        return rules.target + max(*rules.assembly, *rules.zetema, *runs, marriages)

    def new_tally(self) -> records.Tally:
        """Return empty histograms for this table."""
        entries, bins = len(self.strategies), self.score_bins
        return records.Tally(
            scores=np.zeros((entries, bins), np.int64),
            margins=np.zeros((entries, bins), np.int64),
            deal_points=np.zeros((entries, bins), np.int64),
            deals=np.zeros(counters.MAX_DEALS_SHOWN + 1, np.int64),
            turns=np.zeros(MAX_TURNS_SHOWN + 1, np.int64),
            totals=np.zeros(counters.N_TOTALS, np.int64),
        )

    def play_blocks(self, first: int, blocks: int) -> Played:
        """Play `blocks` blocks from number `first` on.

        Raises
        ------
        StrategyFault
            If a strategy raises an error or answers what is not allowed, unless the
            table has `forfeits`.
        """
        if self.forfeits:
            return play_forfeiting(self, first, blocks)
        return self.attempt(first, blocks)

    def attempt(self, first: int, blocks: int, step: int = NONE) -> Played:
        """Play blocks, or of each the match of one step alone; raise any fault."""
        return self._play(first, blocks, step, _NO_DECKS, 0)

    def nothing(self, blocks: int, log_rows: int = 0) -> Played:
        """Return what blocks come to of which nothing is played."""
        entries = len(self.strategies)
        return Played(
            np.zeros((blocks, entries, counters.N_COLUMNS), np.int64),
            self.new_tally(),
            np.zeros(log_rows, records.ROW_DTYPE),
        )

    def play_match(
        self, match: int, decks: npt.NDArray[np.int8] | None = None
    ) -> Played:
        """Play one match, by its number, with a log of its turns.

        `decks`, int8 ``[deal, 65]``, takes the place of the shuffles.
        """
        _, block = self.lineup.locate(match)
        step = match - self.lineup.matches_of(block).start
        rows = 1024
        while True:
            given = _NO_DECKS if decks is None else decks
            played = self._play(block, 1, step, given, rows)
            turns = int(played.tally.totals[counters.ALL_TURNS])
            if turns <= rows:
                return played._replace(log=played.log[:turns])
            rows = turns

    def _play(
        self,
        first: int,
        blocks: int,
        only: int,
        decks: npt.NDArray[np.int8],
        log_rows: int,
    ) -> Played:
        played, fault = self.run(first, blocks, only, decks, log_rows)
        if fault:
            raise here().fault(fault)
        here().count(int(played.tally.totals[counters.ALL_MATCHES]))
        return played

    def run(
        self,
        first: int,
        blocks: int,
        only: int,
        decks: npt.NDArray[np.int8],
        log_rows: int,
    ) -> tuple[Played, str]:
        """Play as far as it goes; return also what a strategy did to end it, if any.

        Where it ended, and what was to be seen there, stands in `playing.here`.
        """
        self.prepare()  # before the clock of `work.hang_watch` runs
        spot = here()
        public, hidden = spot.public, spot.begin(self.seated)
        public[:] = matches.new_table(rules_record(self.rules))
        self._fill(hidden, only)
        seatings, orders = self._seatings
        played = self.nothing(blocks, log_rows)
        error, outcome = "", records.GOES_ON
        try:
            outcome = matches.play_blocks(
                *(public, hidden, seatings, orders, first),
                *(played.sums, played.tally, decks, played.log),
            )
        except Exception as problem:
            error = f"raised {type(problem).__name__}: {problem}"
        finally:
            spot.end()
        if outcome != records.GOES_ON:
            answer = int(hidden["where"][0]["answer"])
            error = self._reason(public[0], answer, outcome)
        return played, error

    def _fill(self, hidden: npt.NDArray[Any], only: int) -> None:
        """Write into the kernel's empty record how the strategies are called."""
        matches.fill_hidden(hidden, self.seed, only)
        fill_strategies(hidden, self.strategies, self.rules)

    @staticmethod
    def _reason(public: Any, answer: int, outcome: int) -> str:
        if outcome == records.ILLEGAL_OPTION:
            last = int(public["n_options"]) - 1
            return f"answered {answer}, not -1 or an option from 0 to {last}"
        if outcome == records.ENDLESS:
            return "plays a deal that does not end"
        legal = int(public["legal_mask"])
        allowed = " ".join(card_text(card) for card in range(64) if legal >> card & 1)
        card = f" ({card_text(answer)})" if answer in DECK else ""
        return f"answered {answer}{card}, which may not be discarded now: {allowed} may"


def fill_strategies(
    hidden: npt.NDArray[Any], strategies: Sequence[Strategy], rules: TableRules
) -> None:
    """Write into the kernel's own record how the strategies of entries are called."""
    for entry, strategy in enumerate(strategies):
        discard, declare = strategy.file.pointers
        hidden["discards"][0, entry] = address_of(discard)
        hidden["declares"][0, entry] = address_of(declare or discard)
        has_declare = records.HAS_DECLARE if strategy.file.has_declare else 0
        uses_chance = records.USES_CHANCE if strategy.file.uses_chance else 0
        hidden["flags"][0, entry] = has_declare | uses_chance
        values = [*strategy.settings.values(), *strategy.file.more_words(rules)]
        hidden["settings"][0, entry, : len(values)] = values
        hidden["has_settings"] |= len(values) > 0


@lru_cache(maxsize=64)
def _key(rules: TableRules, seed: int) -> str:
    """Return what tells the rules and the seed of a table from others."""
    return hash_of([repr((rules, seed)).encode()])[:16]

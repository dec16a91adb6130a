"""The strategy ``search``: part of the program, named and told like a strategy file.

Which strategy plays on is part of what it is, and so are the rules of its bank and the
source of search itself: they are in its hash.
"""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.common.cache_folder import code_hash, game_hash, hash_of
from zetema_sim.common.paths import PACKAGE
from zetema_sim.table_rules import TableRules
from zetema_sim.view import MAX_SETTINGS, View, rules_record, view_record

if TYPE_CHECKING:
    from zetema_sim.roster.lookup import Strategy
    from zetema_sim.search.policy import Policy

NAME = "search"
POLICY = "balanced"
DEFAULT_WORLDS, MOST_WORLDS = 256, 4096


class SearchFile:
    """Search with a policy, in the place of a strategy file.

    Parameters
    ----------
    policy
        The shipped strategy that plays on, at its defaults.
    """

    stem = NAME
    is_shipped = True
    summary = "Play every answer on in many worlds, and take the one that wins most."
    source = (
        "flat Monte Carlo with sequential halving (Karnin, Koren and Somekh, ICML 2013)"
    )
    has_declare = uses_chance = True
    helpers: dict[str, Any] = {}  # noqa: RUF012 - as a strategy file has it

    def __init__(self, policy: Strategy) -> None:
        self.policy = policy
        self.settings = {"worlds": (DEFAULT_WORLDS, 0, MOST_WORLDS)}
        self.path = Path(PACKAGE) / "search" / "halving.py"
        self._kept: dict[bytes, tuple[int, ...]] = {}
        self._alive: list[Any] = []  # what compiled code reads by address

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by the policy's name; the receiver makes its own."""
        return _arrived, (self.policy.name, self.source_hash)

    @property
    def words(self) -> dict[str, str]:
        """Settings that are words, where they are not the default."""
        return {} if self.policy.name == POLICY else {"policy": self.policy.name}

    @property
    def docstring(self) -> str:
        """What `strategies show` tells of it."""
        return (
            f"{self.summary}\n\nWorlds are dealt from what the seat cannot see; "
            f"{self.policy.name} plays on in each, on all seats. Another shipped "
            "strategy does with policy=NAME; worlds=0 plays like the policy itself.\n"
            f"docs/search.md tells all of it.\n\nSource: {self.source}."
        )

    @cached_property
    def source_hash(self) -> str:
        """The hash of all that its decisions depend on."""
        from zetema_sim.search.bank import RECIPE

        parts = (code_hash("search"), game_hash(), self.policy.source_hash, RECIPE)
        return hash_of([part.encode() for part in parts])

    @cached_property
    def pointers(self) -> tuple[Any, Any]:
        """The compiled `discard` and `declare`: one function."""
        from zetema_sim.search.halving import decide_by_search

        return decide_by_search, decide_by_search

    def more_words(self, rules: TableRules) -> tuple[int, ...]:
        """Return what compiled code finds behind the settings (`search.halving`)."""
        key = rules_record(rules).tobytes()
        if key not in self._kept:
            from zetema_sim.search.bank import bank_of
            from zetema_sim.search.policy import hidden_of

            policy = policy_of(self.policy)
            template, bank = hidden_of(policy), bank_of(rules, policy)
            self._alive += [template, bank]
            arrays = (template, bank.firsts, bank.seats, bank.points)
            places = (int(array.ctypes.data) for array in arrays)
            self._kept[key] = (*places, len(bank.firsts) - 1, len(bank.seats))
        return self._kept[key]

    @cached_property
    def plain(self) -> Any:
        """What plain Python asks: the compiled decision, of the same view."""
        return SimpleNamespace(discard=self._answer, declare=self._answer)

    def _answer(self, view: View) -> int:
        from zetema_sim.search.halving import answer_of

        settings: Any = view.settings
        words = np.zeros(MAX_SETTINGS, np.int64)
        words[0] = settings[0]
        more = self.more_words(view.rules)
        words[1 : 1 + len(more)] = more
        return int(answer_of(view_record(view), words))


def policy_of(strategy: Strategy) -> Policy:
    """Return how a strategy is called in a search."""
    from zetema_sim.kernel.jit import address_of
    from zetema_sim.kernel.records import HAS_DECLARE, USES_CHANCE
    from zetema_sim.search.policy import Policy

    file = strategy.file
    discard, declare = file.pointers
    return Policy(
        address_of(discard),
        address_of(declare or discard),
        HAS_DECLARE * file.has_declare | USES_CHANCE * file.uses_chance,
        tuple(strategy.settings.values()),
    )


@cache
def search_file(policy: str) -> SearchFile:
    """Return search with a policy, by the name of a shipped strategy."""
    from zetema_sim.roster.lookup import load

    return SearchFile(load(policy))


class SearchError(RuntimeError):
    """A search that cannot be played here as it was sent."""


def _arrived(policy: str, source_hash: str) -> SearchFile:
    file = search_file(policy)
    if file.source_hash != source_hash:
        raise SearchError(
            "the sender's search is another: install the same program everywhere"
        )
    return file

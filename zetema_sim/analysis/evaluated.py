"""Judging a position by search: its answers played on by a shipped strategy."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

from zetema_sim.analysis.judged import Judged, Position, joined_worlds
from zetema_sim.common.wording import nearest
from zetema_sim.roster.lookup import RosterError, load, shipped_names
from zetema_sim.roster.search_file import policy_of
from zetema_sim.search.evaluate import evaluate, knows_all
from zetema_sim.search.policy import Policy
from zetema_sim.view import view_record
from zetema_sim.work.cores import default_threads

LEAST = 64  # worlds a thread, so that starting it pays


@cache
def policy_named(name: str) -> Policy:
    """Return a shipped strategy as the policy of a search.

    Raises
    ------
    RosterError
        If no shipped strategy is called so.
    """
    plain, _, _ = name.partition(":")
    if plain not in shipped_names():
        near = nearest(plain, shipped_names())
        raise RosterError(f"{name!r} is no shipped strategy, so no policy{near}")
    return policy_of(load(name))


class Judge:
    """Judges the answers of positions, in as many worlds as asked.

    Parameters
    ----------
    policy
        The shipped strategy that plays on.
    seed
        What the worlds come from.
    """

    def __init__(self, policy: str, seed: int) -> None:
        self.policy, self.seed = policy_named(policy), seed

    def __call__(self, position: Position, first: int, worlds: int) -> Judged:
        """Play all answers on in so many worlds from one on.

        Where nothing is hidden all worlds are one, and one is played.
        """
        view, rules = view_record(position.view), position.rules
        if knows_all(view):
            worlds = max(min(worlds, 1 - first), 0)
        threads = max(1, min(default_threads(), worlds // LEAST))
        cuts = [first + worlds * part // threads for part in range(threads + 1)]
        answers = position.answers

        def part(number: int) -> Judged:
            start, end = cuts[number], cuts[number + 1]
            found = evaluate(
                *(view, rules, self.policy, answers, self.seed),
                range(start, end),
            )
            return Judged(*found, side=int(position.view.side))

        with ThreadPoolExecutor(threads) as pool:
            return joined_worlds([*pool.map(part, range(threads))])

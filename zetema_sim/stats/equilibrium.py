"""The play that nothing in a field beats: equilibria of two sides and of more seats.

A *mix* says with what chance each strategy of a field is chosen. Two sides that win
what the other loses play a zero-sum game, which is symmetric here: its equilibria are
the mixes that no strategy of the field wins more than half against. Of several the one
of highest entropy is meant, as in Nash averaging (Balduzzi, Tuyls, Perolat and Graepel,
"Re-evaluating Evaluation", 2018): equal strategies then share what one of them would
have, and what loses to the mix has no part in it, however many copies there are.

Of more than two seats, each for itself, a symmetric equilibrium is a mix from which no
seat gains by deviating while all others are drawn from it. There may be several, and
none is easy to find for certain; so it is sought from many starts, and what a seat
could still gain by deviating is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import numpy.typing as npt
from scipy import linalg, optimize

Floats = npt.NDArray[np.float64]

TINY = 1e-9  # wins of one: what is less is an error of rounding
_STEPS = 4000
_PACE = 2.0
_LEAST_PART = 1e-3  # of a mix's strategy, when its support is read off


# --- two sides ---------------------------------------------------------------------


def equilibrium_of_two(ahead: Floats) -> Floats:
    """Return the mix that nothing beats, of highest entropy if there are several.

    Parameters
    ----------
    ahead
        ``[a, b]``: how much more than half `a` wins against `b`, so that
        ``ahead[b, a] == -ahead[a, b]``.

    Raises
    ------
    ValueError
        If it is not so.
    """
    if not np.allclose(ahead, -ahead.T, atol=TINY):
        raise ValueError("what one side wins the other does not lose")
    size = len(ahead)
    best = np.flatnonzero((ahead >= -TINY).all(axis=1))
    if len(best) == 1 and np.delete(ahead[best[0]], best[0]).min(initial=1.0) > TINY:
        return np.asarray(np.eye(size)[best[0]])
    corners = [_largest_part(ahead, place) for place in range(size)]
    support = [place for place in range(size) if corners[place][place] > 1e-7]
    centre = np.mean([corners[place] for place in support], axis=0)
    if all(np.allclose(corners[place], centre, atol=1e-6) for place in support):
        return _normal(centre)
    return _of_highest_entropy(ahead, support, centre)


def _largest_part(ahead: Floats, place: int) -> Floats:
    """Return the equilibrium in which a strategy's part is largest."""
    size = len(ahead)
    found = optimize.linprog(
        -np.eye(size)[place],
        A_ub=-ahead.T,
        b_ub=np.full(size, TINY),
        A_eq=np.ones((1, size)),
        b_eq=[1.0],
        bounds=(0, 1),
    )
    return _normal(np.array(found.x))


def _of_highest_entropy(ahead: Floats, support: list[int], start: Floats) -> Floats:
    """Return the equilibrium of highest entropy among those with parts in `support`.

    Against each of these every equilibrium wins exactly half.
    """
    rest = [place for place in range(len(ahead)) if place not in support]
    inside = ahead[support]
    # Copies win alike: of such equations one stays, which the solver needs.
    equations = np.vstack([inside[:, support].T, np.ones(len(support))])
    fixed = linalg.orth(equations.T, rcond=1e-7).T
    whole = start[support]
    even = {
        "type": "eq",
        "fun": lambda parts: fixed @ (parts - whole),
        "jac": lambda parts: fixed,
    }
    ahead_of_rest = {"type": "ineq", "fun": lambda parts: parts @ inside[:, rest]}
    found = optimize.minimize(
        lambda parts: float(np.sum(parts * np.log(parts))),
        start[support],
        jac=lambda parts: np.log(parts) + 1,
        bounds=[(1e-12, 1.0)] * len(support),
        constraints=[even, ahead_of_rest] if rest else [even],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    mix = np.zeros(len(ahead))
    mix[support] = found.x
    mix = _normal(mix)
    return mix if (mix @ ahead).min() > -1e-6 else start


def _normal(parts: Floats) -> Floats:
    clear = np.where(parts > TINY, parts, 0.0)
    return np.asarray(clear / clear.sum())


# --- more seats, each for itself ---------------------------------------------------


@dataclass(frozen=True)
class SeatGame:
    """What each strategy wins, by who sits on the other seats.

    Attributes
    ----------
    others
        The ways to fill the other seats, each a sorted tuple of places.
    shares
        ``[strategy, way]``: the win share of a seat, 0 to 1.
    """

    others: tuple[tuple[int, ...], ...]
    shares: Floats

    @property
    def size(self) -> int:
        """How many strategies there are."""
        return len(self.shares)

    def against(self, mix: Floats) -> Floats:
        """Return each strategy's win share where all other seats come from a mix."""
        return np.asarray(self.shares @ self._chances(mix))

    def gain(self, mix: Floats) -> float:
        """Return what a seat gains at most by deviating from a mix."""
        shares = self.against(mix)
        return float(shares.max() - mix @ shares)

    def _chances(self, mix: Floats) -> Floats:
        """Return how likely each way to fill the other seats is."""
        return np.array([_orders(way) * mix[[*way]].prod() for way in self.others])


def ways_to_fill(size: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to fill some seats from so many strategies."""
    return tuple(combinations_with_replacement(range(size), seats))


def _orders(way: Sequence[int]) -> int:
    """Return in how many orders the seats can be filled so."""
    orders = factorial(len(way))
    for place in set(way):
        orders //= factorial(way.count(place))
    return orders


def symmetric_mixes(game: SeatGame) -> list[Floats]:
    """Return a mix for each start: every strategy alone, and all alike.

    From each the parts of strategies that win more grow (replicator dynamics) until
    nothing moves; then the chances are worked out at which those left win alike.
    """
    return [_settled(game, start) for start in _starts(game.size)]


def _starts(size: int) -> Iterator[Floats]:
    even = np.full(size, 1 / size)
    for place in range(size):
        yield 0.98 * np.eye(size)[place] + 0.02 * even
    yield even


def _settled(game: SeatGame, mix: Floats) -> Floats:
    """Return the mix that a start comes to."""
    spread = max(float(np.ptp(game.shares)), TINY)
    tried = [mix]
    for step in range(_STEPS):
        shares = game.against(mix)
        pace = _PACE / (1 + step / 200) / spread
        mix = mix * np.exp(pace * (shares - mix @ shares))
        mix = mix / mix.sum()
        if step % 500 == 499:
            tried += [mix, *_polished(game, mix)]
            if game.gain(tried[-1]) < 1e-7:
                break
    return min(tried, key=game.gain)


def _polished(game: SeatGame, mix: Floats) -> list[Floats]:
    """Return the mix of the same strategies in which all of them win alike, if any."""
    support = np.flatnonzero(mix > _LEAST_PART)
    if len(support) == 1:
        return [np.eye(game.size)[support[0]]]

    def apart(parts: Floats) -> Floats:
        shares = game.against(_spread(parts))[support]
        return np.append(shares[1:] - shares[0], parts.sum() - 1)

    def _spread(parts: Floats) -> Floats:
        whole = np.zeros(game.size)
        whole[support] = parts
        return whole

    found = optimize.root(apart, mix[support], method="hybr")
    if not found.success or found.x.min() < 0:
        return []
    return [_normal(_spread(found.x))]

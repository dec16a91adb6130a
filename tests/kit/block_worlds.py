"""Made-up runs in which strategies of known strength share luck in rotated blocks.

A world gives the wins of every match, ``[run, block, match, strategy]``. In each block
every strategy sits on each seat once. The strongest score of strength, luck and chance
wins; luck with a Gumbel distribution alone makes the shares equal the strengths.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Size = tuple[int, int, int]  # runs, blocks, seats
World = Callable[[Floats, Size, np.random.Generator], Floats]


def independent(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """No luck is shared: matches of a block are independent."""
    return _won(np.log(strengths) + rng.gumbel(size=(*size, size[2])))


def seat_luck(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """The seat's cards decide alone: wins of a strategy in a block rule others out."""
    return _won(np.log(strengths) + _by_seat(rng.gumbel(size=size)))


def some_luck(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """The seat's cards and chance decide together, as in the game."""
    chance = rng.gumbel(size=(*size, size[2])) / 2
    return _won(np.log(strengths) + _by_seat(rng.gumbel(size=size)) + chance)


def suits_one(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """The shuffle suits a strategy in whatever seat: wins in a block go together."""
    runs, blocks, seats = size
    suited = 0.8 * rng.gumbel(size=(runs, blocks, 1, seats))
    return _won(np.log(strengths) + suited + 0.6 * rng.gumbel(size=(*size, seats)))


def all_or_none(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """One strategy wins all matches of a block."""
    runs, blocks, seats = size
    scores = np.log(strengths) + rng.gumbel(size=(runs, blocks, 1, seats))
    return _won(np.broadcast_to(scores, (*size, seats)))


def two_sorts(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """In one block of seven chance decides, in the others strength nearly alone."""
    runs, blocks, seats = size
    stress = np.where(rng.random((runs, blocks, 1, 1)) < 1 / 7, 1, 3)
    return _won(np.log(strengths) * stress + rng.gumbel(size=(*size, seats)))


def copies_but_rarely(
    strengths: Floats, size: Size, rng: np.random.Generator
) -> Floats:
    """A block is split evenly, save for one match in fifty that goes by strength."""
    runs, blocks, seats = size
    winner = (rng.integers(seats, size=(runs, blocks, 1)) + np.arange(seats)) % seats
    other = rng.choice(seats, p=strengths, size=size)
    winner = np.where(rng.random(size) < 0.02, other, winner)
    return (winner[..., None] == np.arange(seats)).astype(float)


def shared_wins(strengths: Floats, size: Size, rng: np.random.Generator) -> Floats:
    """As `some_luck`, but close scores share the win."""
    chance = rng.gumbel(size=(*size, size[2])) / 2
    scores = np.log(strengths) + _by_seat(rng.gumbel(size=size)) + chance
    close = scores > scores.max(axis=3, keepdims=True) - 0.5
    return close / close.sum(axis=3, keepdims=True)


WORLDS: dict[str, World] = {
    world.__name__: world
    for world in (
        independent,
        seat_luck,
        some_luck,
        suits_one,
        all_or_none,
        two_sorts,
        copies_but_rarely,
        shared_wins,
    )
}


def strengths_around(first: float, seats: int) -> Floats:
    """Return strengths that sum to 1, `first` and unequal ones for the others."""
    others = np.arange(1.0, seats)
    return np.concatenate([[first], others / others.sum() * (1 - first)])


def points(kind: str, size: Size, rng: np.random.Generator) -> Floats:
    """Return one seat's points in each match, ``[run, block, match]``."""
    runs, blocks, _ = size
    if kind == "usual":
        won = rng.random(size) < 0.3
        return np.where(
            won, 200 + 5 * rng.integers(0, 12, size), 5 * rng.integers(0, 39, size)
        )
    if kind == "shared":
        luck = rng.gamma(2, 50, (runs, blocks, 1))
        return (luck + rng.gamma(2, 50, size)) / 2
    if kind == "skewed":
        luck = 0.6 * rng.normal(size=(runs, blocks, 1)) + 0.4 * rng.normal(size=size)
        return np.exp(3.5 + 0.8 * luck)
    scored = rng.random(size) < 0.05  # rarely any
    return np.where(scored, 20 * rng.integers(1, 10, size), 0)


def _by_seat(luck: Floats) -> Floats:
    """Return the luck of each strategy's seat, for all rotations of a block."""
    seats = np.arange(luck.shape[2])
    return luck[:, :, (seats[:, None] + seats) % len(seats)]


def _won(scores: Floats) -> Floats:
    return (scores == scores.max(axis=3, keepdims=True)).astype(float)

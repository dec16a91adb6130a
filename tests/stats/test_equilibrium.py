"""Equilibria: of games whose answer is known, and of copies."""

import numpy as np
import pytest

from zetema_sim.stats.equilibrium import (
    SeatGame,
    equilibrium_of_two,
    symmetric_mixes,
    ways_to_fill,
)

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / 2


def with_copies(ahead, copies):
    """Return a game with so many copies of each strategy."""
    places = np.repeat(np.arange(len(ahead)), copies)
    return ahead[np.ix_(places, places)], places


def random_game(seed, size):
    """Return what strategies win of each other, by chance."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(-0.5, 0.5, (size, size)), 1)
    return upper - upper.T


def test_circle() -> None:
    """In a circle all are alike; where one win counts double, its loser comes most."""
    assert equilibrium_of_two(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)
    weighted = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]) / 4
    assert equilibrium_of_two(weighted) == pytest.approx([1 / 4, 1 / 2, 1 / 4])


def test_one_that_beats_all_is_alone() -> None:
    """By however little."""
    ahead = random_game(1, 5)
    ahead[2], ahead[:, 2] = 1e-4, -1e-4
    ahead[2, 2] = 0
    assert equilibrium_of_two(ahead) == pytest.approx([0, 0, 1, 0, 0])


@pytest.mark.parametrize("seed", range(20))
def test_nothing_beats_it(seed) -> None:
    """Whatever the game: no strategy wins more than half against the mix."""
    ahead = random_game(seed, 3 + seed % 10)
    mix = equilibrium_of_two(ahead)
    assert mix.sum() == pytest.approx(1)
    assert mix.min() >= 0
    assert (mix @ ahead).min() > -1e-6


@pytest.mark.parametrize("seed", range(8))
def test_copies_share_and_change_nothing(seed) -> None:
    """Of a strategy's copies each has as much, all together what one had."""
    ahead = ROCK_PAPER_SCISSORS if seed == 0 else random_game(seed, 6)
    alone = equilibrium_of_two(ahead)
    copies = np.random.default_rng(seed).integers(1, 5, len(ahead))
    many, places = with_copies(ahead, copies)
    mix = equilibrium_of_two(many)
    assert np.bincount(places, mix) == pytest.approx(alone, abs=1e-4)
    assert mix == pytest.approx(np.repeat(alone / copies, copies), abs=1e-4)


def test_equal_strategies_share_it() -> None:
    """Nothing tells them apart, so all have as much."""
    assert equilibrium_of_two(np.zeros((4, 4))) == pytest.approx([1 / 4] * 4)


def test_what_is_no_such_game_is_refused() -> None:
    """What one wins the other loses."""
    with pytest.raises(ValueError, match="does not lose"):
        equilibrium_of_two(np.ones((2, 2)))


def seat_game(size, seats, share):
    """Return a game by what a seat wins: `share(strategy, others)`."""
    ways = ways_to_fill(size, seats - 1)
    shares = [[share(place, way) for way in ways] for place in range(size)]
    return SeatGame(ways, np.array(shares))


def minority(place, others):
    """Of three seats the one that differs from both others wins all."""
    if others.count(place) == 0 and others[0] == others[1]:
        return 1.0
    return 1 / 3 if others.count(place) == 2 else 0.0


def test_mix_of_three_seats() -> None:
    """Who differs wins: both choices must come alike."""
    game = seat_game(2, 3, minority)
    for mix in symmetric_mixes(game):
        assert mix == pytest.approx([1 / 2, 1 / 2], abs=1e-4)
        assert game.gain(mix) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_strongest_is_alone(seats) -> None:
    """Where each wins by its strength, every start comes to the strongest alone."""
    strength = [1.0, 1.5, 2.0, 1.9]

    def share(place, others):
        return strength[place] / (strength[place] + sum(strength[o] for o in others))

    game = seat_game(4, seats, share)
    for mix in symmetric_mixes(game):
        assert mix == pytest.approx([0, 0, 1, 0], abs=1e-6)
        assert game.gain(mix) == pytest.approx(0, abs=1e-9)


def test_two_that_hold_by_themselves() -> None:
    """Where to be like the others pays, each alone is an equilibrium: starts differ."""

    def share(place, others):
        return (1 + others.count(place)) / 6 if place else others.count(place) / 6

    found = {tuple(mix.round(3)) for mix in symmetric_mixes(seat_game(2, 3, share))}
    assert (0.0, 1.0) in found


@pytest.mark.parametrize("seed", range(6))
def test_little_is_gained_by_deviating(seed) -> None:
    """From the best of the mixes found, whatever the game."""
    rng = np.random.default_rng(seed)
    ways = ways_to_fill(5, 2)
    game = SeatGame(ways, rng.uniform(0.2, 0.5, (5, len(ways))))
    least = min(game.gain(mix) for mix in symmetric_mixes(game))
    assert least < 2e-3

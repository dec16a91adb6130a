"""Fields of strategies: balanced rounds, honest ranks, and nothing found where
nothing is."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import combinations, product
from math import isfinite
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from tests.kit.cli_runs import refusal, strategy_file, zetema
from zetema_sim.experiments.line_ups.field import Field, field_of
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.tournament.experiment import (
    FieldPair,
    Tournament,
    cycles_of_three,
    tournament,
)
from zetema_sim.experiments.tournament.rounds import Rounds
from zetema_sim.experiments.tournament.sentences import verdict
from zetema_sim.experiments.tournament.tables import as_json
from zetema_sim.experiments.tournament.text import as_text
from zetema_sim.kernel import counters
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.seating import TableOptions
from zetema_sim.stats import Interval
from zetema_sim.work import Work

NAMES = ("greedy", "random", "first-chance")
UNTIL_DECIDED = Goal(until_decided=True)


def a_field(
    names: tuple[str, ...] = NAMES,
    players: int = 3,
    sides: str | None = None,
    *,
    all_lineups: bool | None = None,
    seed: int = 1,
    single_deal: bool = False,
) -> Field:
    overrides = ("match.mode=single_deal",) if single_deal else ()
    choices = TableOptions(players=players, sides=sides, seed=seed, overrides=overrides)
    return field_of(names, choices, all_lineups=all_lineups)


def rows_of(field: Field, numbers: range) -> tuple[np.ndarray, np.ndarray]:
    """Play rounds; return what strategies and pairs did in them."""
    rounds = Rounds(field, numbers)
    rounds.play()
    return rounds.strategies, rounds.pairs


# Players, sides, all line-ups
TABLES = [
    (2, None, True),
    (3, None, True),
    (3, None, False),
    (4, "solo", False),
    (4, "2x2", True),
    (4, "2x2", False),
    (5, "solo", False),
    (6, "3x2", False),
]
each_table = pytest.mark.parametrize(("players", "sides", "all_lineups"), TABLES)


@each_table
def test_a_round_is_balanced(
    players: int, sides: str | None, all_lineups: bool
) -> None:
    """Each strategy sits on each seat alike often, and shares sum to what is fair."""
    field = a_field(players=players, sides=sides, all_lineups=all_lineups)
    rows, _ = rows_of(field, range(5))
    seats = rows[:, :, counters.SEAT_MATCHES : counters.SEAT_MATCHES + players]
    assert (seats * players == field.round_seats).all()
    wins = rows[:, :, counters.WINS].sum(axis=1)
    assert (wins * field.table.sides == 60 * field.round_seats * field.size).all()


@each_table
def test_rounds_may_be_cut_anywhere(
    players: int, sides: str | None, all_lineups: bool
) -> None:
    """A round is the same alone as among others."""
    field = a_field(players=players, sides=sides, all_lineups=all_lineups)
    together, pairs = rows_of(field, range(2, 6))
    for number in range(4):
        alone, of_pairs = rows_of(field, range(2 + number, 3 + number))
        assert (alone[0] == together[number]).all()
        assert (of_pairs[0] == pairs[number]).all()


def test_all_line_ups_are_all_tables_once() -> None:
    """A round of all line-ups has every strategy on every seat against all others."""
    field = a_field(players=3)
    seen: Counter[tuple[int, ...]] = Counter()
    for part in field.parts(0):
        seen.update(line_up(part.entries, 3, 3).seatings)
    assert seen == Counter(product(range(3), repeat=3))


def test_sampled_tables_are_even_on_average() -> None:
    """Over many rounds each table of the field comes alike often."""
    field = a_field(("greedy", "random"), 4, "solo", all_lineups=False)
    seen = np.zeros((2,) * 4)
    for number in range(3000):
        for part in field.parts(number):
            lineup = field.shape(part.entries)
            different = sorted(set(part.entries))
            for match in lineup.matches_of(part.first_block):
                seats = lineup.seatings[match % lineup.cycle_length]
                seen[tuple(different[rank] for rank in seats)] += part.weight
    expected = seen.sum() / 16
    assert seen.sum() == 3000 * 8
    assert abs(seen / expected - 1).max() < 0.1


def test_no_round_shares_a_block_with_another() -> None:
    """Nor a line-up with another of the round, so that luck is not shared."""
    for players, all_lineups in ((3, True), (4, False)):
        field = a_field(players=players, all_lineups=all_lineups)
        seen: set[tuple[tuple[int, ...], int]] = set()
        for number in range(50):
            for part in field.parts(number):
                last = part.first_block + part.blocks
                blocks = {(part.entries, n) for n in range(part.first_block, last)}
                assert not blocks & seen
                seen |= blocks


# The answer


def played(field: Field, matches: int = 1500, **options: object) -> Tournament:
    return tournament(field, matches, work=Work.on(2), **options)  # type: ignore[arg-type]


def shares(found: Tournament) -> dict[str, float]:
    return {player.name: player.win_share.value for player in found.players}


def all_numbers(value: object) -> list[float]:
    """Return every number in a JSON object."""
    if isinstance(value, dict):
        return [n for each in value.values() for n in all_numbers(each)]
    if isinstance(value, list):
        return [n for each in value for n in all_numbers(each)]
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return [float(value)] if is_number else []  # type: ignore[arg-type]


@each_table
@pytest.mark.parametrize("goal", [None, UNTIL_DECIDED])
def test_the_mean_of_the_field_is_fair(
    players: int, sides: str | None, all_lineups: bool, goal: Goal | None
) -> None:
    """One over the sides, exactly."""
    field = a_field(players=players, sides=sides, all_lineups=all_lineups)
    found = played(field, 600, goal=goal)
    mean = sum(shares(found).values()) / field.size
    assert mean == pytest.approx(1 / field.table.sides, abs=1e-12)
    assert all(isfinite(number) for number in all_numbers(as_json(found)))


def test_what_all_know_is_found() -> None:
    """Greedy beats random, and who plays first-chance beats both."""
    found = played(a_field(), 4000, goal=UNTIL_DECIDED)
    assert found.matches < 4000
    ranks = {player.name: player.ranks for player in found.players}
    assert ranks == {"first-chance": (1, 1), "greedy": (2, 2), "random": (3, 3)}
    assert found.stopped == "decided"
    assert found.cycles == ()


def test_threads_and_order_of_names_change_no_digit() -> None:
    """The answer is the same in every digit."""
    one = tournament(a_field(), 1500, work=Work.on(1), goal=UNTIL_DECIDED)
    other = tournament(a_field(NAMES[::-1]), 1500, work=Work.on(3), goal=UNTIL_DECIDED)
    assert {**as_json(one), "seconds": 0} == {**as_json(other), "seconds": 0}


@pytest.mark.parametrize(
    ("margin", "stopped", "told"),
    [
        (None, "matches", "decided by their shares."),
        (0.1, "decided", "equal within"),
    ],
)
def test_equal_players_are_decided_by_a_margin(
    margin: float | None, stopped: str, told: str
) -> None:
    """Solo, `partner` plays as `balanced`: without a margin that has no end."""
    field = a_field(("balanced", "partner", "random"), 2)
    found = played(field, 4000, goal=UNTIL_DECIDED, margin=margin)
    assert found.stopped == stopped
    assert told in verdict(found)
    equal = {found.field.names[n] for duel in equals(found) for n in (duel.a, duel.b)}
    assert equal == ({"balanced", "partner"} if margin else set())
    ranks = {player.name: player.ranks for player in found.players}
    assert ranks["balanced"] == ranks["partner"] == (1, 2)


def equals(found: Tournament) -> list[FieldPair]:
    return [duel for duel in found.duels if duel.field.decision.is_equal]


def test_a_fixed_size_has_classic_intervals() -> None:
    """It plays all of its rounds, and a margin changes no number of it."""
    plain, told = played(a_field()), played(a_field(), margin=0.01)
    assert (plain.reading.kind, plain.stopped, plain.rounds) == ("fixed", None, 56)
    assert [duel.head.number for duel in plain.duels] == [
        duel.head.number for duel in told.duels
    ]


def test_a_precision_is_reached() -> None:
    """The tournament stops when every share is known so well."""
    found = played(a_field(), 50_000, goal=Goal(precision=0.05))
    assert found.stopped == "precision"
    assert all(player.win_share.margin <= 0.05 for player in found.players)


def test_cycles_are_named_once() -> None:
    """Each three of whom each beats the next and the last the first."""
    beats = [[False] * 4 for _ in range(4)]
    for one, other in ((0, 2), (2, 1), (1, 0), (3, 0), (3, 1), (3, 2)):
        beats[one][other] = True
    assert list(cycles_of_three(beats)) == [(0, 2, 1)]


# Edges


@pytest.mark.parametrize("goal", [None, UNTIL_DECIDED])
@pytest.mark.parametrize(
    ("players", "sides", "single_deal"),
    [(2, None, False), (2, None, True), (4, "2x2", True), (6, "2x3", False)],
)
def test_few_rounds_give_defined_numbers(
    players: int, sides: str | None, single_deal: bool, goal: Goal | None
) -> None:
    """The least that can be played, ties, sides of several seats: never nan."""
    field = a_field(players=players, sides=sides, single_deal=single_deal)
    found = played(field, 1, goal=goal)
    assert found.rounds >= 2
    assert all(isfinite(number) for number in all_numbers(as_json(found)))
    for player in found.players:
        assert 0 <= player.win_share.low <= player.win_share.value + 1e-9
        assert player.win_share.value <= player.win_share.high + 1e-9 <= 1 + 1e-9
    assert [*as_text(found)]


def test_all_wins_are_no_certainty() -> None:
    """A strategy that wins all matches head to head has an interval with a width."""
    found = played(a_field(("random", "first-chance"), 2), 400)
    (duel,) = found.duels
    assert duel.head.decision.is_apart
    low, high = sorted((abs(duel.head.number.low), abs(duel.head.number.high)))
    assert low < high


# Nothing is found where nothing is


def copies_of_random(folder: Path, count: int, prefix: str = "chance") -> list[str]:
    """Write files that play like `random` under different names."""
    source = Path("strategies/random.py").read_text()
    names = []
    for number in range(count):
        path = folder / f"{prefix}_{number}.py"
        path.write_text(source)
        names.append(f"{prefix}-{number}={path}")
    return names


def finds_nothing(found: Tournament) -> bool:
    """Tell whether all share one rank, no pair is significant and there is no cycle."""
    size = len(found.players)
    return (
        all(player.ranks == (1, size) for player in found.players)
        and not any(
            duel.field.decision.decided or duel.head.decision.decided
            for duel in found.duels
        )
        and not found.cycles
    )


@pytest.mark.parametrize(
    ("players", "matches", "goal", "runs"),
    [
        (2, 400, None, 40),
        (2, 600, UNTIL_DECIDED, 40),
        (3, 1200, None, 25),
        (4, 500, None, 30),
    ],
)
def test_a_field_of_equals_shows_nothing(
    tmp_path: Path, players: int, matches: int, goal: Goal | None, runs: int
) -> None:
    """In 95 % of seeded repetitions, or not significantly less often (0.1 %)."""
    names = tuple(copies_of_random(tmp_path, 4))
    nothing = 0
    for seed in range(runs):
        field = a_field(names, players, "solo", seed=seed)
        nothing += finds_nothing(played(field, matches, goal=goal))
    assert nothing >= stats.binom.ppf(0.001, runs, 0.95)


def test_intervals_cover_what_is_fair(tmp_path: Path) -> None:
    """Shares, differences and seats of equals, in real runs: 95 % of them."""
    names = tuple(copies_of_random(tmp_path, 4))
    held: list[bool] = []
    for seed in range(40):
        found = played(a_field(names, 3, seed=seed), 1200)
        # One strategy and one pair a run, since those of a run hang together.
        held += [covers(found.players[seed % 4].win_share, 1 / 3)]
        duel = found.duels[seed % 6]
        held += [covers(duel.field.number, 0), covers(duel.head.number, 0)]
    assert sum(held) >= stats.binom.ppf(0.001, len(held), 0.95)


def covers(number: Interval, truth: float) -> bool:
    return number.low <= truth <= number.high


def test_other_names_change_numbers_within_chance(tmp_path: Path) -> None:
    """A strategy's share under another name is that of another sample."""
    path = shutil.copy("strategies/greedy.py", tmp_path / "zz_greedy.py")
    before = played(a_field(NAMES), 6000)
    renamed = ("random", "first-chance", str(path))
    after = played(a_field(renamed), 6000)
    one, other = (
        next(p.win_share for p in found.players if "greedy" in p.name)
        for found in (before, after)
    )
    assert abs(one.value - other.value) < 4 * np.hypot(one.margin, other.margin) / 1.96


# The command


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    """Text in 80 columns, a folder of tables, one JSON object."""
    words = ("tournament", *NAMES, "--players", 3, "--matches", 800, "--quiet")
    out = tmp_path / "run"
    text = zetema(*words, "--out", out)
    assert text.exit_code == 0, text.output
    assert max(map(len, text.stdout.splitlines())) <= 80
    assert "Head to head" in text.stdout
    assert {path.name for path in out.iterdir()} >= {
        "manifest.json",
        "pairs.csv",
        "win_shares.csv",
    }
    told = json.loads(zetema(*words, "--json").stdout)
    assert len(told["pairs"]) == len(list(combinations(NAMES, 2)))


def test_a_fault_says_how_to_replay_it(tmp_path: Path) -> None:
    """The run stops with the strategy's name and the command."""
    path = strategy_file(tmp_path, "bad", "return 99")
    result = zetema("tournament", "greedy", path, "--matches", 100, "--quiet")
    assert result.exit_code == 1
    assert f"zetema replay {path} {path}" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("greedy",), "at least two different strategies"),
        (("greedy", "random", "--players", "7"), "players"),
        (("greedy", "random", "--uniform"), "--uniform"),
        (("greedy", "random", "--margin", "0"), "--margin"),
        (("greedy", "random", "--json", "--level", "0.9"), "--level"),
    ],
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], told: str) -> None:
    """In one line."""
    assert told in refusal("tournament", *words)

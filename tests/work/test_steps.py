"""Runs that are looked at as they grow: at fixed blocks, the same in every digit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from scipy import stats

from tests.kit.cli_runs import zetema
from tests.kit.runs import ANY, FIELD, PILE, numbers, set_up_run
from zetema_sim.experiments.compare.experiment import Comparison, Goal, compare
from zetema_sim.experiments.shared.standings import win_share
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.stats import SHARE_BOUNDS, Reading, measure
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import Work, running_sum
from zetema_sim.work import blocks as work_blocks
from zetema_sim.work.blocks import aligned, looks_of, play, play_in_steps
from zetema_sim.work.columns import Columns

TWO = ([PILE, ANY], 2, "solo", 400)
FOURS = ([PILE, ANY], 4, "solo", 600)  # blocks of four, and of four and two
RUNS = [TWO, FOURS, ([PILE, ANY, ANY, FIELD], 4, "2x2", 500)]
each_run = pytest.mark.parametrize("given", RUNS, ids=["two", "fours", "partners"])


@each_run
@pytest.mark.parametrize(("threads", "stretch"), [(1, 1), (3, 7), (2, 4096)])
def test_looks_show_the_same_whatever_the_threads(
    monkeypatch: pytest.MonkeyPatch, given: tuple, threads: int, stretch: int
) -> None:
    """Neither threads nor the cut of the work change a digit at any look."""
    run = aligned(set_up_run(*given).run)
    before = [numbers(each) for each in play_in_steps(run, looks_of(run), Work.on(2))]
    monkeypatch.setattr(work_blocks, "FIRST_STRETCH", stretch)
    monkeypatch.setattr(work_blocks, "MOST_BLOCKS", stretch)
    after = [
        numbers(each) for each in play_in_steps(run, looks_of(run), Work.on(threads))
    ]
    assert after == before


@each_run
def test_the_last_look_is_the_run(given: tuple) -> None:
    """What is looked at ends where a run of that size does."""
    run = aligned(set_up_run(*given).run)
    *_, last = play_in_steps(run, looks_of(run), Work.on(2))
    assert numbers(last) == numbers(play(run, Work.on(2)))


@each_run
def test_looks_are_at_ends_of_cycles(given: tuple) -> None:
    """At each look all line-ups have had all their seatings alike, and weigh alike."""
    run = aligned(set_up_run(*given).run)
    looks = list(looks_of(run))
    assert all(later > look for look, later in pairwise(looks))
    assert all(look % run.cycle_blocks == 0 for look in looks)
    assert looks[-1] == run.blocks
    weights = run.weights or (1,) * len(run.lineups)
    weighed = {m * w for m, w in zip(run.matches, weights, strict=True)}
    assert len(weighed) == 1


def test_a_run_is_weighed_only_where_blocks_differ_in_length() -> None:
    """One line-up, and two or three players, are played as they are."""
    for given in (TWO, ([PILE, ANY], 3, "solo", 600), RUNS[2]):
        run = set_up_run(*given).run
        assert aligned(run) is run
    run = aligned(set_up_run(*FOURS).run)
    assert run.weights == (3, 4, 3)
    assert run.total <= set_up_run(*FOURS).run.total


def test_weighed_shares_are_those_of_even_line_ups() -> None:
    """The share is the mean of the line-ups' shares, as in a run of fixed size."""
    run = aligned(set_up_run(*FOURS).run)
    outcome = play(run, Work.on(2))
    share = win_share(outcome.sums, Columns(2), 0)
    matches = work_blocks.counters.MATCHES
    shares = [
        int(sums[0, work_blocks.counters.WINS]) / (SIXTIETHS * int(sums[0, matches]))
        for sums in outcome.lineups
    ]
    assert float(share.value) == pytest.approx(sum(shares) / len(shares), abs=1e-12)


def until(goal: Goal, matches: int, threads: int = 2) -> Comparison:
    """Return what comes of a goal."""
    run = set_up_run([PILE, ANY], 2, "solo", matches).run
    return compare(run, work=Work.on(threads), goal=goal)


def test_a_precision_is_reached() -> None:
    """The run stops at the first look at which every ± is at most that."""
    found = until(Goal(precision=0.05), 20_000)
    margins = [each.win_share.margin for each in found.strategies]
    assert max(margins) <= 0.05
    assert (found.stopped, found.standings.reading.kind) == ("goal", "anytime")
    assert found.matches < 20_000


def test_a_ceiling_is_told() -> None:
    """Where the matches end before the goal is reached, the answer says so."""
    found = until(Goal(precision=0.001), 300)
    assert (found.stopped, found.matches) == ("matches", 300)


def test_a_pair_is_decided() -> None:
    """The run stops when one of the two is ahead, whatever the threads."""
    one, more = (until(Goal(until_decided=True), 20_000, each) for each in (1, 3))
    assert one.stopped == "goal"
    assert all(pair.decision.decided for pair in one.standings.pairs)
    assert (one.matches, one.strategies) == (more.matches, more.strategies)


def test_who_leads_is_told_as_the_run_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """At ends of cycles, with an interval, and without changing a number."""
    monkeypatch.setattr(running_sum, "WATCH_SECONDS", 0.0)
    run = set_up_run([PILE, ANY], 2, "solo", 2_000).run
    told: list[str] = []
    found = compare(run, work=Work.on(2), note=told.append)
    assert found.strategies == compare(run, work=Work.on(2)).strategies
    assert told
    assert all(PILE in text and "±" in text for text in told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--precision", "0.1"), "stopped when what was asked for was reached"),
        (("--precision", "0.0001"), "reached --matches before"),
        (("--until-decided",), "anytime"),
        ((), "The number of matches was fixed before"),
    ],
)
def test_the_command_says_how_it_ended(words: tuple[str, ...], told: str) -> None:
    """Fixed or anytime, and whether the goal was reached."""
    result = zetema("compare", PILE, ANY, "--matches", 2000, "--quiet", *words)
    assert result.exit_code == 0, result.output
    assert told in " ".join(result.stdout.split())


@pytest.mark.parametrize(("players", "blocks"), [(2, 150), (3, 100)])
def test_real_runs_are_covered_at_all_looks(
    tmp_path: Path, players: int, blocks: int
) -> None:
    """Copies that play by chance: 95 % of runs hold the truth at every look."""
    source = Path("strategies/random.py").read_text("utf-8")
    names = []
    for label in "abcdef"[:players]:
        (tmp_path / f"{label}.py").write_text(source, "utf-8")
        names.append(f"{label}={tmp_path / label}.py")
    runs, held = 60, 0
    for seed in range(runs):
        setup = set_up(names, TableOptions(seed=seed), blocks * players)
        reading = Reading(planned=blocks // 2)
        columns = Columns(players)
        looks = play_in_steps(setup.run, looks_of(setup.run), Work.on(1))
        held += all(
            it.low <= 1 / players <= it.high
            for outcome in looks
            for it in [
                reading.interval(
                    measure(
                        outcome.sums, win_share(outcome.sums, columns, 0), SHARE_BOUNDS
                    )
                )
            ]
        )
    assert held >= stats.binom.ppf(0.001, runs, 0.95)

"""A fault that loses its match: who wins it, what is counted, what is said."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.kit.cli_runs import RUN_FAILED, only_line, refusal, strategy_file, zetema
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import counters
from zetema_sim.playing import forfeits
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster.lookup import load
from zetema_sim.rules.ruleset import preset
from zetema_sim.work import Work
from zetema_sim.work.blocks import play

# In some matches it answers what no card is, or raises.
FAULTY = """
if view.chance % 400 == 7:
    return 99
if view.chance % 900 == 7:
    return 1 // (view.turn - view.turn)
for card in range(64):
    if view.legal_mask >> card & 1:
        return card
return 0
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    return strategy_file(tmp_path, "faulty", FAULTY)


def table(faulty: Path, players: int, sides: str, *, forfeit: bool) -> Table:
    """Return the faulty file, then greedy on all other seats (or its own side's)."""
    rules = preset("parlett").at_table(players, sides)
    entries = [0] + [1] * (players - 1)
    lineup = line_up(entries, players, rules.sides)
    strategies = (load(str(faulty)), load("greedy"))
    return Table(rules, strategies, lineup, 5, forfeit)


TABLES = [(2, "solo"), (3, "solo"), (4, "2x2"), (6, "3x2"), (6, "solo")]


@pytest.mark.parametrize(("players", "sides"), TABLES)
def test_only_faulty_matches_change(faulty: Path, players: int, sides: str) -> None:
    """A match without a fault counts as ever; one with it is won by the other sides."""
    forfeiting = table(faulty, players, sides, forfeit=True)
    stopping = table(faulty, players, sides, forfeit=False)
    lineup = forfeiting.lineup
    blocks = 30
    together = forfeiting.play_blocks(0, blocks)
    lost = 0
    for block in range(blocks):
        sums = np.zeros_like(together.sums[block])
        for match in lineup.matches_of(block):
            try:
                sums += stopping.play_match(match).sums[0]
            except StrategyFault as fault:
                lost += 1
                seating = lineup.seatings[match % len(lineup.seatings)]
                sums += forfeited(fault, seating, lineup.sides)
        assert (together.sums[block] == sums).all()
    totals = together.tally.totals
    assert 0 < lost == totals[counters.ENDED_BY_FORFEIT] < totals[counters.ALL_MATCHES]
    assert together.sums[:, :, counters.FAULTS].sum(axis=0).tolist() == [lost, 0]
    decided = totals[counters.ENDED_BY_DECLARATION :].sum()
    assert decided == totals[counters.ALL_MATCHES] == together.tally.turns.sum() + lost


def forfeited(fault: StrategyFault, seating: tuple[int, ...], sides: int) -> np.ndarray:
    """Return what a match lost by a fault counts, written down side by side."""
    sums = np.zeros((2, counters.N_COLUMNS), np.int64)
    lost = fault.seat % sides
    for entry in (0, 1):
        seats = [seat for seat, sits in enumerate(seating) if sits == entry]
        on = {seat % sides for seat in seats}
        won = 60 // (sides - 1) * len(on - {lost})
        sums[entry, counters.WINS], sums[entry, counters.WIN_SQUARES] = won, won**2
        sums[entry, counters.MATCHES], sums[entry, counters.SIDES] = 1, len(on)
        sums[entry, counters.SEATS] = len(seats)
        sums[entry, counters.DEALS] = len(seats) * (fault.deal + 1)
        for seat in seats:
            wins = 0 if seat % sides == lost else 60 // (sides - 1)
            sums[entry, counters.SEAT_WINS + seat] = wins
            sums[entry, counters.SEAT_MATCHES + seat] = 1
    sums[seating[fault.seat], counters.FAULTS] = 1
    return sums


def test_the_cut_changes_no_digit(faulty: Path) -> None:
    """However blocks are cut, faults are met in the same matches."""
    forfeiting = table(faulty, 3, "solo", forfeit=True)
    whole = forfeiting.play_blocks(0, 40)
    parts = [forfeiting.play_blocks(first, 8) for first in range(0, 40, 8)]
    assert (np.concatenate([part.sums for part in parts]) == whole.sums).all()
    for place, each in enumerate(whole.tally):
        assert (sum(part.tally[place] for part in parts) == each).all()


def test_a_known_fault_is_not_met_again(faulty: Path) -> None:
    """A match that ended a process is counted as forfeited without being played."""
    forfeiting = table(faulty, 3, "solo", forfeit=True)
    seed = 1_000_003  # of no other test: what is known stays known
    both = load("greedy"), load("random")
    clean = Table(forfeiting.rules, both, forfeiting.lineup, seed, True)
    before = clean.play_blocks(0, 20)
    assert not before.sums[:, :, counters.FAULTS].any()
    seated = clean.seated
    fault = StrategyFault(
        *("greedy", 1, 0, 3, "discard", "does not answer"),
        match=7,
        lineup=seated.lineup,
        table=seated.table,
    )
    forfeits.learn([fault])
    after = clean.play_blocks(0, 20)
    _, block = clean.lineup.locate(7)
    changed = (before.sums != after.sums).any(axis=(1, 2)).nonzero()[0].tolist()
    assert changed == [block]
    assert after.tally.totals[counters.ENDED_BY_FORFEIT] == 1
    other = Table(clean.rules, clean.strategies, clean.lineup, seed + 1, True)
    assert not other.play_blocks(0, 20).sums[:, :, counters.FAULTS].any()


# The commands

FORFEIT = ("--on-fault", "forfeit", "--quiet")


def test_compare_shows_rates_and_withholds_its_verdict(
    faulty: Path, tmp_path: Path
) -> None:
    """The rate stands beside the numbers, in the JSON, the table and the sentence."""
    words = ("compare", faulty, "greedy", "--matches", 600, *FORFEIT)
    told = zetema(*words, "--out", tmp_path / "run", "--no-report")
    assert told.exit_code == 0, told.output
    text = " ".join(told.stdout.split())
    assert "forfeits" in text
    assert "by a forfeit" in text
    assert "No verdict:" in text
    found = json.loads(zetema(*words, "--json").stdout)
    (fault,) = found["faults"]
    assert fault["strategy"] == str(faulty)
    assert fault["fault_rate"] == found["endings"]["forfeit"] / found["matches"]
    assert sum(found["endings"].values()) == found["matches"]
    assert found["verdict"].startswith("No verdict:")
    shares = pd.read_csv(tmp_path / "run" / "win_shares.csv")
    assert shares.set_index("strategy").fault_rate[str(faulty)] == fault["fault_rate"]


def test_without_faults_nothing_is_withheld() -> None:
    """Strategies without fault get the verdict and numbers that they always get."""
    words = ("compare", "greedy", "random", "--matches", 600, "--json", "--quiet")
    plain, forfeit = (
        json.loads(zetema(*words, *more).stdout) for more in ((), FORFEIT[:2])
    )
    for found in (plain, forfeit):
        del found["seconds"]
    assert plain == forfeit
    assert plain["faults"] == []


@pytest.mark.parametrize(
    "words",
    [
        ("sweep", "{}", "greedy", "--vary", "draw.to=6,7", "--matches", "400"),
        (
            *("verdict", "{}", "--field", "greedy,random", "--players", "2"),
            *("--rules", "parlett", "--matches", "400"),
        ),
        ("tournament", "{}", "greedy", "--matches", "600"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_forfeits(faulty: Path, words: tuple[str, ...]) -> None:
    """Each shows the rate and withholds its verdict; without the option it stops."""
    given = [word.format(faulty) for word in words]
    found = json.loads(zetema(*given, *FORFEIT, "--json").stdout)
    rates = {each["strategy"]: each["fault_rate"] for each in found["faults"]}
    assert rates[str(faulty)] > fault_rates.LIMIT
    said = found.get("verdict") or found["sentences"][0]
    assert said.startswith("No verdict:")
    assert found.get("word", "withheld") == "withheld"
    stopped = zetema(*given, "--quiet")
    assert stopped.exit_code == RUN_FAILED
    assert "to replay it: zetema replay" in stopped.stderr


def test_a_replay_shows_the_fault_itself(faulty: Path) -> None:
    """A forfeited match is replayed up to its fault."""
    stopped = zetema("compare", faulty, "greedy", "--matches", 600, "--quiet")
    command = shlex.split(stopped.stderr.partition("to replay it: zetema ")[2])
    told = zetema(*command)
    assert told.exit_code == RUN_FAILED
    assert "which may not be discarded now" in told.stderr or "raised" in told.stderr


def test_a_rate_s_digits_tell_it_from_nothing() -> None:
    """Rates are of 100, and small ones keep their digits."""
    assert fault_rates.percent(0.123) == "12.3"
    assert fault_rates.percent(0.0000123) == "0.0012"
    assert fault_rates.withheld({"a": 0.001}) is None
    assert fault_rates.withheld({}) is None
    assert "a forfeited 0.2 of 100" in (fault_rates.withheld({"a": 0.002}) or "")


def test_unknown_ways_are_refused() -> None:
    """Only stop and forfeit are there, on the command line and in the library."""
    told = refusal("compare", "greedy", "random", "--on-fault", "ignore")
    assert "'ignore' is not one of 'stop', 'forfeit'" in told
    from zetema_sim.api import compare

    with pytest.raises(ValueError, match="on_fault = 'ignore' is not one of"):
        compare("greedy", "random", on_fault="ignore")


def test_sums_of_the_run_are_those_of_its_line_up(faulty: Path) -> None:
    """A run of one line-up forfeits what its table forfeits."""
    from zetema_sim.playing.seating import TableOptions, set_up

    choices = TableOptions(on_fault="forfeit", seed=5)
    run = set_up([str(faulty), "greedy"], choices, 200).run
    outcome = play(run, Work.on(2))
    assert outcome.lineups[0][:, counters.FAULTS].sum() > 0


HANGS = """
n = view.turn
while view.chance % 4000 == 7 and n < 1000:
    n = (n + 1) % 500
for card in range(64):
    if view.legal_mask >> card & 1:
        return card
return 0
"""


def test_a_strategy_that_hangs_forfeits_in_a_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child is ended, and the match counted as lost, whoever plays the rest."""
    from zetema_sim.playing.seating import TableOptions, set_up
    from zetema_sim.work import hang_watch
    from zetema_sim.work.processes import Processes

    monkeypatch.setattr(hang_watch, "MOST_SECONDS", 0.2)
    hangs = strategy_file(tmp_path, "hangs", HANGS)
    run = set_up([str(hangs), "greedy"], TableOptions(on_fault="forfeit"), 80).run
    found = []
    for count in (1, 2):
        workers = Processes(count, forfeits=True)
        try:
            found.append(play(run, Work(workers)))
            assert workers.known
            assert all("does not answer" in fault.reason for fault in workers.known)
        finally:
            workers.close()
    one, two = found
    assert one.sums == two.sums
    faults = one.lineups[0][:, counters.FAULTS]
    assert faults.sum() == one.tally.totals[counters.ENDED_BY_FORFEIT] > 0


def test_a_run_that_would_not_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where many matches cost a child each: the rate is said, and the match to see."""
    from zetema_sim.work import hang_watch, processes

    monkeypatch.setattr(hang_watch, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(processes, "MOST_LOST", 3)
    hangs = strategy_file(tmp_path, "hangs", HANGS.replace("4000", "40"))
    words = ("compare", hangs, "greedy", "--matches", 400, "--threads", 1, *FORFEIT)
    told = only_line(zetema(*words, "--out", tmp_path / "run"))
    assert re.search(r"; 3 of \d+ matches so far ended like that", told)
    assert "so the run is given up; to replay it: zetema replay" in told

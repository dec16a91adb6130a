"""`verdict`: the draw of opponents, the thresholds, the plan, and what is refused."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.kit.cli_runs import RUN_FAILED, only_line, refusal, strategy_file, zetema
from tests.kit.tables import FOLDER
from zetema_sim.cli import verdict as command
from zetema_sim.experiments.verdict import against_field, evaluation, variants
from zetema_sim.experiments.verdict.against_field import Case, Job, draws, play_jobs
from zetema_sim.experiments.verdict.bands import BANDS, Judgement, band_of, judge
from zetema_sim.experiments.verdict.experiment import verdict
from zetema_sim.experiments.verdict.findings import Verdict
from zetema_sim.experiments.verdict.kind import VerdictExperiment
from zetema_sim.kernel import counters
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.roster.lookup import load
from zetema_sim.rules.ruleset import preset
from zetema_sim.stats import Bounds, Measured, Reading
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import Work

FIELD = ["greedy", "random", "first-chance"]

WON = against_field.CASE.place(against_field.FOCUS, counters.WINS)


def asked(name: str, threads: int = 2, **options: Any) -> Verdict:
    chosen = {"field": FIELD, "players": [2], "rules": ["parlett"], "precision": 0.08}
    return verdict(
        VerdictExperiment(name, **chosen | options).question, work=Work.on(threads)
    )


def case_of(name: str, names: list[str], players: int, rules: str = "parlett") -> Case:
    table = preset(rules).at_table(players)
    strategies = sorted(map(load, names), key=lambda strategy: strategy.order)
    return Case(table, load(name), tuple(strategies), 3)


# The draw of opponents, and what is counted


@pytest.mark.parametrize("size", [2, 5])
def test_every_seat_meets_the_whole_field_once_a_cycle(size: int) -> None:
    """On each of the other seats a cycle has every member of the field once."""
    for cycle in range(4):
        opponents = draws(1, cycle, 3, size)
        for seat in zip(*opponents, strict=True):
            assert sorted(seat) == [*range(size)]


def test_opponents_are_drawn_evenly_and_independently() -> None:
    """Over many cycles each pair of opponents is about as frequent as any other."""
    met = Counter(pair for cycle in range(900) for pair in draws(5, cycle, 2, 3))
    assert sum(met.values()) == 2700
    assert sum((count - 300) ** 2 / 300 for count in met.values()) < 26.1  # 0.1 %


@pytest.mark.parametrize(
    ("players", "strategies"), [(2, 2), (3, 2), (3, 3), (4, 2), (4, 3)]
)
def test_a_block_is_one_of_compare(players: int, strategies: int) -> None:
    """A block has the counts of the same block of the line-up, all seats alike."""
    names = ["first-chance", "greedy", "random"][:strategies]
    case = case_of("greedy", names, players)
    case.prepare()
    row, wins = case.play_cycle(2)
    expected = []
    for block, others in enumerate(case.opponents(2), 2 * len(names)):
        seats = ["greedy", *(names[other] for other in others)]
        (table,) = set_up(seats, TableOptions(seed=3), 1).tables
        sums = table.play_blocks(block, 1).sums[0]
        place = [each.name for each in table.strategies].index("greedy")
        won = sums[place, counters.SEAT_WINS : counters.SEAT_MATCHES].sum()
        expected.append(won / sums[place, counters.SEATS] / SIXTIETHS)
    assert list(wins / against_field.PARTS_OF_WIN) == pytest.approx(expected)
    assert row[WON] == wins.sum()
    assert row[against_field.BLOCKS] == len(names)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_shares_of_a_cycle_sum_to_a_win(players: int) -> None:
    """The strategy's and the other seats' wins are those of whole sides."""
    case = case_of("greedy", ["first-chance", "greedy", "random"], players)
    case.prepare()
    row, _ = case.play_cycle(0)
    wins = row[WON] + row[against_field.CASE.place(against_field.OTHERS, counters.WINS)]
    a_side = players // case.rules.sides
    assert wins == against_field.PARTS_OF_WIN * a_side * row[against_field.BLOCKS]


def test_share_against_the_field_of_its_copies_is_fair() -> None:
    """Among copies of itself a strategy has exactly its fair share."""
    (played,) = play_jobs([Job((case_of("greedy", ["greedy"], 3),), 0, 9)], Work.on(1))
    share = evaluation.measured_share(played.alone[0], 1)
    assert (share.value, share.variance) == (pytest.approx(1 / 3), 0)


def test_ablation_is_two_runs_of_compare() -> None:
    """Against itself, plan on and off differ as two runs on the same seed do."""
    on, off = (
        case_of(name, ["imperial-flush"], 2)
        for name in ("imperial-flush", "imperial-flush:plan=0")
    )
    (played,) = play_jobs([Job((on, off), 0, 30)], Work.on(2))
    (difference,) = evaluation.differences(played.pairs, 1)
    names = ["imperial-flush", "imperial-flush:plan=0"]
    (table,) = set_up(names, TableOptions(seed=3), 60).tables
    table.prepare()
    sums = table.play_blocks(0, 30).sums.sum(axis=0)
    off_share = sums[1, counters.WINS] / sums[1, counters.MATCHES] / SIXTIETHS
    assert difference.number.value == pytest.approx(0.5 - off_share, abs=1e-12)


# The thresholds


def judged_at(
    value: float, error: float = 0.001, fair: float = 0.5, in_rules: bool = True
) -> Judgement:
    share = Measured(value, error**2, 500, 20_000, Bounds(0, 1, smooth=True))
    return judge([share], [fair], [in_rules], Reading())[0]


@pytest.mark.parametrize(("word", "least"), BANDS[1:])
@pytest.mark.parametrize("fair", [1 / 2, 1 / 3, 1 / 6])
def test_words_change_at_their_thresholds(word: str, least: float, fair: float) -> None:
    """Just above a threshold its word holds, just below the one before it."""
    words = [each for each, _ in BANDS]
    before = words[words.index(word) - 1]
    assert judged_at(least * fair + 0.01, fair=fair).word == word
    assert judged_at(least * fair - 0.01, fair=fair).word == before
    assert band_of(least) == word


@pytest.mark.parametrize(("word", "least"), BANDS[1:])
def test_at_a_threshold_it_is_undecided(word: str, least: float) -> None:
    """At the threshold both words are left, and no number of matches would decide."""
    found = judged_at(least / 2)
    assert (found.word, found.seen) == ("undecided", word)
    assert found.candidates[-1] == word
    assert len(found.candidates) == 2
    assert found.more is None


def test_undecided_says_how_many_matches_would_do() -> None:
    """One error from a threshold takes about four times the matches."""
    found = judged_at(0.551, 0.001)
    assert found.word == "undecided"
    assert found.more == pytest.approx(3.84, rel=0.02)


def test_many_tables_need_more_to_be_decided() -> None:
    """Holm's correction leaves open what a table alone would decide."""
    share = Measured(0.5522, 0.001**2, 500, 20_000, Bounds(0, 1, smooth=True))
    assert judge([share], [0.5], [True], Reading())[0].word == "strong"
    words = {each.word for each in judge([share] * 9, [0.5] * 9, [True] * 9, Reading())}
    assert words == {"undecided"}


def test_ends_of_the_range_have_words() -> None:
    """No win at all is hopeless, every win dominant."""
    assert judged_at(0.0, 0.0).word == "hopeless"
    assert judged_at(1.0, 0.0).word == "dominant"


def test_one_cycle_is_undecided() -> None:
    """One cycle says nothing, whatever it shows."""
    share = Measured(1.0, 0.0, 1, 2, Bounds(0, 1, smooth=True))
    (found,) = judge([share], [0.5], [True], Reading())
    assert found.word == "undecided"
    assert found.candidates == tuple(word for word, _ in BANDS)


def test_page_has_the_thresholds(top: Path) -> None:
    """docs/verdict.md names each word with its threshold."""
    page = (top / "docs" / "verdict.md").read_text("utf-8")
    for word, least in BANDS:
        assert re.search(rf"\| {word} \|.* {least:g} ", page), word


# What is asked


def test_equal_rules_are_played_once() -> None:
    """Presets that are one game at a table share it."""
    cells = VerdictExperiment("greedy", FIELD).question.cells
    assert [
        (cell.players, cell.presets) for cell in cells if "official" in cell.presets
    ]
    assert {cell.presets for cell in cells} == {
        *[("parlett",), ("official", "sackson"), ("cassell-1881",)],
    }
    assert len(cells) == 9


def test_four_players_sit_in_pairs() -> None:
    """Four players sit in the rules' default sides, with half a win as fair share."""
    asked = VerdictExperiment("greedy", FIELD, players=[4], rules=["parlett"])
    (cell,) = asked.question.cells
    assert (cell.sides, cell.fair) == ("2x2", 0.5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("imperial-flush", ["plan=0", "suit=1"]),
        ("imperial-flush:suit=2", ["plan=0"]),
        ("imperial-flush:plan=0", ["suit=1"]),
        ("greedy", []),
    ],
)
def test_ablations_follow_from_the_settings(name: str, expected: list[str]) -> None:
    """The plan is switched off where it is on, the suit moved where it is imperial."""
    found = [each.setting for each in variants.ablations(load(name), [], [])]
    assert found == expected


@pytest.mark.parametrize("rules", ["parlett", "official", "cassell-1881"])
@pytest.mark.parametrize("players", [2, 3])
def test_rules_are_varied_singly(rules: str, players: int) -> None:
    """Every change is another game, and no two are the same."""
    found = variants.changes(preset(rules), players, None)
    tables = [change.table for change in found]
    assert len(tables) == len(set(tables))
    assert preset(rules).at_table(players) not in tables
    names = " ".join(change.name for change in found)
    assert ("two_player.extra" in names) == (players == 2)
    assert "assemblies" in names


REFUSED = {
    "nobody": ("nobody-here", "no strategy 'nobody-here'"),
    "field": ("greedy --field nobody-here", "no strategy 'nobody-here'"),
    "alone": ("greedy --field greedy", "--field has nobody but greedy"),
    "players": ("greedy --players 7", "2 to 6 may play"),
    "one player": ("greedy --players 1", "players = 1 is not allowed"),
    "no number": ("greedy --players two", "write 2,3,4 or 2..4"),
    "rules": ("greedy --rules parlet", "did you mean parlett?"),
    "five in 1881": ("greedy --players 5 --rules cassell-1881", "players = 5"),
    "set": ("greedy --set draw.too=7", "did you mean draw.to?"),
    "ablation": ("greedy --ablate plan=0", "greedy has no setting 'plan'"),
    "value": ("imperial-flush --ablate plan=7", "0 to 1 is allowed"),
    "precision": ("greedy --precision 0", "0.0005"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_refused_in_one_line(case: str) -> None:
    """The line says what is wrong, with what is near or allowed."""
    words, told = REFUSED[case]
    assert told in refusal("verdict", *words.split())


def test_settings_may_stand_in_a_field() -> None:
    """A comma before NAME=NUMBER goes on with the settings of the name before."""
    texts = ["greedy,balanced:draw=1,rank=2", "random"]
    names = ["greedy", "balanced:draw=1,rank=2", "random"]
    assert [*command.names_in(texts)] == names


# The answer


@pytest.fixture(scope="module")
def flush() -> Verdict:
    """Return the verdict on the imperial flush, in small."""
    return asked("imperial-flush", rules=["parlett", "cassell-1881"])


def test_imperial_flush_is_not_in_the_rules_of_1881(flush: Verdict) -> None:
    """Its combination is the imperial flush, which 1881 does not know."""
    assert flush.combination is not None
    assert (flush.combination.source, flush.combination.by_plan) == (
        *("flush_imperial", True),
    )
    words = {table.cell.presets: table.judged.word for table in flush.tables}
    assert words[("cassell-1881",)] == "not in these rules"
    assert words[("parlett",)] != "not in these rules"
    assert "flush.imperial=never" in [flip.name for flip in flush.flips()]


def test_under_1881_alone_it_is_not_in_these_rules() -> None:
    """The combination is looked for under the default rules."""
    found = asked("imperial-flush", rules=["cassell-1881"])
    assert found.overall.word == "not in these rules"
    assert found.strength is None
    assert found.sentences[0].startswith("imperial-flush is not in these rules: its")


def test_plan_is_worth_something(flush: Verdict) -> None:
    """With the plan off it wins decidedly less."""
    off = next(each for each in flush.ablations if each.name == "plan=0")
    assert off.difference.decision.decided
    assert off.difference.number.value < -0.1


def test_precision_is_reached(flush: Verdict) -> None:
    """Shares are known as well as asked for; the rest four times worse at most."""
    asked_for = flush.question.precision
    assert all(table.share.margin <= asked_for for table in flush.tables)
    others = [*flush.ablations, *flush.rules]
    assert all(change.difference.number.margin <= 4 * asked_for for change in others)


@pytest.mark.parametrize("players", [3, 4])
def test_head_to_head_is_played_by_two(players: int) -> None:
    """Whatever the table, the duels are those of two players."""
    found = asked("greedy", players=[players], matches=400)
    assert [duel.opponent for duel in found.duels] == ["first-chance", "random"]
    assert [table.cell.players for table in found.tables] == [players]


def test_threads_and_order_of_the_field_change_no_number() -> None:
    """Neither how many play nor the order of names moves a digit."""
    from zetema_sim.experiments.verdict.tables import as_json

    one = as_json(asked("greedy", 1, players=[2, 3], matches=300))
    other = as_json(asked("greedy", 3, field=FIELD[::-1], players=[3, 2], matches=300))
    for told in (one, other):
        del told["seconds"]
    assert one == other


def test_strategy_without_a_plan_has_what_it_does_more() -> None:
    """Without a switch the combination is what it makes more of than the field."""
    found = asked("greedy", matches=2000)
    assert found.ablations == ()
    assert found.combination is None or not found.combination.by_plan


def test_folder_and_text(tmp_path: Path) -> None:
    """The folder has tidy tables; the text has the answer first, 80 columns wide."""
    words = ["verdict", "greedy", "--field", "random,first-chance", "--players", "2"]
    options = ["--rules", "parlett", "--matches", 300, "--quiet", "--no-report"]
    result = zetema(*words, *options, "--out", tmp_path / "run")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("greedy is ")
    assert max(map(len, lines)) <= 80
    table = pd.read_csv(tmp_path / "run" / "win_shares.csv")
    assert list(table.players) == [2]
    changes = pd.read_csv(tmp_path / "run" / "changes.csv")
    assert set(changes.kind) == {"rule"}
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["repeat"].startswith("zetema verdict greedy")


def test_fault_names_its_replay(tmp_path: Path) -> None:
    """A fault is told with the command that replays its match."""
    path = strategy_file(tmp_path, "bad", "return 99")
    result = zetema(
        *("verdict", f"bad={path}", "--field", "greedy", "--quiet"),
        *("--players", 2, "--rules", "official"),
    )
    assert result.exit_code == RUN_FAILED
    line = only_line(result)
    assert "--rules official --players 2 --seed 1 --match" in line


def test_pilot_foretells_the_variance() -> None:
    """A cycle's variance is about what a pilot on other blocks says."""
    from zetema_sim.experiments.verdict.budget import run_pilots

    case = case_of("greedy", ["first-chance", "greedy", "random", "early-marrier"], 3)
    (pilot,) = run_pilots([case], [1000], Work.on(2))
    shares = [case.play_cycle(cycle)[0][WON] for cycle in range(60)]
    seen = np.var(np.array(shares) / against_field.PARTS_OF_WIN / 4, ddof=1)
    assert 0.5 < pilot.cycle / seen < 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_intervals_of_cycles_cover(players: int) -> None:
    """Intervals of forty cycles hold the share of a long run, as they say."""
    ours = ("fullest_pile", "any_option")
    names = ["greedy", "random", *(f"{each}={FOLDER / each}.py" for each in ours)]
    case = case_of("greedy", names, players)
    long, *short = play_jobs(
        [Job((case,), 10**6, 4000), *(Job((case,), 40 * n, 40) for n in range(200))],
        Work.on(2),
    )
    truth = evaluation.measured_share(long.alone[0], 4).value
    found = [
        evaluation.READING.interval(evaluation.measured_share(s.alone[0], 4))
        for s in short
    ]
    covered = sum(number.low <= truth <= number.high for number in found)
    assert covered >= 179  # of 200: fewer come in 0.05 % of runs that cover 95 %

"""`zetema strategies check`: every fault is found, and nothing hangs."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli_runs import BAD_INPUT, RUN_FAILED, refusal, strategy_file, zetema
from tests.json_schemas import check_json
from zetema_sim import passed
from zetema_sim.cards import DECK
from zetema_sim.cli import strategies as command
from zetema_sim.doctor import kernel_play, watch
from zetema_sim.doctor.limits import Limits
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import CHECKS, Finding
from zetema_sim.doctor.subject import Answer
from zetema_sim.doctor.tables import places
from zetema_sim.doctor.unseen import Unseen, reshuffled
from zetema_sim.faults import StrategyFault
from zetema_sim.reference_table import Table
from zetema_sim.reference_view import Moment, build_view
from zetema_sim.roster import Strategy, load, shipped_names
from zetema_sim.rules import PRESETS

FAULTY = Path(__file__).with_name("faulty")
QUICK = Limits(seconds=1, compile=30, long_compile=1, decision=1, plain=0.5)

# The check that finds a fault, and words of what it tells.
FAULTS = {
    "back_door_dict": ("rules", "uses .__class__"),
    "back_door_frames": ("rules", "there are no generators"),
    "back_door_memory": ("rules", "uses lib of numpy"),
    "writes_view": ("rules", "cannot change its view"),
    "writes_view_by_another_name": ("rules", "cannot change its view"),
    "counts": ("rules", "keeps state"),
    "counts_in_a_list": ("rules", "keeps no state"),
    "uses_random": ("rules", "imports random"),
    "uses_numpy_random": ("rules", "numpy.random"),
    "bad_settings": ("rules", "boldness has default 9"),
    "no_docstring": ("header", "has no docstring"),
    "no_source": ("header", "no `Source:` line"),
    "unused_setting": ("header", "boldness is never read"),
    "does_not_compile": ("compile", "does not compile"),
    "long_to_compile": ("compile", "s to compile, more than 1 s"),
    "discards_what_it_does_not_hold": ("legal", "(AH), which it does not hold"),
    "discards_unshown": ("legal", "which it did not show: after declaring a"),
    "declares_what_is_not_there": ("legal", "not -1 or an option from 0 to"),
    "half_a_card": ("legal", "which is no whole number"),
    "out_of_range": ("legal", "IndexError"),
    "divides_by_zero": ("legal", "ZeroDivisionError"),
    "takes_all_memory": ("legal", "MemoryError"),
    "endless": ("ends", "gives no answer within 1 s"),
    "slow": ("speed", "ms on average"),
    "overflows": ("plain", "64 bits"),
}
# Those whose line is told; the others are shown by a match, or concern the whole file.
WITH_LINE = {
    *("back_door_dict", "back_door_frames", "back_door_memory", "writes_view"),
    *("writes_view_by_another_name", "counts", "counts_in_a_list", "uses_random"),
    *("uses_numpy_random", "bad_settings", "no_docstring", "no_source"),
    *("unused_setting", "out_of_range", "divides_by_zero", "takes_all_memory"),
    "endless",
}


def test_every_faulty_file_has_its_fault():
    """No file of tests/faulty is forgotten here."""
    assert sorted(FAULTS) == sorted(path.stem for path in FAULTY.glob("*.py"))


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found_and_named(name):
    """The report names the check, the reason and the line or the match."""
    path = FAULTY / f"{name}.py"
    report = watch.examine(str(path), limits=QUICK)
    check, words = FAULTS[name]
    found = [f for f in report.findings if f.check == check and words in f.reason]
    assert found, report.text()
    if name in WITH_LINE:
        file, _, line = str(found[0].place).rpartition(":")
        assert (file, line.isdecimal()) == (str(path), True)
    elif check not in ("compile", "speed"):
        assert "turn" in str(found[0].shown_by)
        replay = shlex.split(str(found[0].replay))
        assert replay[:2] == ["zetema", "replay"]
        assert str(path) in replay


def test_a_sound_file_passes_and_is_remembered(tmp_path, monkeypatch):
    """Nothing is found at any table, and the hash is known afterwards."""
    monkeypatch.setattr(passed, "base_folder", lambda: tmp_path)
    first = (
        "card = 0\nwhile not view.legal_mask >> card & 1:\n    card += 1\nreturn card"
    )
    path = strategy_file(tmp_path, "sound", first)
    report = watch.examine(str(path), limits=replace(QUICK, seconds=4))
    assert report.is_clean, report.text()
    assert sorted(report.checked) == sorted(CHECKS)
    assert report.facts["tables"] == report.facts["tables_wanted"] == 32
    assert passed.has_passed(report.source_hash)
    assert passed.compile_seconds(report.source_hash) is not None
    assert not passed.has_passed("0" * 64)


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_shipped_strategies_pass(name):
    """Nothing is found in what we ship, at any table."""
    report = watch.examine(name)
    assert report.is_clean, report.text()
    assert report.facts["tables"] == report.facts["tables_wanted"]


def test_what_passed_is_forgotten_when_the_doctor_changes(tmp_path, monkeypatch):
    """Another version may find more, and lines that are no JSON do not count."""
    monkeypatch.setattr(passed, "base_folder", lambda: tmp_path)
    passed.note_passed("abc", 1.5)
    with (tmp_path / "passed.jsonl").open("a") as lines:
        lines.write("{broken\n[]\n")
    assert passed.has_passed("abc")
    monkeypatch.setattr(passed, "examiner", lambda: "another")
    assert not passed.has_passed("abc")
    monkeypatch.setattr(passed, "base_folder", lambda: None)
    passed.note_passed("abc")
    assert not passed.has_passed("abc")


# The command


def test_command_tells_what_it_found():
    """One finding makes the exit code 1, in words and as JSON."""
    path = FAULTY / "counts.py"
    told = zetema("strategies", "check", path)
    assert told.exit_code == RUN_FAILED
    assert "counts.py: 1 finding" in told.stdout
    # A long path makes the finding's line break elsewhere.
    assert "keeps state: it says global asked" in " ".join(told.stdout.split())
    told = zetema("strategies", "check", path, FAULTY / "uses_random.py", "--json")
    assert told.exit_code == RUN_FAILED
    reports = check_json("strategies check", json.loads(told.stdout))["reports"]
    assert [len(report["findings"]) for report in reports] == [1, 1]


def test_command_refuses_what_is_not_there():
    """A name that is none is bad input, and no finding."""
    assert "did you mean random?" in refusal("strategies", "check", "ramdon")
    assert zetema("strategies", "check").exit_code == BAD_INPUT
    assert command.SECONDS == Limits().seconds


def test_tables_are_all_presets_counts_and_sides():
    """Every preset at every count in every arrangement, each setting at its bounds."""
    found = places(load("marriage-hoarder"), [])
    tables = {place.told() for place in found}
    assert len(tables) == len(found) == len(PRESETS) * 8
    assert {place.examined for place in found} == {
        *("marriage-hoarder", "marriage-hoarder:wait_for=1"),
        "marriage-hoarder:wait_for=5",
    }


@pytest.mark.parametrize(
    "words", [("compare",), ("replay", "--match", "0"), ("strategies", "show")]
)
def test_commands_refuse_what_breaks_the_rules(words):
    """The static part is made whenever a file is named, and tells its line."""
    path = FAULTY / "counts.py"
    others = () if words[-1] == "show" else ("random",)
    assert f"{path}:13: keeps state" in refusal(*words, path, *others)


# The child process


def test_a_crash_is_a_finding(monkeypatch):
    """A process that ends by itself is told with what it was doing."""
    monkeypatch.setattr(watch, "_CHILD", "import os; os.abort()")
    (finding,) = watch.examine("random").findings
    assert finding.reason.startswith("ends the whole process")


def test_silence_is_a_finding(monkeypatch):
    """A child that says nothing is not waited for longer than allowed."""
    monkeypatch.setattr(watch, "_CHILD", "import time; time.sleep(600)")
    monkeypatch.setattr(watch, "START", 0)
    monkeypatch.setattr(watch, "GRACE", 0.2)
    (finding,) = watch.examine("random").findings
    assert finding.reason == "the examination does not start"


def test_interrupt_ends_the_child(monkeypatch):
    """Ctrl-C leaves no process behind."""
    children = []

    def interrupted(report: Any, messages: Any, process: Any, errors: Any) -> None:
        children.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "_CHILD", "import time; time.sleep(600)")
    monkeypatch.setattr(watch, "_listen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        watch.examine("random")
    assert children[0].returncode is not None


# Hidden information


def a_position(strategy: Strategy) -> Position:
    """Return the first discard of a deal for three."""
    place = places(load("greedy"), [])[9]
    deck = random.Random(4).sample(DECK, len(DECK))
    state = Table(place.table.rules, 0, deck, [0, 0, 0])
    moment = Moment(0, True, False, legal=state.hands[0])
    view = build_view(state, moment, 5, strategy.plain_settings())
    return Position(place, 0, state, moment, "discard", view, Answer(1))


def test_reshuffled_moves_unseen_cards_only():
    """Own hand, shown cards and all sizes stay; the unseen cards are the same ones."""
    state = a_position(load("random")).state
    shown = state.hands[1][:3]
    state.shown[1] = Counter(shown)
    other = reshuffled(state, 0, random.Random(1))
    assert other.hands[0] == state.hands[0]
    assert not Counter(shown) - Counter(other.hands[1])
    assert [*map(len, other.hands)] == [*map(len, state.hands)]
    every = [Counter(chain(*deal.hands, deal.stock)) for deal in (state, other)]
    assert every[0] == every[1]
    assert other.hands[1] != state.hands[1]


class Peeking:
    """Asks a strategy that walks up the frames until it sees another hand."""

    file = SimpleNamespace(path=Path("peeking.py"))

    def compiled(self, *_: object) -> Answer:
        return Answer(1)

    def among_noise(self, *_: object) -> Answer:
        return Answer(1)

    def plain(self, *_: object) -> Answer:
        frame: Any = sys._getframe()
        while "state" not in frame.f_locals:
            frame = frame.f_back
        return Answer(frame.f_locals["state"].hands[1])


def test_plain_code_that_knows_other_hands_is_found():
    """Its answer changes with cards that it cannot see."""
    check = Unseen(Peeking(), Limits())
    (finding,) = check.see(a_position(load("random")))
    assert "it knows hidden cards" in finding.reason


def test_compiled_code_that_reads_beside_its_view_is_found():
    """Other things beside the view in memory must not change the answer."""
    subject = Peeking()
    subject.among_noise = lambda *_: Answer(2)
    (finding,) = Unseen(subject, Limits()).see(a_position(load("random")))
    assert finding.reason == "discard reads memory beside its view"


def test_play_that_follows_the_stock_is_found():
    """The kernel's log of a match is compared up to a turn."""
    place = places(load("greedy"), [])[0]
    log = place.table.play_match(3).log
    told = kernel_play._with_other_stock(place, 3, log, random.Random(1))
    assert [*told] == []
    log[0, kernel_play.records.LOG_DISCARD] ^= 1
    (finding,) = kernel_play._with_other_stock(place, 3, log, random.Random(1))
    assert "only cards in the stock" in finding.reason


def test_a_fault_of_another_strategy_is_no_finding():
    """It is a fault of this program then, and told as one."""
    place = places(load("greedy"), [])[0]
    assert not place.is_of(StrategyFault("random", 0, 0, 0, "discard", "fell ill"))


def test_json_holds_every_fact():
    """What is written is one object that Python reads back."""
    report = watch.Report("mine", "mine.py", findings=[Finding("legal", "is late")])
    assert json.loads(json.dumps(report.as_json()))["findings"][0]["times"] == 1

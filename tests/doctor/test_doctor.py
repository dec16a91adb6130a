"""`zetema strategies check`: every fault is found, and nothing hangs."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.kit.cli_runs import BAD_INPUT, RUN_FAILED, refusal, strategy_file, zetema
from tests.kit.json_schemas import check_json
from zetema_sim.cli import strategies as command
from zetema_sim.doctor import examine
from zetema_sim.doctor.decision_checks import Looks
from zetema_sim.doctor.examined_strategy import view_of
from zetema_sim.doctor.report import CHECKS, Finding, Limits
from zetema_sim.doctor.scripted_matches import DECIDED, Logged, word_at
from zetema_sim.doctor.tables import HOUSES, SeatedTable, places, tables
from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import jit, records
from zetema_sim.kernel.chance import DECLARE, DISCARD
from zetema_sim.playing.decision_record import here
from zetema_sim.roster import doctor_passes
from zetema_sim.roster.lookup import load, shipped_names
from zetema_sim.rules.ruleset import PRESETS
from zetema_sim.view import NONE

TABLES = len(PRESETS) * 8 + HOUSES
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
    "half_a_card": ("rules", "which is not a whole number"),
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
    *("endless", "half_a_card"),
}


def test_every_faulty_file_has_its_fault():
    """No file of tests/doctor/faulty is forgotten here."""
    assert sorted(FAULTS) == sorted(path.stem for path in FAULTY.glob("*.py"))


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found_and_named(name):
    """The report names the check, the reason and the line or the match."""
    path = FAULTY / f"{name}.py"
    report = examine.examine(str(path), limits=QUICK)
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


FIRST = "card = 0\nwhile not view.legal_mask >> card & 1:\n    card += 1\nreturn card"


def test_a_sound_file_passes_and_is_remembered(tmp_path, monkeypatch):
    """Nothing is found at any table, and the hash is known afterwards."""
    monkeypatch.setattr(doctor_passes, "base_folder", lambda: tmp_path)
    path = strategy_file(tmp_path, "sound", FIRST)
    report = examine.examine(str(path), limits=replace(QUICK, seconds=2))
    assert report.has_passed, report.text()
    assert sorted(report.checked) == sorted(CHECKS)
    assert report.facts["tables"] == report.facts["looked_at"] == TABLES
    assert f"matches at {TABLES} tables" in report.text()
    assert doctor_passes.has_passed(report.source_hash, {})
    assert doctor_passes.compile_seconds(report.source_hash) is not None
    assert not doctor_passes.has_passed("0" * 64, {})


def test_what_was_not_examined_has_not_passed(tmp_path, monkeypatch):
    """Where the time does not suffice for every table, that is said, and what would."""
    monkeypatch.setattr(doctor_passes, "base_folder", lambda: tmp_path)
    path = strategy_file(tmp_path, "sound", FIRST)
    report = examine.examine(str(path), limits=replace(QUICK, seconds=0.001))
    assert report.is_clean
    assert not report.has_passed
    assert "legal" not in report.checked
    assert "tables were not examined: --seconds" in " ".join(report.text().split())
    assert not doctor_passes.has_passed(report.source_hash, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_shipped_strategies_pass(name):
    """Nothing is found in what we ship, at any table."""
    report = examine.examine(name)
    assert report.has_passed, report.text()


def examined_by(monkeypatch: pytest.MonkeyPatch, **other: str) -> None:
    """Examine by another program or compiler from now on."""
    for name, value in other.items():
        monkeypatch.setattr(f"{name}.__version__", value)
    doctor_passes.examiner.cache_clear()


@pytest.mark.parametrize("changed", ["numba", "llvmlite", "numpy"])
def test_what_passed_is_forgotten_under_another_compiler(
    changed, tmp_path, monkeypatch
):
    """Other machine code may do something else."""
    monkeypatch.setattr(doctor_passes, "base_folder", lambda: tmp_path)
    doctor_passes.note_passed("abc", {}, 1.5)
    assert doctor_passes.has_passed("abc", {})
    examined_by(monkeypatch, **{changed: "0.0"})
    assert not doctor_passes.has_passed("abc", {})
    monkeypatch.undo()
    doctor_passes.examiner.cache_clear()


@pytest.mark.parametrize(
    "module", ["passed.py", "doctor/decision_checks.py", "toolkit.py"]
)
def test_what_passed_is_forgotten_when_the_program_changes(
    module, tmp_path, monkeypatch
):
    """Whichever module it is; another version may find more."""
    package = tmp_path / "package"
    shutil.copytree(
        doctor_passes.PACKAGE, package, ignore=shutil.ignore_patterns("*.pyc")
    )
    monkeypatch.setattr(doctor_passes, "PACKAGE", package)
    doctor_passes.examiner.cache_clear()
    before = doctor_passes.examiner()
    with (package / module).open("a") as file:
        file.write("# another")
    doctor_passes.examiner.cache_clear()
    assert doctor_passes.examiner() != before
    doctor_passes.examiner.cache_clear()


def test_what_passed_with_some_settings_has_not_with_others(tmp_path, monkeypatch):
    """And lines that are damaged do not count."""
    monkeypatch.setattr(doctor_passes, "base_folder", lambda: tmp_path)
    doctor_passes.note_passed("abc", {"mode": 0}, 1.5)
    with (tmp_path / "passed.txt").open("a") as lines:
        lines.write('\n{broken abc\n["abc"]\n{"source_hash": "abc"}\n')
    assert doctor_passes.has_passed("abc", {"mode": 0})
    assert not doctor_passes.has_passed("abc", {"mode": 1})
    monkeypatch.setattr(doctor_passes, "base_folder", lambda: None)
    doctor_passes.note_passed("abc", {"mode": 1}, 1.5)
    assert not doctor_passes.has_passed("abc", {"mode": 1})


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


def test_tables_are_all_presets_counts_and_sides_and_odd_rules():
    """At each it plays with others and alone, each setting at its bounds."""
    found = places(load("marriage-hoarder"), [])
    assert len({place.finding("", "").shown_by for place in found}) == TABLES
    assert len(found) == 3 * TABLES
    assert {place.examined.name for place in found} == {
        *("marriage-hoarder", "marriage-hoarder:wait_for=1"),
        "marriage-hoarder:wait_for=5",
    }
    given = places(load("marriage-hoarder:wait_for=4"), [])
    assert {place.examined.name for place in given} == {"marriage-hoarder:wait_for=4"}
    assert len({place.names for place in given}) == 3 * 5


def test_odd_rules_are_the_same_every_time():
    """Each finding can be had again."""
    assert [*tables()] == [*tables()]


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
    monkeypatch.setattr(examine, "CHILD", "import os; os.abort()")
    (finding,) = examine.examine("random").findings
    assert finding.reason.startswith("ends the whole process")


def test_silence_is_a_finding(monkeypatch):
    """A child that says nothing is not waited for longer than allowed."""
    monkeypatch.setattr(examine, "CHILD", "import time; time.sleep(600)")
    monkeypatch.setattr(examine, "START", 0)
    monkeypatch.setattr(examine, "GRACE", 0.2)
    (finding,) = examine.examine("random").findings
    assert finding.reason == "the examination does not start"


INTERRUPTING = """
import os, pathlib, signal, time
pathlib.Path({told!r}).write_text(str(os.getpid()))
os.kill(os.getppid(), signal.SIGINT)
time.sleep(600)
"""


def test_interrupt_ends_the_child(tmp_path, monkeypatch):
    """Ctrl-C leaves no process behind."""
    told = tmp_path / "process"
    monkeypatch.setattr(examine, "CHILD", INTERRUPTING.format(told=str(told)))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        examine.examine("random")
    signal.signal(signal.SIGINT, before)
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


# What is looked at


def logged(place: int = 0, match: int = 3) -> Logged:
    """Return a match of greedy's, the first of those at a table."""
    return Logged.of(places(load("greedy"), [])[place], match)


PLACES = range(0, TABLES, 5)


@pytest.mark.parametrize("place", PLACES)
def test_a_script_plays_what_was_played(place):
    """Turn by turn; and each decision is had again as it was."""
    played = logged(place)
    again, ended = played.play(len(played.log), NONE)
    assert (again[DECIDED] == played.log[DECIDED]).all()
    assert (len(again), ended) == (len(played.log), "")
    greedy, rules = played.place.examined, played.place.table.rules
    rows = np.flatnonzero(
        np.array(played.seating)[played.log["seat"]] == played.place.entry
    )
    for row in [*rows[:3], *rows[-3:]]:
        view = played.view(row, DISCARD)
        if played.log["discard"][row] != NONE:
            card = greedy.file.plain.discard(view_of(view, greedy, rules))
            assert card == played.log["discard"][row]
        asked = played.view(row, DECLARE) is not None
        assert asked or played.log["kind"][row] == NONE


@pytest.mark.parametrize("place", PLACES)
def test_exchanged_cards_are_those_that_a_seat_cannot_see(place):
    """What it saw until then is the same in every field."""
    played = logged(place)
    rng = random.Random(place)
    for row in rng.choices(range(len(played.log)), k=5):
        decks = played.exchanged(row, rng)
        if decks is None:
            continue
        assert sorted(decks.ravel()) == sorted(played.decks.ravel())
        before = played.view(row, DISCARD)
        other = Logged(played.place, played.match, played.log, decks)
        after = other.view(row, DISCARD)
        assert (before is None and after is None) or before == after


def peeker(code: Any) -> SimpleNamespace:
    """Return a strategy file whose compiled code knows where the hidden record is."""
    address = here().hidden.ctypes.data
    offsets = {
        name: records.HIDDEN_DTYPE.fields[name][1] // 8 for name in ("mask", "next")
    }
    function = jit.jit(jit.SIGNATURE, folder=None)(
        code(address // 8, offsets["mask"], offsets["next"])
    )
    return SimpleNamespace(
        **{"pointers": (function, None), "has_declare": False, "uses_chance": False},
        **{"settings": {}, "more_words": lambda rules: ()},
    )


def played_by(file: SimpleNamespace, place: SeatedTable) -> SeatedTable:
    """Return a place where a file is examined that is none."""
    strategy = SimpleNamespace(file=file, settings={}, name=place.examined.name)
    table = place.table
    pair = [*table.strategies]
    pair[place.entry] = strategy
    place.__dict__["table"] = replace(table, strategies=tuple(pair))
    return place


def other_hands(start, mask, _):
    """Discard by whether the next seat holds many cards of low numbers."""

    def discard(view):
        seat = view.seat + 1 if view.seat + 1 < view.players else 0
        theirs = word_at(8 * start, mask + seat)
        card, wanted = 0, theirs & 0xFFFFFFFF > 0 and theirs >> 32 < theirs & 0xFFFF
        for each in range(64):
            if view.legal_mask >> each & 1:
                card = each
                if wanted:
                    return card
        return card

    return discard


def rarely(kind):
    """Peek in the third deal only, or at tables with odd hands only."""

    def code(start, mask, following):
        peek = jit.kernel_part(other_hands(start, mask, following))

        def late(view):
            if view.deal >= 2:
                return peek(view)
            return lowest(view.legal_mask)

        def turn_end(view):
            if view.rules.draw_at_end:
                return peek(view)
            return lowest(view.legal_mask)

        return late if kind == "late" else turn_end

    return code


@jit.kernel_part
def lowest(mask):
    card = 0
    while not mask >> card & 1:
        card += 1
    return card


@pytest.mark.parametrize(
    "code",
    [other_hands, rarely("late"), rarely("turn_end")],
    ids=["always", "late", "turn_end"],
)
def test_compiled_play_that_knows_other_hands_is_found(code):
    """Wherever it looks at them: always, in late deals, under some rules."""
    file, found = peeker(code), places(load("greedy"), [])[:TABLES]
    looks = Looks([played_by(file, place) for place in found], None, None, Limits())
    findings = []
    for place in looks.places * 6:
        played = Logged.of(place, 5)
        for _ in range(3):
            row = looks.choose_turn(played)
            findings += [*looks.with_others_cards(played, row)] if row else []
    assert {finding.check for finding in findings} == {"unseen"}
    assert "other" in findings[0].reason


def test_a_fault_of_another_strategy_is_no_finding():
    """It is a fault of this program then, and told as one."""
    place = places(load("greedy"), [])[0]
    assert not place.is_of(StrategyFault("random", 0, 0, 0, "discard", "fell ill"))


def test_json_holds_every_fact():
    """What is written is one object that Python reads back."""
    report = examine.Report("mine", "mine.py", findings=[Finding("legal", "is late")])
    assert json.loads(json.dumps(report.as_json()))["findings"][0]["times"] == 1

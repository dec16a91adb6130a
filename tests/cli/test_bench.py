"""`zetema bench`: its figures are there and fit together; how large, nobody asserts."""

from __future__ import annotations

import json
import shutil
import textwrap
from pathlib import Path

import pytest

from tests.kit.cli_runs import RUN_FAILED, only_line, refusal, zetema
from tests.kit.json_schemas import check_json
from zetema_sim.experiments import bench

QUICK = ("bench", "--rounds", 2, "--seconds", 0.01, "--threads", 2)
START = bench.Start(0.3, 9.0, dict.fromkeys(bench.MIXED, 0.5))
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("g++", "c++", "clang++"))), reason="no C++ compiler"
)


@pytest.fixture(autouse=True)
def _fewer_line_ups(monkeypatch):
    """Leave out what compiles everything anew; a slow test does that."""
    monkeypatch.setattr(bench, "starts", lambda: (START, START))
    monkeypatch.setattr(bench, "PLAYERS", (2, 3))
    monkeypatch.setattr(bench, "LINE_UPS", {"greedy": ("greedy",)})


def yardstick(folder: Path, prints: str) -> Path:
    """Write a program that prints a text."""
    path = folder / "yardstick.cpp"
    path.write_text(
        textwrap.dedent(f"""\
        #include <cstdio>
        #include <cstdlib>
        int main(int argc, char** argv) {{
            long matches = atol(argv[1]);
            printf("%ld matches  {prints}\\n", matches);
            return matches > 0 ? 0 : 1;
        }}
        """)
    )
    return path


def test_json_has_figures_that_fit_together():
    """Rates are those of the turns and matches that were played."""
    result = zetema(*QUICK, "--json")
    told = check_json("bench", json.loads(result.stdout))
    assert result.stderr == ""
    assert told["start"]["warm"]["kernel"] == 9.0
    assert [each["players"] for each in told["line_ups"]] == [2, 3]
    for each in told["line_ups"]:
        one = each["one_thread"]
        assert one["turns_per_second"] * one["ns_per_turn"] == pytest.approx(1e9)
        turns = one["turns_per_second"] / one["matches_per_second"]
        assert turns == pytest.approx(each["turns"] / each["matches"])
    assert told["yardstick"] is None


def test_text_has_every_line_up():
    """A line for each line-up, none longer than a terminal."""
    lines = zetema(*QUICK).stdout.splitlines()
    assert sum(line.startswith("greedy  ") for line in lines) == 1 + 2
    assert max(map(len, lines)) <= 80


@needs_compiler
def test_yardstick_is_built_and_compared(tmp_path):
    """Every round has its ratio, and their median is told."""
    file = yardstick(tmp_path, "50.0 ns/turn")
    printed = zetema(*QUICK, "--json", "--yardstick", file).stdout
    told = check_json("bench", json.loads(printed))["yardstick"]
    assert [each["yardstick"] for each in told["rounds"]] == [50.0, 50.0]
    ratios = [each["kernel"] / 50.0 for each in told["rounds"]]
    assert told["ratio"] == pytest.approx(sum(ratios) / 2)
    assert "median" in zetema(*QUICK, "--yardstick", file).stdout
    assert [*tmp_path.iterdir()] == [file]


@needs_compiler
@pytest.mark.parametrize(
    ("prints", "reason"),
    [("nothing", "printed no figure in ns/turn: "), ('" 1', "does not compile")],
)
def test_yardstick_that_is_none(prints, reason, tmp_path):
    """A program that does not serve is told in one line."""
    result = zetema(*QUICK, "--yardstick", yardstick(tmp_path, prints))
    assert (result.exit_code, result.stdout) == (RUN_FAILED, "")
    assert reason in only_line(result)


def test_yardstick_without_a_compiler(tmp_path, monkeypatch):
    """Where there is no compiler, it says so."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = zetema(*QUICK, "--yardstick", yardstick(tmp_path, "1.0 ns/turn"))
    assert result.exit_code == RUN_FAILED
    assert "needs a C++ compiler" in only_line(result)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--rounds", 0), "0 is not allowed: 1 to 1000"),
        (("--seconds", -1), "'--seconds'"),
        (("--threads", 0), "0 is not allowed: 1 to 1024"),
        (("--yardstick", "nowhere.cpp"), "'nowhere.cpp' does not exist"),
    ],
)
def test_refusals(words, reason):
    """What cannot be measured is refused in one line."""
    assert reason in refusal("bench", *words)


@pytest.mark.slow
def test_start_is_measured_in_processes_of_their_own(monkeypatch):
    """The kernel and each strategy of the line-ups have their seconds, both times."""
    monkeypatch.undo()
    for start in bench.starts():
        assert [*start.strategies] == [*bench.MIXED]
        assert min(start.libraries, start.kernel, *start.strategies.values()) > 0

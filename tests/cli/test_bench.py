"""`zetema bench`: its figures are there and fit together; how large, nobody asserts."""

from __future__ import annotations

import json

import pytest

from tests.kit.cli_runs import refusal, zetema
from tests.kit.json_schemas import check_json
from zetema_sim.experiments import bench

QUICK = ("bench", "--rounds", 2, "--seconds", 0.01, "--threads", 2)
START = bench.Start(0.3, 9.0, dict.fromkeys(bench.MIXED, 0.5))


@pytest.fixture(autouse=True)
def _fewer_line_ups(monkeypatch):
    """Leave out what compiles everything anew; a slow test does that."""
    monkeypatch.setattr(bench, "starts", lambda: (START, START))
    monkeypatch.setattr(bench, "PLAYERS", (2, 3))
    monkeypatch.setattr(bench, "LINE_UPS", {"greedy": ("greedy",)})


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


def test_text_has_every_line_up():
    """A line for each line-up, none longer than a terminal."""
    lines = zetema(*QUICK).stdout.splitlines()
    assert sum(line.startswith("greedy  ") for line in lines) == 1 + 2
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--rounds", 0), "0 is not allowed: 1 to 1000"),
        (("--seconds", -1), "'--seconds'"),
        (("--threads", 0), "0 is not allowed: 1 to 1024"),
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

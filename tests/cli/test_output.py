"""What happens to an answer when its folder or its page cannot be written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.kit.cli_runs import RUN_FAILED, zetema
from zetema_sim.results import writing

COMMANDS = {
    "compare": ("greedy", "random", "--matches", 60),
    "tournament": ("greedy", "random", "--matches", 60),
    "sweep": ("greedy", "random", "--matches", 60, "--vary", "sequence.points=0,20"),
    "verdict": (
        *("greedy", "--field", "random", "--players", 2, "--rules", "parlett"),
        *("--matches", 60, "--precision", 0.2),
    ),
}
FULL = "--out run cannot be written: No space left on device"


def fails(*given: Any, **named: Any) -> NoReturn:
    raise writing.ResultsError(FULL)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("failing", "code", "told"),
    [
        ("results.unfinished.Unfinished.write", RUN_FAILED, "Error: "),
        ("results.page.write_report", 0, "Warning: the run is written to "),
    ],
)
def test_an_answer_outlives_its_folder(
    command: str,
    failing: str,
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A disk that is full after the playing costs the folder, not the numbers.

    The folder is what was asked for; its page is a help, and can be drawn later.
    """
    monkeypatch.setattr(f"zetema_sim.{failing}", fails)
    words = (*COMMANDS[command], "--quiet", "--json", "--out", tmp_path / "run")
    result = zetema(command, *words)
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.startswith(told)
    assert FULL in line
    assert json.loads(result.stdout)["schema"] == 1

"""The experiments as functions, and the example of the docs."""

from __future__ import annotations

import json
import runpy
from inspect import signature
from pathlib import Path

import pandas as pd
import pytest

from tests.cli_runs import zetema
from zetema_sim import api
from zetema_sim.cli import compare, tournament

NOT_OURS = {"names", "out", "number", "report", "as_json", "quiet", "choices"}


@pytest.mark.parametrize("name", ["compare", "tournament"])
def test_arguments_are_the_options(name: str) -> None:
    """Every option but those of printing and writing, under its name."""
    module = {"compare": compare, "tournament": tournament}[name]
    command = getattr(module, name, module)
    options = {"overrides": "set", "folders": "strategies"}
    ours = {options.get(p.name, p.name) for p in command.params} - NOT_OURS
    assert set(signature(getattr(api, name)).parameters) == ours | {"names"}


def test_an_answer_has_what_the_command_tells() -> None:
    """The same JSON, and tables of it."""
    answer = api.compare("greedy", "random", matches=400, seed=3)
    words = ("compare", "greedy", "random", "--matches", 400, "--seed", 3, "--json")
    told = json.loads(zetema(*words).stdout)
    assert {**answer.json, "seconds": 0} == {**told, "seconds": 0}
    assert {"win_shares", "differences", "points"} <= set(answer)
    assert all(isinstance(answer[table], pd.DataFrame) for table in answer)
    assert answer.verdict == told["verdict"]


def test_a_tournament_gives_frames() -> None:
    """One row a strategy, one a pair and kind of difference."""
    answer = api.tournament("greedy", "random", "first-chance", matches=400)
    assert len(answer["win_shares"]) == 3
    assert len(answer["pairs"]) == 6
    assert repr(answer).startswith("<")


def test_a_sweep_gives_frames() -> None:
    """One row a point and strategy, the same JSON as the command's."""
    answer = api.sweep("marriage-hoarder", "greedy", vary=["wait_for=1,3"], matches=200)
    words = ("sweep", "marriage-hoarder", "greedy", "--vary", "wait_for=1,3")
    told = json.loads(zetema(*words, "--matches", 200, "--json", "--quiet").stdout)
    assert {**answer.json, "seconds": 0} == {**told, "seconds": 0}
    assert answer["sweep"]["marriage-hoarder:wait_for"].nunique() == 2


def test_a_verdict_gives_frames() -> None:
    """The share against the field, head to head, and changes."""
    answer = api.verdict(
        "imperial-flush",
        field=["greedy", "random"],
        players=[2],
        rules=["parlett"],
        precision=0.1,
        matches=600,
    )
    assert len(answer["win_shares"]) == 1
    assert answer["head_to_head"]["opponent"].tolist()
    assert "imperial-flush" in answer.verdict


def test_the_example_of_the_docs_runs(
    top: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/examples/wait_for.py prints frames, and docs/library.md shows it."""
    path = top / "docs" / "examples" / "wait_for.py"
    example = runpy.run_path(str(path))
    example["main"].__globals__["MATCHES"] = 400
    example["main"]()
    assert "rank_best" in capsys.readouterr().out
    assert path.read_text("utf-8") in (top / "docs" / "library.md").read_text("utf-8")

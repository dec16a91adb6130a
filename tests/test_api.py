"""The experiments as functions, and the example of the docs."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.kit.cli_runs import zetema
from zetema_sim import api
from zetema_sim.experiments.kinds import KINDS
from zetema_sim.playing.seating import TableOptions
from zetema_sim.work import WorkerOptions

OF_PRINTING = {"out", "number", "report", "as_json", "form", "quiet"}
ALIASES = {"overrides": "set", "folders": "strategies"}
NEEDED = {"names", "name", "vary"}


def usual_options(name: str) -> dict[str, object]:
    """Return what a command takes, and what it gets where nothing is said."""
    command = getattr(import_module(f"zetema_sim.cli.{name}"), name)
    words = ["greedy", *("--vary", "x=1") * (name == "sweep")]
    # A command keeps the option of help that its first context asks for.
    given = command.make_context(name, words, help_option_names=["-h", "--help"])
    options = {each: given.params[each] for each in given.params.keys() - OF_PRINTING}
    as_list = {"players": (2, 3, 4)} if name == "verdict" else {}
    return options | as_list


@pytest.mark.parametrize("name", sorted(KINDS.keys() - {"plan"}))
def test_arguments_are_the_options(name: str) -> None:
    """Every option but those of printing and writing, its name, its default."""
    given = signature(getattr(api, name)).parameters
    options = {ALIASES.get(each, each): it for each, it in usual_options(name).items()}
    assert set(given) == set(options)
    for each in options.keys() - NEEDED:
        assert given[each].default == options[each], each


@pytest.mark.parametrize("name", KINDS)
def test_fields_are_the_options(name: str) -> None:
    """What is asked, its table and its workers have the defaults of the command."""
    asked = [*fields(KINDS[name].load()), *fields(WorkerOptions)]
    if name != "verdict":
        asked = [each for each in asked if each.name != "choices"]
        asked += fields(TableOptions)
    options = usual_options(name)
    assert {each.name for each in asked} == options.keys() | {"on_fault"}
    for each in asked:
        if each.name in options.keys() - NEEDED:
            assert each.default == options[each.name], each.name


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


def test_numbers_paths_and_single_texts_are_taken(top: Path) -> None:
    """As numpy, pathlib and people write them."""
    mine = top / "strategies" / "random.py"
    odd = api.sweep(
        mine,  # type: ignore[arg-type]
        "greedy",
        vary="sequence.points=0,20",
        set="draw.to=7",
        strategies=(),
        seed=np.uint64(3),  # type: ignore[arg-type]
        matches=np.int32(40),  # type: ignore[arg-type]
        level=np.float32(0.5),
        threads=np.array(1),  # type: ignore[arg-type]
    )
    usual = api.sweep(
        *(str(mine), "greedy"),
        vary=["sequence.points=0,20"],
        set=["draw.to=7"],
        seed=3,
        matches=40,
        level=0.5,
        threads=1,
    )
    assert {**odd.json, "seconds": 0} == {**usual.json, "seconds": 0}


REFUSED = {
    "matches": (0, -1, 10**13, 1000.0, True, "1000", None, [5], float("nan")),
    "seed": (-1, 2**63, 0.5, np.float64(1), "1"),
    "level": (0, 1, 2.0, "0.9", True, None, float("nan")),
    "threads": (0, 2000, 1.5, "all"),
    "players": (1, 7, 2.0, "2"),
    "on_fault": ("ignore", None, 1),
    "executor": ("thread", 1),
    "scheduler": ("tcp://here:1", 5),
    "sides": ("3x9", 2),
    "rules": ("parlet", 5, None),
    "set": ("draw.to", ("draw.to=7", "draw.to=8"), 5, None),
    "strategies": ("no/such", 5),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_command_refuses_a_function_refuses(name: str) -> None:
    """With one line that names the argument or what is allowed, and nothing else."""
    for value in REFUSED[name]:
        with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
            api.compare("greedy", "random", **{"matches": 4, name: value})
        assert type(refused.value).__module__.startswith("zetema_sim")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: api.compare(), "compare takes at least one strategy"),
        (lambda: api.compare("greedy"), "one strategy alone needs --players"),
        (lambda: api.compare(["greedy", "random"]), "is neither text nor path"),
        (lambda: api.compare(b"greedy", "random"), "is neither text nor path"),
        (
            lambda: api.compare("greedy", "random", precision=0),
            "precision = 0 is not allowed: from 0.000001 to 1",
        ),
        (lambda: api.compare("greedy", "random", until_decided=1), "neither True nor"),
        (lambda: api.tournament("greedy", "random", fresh="no"), "neither True nor"),
        (lambda: api.verdict("greedy", precision=0.5), "precision = 0.5 is not"),
        (lambda: api.verdict("greedy", players=[2, 9]), "players = 9 is not allowed"),
        (lambda: api.verdict("greedy", field="gredy"), "did you mean greedy"),
        (lambda: api.sweep("greedy", "random", vary="x"), "x"),
        (lambda: api.sweep("greedy", "random"), "sweep: missing a required"),
        (lambda: api.verdict("greedy", "random"), "verdict: too many positional"),
        (lambda: api.compare("greedy", "random", mathces=1), "did you mean matches?"),
        (lambda: api.verdict("greedy", level=0.9), "verdict has no argument 'level'"),
        (lambda: api.compare(names=["greedy"]), "compare has no argument 'names'"),
    ],
)
def test_a_refusal_is_one_line(call: Callable[[], object], told: str) -> None:
    """Of each function; `set` and others take one text for a list of them."""
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        call()
    assert told in str(refused.value)

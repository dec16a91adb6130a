"""The program in odd surroundings: it works, or says why not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli_runs import BAD_INPUT
from zetema_sim import cache

# Surroundings, how Python is started, what is asked, and a part of the answer.
ODD = {
    "no docstrings": ({}, ["-OO"], ["compare", "--help"], "--players N"),
    "no asserts": ({}, ["-O"], ["rules", "diff", "official", "parlett"], "draw"),
    "locale C": ({"LC_ALL": "C"}, [], ["rules", "show", "grö ße/häuser.json"], "27"),
    "no home": ({"HOME": "/proc", "XDG_CACHE_HOME": ""}, [], ["rules"], "parlett"),
    "no terminal": ({"TERM": "dumb", "COLUMNS": "0"}, [], ["strategies"], "greedy"),
    "warnings": (
        {"PYTHONWARNINGS": "error"},
        [],
        ["strategies", "show", "greedy"],
        ".",
    ),
}


def run(
    folder: Path, top: Path, odd: dict[str, str], python: list[str], words: list[str]
) -> subprocess.CompletedProcess[str]:
    """Return what the program says in such surroundings."""
    environment = {**os.environ, "PYTHONPATH": str(top), **odd}
    command = [sys.executable, *python, "-m", "zetema_sim", *words]
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        check=False,
    )


@pytest.mark.parametrize("name", ODD)
def test_it_works_in_odd_surroundings(name: str, tmp_path: Path, top: Path) -> None:
    """Also with paths of several words and letters."""
    odd, python, words, told = ODD[name]
    folder = tmp_path / "grö ße"
    folder.mkdir()
    (folder / "häuser.json").write_text(
        '{"preset": "parlett", "sequence": {"points": 27}}'
    )
    ended = run(tmp_path, top, odd, python, words)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert told in ended.stdout


@pytest.mark.parametrize("words", [["compare", "greedy", "random", "--quiet"]])
def test_without_a_compiler_it_says_so(
    words: list[str], tmp_path: Path, top: Path
) -> None:
    """numba can be told to compile nothing, and a run would take days."""
    ended = run(tmp_path, top, {"NUMBA_DISABLE_JIT": "1"}, [], words)
    assert ended.returncode == BAD_INPUT
    assert ended.stderr.startswith("Error: NUMBA_DISABLE_JIT is set, but ")


@pytest.mark.parametrize(
    ("variable", "folder"),
    [
        ("NUMBA_CACHE_DIR", "/proc"),
        ("XDG_CACHE_HOME", "/proc"),
        ("XDG_CACHE_HOME", "/dev/null"),
    ],
)
def test_a_cache_that_cannot_be_written_is_none(
    variable: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another user's, or one on a disk that is read-only."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv(variable, folder)
    assert cache.base_folder.__wrapped__() is None

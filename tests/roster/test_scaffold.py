"""`zetema strategies new`: what it writes works, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.kit.cli_runs import refusal, zetema
from zetema_sim.doctor.examine import examine
from zetema_sim.doctor.report import Limits
from zetema_sim.roster.lookup import files_of, load, shipped_names
from zetema_sim.roster.scaffold import write_strategy
from zetema_sim.situations import discards


def test_written_file_passes_the_doctor_and_its_test(tmp_path, top):
    """The strategy plays at every table, and its test runs as it stands."""
    told = zetema("strategies", "new", "pile-feeder", "--folder", tmp_path / "mine")
    strategy, test = told.stdout.splitlines()
    report = examine(strategy, limits=Limits(seconds=4))
    assert report.is_clean, report.text()
    assert load(f"{strategy}:caution=0").settings == {"caution": 0}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    ran = subprocess.run(words, cwd=top, capture_output=True, text=True)
    assert "4 passed" in ran.stdout, ran.stdout + ran.stderr


def test_written_files_keep_the_house_style(tmp_path, top):
    """What we hand out is formatted, typed and free of known mistakes."""
    zetema("strategies", "new", "pile-feeder", "--folder", tmp_path)
    config = ["--config", str(top / "pyproject.toml")]
    for words in (["ruff", "check"], ["ruff", "format", "--check"]):
        command = [sys.executable, "-m", *words, *config, str(tmp_path)]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout


def test_its_test_is_no_strategy(tmp_path):
    """Nor is what pytest reads beside it."""
    zetema("strategies", "new", "pile-feeder", "--folder", tmp_path)
    (tmp_path / "conftest.py").touch()
    assert [name for name, _ in files_of(tmp_path)] == ["pile-feeder"]


def test_it_says_what_to_do_next(tmp_path):
    """How to examine the strategy, and how to run its test."""
    told = zetema("strategies", "new", "mine", "--folder", tmp_path)
    assert told.stderr.splitlines() == [
        f"To examine it: zetema strategies check {tmp_path / 'mine.py'}",
        f"To run its test: {sys.executable} -m pytest {tmp_path / 'test_mine.py'}",
    ]


@pytest.mark.parametrize("folder", ["/proc", "/dev/null", "/dev/null/x", "x" * 300])
def test_a_folder_that_cannot_be_written_to_is_refused(folder):
    """As bad input, in one line."""
    assert f"{folder} " in refusal("strategies", "new", "mine", "--folder", folder)


def test_nothing_is_overwritten(tmp_path):
    """A strategy or a test that is there stays as it is, and neither is written."""
    (tmp_path / "test_mine.py").write_text("kept")
    told = refusal("strategies", "new", "mine", "--folder", tmp_path)
    assert "test_mine.py is there already" in told
    assert [path.name for path in tmp_path.iterdir()] == ["test_mine.py"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("random", "is a shipped strategy"),
        ("marriage_hoarder", "is a shipped strategy"),
        ("lambda", "is reserved"),
        ("test-me", "is reserved"),
        ("numpy", "is reserved"),
        ("Feeder", "is not a name"),
        ("../feeder", "is not a name"),
        ("_feeder", "is not a name"),
        ("feeder.py", "is not a name"),
        ("", "is not a name"),
        ("nan", "tables would be read as having no name there"),
        ("x" * 41, "at most 40 letters"),
        ("x" * 5000, "at most 40 letters"),
    ],
)
def test_bad_names_are_refused(tmp_path, name, words):
    """A name must be a module's name, and not mean something else."""
    folder = tmp_path / "new"
    assert words in refusal("strategies", "new", name, "--folder", folder)
    assert not folder.exists()


def test_folder_that_is_a_file_is_refused(tmp_path):
    """It is told, and no traceback."""
    (tmp_path / "file").write_text("")
    told = refusal("strategies", "new", "mine", "--folder", tmp_path / "file")
    assert "is not a folder" in told


@pytest.mark.parametrize("name", shipped_names())
def test_a_copy_of_any_shipped_strategy_decides_alike(name, tmp_path):
    """It needs nothing but its own file, wherever that is."""
    strategy, _ = write_strategy("mine", tmp_path, name)
    assert discards(str(strategy), "KH QD 7S 8S 2C") == discards(name, "KH QD 7S 8S 2C")


def test_only_shipped_strategies_are_copied():
    """Others have a path, and `cp`."""
    told = refusal("strategies", "new", "mine", "--from", "balance")
    assert "'balance' is not a shipped strategy; did you mean balanced?" in told

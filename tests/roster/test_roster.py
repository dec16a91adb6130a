"""How a name becomes a strategy, and that its compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.checkout import TOP
from tests.kit.tables import FOLDER, rules_at
from zetema_sim.common.names import NamesError
from zetema_sim.faults import StrategyError
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.seating import in_order
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.roster.lookup import RosterError, Settings, load, load_all

ANY = FOLDER / "any_option.py"

# Discards the card whose place among the legal ones a setting tells.
SOURCE = '''"""Discards by place.

Then it rests.

Source: the tests; a second line
of it.
"""

from _lowest import of
from zetema_sim.bits import count_bits
from zetema_sim.toolkit import nth_card

SETTINGS = {"place": (0, -1, 70), "unused": (5, 0, 9)}


def discard(view):
    if 0 < view.settings.place < count_bits(view.legal_mask):
        return nth_card(view.legal_mask, view.settings.place)
    return of(view)
'''
HELPER = """from zetema_sim.bits import lowest_bit


def of(view):
    return lowest_bit(view.legal_mask)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a strategy and its helper, its name not for shells."""
    folder = tmp_path / "my ideas; größer=besser"
    folder.mkdir()
    (folder / "by_place.py").write_text(SOURCE, "utf-8")
    (folder / "_lowest.py").write_text(HELPER, "utf-8")
    return folder


def refusal(*texts: str, folders: list[Path] | None = None) -> str:
    with pytest.raises((RosterError, NamesError, StrategyError)) as caught:
        load_all(texts, folders or [])
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Names


def test_names_of_all_kinds(folder: Path) -> None:
    """A shipped name, a name in a folder, a path and a labelled path are strategies."""
    path = folder / "by_place.py"
    assert load("greedy").name == "greedy"
    assert load("by-place", [folder]).name == "by-place"
    assert load(str(path)).name == str(path)
    assert load(f"mine={path}:place=3").name == f"mine={path}:place=3"
    assert load(f"{path}:place=3").file.path == path


def test_what_a_file_says_of_itself(folder: Path) -> None:
    """Name, summary and source of a strategy stand in its file."""
    file = load("by-place", [folder]).file
    assert (file.stem, file.summary) == ("by-place", "Discards by place.")
    assert file.source == "the tests; a second line of it."
    assert not file.has_declare
    assert not file.uses_chance
    assert load("random").file.uses_chance


def test_a_name_of_several_files_is_refused(folder: Path) -> None:
    """Shipped and in a folder, in two folders, in one with a dash: none is taken."""
    other = folder / "other"
    other.mkdir()
    for path in (folder / "greedy.py", other / "by_place.py", folder / "a-b.py"):
        path.write_text(ANY.read_text("utf-8"), "utf-8")
    (folder / "a_b.py").write_text(ANY.read_text("utf-8"), "utf-8")
    for name in ("greedy", "by-place", "a-b"):
        told = refusal(name, folders=[folder, other])
        assert f"'{name}' stands for several files: " in told
    assert load("greedy", [other, lookup.shipped_strategies()]).name == "greedy"
    assert load("by-place", [folder, folder / "." / "other" / ".."]).name == "by-place"


def test_helpers_are_no_strategies(folder: Path) -> None:
    """Files whose names begin with _ are not listed."""
    assert [name for name, _ in lookup.files_of(folder)] == ["by-place"]
    assert not [name for name in lookup.shipped_names() if name.startswith("-")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gredy", "did you mean greedy"),
        ("marriage_hoarder", "did you mean marriage-hoarder"),
        ("qqqq", "no strategy 'qqqq'; there are"),
        ("", "no strategy ''"),
        ("missing.py", "there is no strategy file missing.py"),
        ("x=greedy", "label=path.py"),
        ("=a.py", "put ./ before it"),
        ("missing.py:x=a.py", "the label 'missing.py:x'"),
        ("greedy:", "ends in a colon"),
        ("greedy:speed=3", "no setting 'speed'"),
        ("marriage-hoarder:wait_fr=3", "did you mean wait_for"),
        ("marriage-hoarder:wait_for", "is not a setting; write name=value"),
        ("marriage-hoarder:wait_for=", "is not a whole number"),
        ("marriage-hoarder:wait_for=3.5", "is not a whole number"),
        ("marriage-hoarder:wait_for=--3", "is not a whole number"),
        ("marriage-hoarder:wait_for=٣", "is not a whole number"),
        ("marriage-hoarder:wait_for=99", "is out of range; 1 to 5 is allowed"),
        ("marriage-hoarder:wait_for=2,wait_for=2", "is given twice"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    """What names no strategy is refused with the nearest that does."""
    assert reason in refusal(text)


def test_folders_that_are_none(tmp_path: Path) -> None:
    """A folder that is not there is refused."""
    assert "is not a folder" in refusal("greedy", folders=[tmp_path / "none"])


def test_two_files_of_one_name(folder: Path, tmp_path: Path) -> None:
    """Two files of one name are refused, unless one has a label."""
    other = tmp_path / "by_place.py"
    other.write_text(ANY.read_text("utf-8"), "utf-8")
    first = str(folder / "by_place.py")
    assert "two files of one name" in refusal(first, str(other))
    assert "two files of one name" in refusal(f"x={first}", f"x={other}")
    assert len(load_all([first, f"other={other}", first])) == 3
    assert len(load_all([first, f"{first}:place=2"])) == 2


# Settings


def test_settings_in_the_name(folder: Path) -> None:
    """The name has the settings that differ from the default, sorted."""
    text = "by-place:unused=7,place=2"
    assert load(text, [folder]).name == "by-place:place=2,unused=7"
    assert load("by-place:unused=5", [folder]).name == "by-place"
    assert load("by-place:place=-1", [folder]).settings == {"place": -1, "unused": 5}


def test_equal_strategies_are_one(folder: Path) -> None:
    """Name, settings and source make a strategy; the order given does not count."""
    one, two = load_all(
        ["by-place:place=2,unused=7", "by-place:unused=7,place=2"], [folder]
    )
    assert (one, hash(one)) == (two, hash(two))
    different, places = in_order(
        [*load_all(["greedy", "by-place"], [folder]), one, two]
    )
    assert [each.base for each in different] == ["by-place", "by-place", "greedy"]
    assert places == [2, 0, 1, 1]


def test_plain_settings_are_those_of_compiled_code() -> None:
    """By name and by place, sixteen places in all, and never written."""
    settings = Settings(["a", "b"], [4, 5])
    assert (settings.a, settings["b"], settings[1], settings[15]) == (4, 5, 5, 0)
    assert (settings[-16], settings[-1]) == (4, 0)
    for place in (16, -17):
        with pytest.raises(IndexError):
            settings[place]
    with pytest.raises(AttributeError):
        settings.c  # noqa: B018
    with pytest.raises(AttributeError):
        settings.a = 3


def points_won(text: str, folder: Path) -> list[int]:
    rules = rules_at("parlett")
    strategies, entries = in_order(load_all([text, "greedy"], [folder]))
    lineup = line_up(entries, 2, 2)
    table = Table(rules.at_table(2), tuple(strategies), lineup, seed=1)
    return [int(count) for count in table.play_blocks(0, 20).sums.ravel()]


def test_settings_change_play_without_compiling(folder: Path) -> None:
    """One compilation serves all settings, and they change what is played."""
    before = points_won("by-place", folder)
    file = load("by-place", [folder]).file
    compiled = file.pointers
    assert points_won("by-place:unused=7", folder) == before
    assert points_won("by-place:place=1", folder) != before
    assert load("by-place:place=1", [folder]).file.pointers is compiled


# Helpers


def test_a_helper_counts_as_source(folder: Path) -> None:
    """A changed helper is another source."""
    before = load("by-place", [folder]).source_hash
    (folder / "_lowest.py").write_text(HELPER + "\nMORE = 1\n", "utf-8")
    assert load("by-place", [folder]).source_hash != before


def test_helpers_that_cannot_be_used(folder: Path) -> None:
    """A helper is held to the same rules, and must be there."""
    (folder / "_lowest.py").write_text("import os\n", "utf-8")
    assert "_lowest.py:1: imports os" in refusal("by-place", folders=[folder])
    (folder / "_lowest.py").write_text("import _other\n", "utf-8")
    assert "imports _other, but" in refusal("by-place", folders=[folder])
    (folder / "_other.py").write_text("import _lowest\n", "utf-8")
    assert "imports _lowest, which imports" in refusal("by-place", folders=[folder])
    (folder / "_other.py").write_text("import _other\n", "utf-8")
    assert "imports _other, which imports" in refusal("by-place", folders=[folder])
    (folder / "_lowest.py").unlink()
    assert "is not there" in refusal("by-place", folders=[folder])


# The cache


PROGRAM = """
import sys
from pathlib import Path
from zetema_sim.roster.lookup import load

discard, _ = load("by-place", [Path(sys.argv[1])]).file.pointers
stats = discard.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def compile_anew(folder: Path, cache: Path) -> str:
    """Load and compile the strategy in a process of its own; return hits and misses."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(TOP)}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_compiled_code_is_kept(folder: Path, tmp_path: Path) -> None:
    """A second process compiles nothing; after a change of a helper one does."""
    cache = tmp_path / "cache"
    assert compile_anew(folder, cache) == "0 1"
    assert compile_anew(folder, cache) == "1 0"
    (folder / "_lowest.py").write_text(HELPER + "\nMORE = 1\n", "utf-8")
    assert compile_anew(folder, cache) == "0 1"


def test_without_a_cache(folder: Path, tmp_path: Path) -> None:
    """Where nothing can be written, code is compiled in memory."""
    no_folder = tmp_path / "file"
    no_folder.write_text("", "utf-8")
    assert compile_anew(folder, no_folder) == compile_anew(folder, no_folder) == "0 1"

"""What is kept of compiled code is right, or it is compiled anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import types

from zetema_sim.cards import rank_of
from zetema_sim.common import cache_folder
from zetema_sim.kernel.jit import jit

KEY = b"which function"


def twice(card: int) -> int:
    return 2 * rank_of(card)


def thrice(card: int) -> int:
    return 3 * rank_of(card)


def compiled(function: Callable[[int], int], folder: Path) -> tuple[Any, bool]:
    """Return a compiled function, and whether that was kept."""
    made = jit(types.int64(types.int64), folder=folder)(function)
    return made, bool(made.stats.cache_hits)


def cut_short(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:-1])


def flip_a_bit(place: Path) -> None:
    content = bytearray(place.read_bytes())
    content[len(content) // 2] ^= 16
    place.write_bytes(content)


def put_another_in_its_place(place: Path) -> None:
    folder = place.parent.parent / "other"
    compiled(thrice, folder)
    (other,) = folder.iterdir()
    other.replace(place)


def make_a_folder(place: Path) -> None:
    place.unlink()
    (place / "full").mkdir(parents=True)


def make_a_pipe(place: Path) -> None:
    place.unlink()
    os.mkfifo(place)


def link_to(target: str) -> Callable[[Path], None]:
    def link(place: Path) -> None:
        place.unlink()
        place.symlink_to(target.format(place.name))

    return link


DAMAGE = {
    "cut short": cut_short,
    "empty": lambda place: place.write_bytes(b""),
    "flipped": flip_a_bit,
    "another's": put_another_in_its_place,
    "unreadable": lambda place: place.chmod(0),
    "folder": make_a_folder,
    "pipe": make_a_pipe,
    "loop": link_to("{}"),
    "endless": link_to("/dev/zero"),
    "gone": Path.unlink,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_is_compiled_anew(
    damage: Callable[[Path], object], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    compiled(twice, folder)
    function, was_kept = compiled(twice, folder)
    assert was_kept
    (place,) = folder.iterdir()
    damage(place)
    function, _ = compiled(twice, folder)
    assert [function(card) for card in range(64)] == [*map(twice, range(64))]


def test_every_byte_counts(tmp_path: Path) -> None:
    """No byte of a file can change, and no name be another's, without being seen."""
    place = tmp_path / "folder" / "file"
    cache_folder.keep(place, KEY, b"compiled")
    whole = place.read_bytes()
    assert cache_folder.read_kept(place, KEY) == b"compiled"
    assert cache_folder.read_kept(place, b"another function") is None
    for at in range(len(whole)):
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache_folder.read_kept(place, KEY) is None


def test_what_is_kept_in_another_folder_is_not_taken(tmp_path: Path) -> None:
    """A folder's name says which sources its code was made of."""
    compiled(twice, tmp_path / "one")
    (tmp_path / "one").rename(tmp_path / "other")
    _, was_kept = compiled(twice, tmp_path / "other")
    assert not was_kept


def test_folders_that_nobody_uses_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the folders of compiled code those stay that were used last."""
    monkeypatch.setattr(cache_folder, "MOST_FOLDERS", 3)
    (tmp_path / "arrived-sources").mkdir()
    for number in range(6):
        place = tmp_path / f"compiled-{number}" / "file"
        cache_folder.keep(place, KEY, b"compiled")
        os.utime(place.parent, ns=(number, number))
        if number:
            os.utime(tmp_path / "compiled-0")  # used all the time
    names = sorted(folder.name for folder in tmp_path.iterdir())
    assert names == ["arrived-sources", "compiled-0", "compiled-4", "compiled-5"]


def test_code_is_kept_where_its_folder_was_deleted(tmp_path: Path) -> None:
    """As by another process, while this one runs."""
    compiled(twice, tmp_path / "kept")
    for place in (tmp_path / "kept").iterdir():
        place.unlink()
    (tmp_path / "kept").rmdir()
    assert [compiled(twice, tmp_path / "kept")[1] for _ in range(2)] == [False, True]


NOTES = [["one", {"x": "1"}], {"two": 2}]
DAMAGED_NOTES = {
    "cut short": cut_short,
    "flipped": lambda place: place.write_bytes(
        place.read_bytes().replace(b"two", b"six")
    ),
    "no text": lambda place: place.write_bytes(place.read_bytes() + b"\xff\x00"),
    "nested": lambda place: place.write_bytes(place.read_bytes() + b"[" * 99999),
}


@pytest.mark.parametrize("damage", DAMAGED_NOTES.values(), ids=DAMAGED_NOTES)
def test_damaged_notes_are_left_out(
    damage: Callable[[Path], object], tmp_path: Path
) -> None:
    """The others hold, and those that come later."""
    place = tmp_path / "notes"
    for noted in NOTES:
        cache_folder.note(place, noted)
    assert cache_folder.read_notes(place) == NOTES
    damage(place)
    cache_folder.note(place, "three")
    first, *_, last = cache_folder.read_notes(place)
    assert (first, last) == (NOTES[0], "three")
    assert {"six": 2} not in cache_folder.read_notes(place)


@pytest.mark.parametrize("damage", [make_a_folder, make_a_pipe, link_to("{}")])
def test_what_is_no_file_holds_no_notes(
    damage: Callable[[Path], object], tmp_path: Path
) -> None:
    """And nobody waits for it."""
    place = tmp_path / "notes"
    place.touch()
    damage(place)
    cache_folder.note(place, "one")
    assert cache_folder.read_notes(place) == []


def test_notes_do_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_folder, "MOST_NOTED", 100)
    for number in range(100):
        cache_folder.note(tmp_path / "notes", number)
    assert cache_folder.read_notes(tmp_path / "notes")[-1] == 99
    assert (tmp_path / "notes").stat().st_size < 200


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
from pathlib import Path
from tests.kernel.test_function_cache import compiled, thrice, twice
for function in (twice, thrice):
    print(compiled(function, Path({folder!r}))[0](7))
"""


@pytest.mark.parametrize("most", [0, 1000])
def test_a_full_disk_is_told_once(most: int, tmp_path: Path, top: Path) -> None:
    """Compiled code that cannot be kept is used all the same."""
    folder = tmp_path / "kept"
    code = LIMITED.format(most=most, folder=str(folder))
    command = [sys.executable, "-B", "-c", code]  # or it leaves torn bytecode
    ended = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == [str(twice(7)), str(thrice(7))]
    (told,) = ended.stderr.splitlines()
    assert told.startswith("Warning: compiled code cannot be kept in ")
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_cache_damaged_all_over_changes_no_number(tmp_path: Path, top: Path) -> None:
    """Every file of it at once: the engine and the strategies are compiled anew."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "zetema_sim",
        "compare",
        "greedy",
        "balanced",
    ]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def win_shares() -> str:
        ended = subprocess.run(
            [*command, "--matches", "200", "--quiet"],
            cwd=top,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ended.stderr == ""
        return ended.stdout.partition(" matches in ")[0]

    whole = win_shares()
    places = [*tmp_path.rglob("*.code")]
    for place in places:
        flip_a_bit(place)
    assert len(places) > 10
    assert win_shares() == whole

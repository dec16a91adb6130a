"""Damage to what the program wrote: the same numbers, or one line that says what."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli_runs import zetema
from zetema_sim.common import own_files
from zetema_sim.common.own_files import OwnFileError, content_of, object_of, problem
from zetema_sim.results import unfinished
from zetema_sim.results.manifest_checks import read_checked_manifest
from zetema_sim.results.reading import read_run
from zetema_sim.results.unfinished import begun
from zetema_sim.results.writing import OBSERVED, SUMS, ResultsError
from zetema_sim.work import journal

WORDS = ("compare", "greedy", "random", "--matches", 40, "--quiet", "--no-report")


@pytest.fixture(scope="module", autouse=True)
def _no_charts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zetema_sim.results.charts.draw_all", lambda run: [])
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "run"
    assert zetema(*WORDS, "--out", folder).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def left(finished: Path) -> Path:
    """Return the folder of the same run, left when all was played."""

    def full(*_: Any) -> None:
        raise ResultsError("the disk is full")

    folder = finished.with_name("left")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unfinished, "write_run", full)
        patch.setattr(journal, "LEAST_SECONDS", -1.0)
        assert zetema(*WORDS, "--out", folder).exit_code == 1
    assert len([*(folder / "unfinished").glob("*.shard")]) > 1
    return folder


# What may stand in a file's place, by how it gets there.


def _replaced(content: bytes) -> Callable[[Path], None]:
    return lambda path: [path.unlink(), path.write_bytes(content)] and None


def _linked(target: str) -> Callable[[Path], None]:
    return lambda path: [path.unlink(), path.symlink_to(target)] and None


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n{}\n")


def _another_digit(path: Path) -> None:
    content = bytearray(path.read_bytes() or b"0")
    place = max(content.rfind(b"%d" % digit) for digit in range(9))
    content[place] += 1
    path.write_bytes(content)


def _folder(path: Path) -> None:
    path.unlink()
    (path / "within").mkdir(parents=True)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _endless(path: Path) -> None:
    os.truncate(path, 1 << 42)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": Path.unlink,
    **{
        "cut": _cut,
        "longer": _longer,
        "digit": _another_digit,
        "empty": _replaced(b""),
    },
    **{"folder": _folder, "pipe": _pipe, "endless": _endless},
    **{"loop": _linked("loop"), "zero": _linked("/dev/zero"), "away": _linked("none")},
    "binary": _replaced(bytes(range(256)) * 9),
    **{
        name: _replaced(text.encode())
        for name, text in {
            **{"null": "null", "list": "[]", "object": "{}", "nan": '{"schema": NaN}'},
            **{"huge": '{"schema": 1' + "0" * 5000 + "}", "deep": "[" * 100_000},
            **{"infinite": '{"schema": 1e999}', "twins": '{"schema": 1, "schema": 1}'},
        }.items()
    },
}
if os.geteuid():  # the administrator reads everything
    DAMAGES["locked"] = lambda path: path.chmod(0)


def told_well(folder: Path, whole: Path, *words: object) -> None:
    """Check that a command refuses a folder in a line, or does as if it were whole."""
    result = zetema(*words)
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert result.exit_code in (0, 1, 2), result.output
    assert "Traceback" not in result.output
    assert "a fault of this program" not in result.output
    if result.exit_code:
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: ")
        assert str(folder) in line
    elif words[0] == "replay":
        words = tuple(whole if word == folder else word for word in words)
        assert result.stdout == zetema(*words).stdout
    elif words[0] != "report":
        there, wanted = (
            json.loads((run / OBSERVED).read_text()) for run in (folder, whole)
        )
        assert there[SUMS] == wanted[SUMS]


def commands(folder: Path) -> Iterator[tuple[object, ...]]:
    yield "report", folder, "--quiet"
    yield "replay", folder, "--match", 3
    yield "resume", folder, "--quiet"
    yield (*WORDS, "--out", folder)


def tried(
    run: Path, place: Path, whole: Path, damage: Callable[[Path], None], name: str
) -> None:
    """Damage a file of a run, for each of the commands anew."""
    copy = place / "copy"
    for number in range(len([*commands(copy)])):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(run, copy)
        damage(copy / name)
        told_well(copy, whole, *[*commands(copy)][number])


def files_of(run: Path) -> list[str]:
    return [
        str(path.relative_to(run)) for path in sorted(run.rglob("*")) if path.is_file()
    ]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_to_a_finished_run(damage: str, finished: Path, tmp_path: Path) -> None:
    """Whatever stands in the place of any of its files."""
    for name in ("manifest.json", "observed.json", "points.csv", "examples.jsonl"):
        tried(finished, tmp_path, finished, DAMAGES[damage], name)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_to_an_unfinished_run(
    damage: str, left: Path, finished: Path, tmp_path: Path
) -> None:
    """A shard is played again, a broken beginning is refused."""
    names = files_of(left)
    for name in ("unfinished/run.json", "unfinished/lock", names[-1]):
        tried(left, tmp_path, finished, DAMAGES[damage], name)


def _wrong(value: Any) -> Iterator[Any]:
    """Yield values of other kinds, and other ones of the same."""
    for other in (None, [], {}, "x", True, False, -1, 1.5, 10**30, "", [None], {"": 0}):
        if type(other) is not type(value) or other != value:
            yield other


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every object or list within, with each of its keys or places."""
    keys = data if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _places(data[key])


@pytest.mark.parametrize("name", ["manifest.json", "observed.json"])
def test_any_value_of_a_finished_run(name: str, finished: Path, tmp_path: Path) -> None:
    """Of any kind, in the place of any of those that stand there."""
    copy = shutil.copytree(finished, tmp_path / "copy")
    data = json.loads((finished / name).read_text())
    for holder, key in [*_places(data)]:
        value = holder[key]
        for other in _wrong(value):
            holder[key] = other
            (copy / name).write_text(json.dumps(data))
            if name == OBSERVED:  # of the rest nothing is read
                is_read = (holder is data and key == SUMS) or holder is data[SUMS]
                assert is_refused(read_run, copy) == is_read
            else:
                assert is_refused(read_checked_manifest, copy)
        holder[key] = value


def test_any_value_of_an_unfinished_run(left: Path, tmp_path: Path) -> None:
    """None is believed, be it the command itself: --help is no run."""
    copy = shutil.copytree(left, tmp_path / "copy")
    path = copy / "unfinished" / "run.json"
    data = json.loads(path.read_text())
    repeat = data["manifest"]["repeat"]
    more = [f"{repeat} --help", "zetema --help", "rm x", f"{repeat} --seed 2", "'"]
    for holder, key in [*_places(data)]:
        value = holder[key]
        for other in [*_wrong(value), *more]:
            holder[key] = other
            path.write_text(json.dumps(data))
            assert is_refused(begun, copy)
        holder[key] = value


def is_refused(read: Callable[[Path], object], folder: Path) -> bool:
    """Return whether a folder is refused, in a line that names it."""
    try:
        read(folder)
    except ResultsError as error:
        return str(folder) in str(error) and "\n" not in str(error)
    return False


@pytest.mark.parametrize(
    ("value", "shape", "told"),
    [
        ({"a": 1}, {"a": int}, None),
        ({"a": True}, {"a": int}, "a is true, not a whole number"),
        ({"a": 2**64}, {"a": int}, "a is 18446744073709551616, not a whole number"),
        ({"a": [{"b": 3}]}, {"a": [{"b": str}]}, "a[0].b is 3, not a text"),
        ({}, {"a": int}, "no a"),
        ({"a": 7}, {"a": range(2, 7)}, "a is 7, not 2 to 6"),
        ({"a": []}, {"a": ("x", "y")}, "a is [], none of x, y"),
        ({"a": {"b": 1}}, {"a": {str: str}}, "a.b is 1, not a text"),
        ([], {"a": int}, "it is [], not an object"),
    ],
)
def test_shapes(value: Any, shape: Any, told: str | None) -> None:
    """The first thing that is wrong is told, with its place and what is wanted."""
    assert problem(value, shape) == told


@pytest.mark.parametrize("text", ["{", "NaN", '{"a": 1e999}', '{"a": 1, "a": 1}', "é"])
def test_what_is_no_json(text: str) -> None:
    """Python's own reading takes more than JSON is."""
    with pytest.raises(OwnFileError):
        object_of(text.encode("latin-1"), {})


def test_a_file_is_read_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one of more than any run has is not."""
    path = tmp_path / "file"
    path.write_bytes(b"\r\n\x1a\0")
    assert content_of(path) == b"\r\n\x1a\0"
    monkeypatch.setattr(own_files, "MOST_BYTES", 3)
    with pytest.raises(OwnFileError, match="far too large"):
        content_of(path)

"""Parts are added and written exactly, and a journal gives back what it was given."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zetema_sim.stats import BlockSums
from zetema_sim.work import Cut, Journal, JournalError, Stage, Work, added
from zetema_sim.work import journal as journals
from zetema_sim.work.writing import UnreadableError, from_text, to_text


class Bins(NamedTuple):
    """Two histograms."""

    low: npt.NDArray[np.int64]
    high: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Part:
    """A part of every kind of member."""

    sums: BlockSums
    bins: list[Bins]
    large: npt.NDArray[np.object_]
    count: int
    rate: float | None = None

    def numbers(self) -> tuple[object, ...]:
        """Return all its numbers, to be compared."""
        bins = [each.tolist() for pair in self.bins for each in pair]
        return self.sums, bins, self.large.tolist(), self.count, self.rate


def part_of(values: list[int], rate: float | None = None) -> Part:
    rows = np.array(values, np.int64).reshape(-1, 1) * [1, 2]
    low = np.array(values, np.int64)
    return Part(
        BlockSums.of(rows),
        [Bins(low[:1], low[:1] * 3)],
        low[:1].astype(object) * 10**30,
        sum(values),
        rate,
    )


VALUES = st.lists(st.integers(-(2**31), 2**31), min_size=1, max_size=5)


@given(VALUES, st.none() | st.floats(allow_nan=False, allow_infinity=False))
def test_a_part_is_read_as_it_was_written(
    values: list[int], rate: float | None
) -> None:
    """Every number comes back, beyond 64 bits too, and arrays keep their kind."""
    part = part_of(values, rate)
    read = from_text(Part, to_text(part))
    assert read.numbers() == part.numbers()
    assert read.large.dtype == object
    assert read.bins[0].low.dtype == np.int64
    assert isinstance(read.sums.sums[0], int)


@given(VALUES, VALUES)
def test_parts_add_member_by_member(ours: list[int], theirs: list[int]) -> None:
    """The sum is that of all blocks, and neither part is changed."""
    one, other = part_of(ours, 0.5), part_of(theirs, 0.25)
    before = one.numbers(), other.numbers()
    both = added(one, other)
    assert both.sums == part_of(ours + theirs).sums
    assert both.bins[0].high.tolist() == [3 * (ours[0] + theirs[0])]
    assert both.large.tolist() == [10**30 * (ours[0] + theirs[0])]
    assert (both.count, both.rate) == (sum(ours) + sum(theirs), 0.75)
    assert (one.numbers(), other.numbers()) == before


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "[[1,2],3]", '{"shape":[2],"int64":"AA=="}', "null", "[" * 9],
)
def test_what_is_no_part_is_refused(text: str) -> None:
    """Foreign text makes no part, and no other error."""
    with pytest.raises(UnreadableError):
        from_text(Part, text)


def test_only_numbers_are_written() -> None:
    """A part with anything else is a mistake of ours, found at once."""
    with pytest.raises(TypeError, match="holds a set"):
        to_text(({1},))


# The journal. A stage's part is here the numbers it was made from, added up.


@dataclass(frozen=True)
class Total:
    """How many numbers, and their sum."""

    count: int
    total: int


def task(played: list[range], numbers: range) -> Callable[[], Total]:
    def play() -> Total:
        played.append(numbers)
        return Total(len(numbers), sum(numbers))

    return play


def stage(played: list[range], stop: int = 100, name: str = "blocks") -> Stage[Total]:
    return Stage(name, Total, range(stop), partial(task, played), Cut(3, most=7))


def total_of(work: Work, wanted: Stage[Total]) -> Total:
    total = Total(0, 0)
    for part in work.parts(wanted):
        total = added(total, part)
    return total


@pytest.fixture
def _saves_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "LEAST_SECONDS", -1.0)
    monkeypatch.setattr(journals, "PART_OF_RUN", 0.0)


ALL = Total(100, 4950)


@pytest.mark.usefixtures("_saves_all")
def test_what_is_saved_is_not_played_again(tmp_path: Path) -> None:
    """A second run plays nothing and gives the same."""
    played: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(played)) == ALL
    assert sorted(n for numbers in played for n in numbers) == list(range(100))
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(again)) == ALL
    assert again == []


@pytest.mark.usefixtures("_saves_all")
def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    """What was given out before the end is saved; only the rest is played."""
    parts = Work(journal=Journal(tmp_path)).parts(stage([]))
    done = next(parts).count + next(parts).count
    parts.close()
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(again)) == ALL
    assert min(numbers.start for numbers in again) == done


def damage_torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])


def damage_altered(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-9] ^= 1
    path.write_bytes(content)


def damage_empty(path: Path) -> None:
    path.write_bytes(b"")


def damage_foreign(path: Path) -> None:
    path.write_text("no shard\n")


def damage_moved(path: Path) -> None:
    """Give a shard the place of other numbers of the same length."""
    other = next(each for each in sorted(path.parent.glob("*.shard")) if each != path)
    path.write_bytes(other.read_bytes())


def damage_gone(path: Path) -> None:
    path.unlink()


@pytest.mark.usefixtures("_saves_all")
@pytest.mark.parametrize(
    "damage",
    [
        *(damage_torn, damage_altered, damage_empty),
        *(damage_foreign, damage_moved, damage_gone),
    ],
)
def test_a_damaged_shard_is_played_again(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """The numbers of a shard that is not as it was written are played, no others."""
    total_of(Work(journal=Journal(tmp_path)), stage([]))
    shards = sorted(tmp_path.glob("*.shard"), key=lambda p: int(p.stem.split("_")[1]))
    assert len(shards) > 5
    damage(shards[3])
    _, first, _ = shards[3].stem.split("_")
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(again)) == ALL
    assert min(numbers.start for numbers in again) == int(first)


def test_stages_do_not_mix(tmp_path: Path) -> None:
    """Each stage has shards of its own, also where a name begins another's."""
    work = Work(journal=Journal(tmp_path))
    one, two = stage([], 10, "job-1"), stage([], 20, "job-11")
    sums = [Total(0, 0), Total(0, 0)]
    for place, part in work.all_parts([one, two]):
        sums[place] = added(sums[place], part)
    assert sums == [Total(10, 45), Total(20, 190)]
    again = Work(journal=Journal(tmp_path))
    played: list[range] = []
    assert total_of(again, stage(played, 20, "job-11")) == Total(20, 190)
    assert total_of(again, stage(played, 10, "job-1")) == Total(10, 45)
    assert played == []


@pytest.mark.usefixtures("_saves_all")
def test_a_full_disk_is_told_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says so; what was saved before it stays, and no torn file."""
    parts = Work(journal=Journal(tmp_path)).parts(stage([]))
    done = next(parts).count + next(parts).count

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(JournalError, match="No space left on device"):
            next(parts)
    assert list(tmp_path.glob("*.tmp")) == []
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(again)) == ALL
    assert min(numbers.start for numbers in again) == done


def test_a_fault_comes_after_all_before_it_is_saved(tmp_path: Path) -> None:
    """The first error in order is raised, and what came before it is kept."""

    def faulty(numbers: range) -> Callable[[], Total]:
        def play() -> Total:
            if 50 in numbers:
                raise ArithmeticError("at 50")
            return Total(len(numbers), sum(numbers))

        return play

    wanted = Stage("blocks", Total, range(100), faulty, Cut(3, most=7))
    with pytest.raises(ArithmeticError, match="at 50"):
        total_of(Work(journal=Journal(tmp_path)), wanted)
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path)), stage(again)) == ALL
    assert 43 < min(numbers.start for numbers in again) <= 50


@pytest.mark.usefixtures("_saves_all")
def test_a_shard_of_another_run_is_played_again(tmp_path: Path) -> None:
    """A shard put in the folder of another run is not believed there."""
    total_of(Work(journal=Journal(tmp_path, "one")), stage([]))
    again: list[range] = []
    assert total_of(Work(journal=Journal(tmp_path, "other")), stage(again)) == ALL
    assert min(numbers.start for numbers in again) == 0

"""Memory that lies apart: nothing is reached from it, and it holds what it should."""

from __future__ import annotations

import ctypes
import subprocess

import numpy as np
import pytest

from zetema_sim.common import fenced
from zetema_sim.common.children import python
from zetema_sim.playing.decision_record import DecisionRecord

READ = """
import ctypes
from zetema_sim.common.fenced import fenced
memory = fenced(5000)
ctypes.string_at(ctypes.addressof(memory) + {offset}, 1)
"""


@pytest.mark.parametrize("offset", [-8192, -500_000, 5000 + 64, 500_000])
def test_what_lies_beside_cannot_be_read(offset):
    """Whoever tries ends its process."""
    ran = subprocess.run(python(READ.format(offset=offset)), check=False)
    assert ran.returncode < 0


def test_hands_lie_nowhere_near_what_strategies_see():
    """And elsewhere in each thread and run."""
    spots = [DecisionRecord() for _ in range(4)]
    far = {spot.public.ctypes.data - spot.hidden.ctypes.data for spot in spots}
    assert len(far) == 4
    assert min(map(abs, far)) > 1 << 20


def test_it_is_the_bytes_of_a_file(tmp_path):
    """What is written into it stands in the file, and it may be given back."""
    path = tmp_path / "shared"
    path.write_bytes(bytes(9000))
    with path.open("r+b") as file:
        memory = fenced.fenced(9000, file.fileno())
    np.frombuffer(memory, np.int8)[8999] = 7
    assert path.read_bytes()[-1] == 7
    del memory


def test_without_such_memory_it_is_ordinary(monkeypatch):
    """A system that has none plays as well."""

    def none(*words: object, **options: object) -> None:
        raise OSError("no such library")

    monkeypatch.setattr(ctypes, "CDLL", none)
    assert bytes(fenced.fenced(10)) == bytes(10)
    assert DecisionRecord().public.flags.writeable

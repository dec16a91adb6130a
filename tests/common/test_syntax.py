"""Syntax trees can be had in several threads at once."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from zetema_sim.common import syntax

SOURCE = "\n".join(f"a{n} = f(g(h({n} + 1)), [{n}])" for n in range(200))


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Have threads change often, also amid the making of a tree."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    gc.callbacks.append(_pause)
    yield
    gc.callbacks.remove(_pause)
    sys.setswitchinterval(interval)


def _pause(phase: str, info: dict[str, int]) -> None:
    for _ in range(100):
        pass


@pytest.mark.usefixtures("many_switches")
def test_threads_parse_at_once() -> None:
    """Where Python itself would raise a SystemError."""
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(syntax.parse, [SOURCE] * 200))
    assert all(len(tree.body) == 200 for tree in trees)

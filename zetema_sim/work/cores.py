"""How many threads a run takes unless told: as many as it gets cores for."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def default_threads() -> int:
    """Return how many cores this process may use, half a one counted as one."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(1, math.ceil(min([cores, *quotas()])))


def quotas(root: Path = Path("/")) -> Iterator[float]:
    """Yield how many cores' time Linux's control groups leave to this process.

    Parameters
    ----------
    root
        Of the files of the system.
    """
    with suppress(OSError, ValueError):  # or what is there is no list of groups
        for line in (root / "proc/self/cgroup").read_text("utf-8").splitlines():
            _, kinds, place = line.split(":", 2)
            groups = root / "sys/fs/cgroup"
            if "cpu" in kinds.split(","):  # version 1; in 2 there are no kinds
                groups /= kinds if (groups / kinds).is_dir() else "cpu"
            elif kinds:
                continue
            # A container may see its own group as the topmost one.
            below = Path(place.lstrip("/"))
            for group in (below, *below.parents):
                yield from _quota(groups / group)


def _quota(group: Path) -> Iterator[float]:
    """Yield the quota of one group, if it has one."""
    for names in (("cpu.max",), ("cpu.cfs_quota_us", "cpu.cfs_period_us")):
        with suppress(OSError, ValueError, ZeroDivisionError):
            words = [(group / name).read_text("ascii") for name in names]
            quota, period = map(int, " ".join(words).split())  # "max" is no number
            if quota > 0:
                yield quota / period

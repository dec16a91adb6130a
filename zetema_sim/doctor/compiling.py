"""Check ``compile``: how long numba takes over the file.

Processor time counts, since it does not depend on what else the machine does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from zetema_sim.doctor.report import Finding, Limits
from zetema_sim.kernel import jit
from zetema_sim.roster.checked import compile_seconds
from zetema_sim.roster.file import StrategyFile


def compile_file(file: StrategyFile) -> float:
    """Compile a file and return how long that takes, also if it was done before.

    Raises
    ------
    StrategyError
        If numba refuses it.
    """
    start = time.thread_time()
    pointers = [function for function in file.pointers if function is not None]
    seconds = time.thread_time() - start
    if not any(function.stats.cache_hits for function in pointers):
        return seconds
    known = compile_seconds(file.source_hash)
    # Where only one function had been kept, the other has compiled the helpers by now.
    return max(seconds, compiled_anew(file)) if known is None else known


def compiled_anew(file: StrategyFile) -> float:
    """Return how long it takes to compile a file without anything kept before."""
    start = time.thread_time()
    for name in ("discard", "declare")[: 1 + file.has_declare]:
        options = jit.jit(jit.SIGNATURE, folder=None, boundscheck=True)
        options(getattr(file.for_numba, name))
    return time.thread_time() - start


def check_compiling(
    file: StrategyFile, seconds: float, limits: Limits
) -> Iterator[Finding]:
    """Yield a finding where compiling takes long."""
    if seconds > limits.long_compile:
        reason = (
            f"takes {seconds:.1f} s to compile, more than {limits.long_compile:g} s; "
            "shorter functions, fewer levels of calls and no unrolled tables help"
        )
        yield Finding("compile", reason, str(file.path))

"""The child that compiles a strategy within limits; see `compile_trial`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from numba.core import event

from zetema_sim.common.children import bound
from zetema_sim.roster.compile_trial import NO_MEMORY
from zetema_sim.roster.default_decisions import read_tree
from zetema_sim.roster.file import StrategyFile


class _Telling(event.Listener):  # type: ignore[misc]
    """Tells which functions are being compiled, the innermost last."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._functions = out, list[tuple[str, str, int]]()

    def on_start(self, event: Any) -> None:
        """Tell of one more."""
        code = event.data["dispatcher"].py_func.__code__
        self._functions.append((code.co_name, code.co_filename, code.co_firstlineno))
        self._tell()

    def on_end(self, event: Any) -> None:
        """Tell what is left."""
        self._functions.pop()
        self._tell()

    def _tell(self) -> None:
        print(json.dumps(self._functions), file=self._out, flush=True)


def main() -> None:
    """Compile the file that stdin tells; the parent tells what is wrong with it."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what else is printed
    seconds, memory, sent = json.load(sys.stdin)
    file = _received(sent)
    bound("RLIMIT_CORE", 0)
    bound("RLIMIT_AS", memory)
    print(bound("RLIMIT_CPU", seconds), file=out, flush=True)
    try:
        with event.install_listener("numba:compile", _Telling(out)):
            file.compile_here()
    except MemoryError:
        os._exit(NO_MEMORY)
    except Exception:
        os._exit(0)  # the parent finds it too, and tells it


def _received(sent: dict[str, Any]) -> StrategyFile:
    path = Path(sent["path"])
    return StrategyFile(
        path=path,
        text=sent["text"],
        tree=read_tree(sent["text"], path),
        helpers={name: _received(each) for name, each in sent["helpers"].items()},
        settings={name: tuple(each) for name, each in sent["settings"].items()},
        source_hash=sent["source_hash"],
    )

"""A strategy file's constants: what they may hold, and that they are the same anywhere.

Nothing of the language differs from process to process. That is not taken on trust: a
digest of each constant that was worked out is compared with that of another process
(`strategy_loading`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

from zetema_sim.common.cache_folder import hash_of
from zetema_sim.faults import StrategyError

_NUMBERS = (bool, int, float, type(None))  # as they are, no classes made of them
_KINDS = "biuf"  # of numpy's numbers: truth values, whole numbers and others


def freeze(module: ModuleType, tree: ast.Module, path: Path) -> dict[str, str]:
    """Make a module's arrays unchangeable; return a digest of each of its constants.

    Of a function that is one of its defaults.

    Raises
    ------
    StrategyError
        If a constant is no number, no array of numbers and no tuple of those.
    """
    values = vars(module)
    digests = {}
    for name, line in constants(tree).items():
        if name in values:
            parts = _parts(values[name], name, path, line)
            digests[name] = hash_of(parts)[:16]
    for name, value in values.items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            parts = _parts(value.__defaults__ or (), name, path, None)
            digests[name] = hash_of(parts)[:16]
    return digests


def constants(tree: ast.Module) -> dict[str, int]:
    """Return the names that a file assigns outside of functions, each with its line."""
    return {
        name.id: node.lineno
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and name.id != "SETTINGS"
    }


def _parts(value: object, name: str, path: Path, line: int | None) -> Iterator[bytes]:
    """Yield what tells a value from others, its type first."""
    kind = type(value)
    yield kind.__name__.encode()
    if isinstance(value, tuple) and kind is tuple:
        yield str(len(value)).encode()
        for part in value:
            yield from _parts(part, name, path, line)
    elif isinstance(value, np.ndarray | np.generic) and value.dtype.kind in _KINDS:
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        yield f"{value.dtype.str} {value.shape}".encode()
        yield value.tobytes()
    elif kind in _NUMBERS:
        yield (value.hex() if isinstance(value, float) else repr(value)).encode()
    else:
        raise StrategyError(
            path,
            line,
            f"keeps state: {name} holds a {kind.__name__}; constants are numbers, "
            "tuples and numpy arrays",
        )

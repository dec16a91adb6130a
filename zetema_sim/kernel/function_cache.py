"""Compiled functions kept in a folder, a file for each combination of types.

numba's own cache believes what it finds: a flipped bit ends the process, and a file
under another's name is another function's code. Here each file begins with a checksum
of itself and of all that it was compiled for. Keeping is a help: where a file cannot be
written or read, or this numba hands its code out in another way, it is said once, and
the function is compiled anew at each start.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from zetema_sim.common.cache_folder import keep, read_kept, warn_once


class KeptCode(NullCache):  # type: ignore[misc]
    """What numba asks for a function's code, and gives it when it is compiled."""

    def __init__(
        self, function: Callable[..., Any], folder: Path, *, as_bitcode: bool
    ) -> None:
        self._function, self._folder, self._as_bitcode = function, folder, as_bitcode

    def load_overload(self, kinds: Any, context: Any) -> Any:
        """Return the code for arguments of some types, None if it is not kept."""
        context.refresh()
        kept = read_kept(*self._place(kinds, context))
        if kept is None:
            return None
        try:
            return CompileResult._rebuild(context, *pickle.loads(kept))
        except Exception as error:
            warn_once(
                f"kept compiled code cannot be used: {type(error).__name__}: {error}"
            )
            return None

    def save_overload(self, kinds: Any, code: Any) -> None:
        """Keep the code as it was compiled for arguments of some types."""
        try:
            arguments = code.signature.args
            if code.library.has_dynamic_globals or any(map(_is_function, arguments)):
                return  # holds what is of this process only
            content = self._packed(code)
        except Exception as error:
            warn_once(f"compiled code cannot be kept: {type(error).__name__}: {error}")
            return
        place, key = self._place(kinds, code.target_context)
        keep(place, key, content)

    def holds(self, kinds: Any, context: Any) -> bool:
        """Return whether the code for arguments of some types is kept."""
        return read_kept(*self._place(kinds, context)) is not None

    def _packed(self, code: Any) -> bytes:
        code.fndesc.typemap = code.fndesc.calltypes = None
        library = code.library
        made = (
            library.serialize_using_bitcode()
            if self._as_bitcode
            else library.serialize_using_object_code()
        )
        packed: bytes = dumps(
            (
                *(made, code.fndesc, code.environment, code.signature, False, (), ""),
                *(code.reload_init, tuple(code._find_referenced_environments())),
            )
        )
        return packed

    def _place(self, kinds: Any, context: Any) -> tuple[Path, bytes]:
        """Return the file, and all that its content depends on."""
        function = self._function
        where = function.__module__, function.__code__.co_filename
        about = (
            *(self._folder.name, where, function.__qualname__, self._as_bitcode),
            *(function.__code__.co_code, kinds, context.codegen().magic_tuple()),
        )
        key = sha256(repr(about).encode()).digest()
        name = function.__name__.encode("ascii", "ignore").decode()[:40]
        return self._folder / f"{name}-{key.hex()[:16]}.code", key


def _is_function(kind: Any) -> bool:
    return isinstance(kind, types.Callable)

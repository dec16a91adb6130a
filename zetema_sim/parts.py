"""Functions that compiled code calls: compiled once, kept, linked into what calls them.

numba compiles a function that another one calls as a library of its own and links it
into the caller. Three things are done otherwise here. Of such a part no machine code
is made, for nobody calls it from outside. What strategies share, the toolkit and
helper files, is kept as LLVM's bitcode, so that a new strategy compiles only what
stands in its own file. And a constant is to a part a number like others.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import models, register_model

OPTIONS = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

typing_context = cpu_target.typing_context


def _hide_parts(module: Any) -> None:
    """Tell LLVM that what was linked into a module is called from there only."""
    for function in module.functions:
        linked = function.linkage == Linkage.linkonce_odr
        if linked and not function.name.startswith("NRT"):
            function.linkage = Linkage.internal


@contextmanager
def made_once(name: str) -> Iterator[None]:
    """Have LLVM optimize and make machine code of the function of that name only.

    numba does so with each function together with all that it calls: a function at the
    bottom once for each level above it. It takes a quarter of the time (`zetema bench`
    shows it), and since LLVM is told that nobody else calls the parts, a turn of greedy
    takes 92 ns instead of 103.
    """
    optimize = CPUCodeLibrary._optimize_final_module
    finish = CPUCodeLibrary._finalize_final_module
    set_env = JITCPUCodegen.set_env
    waiting = []

    def is_part(library: Any) -> bool:
        return library.name not in (name, "nrt")  # nrt is numba's own runtime

    def optimize_whole(library: Any) -> None:
        if not is_part(library):
            _hide_parts(library._final_module)
            optimize(library)

    def finish_whole(library: Any) -> None:
        if is_part(library):
            library._finalize_dynamic_globals()
            library._finalized = True
        else:
            finish(library)

    def set_env_of_whole(codegen: Any, place: str, env: Any) -> None:
        if codegen._engine.is_symbol_defined(place):
            set_env(codegen, place, env)
        else:
            waiting.append((codegen, place, env))

    CPUCodeLibrary._optimize_final_module = optimize_whole
    CPUCodeLibrary._finalize_final_module = finish_whole
    JITCPUCodegen.set_env = set_env_of_whole
    try:
        yield
    finally:
        CPUCodeLibrary._optimize_final_module = optimize
        CPUCodeLibrary._finalize_final_module = finish
        JITCPUCodegen.set_env = set_env
    for codegen, place, env in waiting:
        if codegen._engine.is_symbol_defined(place):
            set_env(codegen, place, env)


class _Kept(NullCache):  # type: ignore[misc]
    """Keeps a part in a folder, a file for each combination of types."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function, self._folder = function, folder

    def load_overload(self, kinds: Any, context: Any) -> Any:
        """Return the part for arguments of some types, None if it is not kept."""
        context.refresh()
        try:
            kept = self._place(kinds, context).read_bytes()
        except OSError:
            return None
        if sha256(kept[32:]).digest() != kept[:32]:
            return None
        return CompileResult._rebuild(context, *pickle.loads(kept[32:]))

    def save_overload(self, kinds: Any, part: Any) -> None:
        """Keep the part as it was compiled for arguments of some types."""
        if part.library.has_dynamic_globals or any(map(_is_function, kinds)):
            return  # holds what is of this process only
        part.fndesc.typemap = part.fndesc.calltypes = None
        code = part.library.serialize_using_bitcode()
        kept = dumps(
            (
                *(code, part.fndesc, part.environment, part.signature, False, (), ""),
                *(part.reload_init, tuple(part._find_referenced_environments())),
            )
        )
        place = self._place(kinds, part.target_context)
        fresh = place.with_suffix(f".{os.getpid()}")
        try:
            fresh.write_bytes(sha256(kept).digest() + kept)
            fresh.replace(place)
        except OSError:
            return

    def _place(self, kinds: Any, context: Any) -> Path:
        function = self._function
        where = function.__module__, function.__code__.co_filename
        about = (where, kinds, context.codegen().magic_tuple())
        name = (
            f"{function.__qualname__}-{sha256(repr(about).encode()).hexdigest()[:16]}"
        )
        return self._folder / f"{name}.part"


def _is_function(kind: Any) -> bool:
    return isinstance(kind, types.Callable)


class _Part(types.Dispatcher):  # type: ignore[misc]
    """The type of a part; a constant that it is called with is a number to it.

    numba would compile it anew for each constant.
    """

    def get_call_type(self, context: Any, args: Any, keywords: Any) -> Any:
        """Return the signature of a call with arguments of some types."""
        args = [types.unliteral(arg) for arg in args]
        keywords = {name: types.unliteral(arg) for name, arg in keywords.items()}
        return super().get_call_type(context, args, keywords)


register_model(_Part)(models.OpaqueModel)
_parts: list[Any] = []  # numba remembers them weakly


def make_parts(
    *functions: Callable[..., Any], folder: Path | None = None, **options: Any
) -> None:
    """Let compiled code call these plain Python functions; keep them in a folder."""
    for function in functions:
        if typing_context._lookup_global(function) is None:
            part = numba.njit(**OPTIONS, **options)(function)
            if folder is not None:
                part._cache = _Kept(function, folder)
            _parts.append(part)
            typing_context.insert_global(function, _Part(part))

"""Functions that compiled code calls: compiled once, kept, linked into what calls them.

numba compiles a function that another one calls as a library of its own and links it
into the caller. Three things are done otherwise here. Of such a part no machine code
is made, for nobody calls it from outside. What strategies share, the toolkit and
helper files, is kept as LLVM's bitcode, so that a new strategy compiles only what
stands in its own file. And a constant is to a part a number like others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import models, register_model

from zetema_sim.kernel.function_cache import KeptCode

OPTIONS = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

typing_context = cpu_target.typing_context


def _hide_parts(module: Any) -> None:
    """Tell LLVM that what was linked into a module is called from there only."""
    for function in module.functions:
        linked = function.linkage == Linkage.linkonce_odr
        if linked and not function.name.startswith("NRT"):
            function.linkage = Linkage.internal


@contextmanager
def compile_whole_only(name: str) -> Iterator[None]:
    """Have LLVM optimize and make machine code of the function of that name only.

    numba does so with each function together with all that it calls: a function at the
    bottom once for each level above it. It takes a quarter of the time (`zetema bench`
    shows it), and since LLVM is told that nobody else calls the parts, a turn of greedy
    takes 92 ns instead of 103. Methods of numba's classes are changed meanwhile, for
    the whole process, so other threads must wait with what they compile.

    Raises
    ------
    MadeNothingError
        If nothing was made, since this numba names its functions in another way.
    """
    waiting: list[Any] = []
    made: list[str] = []

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
            made.append(library.name)

    def wait(*about: Any) -> None:
        waiting.append(about)

    with global_compiler_lock:
        optimize, finish, set_env = _methods()
        _change(optimize_whole, finish_whole, wait)
        try:
            yield
        finally:
            _change(optimize, finish, set_env)
        for engine_of, place, env in waiting:  # those of parts are nowhere
            if engine_of._engine.is_symbol_defined(place):
                set_env(engine_of, place, env)
    if name not in made:
        raise MadeNothingError(name)


class MadeNothingError(Exception):
    """No function of that name came by while it was compiled."""


# Methods of numba's, by class. They are private: where one has gone, or others do their
# work, `compile_whole_only` raises an error, and `jit.jit` does without.
NUMBA_METHODS = (
    ("CPUCodeLibrary", "_optimize_final_module"),
    ("CPUCodeLibrary", "_finalize_final_module"),
    ("JITCPUCodegen", "set_env"),
)


def _methods() -> list[Any]:
    return [getattr(getattr(codegen, kind), method) for kind, method in NUMBA_METHODS]


def _change(*methods: Any) -> None:
    for (kind, name), method in zip(NUMBA_METHODS, methods, strict=True):
        setattr(getattr(codegen, kind), name, method)


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
                part._cache = KeptCode(function, folder, as_bitcode=True)
            _parts.append(part)
            typing_context.insert_global(function, _Part(part))

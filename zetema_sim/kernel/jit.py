"""numba in one place: the options, the view's type, the strategies' signature.

A strategy is called through a pointer to a function of one signature, so that one
compiled kernel serves every line-up. It gets the table's public record through
`VIEW_TYPE`, a pointer whose fields can be read and not written: numba refuses a
strategy that assigns to its view, also through another name, when it compiles it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError, TypingError
from numba.core.imputils import lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model
from numba.np.arrayobj import make_array, populate_array

from zetema_sim import bits, cards
from zetema_sim.common.cache_folder import folder_for
from zetema_sim.kernel.function_cache import KeptCode
from zetema_sim.kernel.linking import (
    OPTIONS,
    compile_whole_only,
    make_parts,
    typing_context,
)
from zetema_sim.planning.scratch import ROOM, notes, room
from zetema_sim.view import VIEW_DTYPE

if numba.config.DISABLE_JIT:
    raise ValueError(
        "NUMBA_DISABLE_JIT is set, but matches are played by compiled code; unset it"
    )


def jit(
    signature: Any, *, folder: Path | None, **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function for one signature.

    No fastmath anywhere: results must not depend on the order of sums. Compiled code
    is kept in `folder`; None keeps none.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        try:
            return _compile(function, compile_whole_only(function.__qualname__))
        except (NumbaError, MemoryError):
            raise
        except Exception:  # in a numba that works in another way: slower
            return _compile(function, nullcontext())

    def _compile(
        function: Callable[..., Any], way: AbstractContextManager[None]
    ) -> Any:
        made = numba.njit(nogil=True, **options)(function)
        if folder is not None:
            made._cache = KeptCode(function, folder, as_bitcode=False)
        with way:
            made.compile(signature)
        made.disable_compile()
        address_of(made)
        return made

    return decorate


def engine_jit(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator for functions of the engine itself."""
    return jit(signature, folder=folder_for())


# Parts are only called from compiled code. Without the wrappers that others may need
# numba takes a third less time over each.

# Parts of a kernel, compiled with it. Those `inlined` run every turn: as calls of their
# own with numba's checks after each they made a turn half as long again.
kernel_part = numba.njit(**OPTIONS)
inlined = numba.njit(**OPTIONS, forceinline=True)


class ReadonlyRecord(types.Type):
    """The type of a pointer to a record whose fields can only be read."""

    def __init__(self, record: Any, name: str) -> None:
        self.record = record
        super().__init__(name=name)


@register_model(ReadonlyRecord)
class _ReadonlyRecordModel(models.OpaqueModel):
    pass


def _readonly(field: Any, name: str) -> Any:
    if isinstance(field, types.NestedArray):
        return types.Array(field.dtype, field.ndim, "C", readonly=True)
    if isinstance(field, types.Record):
        return ReadonlyRecord(field, name)
    return field


@infer_getattr
class _ReadonlyRecordFields(AttributeTemplate):
    key = ReadonlyRecord

    def generic_resolve(self, record: ReadonlyRecord, attr: str) -> Any:
        if attr not in record.record.fields:
            return None
        return _readonly(record.record.typeof(attr), f"{record.name}.{attr}")


@lower_getattr_generic(ReadonlyRecord)
def _load_field(context: Any, builder: Any, kind: Any, value: Any, attr: str) -> Any:
    field = kind.record.typeof(attr)
    place = cgutils.pointer_add(builder, value, kind.record.offset(attr))
    if isinstance(field, types.Record):
        return place
    if isinstance(field, types.NestedArray):
        return _array_at(context, builder, field, place)
    pointer = context.get_data_type(field).as_pointer()
    return context.unpack_value(builder, field, builder.bitcast(place, pointer), None)


def _array_at(context: Any, builder: Any, field: Any, place: Any) -> Any:
    def words(numbers: Any) -> Any:
        constants = [context.get_constant(types.intp, number) for number in numbers]
        return cgutils.pack_array(builder, constants)

    array = make_array(_readonly(field, ""))(context, builder)
    pointer = context.get_data_type(field.dtype).as_pointer()
    populate_array(
        array,
        data=builder.bitcast(place, pointer),
        shape=words(field.shape),
        strides=words(field.strides),
        itemsize=context.get_constant(types.intp, field.dtype.bitwidth // 8),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()


VIEW_RECORD = numba.from_dtype(VIEW_DTYPE)
VIEW_TYPE = ReadonlyRecord(VIEW_RECORD, "View")
SIGNATURE = types.int64(VIEW_TYPE)


def is_kept(function: Callable[..., Any], folder: Path | None) -> bool:
    """Tell whether a strategy's function is kept as it was compiled."""
    if folder is None:
        return False
    return KeptCode(function, folder, as_bitcode=False).holds(
        SIGNATURE, cpu_target.target_context
    )


@cache
def address_of(function: Any) -> int:
    """Return where the machine code of a function compiled for one signature stands.

    It is looked up once, when the function is compiled, and the function then lives
    for ever: a library that is linked later may hold a copy of it under the same name,
    fitted to how that library calls it, and LLVM would give out that one's address.
    """
    (compiled,) = function.overloads.values()
    name = compiled.fndesc.llvm_func_name
    return int(compiled.library.get_pointer_to_function(name))


@intrinsic
def decide(typing_context: Any, address: Any, record: Any) -> Any:
    """Call the function at `address_of` a strategy with a record of `VIEW_DTYPE`.

    numba's own function type does the same, but tuples of it are copied at every call.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = builder.bitcast(args[1], ir.IntType(8).as_pointer())
        return _call(context, builder, args[0], (VIEW_TYPE,), (view,))

    return types.int64(types.int64, record), generate


@intrinsic
def call_unit(
    typing_context: Any, address: Any, table: Any, hidden: Any, number: Any
) -> Any:
    """Call a unit of the kernel (`records.UNIT`) by its address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(context, builder, args[0], signature.args[1:], args[1:])

    return types.int64(types.int64, table, hidden, types.int64), generate


def _call(context: Any, builder: Any, address: Any, kinds: Any, args: Any) -> Any:
    """Call the function at an address; an exception in it goes on to the caller."""
    convention = context.call_conv
    pointer = convention.get_function_type(types.int64, kinds).as_pointer()
    function = builder.inttoptr(address, pointer)
    status, answer = convention.call_function(
        builder, function, types.int64, kinds, args
    )
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return answer


@intrinsic
def _count_bits(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _of_one_word(mask), generate


@intrinsic
def _lowest_bit(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return _of_one_word(mask), generate


def _of_one_word(mask: Any) -> Any:
    """Return the signature of a function of one word.

    Of an array numba would take the first entry, be there one or not.
    """
    if not isinstance(mask, types.Integer | types.Boolean):
        raise TypingError(f"a word is a whole number, and no {mask}")
    return types.int64(types.int64)


typing_context.refresh()  # so that it knows the functions above
for _plain, _compiled in (
    (bits.count_bits, _count_bits),
    (bits.lowest_bit, _lowest_bit),
):
    typing_context.insert_global(_plain, typing_context.resolve_value_type(_compiled))


def _bytes_of(field: Any) -> int:
    """Return the size of an array that stands in a record."""
    size: int = prod(field.shape) * field.dtype.bitwidth // 8
    return size


@intrinsic
def copy_array(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy an array over one of a record, in one move of memory as long as the latter.

    numba's loops over ``[rank, suit]`` do not become wide moves by themselves.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = [
            make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, args, strict=True)
        ]
        size = context.get_constant(types.intp, _bytes_of(signature.args[0]))
        cgutils.raw_memcpy(builder, *places, size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def clear_array(typing_context: Any, target: Any) -> Any:
    """Fill an array of a record with zeros."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = make_array(signature.args[0])(context, builder, args[0]).data
        size = context.get_constant(types.intp, _bytes_of(signature.args[0]))
        cgutils.memset(builder, place, size, 0)
        return context.get_dummy_value()

    return types.void(target), generate


@intrinsic
def clear_record(typing_context: Any, target: Any) -> Any:
    """Fill a record with zeros."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.memset(builder, args[0], size, 0)
        return context.get_dummy_value()

    return types.void(target), generate


@intrinsic(prefer_literal=True)
def scratch_words(typing_context: Any, size: Any) -> Any:
    """Return a pointer to so many uint64 of the caller's own, not yet written.

    They stand on the stack: an array of numba's costs an allocation and the counting
    of its references, some 70 ns.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = ir.Constant(ir.IntType(32), size.literal_value)
        return cgutils.alloca_once(builder, ir.IntType(64), size=words)

    return types.CPointer(types.uint64)(size), generate


@intrinsic
def _room(typing_context: Any) -> Any:
    """Return `planning.scratch.room` on the stack."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(ir.IntType(32), ROOM)
        return cgutils.alloca_once(builder, ir.DoubleType(), size=size)

    return types.CPointer(types.float64)(), generate


@intrinsic
def _notes(typing_context: Any, view: Any) -> Any:
    """Return `planning.scratch.notes` in the view's record."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.pointer_add(builder, args[0], VIEW_RECORD.offset("notes"))
        return builder.bitcast(place, ir.DoubleType().as_pointer())

    return types.CPointer(types.float64)(view), generate


typing_context.refresh()
typing_context.insert_global(room, typing_context.resolve_value_type(_room))
typing_context.insert_global(notes, typing_context.resolve_value_type(_notes))


def register_functions(
    *functions: Callable[..., Any],
    of_strategies: bool = False,
    inlined: bool = True,
    folder: Path | None = None,
) -> None:
    """Let compiled code call these plain Python functions.

    What strategies call is checked for places out of range, an `IndexError` there, and
    inlined unless that is too much: numba hands neither down from the function that
    calls. As calls of their own, with the plans' weights copied at each, they took
    three times as long.
    """
    make_parts(
        *functions,
        folder=folder,
        boundscheck=of_strategies,
        forceinline=of_strategies and inlined,
    )


register_functions(
    *(cards.card, cards.rank_of, cards.suit_of),
    *(bits.suit_ranks, bits.all_ranks, bits.has_card, bits.rank_count, bits.suit_size),
)

"""numba in one place: the options, the view's type, the strategies' signature.

A strategy is called through a pointer to a function of one signature, so that one
compiled kernel serves every line-up. It gets the table's public record through
`VIEW_TYPE`, a pointer whose fields can be read and not written: numba refuses a
strategy that assigns to its view, also through another name, when it compiles it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, overload, register_model
from numba.np.arrayobj import make_array, populate_array

from zetema_sim import bits, cards
from zetema_sim.cache import folder_for
from zetema_sim.view import VIEW_DTYPE

# The feature is what makes one kernel enough; both engines agree through it in tests.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def jit(*signature: Any, folder: Path | None, **options: Any) -> Callable[..., Any]:
    """Return numba's decorator with this project's options.

    No fastmath anywhere: results must not depend on the order of sums. Compiled code
    is kept in `folder`; None keeps none.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            return numba.njit(
                *signature, nogil=True, cache=folder is not None, **options
            )(function)
        finally:
            numba.config.CACHE_DIR = before

    return decorate


def engine_jit(*signature: Any, **options: Any) -> Callable[..., Any]:
    """Return the decorator for functions of the engine itself."""
    return jit(*signature, folder=folder_for(), **options)


inline = numba.njit(inline="never", nogil=True)  # a part of a kernel: compiled with it


class ReadonlyRecord(types.Type):  # type: ignore[misc]
    """The type of a pointer to a record whose fields can only be read."""

    def __init__(self, record: Any, name: str) -> None:
        self.record = record
        super().__init__(name=name)


@register_model(ReadonlyRecord)
class _ReadonlyRecordModel(models.OpaqueModel):  # type: ignore[misc]
    pass


def _readonly(field: Any, name: str) -> Any:
    if isinstance(field, types.NestedArray):
        return types.Array(field.dtype, field.ndim, "C", readonly=True)
    if isinstance(field, types.Record):
        return ReadonlyRecord(field, name)
    return field


@infer_getattr
class _ReadonlyRecordFields(AttributeTemplate):  # type: ignore[misc]
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
DECISION = types.FunctionType(SIGNATURE)


@intrinsic
def as_view(typing_context: Any, record: Any) -> Any:
    """Return the read-only pointer to a record of `VIEW_DTYPE`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(8).as_pointer())

    return VIEW_TYPE(record), generate


@intrinsic
def _population(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@overload(bits.count_bits, inline="always", strict=False)
def _count_bits(mask: Any) -> Any:
    return lambda mask: _population(mask)


@overload(bits.lowest_bit, inline="always", strict=False)
def _lowest_bit(mask: Any) -> Any:
    return lambda mask: _trailing_zeros(mask)


def teach(*functions: Callable[..., Any]) -> None:
    """Let compiled code call these plain Python functions."""
    for function in functions:
        numba.extending.register_jitable(function)


teach(
    *(cards.card, cards.rank_of, cards.suit_of),
    *(bits.suit_ranks, bits.all_ranks, bits.has_card, bits.rank_count, bits.suit_size),
)

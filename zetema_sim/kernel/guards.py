"""What numba compiles without looking whether it can be, refused or looked at.

Fractions: a whole number made of one that has none of its type, be it too large or
NaN, is anything in LLVM, another number on each kind of processor. Made by hand or by
storing it in an array: all ways lead through one cast, and `round`. Where Python takes
whole numbers only, or keeps the fraction, numba would cut it: in a call, as an answer
and in a list.

Lists: what is assigned to a slice of a list is not what Python makes of it.

Arrays: ``a += b`` of two arrays reads beyond the end of `b` where that is the shorter
one, while ``a = a + b`` is an error then, as in numpy. And numba builds an array in
place of the list in ``np.array([… for … in range(n)])``, of `n` entries also where that
is less than none. Nothing else that the language of strategies has does so
(tests/roster/test_allowed_numpy.py).
"""

from __future__ import annotations

import os
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, inline_closurecall
from numba.core.errors import TypingError
from numba.core.typeinfer import TypeVar
from numba.core.typing.collections import SetItemSequence
from numba.core.typing.context import BaseContext
from numba.core.typing.listdecl import InplaceAddList
from numba.core.typing.npydecl import NumpyRulesInplaceArrayOperator
from numba.cpython import builtins, numbers
from numba.extending import lower_builtin, lower_cast

from zetema_sim.common.whole_numbers import NOT_WHOLE

_NUMBA = os.path.dirname(os.path.abspath(numba.__file__)) + os.sep

# How the reasons here begin, behind which a function's name is put (compile_errors).
REFUSED = "Refused: "

_of_arrays = NumpyRulesInplaceArrayOperator.generic
_of_lists, _to_list = SetItemSequence.generic, InplaceAddList.generic
_add_type, _rate = TypeVar.add_type, BaseContext._rate_arguments
_to_whole, _rounding = numbers.float_to_integer, builtins._round_intrinsic


def guard_numba() -> None:
    """Have numba look at all this from now on."""
    NumpyRulesInplaceArrayOperator.generic = _in_place
    SetItemSequence.generic = _in_list
    InplaceAddList.generic = _behind_list
    TypeVar.add_type = _as_answer
    BaseContext._rate_arguments = _in_call
    inline_closurecall.enable_inline_arraycall = False
    lower_cast(types.Float, types.Integer)(_cast)
    lower_builtin(round, types.Float)(_round)


def _in_place(rule: Any, values: Any, keywords: Any) -> Any:
    """Return the types of an operation in place, if those are safe."""
    target, value = values
    if isinstance(target, types.Array):
        if not target.mutable:
            raise TypingError(f"{REFUSED}changes its view or a constant")
        if isinstance(value, types.ArrayCompatible):
            raise TypingError(
                f"{REFUSED}adds an array to one in place: write a = a + b"
            )
    try:
        return _of_arrays(rule, values, keywords)
    except AttributeError:  # it found nothing to do so, and looks at what it found
        told = f"changes an array of {target.dtype} in place into what it cannot hold"
        raise TypingError(REFUSED + told) from None


def _in_list(rule: Any, values: Any, keywords: Any) -> Any:
    """Return the types of an assignment to one entry of a list."""
    owner, place, value = values
    if isinstance(owner, types.List):
        if isinstance(place, types.SliceType):
            reason = "assigns to a slice of a list: build another list, or use an array"
            raise TypingError(REFUSED + reason)
        _check_kept_whole(value, owner)
    return _of_lists(rule, values, keywords)


def _behind_list(rule: Any, values: Any, keywords: Any) -> Any:
    """Return the types of adding one list to another in place."""
    owner, other = values
    if isinstance(owner, types.List) and isinstance(other, types.List):
        _check_kept_whole(other.dtype, owner)
    return _to_list(rule, values, keywords)


def _check_kept_whole(value: Any, owner: Any) -> None:
    if _would_be_cut(value, owner.dtype):
        raise TypingError(f"{REFUSED}puts a fraction into a list of whole numbers")


def _would_be_cut(value: Any, target: Any) -> bool:
    return isinstance(value, types.Float) and isinstance(target, types.Integer)


def _as_answer(variable: Any, kind: Any, loc: Any) -> Any:
    """Add what a variable may be; one that must be a whole number is one by itself."""
    is_whole = variable.locked and isinstance(variable.type, types.Integer)
    # numba's own, as a power of whole numbers, mean to be cut.
    is_ours = not (loc and os.path.abspath(loc.filename).startswith(_NUMBA))
    if is_whole and is_ours and isinstance(kind, types.Float | types.Boolean):
        told = f"No conversion from {kind} to {variable.type} for '{variable.var}'"
        raise TypingError(told, loc=loc)
    return _add_type(variable, kind, loc)


def _in_call(context: Any, given: Any, wanted: Any, **options: Any) -> Any:
    """Rate how well values fit a function; one of whole numbers takes no fraction."""
    if any(map(_would_be_cut, given, wanted)):
        return None
    return _rate(context, given, wanted, **options)


def _cast(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Make a whole number of a fraction, or raise an error if there is none."""
    double = context.cast(builder, value, source, types.float64)
    least, beyond = _bounds(target)
    is_above = ">=" if least == -(2.0**63) else ">"
    fits = builder.and_(
        builder.fcmp_ordered(is_above, double, ir.Constant(double.type, least)),
        builder.fcmp_ordered("<", double, ir.Constant(double.type, beyond)),
    )
    with cgutils.if_unlikely(builder, builder.not_(fits)):
        context.call_conv.return_user_exc(builder, OverflowError, (NOT_WHOLE,))
    return _to_whole(context, builder, source, target, value)


def _bounds(target: Any) -> tuple[float, float]:
    """Return what is less than all numbers of a type, or the least, and the end."""
    if not target.signed:
        return -1.0, 2.0**target.bitwidth
    half = 2.0 ** (target.bitwidth - 1)
    return -half - (target.bitwidth < 64), half


def _round(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Make the whole number that is nearest, of two the even one, by the same cast."""
    (kind,) = signature.args
    double = context.get_value_type(kind)
    nearest = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(double, [double]), _rounding(kind)
    )
    rounded = builder.call(nearest, values)
    return context.cast(builder, rounded, kind, signature.return_type)

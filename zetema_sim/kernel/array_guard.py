"""What numba compiles of arrays without looking whether their shapes fit, refused.

``a += b`` of two arrays reads beyond the end of `b` where that is the shorter one,
while ``a = a + b`` is an error then, as in numpy. And it builds an array in place of
the list in ``np.array([… for … in range(n)])``, of `n` entries also where that is less
than none. Nothing else that the language of strategies has does so
(tests/roster/test_allowed_numpy.py).
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import inline_closurecall
from numba.core.errors import TypingError
from numba.core.typing.npydecl import NumpyRulesInplaceArrayOperator

_generic = NumpyRulesInplaceArrayOperator.generic


def _checked(rule: Any, values: Any, keywords: Any) -> Any:
    """Return the types of an operation in place, if those are safe."""
    target, value = values
    if isinstance(target, types.Array) and (
        isinstance(value, types.ArrayCompatible) or not target.mutable
    ):
        raise TypingError("an array is changed in place by numbers only")
    return _generic(rule, values, keywords)


def guard_arrays() -> None:
    """Have numba refuse the one and leave out the other from now on."""
    NumpyRulesInplaceArrayOperator.generic = _checked
    inline_closurecall.enable_inline_arraycall = False

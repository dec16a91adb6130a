"""Who plays on in a search: one strategy on all seats, as the kernel calls it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zetema_sim.kernel.continuation import prepare_hidden
from zetema_sim.kernel.records import HIDDEN_DTYPE


class Policy(NamedTuple):
    """How a strategy is called.

    Attributes
    ----------
    discard, declare
        `jit.address_of` its compiled functions.
    flags
        As `kernel.records` has them: ``HAS_DECLARE``, ``USES_CHANCE``.
    settings
        Their values.
    """

    discard: int
    declare: int
    flags: int
    settings: tuple[int, ...] = ()


def hidden_of(policy: Policy, seed: int = 0) -> npt.NDArray[Any]:
    """Return the kernel's own record with a policy on every seat."""
    hidden = np.zeros(1, HIDDEN_DTYPE)
    prepare_hidden(hidden)
    hidden["seed"] = seed
    hidden["discards"][0, 0], hidden["declares"][0, 0] = policy.discard, policy.declare
    hidden["flags"][0, 0] = policy.flags
    hidden["settings"][0, 0, : len(policy.settings)] = policy.settings
    hidden["has_settings"] = len(policy.settings) > 0
    return hidden

"""Overrides of rules drawn by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from zetema_sim.rules.parameters import PARAMETERS, Parameter
from zetema_sim.rules.value_kinds import CARDS, FIVE_NUMBERS, POINTS, SWITCH, TARGET


def values_of(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Draw a value for a parameter, as ``--set`` takes it."""
    number = {
        id(CARDS): st.integers(1, 12),
        id(POINTS): st.sampled_from([0, 1, 5, 20, 35, 60, 70, 150]),
        id(TARGET): st.integers(1, 400),
    }.get(id(parameter.kind))
    if number is not None:
        return number.map(str)
    if parameter.kind is FIVE_NUMBERS:
        five = st.lists(st.integers(0, 200), min_size=5, max_size=5)
        return five.map(lambda points: ",".join(map(str, points)))
    if parameter.kind is SWITCH:
        return st.sampled_from(["true", "false"])
    return st.sampled_from(parameter.kind.names)


CHANGEABLE = [each for each in PARAMETERS if each.path not in ("players", "sides")]


@st.composite
def overrides(draw: st.DrawFn, parameters: list[Parameter]) -> list[str]:
    return [f"{each.path}={draw(values_of(each))}" for each in parameters]

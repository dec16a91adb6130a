"""The kernel and the reference engine play the same match, event for event."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.kit.drawn_rules import CHANGEABLE, overrides
from tests.kit.tables import (
    TABLES,
    cycled,
    difference,
    rules_at,
    table_of,
)
from zetema_sim.common.wording import RulesError
from zetema_sim.playing.table import Table
from zetema_sim.roster import lookup
from zetema_sim.rules.parameters import Parameter
from zetema_sim.rules.ruleset import PRESETS, Rules
from zetema_sim.rules.sides import arrangements

LINE_UPS = {
    "every field": ["every-field", "every-field:salt=9,reserve=2"],
    "chance": ["any-option"],
    "marriages": ["royal", "fullest-pile"],
    "mixed": ["fullest-pile", "any-option", "every-field:reserve=3"],
}
LIGHT = ["fullest-pile", "any-option"]

each_table = pytest.mark.parametrize(("name", "players", "sides"), TABLES)


def check(rules: Rules, sides: str, strategies: list[str], matches: range) -> None:
    table = table_of(rules, sides, strategies)
    for match in matches:
        agree(table, rules, match)


def agree(table: Table, rules: Rules, match: int) -> None:
    """Fail where the engines differ in a match, and say how to see it."""
    found = difference(table, rules, match)
    if found:
        pytest.fail(found, pytrace=False)


@each_table
@pytest.mark.parametrize("names", LINE_UPS.values(), ids=LINE_UPS)
def test_every_table(name: str, players: int, sides: str, names: list[str]) -> None:
    """Every table of every preset is played alike."""
    check(rules_at(name), sides, cycled(names, players), range(2))


@pytest.mark.slow
@each_table
@pytest.mark.parametrize("part", range(4))
def test_many_matches(name: str, players: int, sides: str, part: int) -> None:
    """So are many matches of every table."""
    matches = range(1000 + 165 * part, 1000 + 165 * (part + 1))
    check(rules_at(name), sides, cycled(LIGHT, players), matches)


SHIPPED_AT = [
    ("parlett", 2, "solo"),
    ("official", 3, "solo"),
    ("cassell-1881", 4, "2x2"),
]
each_shipped = pytest.mark.parametrize("shipped", lookup.shipped_names())


@each_shipped
def test_shipped_strategies(shipped: str) -> None:
    """Shipped strategies decide alike, compiled and plain."""
    for name, players, sides in SHIPPED_AT:
        seats = cycled([shipped, "any-option"], players)
        check(rules_at(name), sides, seats, range(1))


@pytest.mark.slow
@each_table
@each_shipped
def test_shipped_strategies_at_every_table(
    shipped: str, name: str, players: int, sides: str
) -> None:
    """So they do at every table."""
    check(rules_at(name), sides, cycled([shipped, "any-option"], players), range(2, 5))


# House rules


NAMES = [
    "any-option",
    "fullest-pile",
    "royal",
    "every-field",
    "every-field:salt=1,reserve=2",
]
SEEDS = st.one_of(st.integers(0, 3), st.integers(0, 2**63 - 1))
MATCHES = st.one_of(st.integers(0, 100), st.integers(0, 10**12))


def check_drawn(data: st.DataObject, changes: list[str]) -> None:
    """Check one match of a table that is drawn, with some overrides."""
    players = data.draw(st.integers(2, 6), "players")
    sides = data.draw(st.sampled_from(arrangements(players)), "sides")
    seats = st.lists(st.sampled_from(NAMES), min_size=players, max_size=players)
    strategies = data.draw(seats, "strategies")
    try:
        rules = rules_at(data.draw(st.sampled_from([*PRESETS]), "preset"), *changes)
        table = table_of(rules, sides, strategies, data.draw(SEEDS, "seed"))
    except RulesError:
        assume(False)
    agree(table, rules, data.draw(MATCHES, "match"))


few = settings(max_examples=8)


@pytest.mark.parametrize("parameter", CHANGEABLE, ids=lambda each: each.path)
@few
@given(data=st.data())
def test_any_value_of_a_parameter(parameter: Parameter, data: st.DataObject) -> None:
    """Whatever a parameter's value, the engines agree."""
    check_drawn(data, data.draw(overrides([parameter])))


@settings(few, max_examples=60)
@given(data=st.data())
def test_any_values_of_two_parameters(data: st.DataObject) -> None:
    """So they do whatever two parameters are."""
    two = st.lists(st.sampled_from(CHANGEABLE), min_size=2, max_size=2, unique=True)
    check_drawn(data, data.draw(overrides(data.draw(two))))


@pytest.mark.slow
@pytest.mark.parametrize("parameter", CHANGEABLE, ids=lambda each: each.path)
@settings(few, max_examples=60)
@given(data=st.data())
def test_a_parameter_and_any_other(parameter: Parameter, data: st.DataObject) -> None:
    """Every parameter agrees with every other."""
    other = data.draw(st.sampled_from([o for o in CHANGEABLE if o is not parameter]))
    check_drawn(data, data.draw(overrides([parameter, other])))

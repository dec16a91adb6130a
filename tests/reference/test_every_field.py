"""The strategy that holds the engines together overlooks no field of its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.kit.tables import rules_at, strategy
from zetema_sim.cards import DECK
from zetema_sim.reference.match import Decider, play_match
from zetema_sim.table_rules import TableRules
from zetema_sim.view import View

FIELDS = [each.name for each in fields(View) if each.name not in ("settings", "rules")]


@cache
def a_view() -> View:
    """Return the first view of a deal."""
    views: list[View] = []
    file = strategy("every-field").file

    def discard(view: View) -> int:
        views.append(view)
        return int(file.plain.discard(view))

    decider = Decider(discard, None, strategy("every-field").plain_settings(), "")
    table = rules_at("parlett").at_table(3)
    match = play_match(table, [decider] * 3, lambda _: DECK, lambda *_: 2**61 + 5)
    list(islice(match, 2))
    return views[0]


def decision(view: View) -> int:
    return int(strategy("every-field").file.plain.hash_of(view))


def others(field: str, value: Any) -> list[Any]:
    """Return a field's value with one more at each place; in words a high bit too."""
    is_word = field.endswith(("mask", "ranks", "chance"))
    changes: list[Callable[[int], int]] = [lambda old: old + 1]
    if is_word:
        changes.append(lambda old: old ^ 1 << 60)
    if isinstance(value, int):
        return [change(value) for change in changes]
    found = []
    for place in np.ndindex(value.shape):
        for change in changes:
            array = value.copy()
            array[place] = change(value[place])
            found.append(array)
    return found


@pytest.mark.parametrize("field", FIELDS)
def test_every_entry_counts(field: str) -> None:
    """Whatever entry changes, so does what every-field decides by."""
    view = a_view()
    old, news = decision(view), others(field, getattr(view, field))
    changed = [replace(view, **{field: new}) for new in news]
    assert old not in [decision(view) for view in changed]


@pytest.mark.parametrize("field", [each.name for each in fields(TableRules)])
def test_every_rule_counts(field: str) -> None:
    """So it does with every rule."""
    view = a_view()
    value: Any = getattr(view.rules, field)
    new = tuple(entry + 1 for entry in value) if isinstance(value, tuple) else value + 1
    changed: dict[str, Any] = {field: new}
    rules = replace(view.rules, **changed)
    assert decision(replace(view, rules=rules)) != decision(view)

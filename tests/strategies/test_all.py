"""Every shipped strategy: documented, legal at every table, the same answer twice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.kit.situations import random_views
from tests.kit.tables import TABLES, rules_at, table_of
from zetema_sim.roster import lookup
from zetema_sim.roster.lookup import Strategy
from zetema_sim.view import View, view_record

NAMES = sorted(lookup.shipped_names())
HOUSE_RULES = (
    "run.length=1",
    "flush.imperial=distinct_ranks",
    "draw.to=12",
    "marriage.tableau_cards=one_per_declaration",
    "turn.marriage_also_discards=true",
    "endgame.declarations=all",
    "sequence.ace=high",
    "match.mode=single_deal",
)

every = pytest.mark.parametrize("name", NAMES)


@every
def test_says_what_it_does(name: str) -> None:
    """The docstring has a summary of one line and ends with its source."""
    file = lookup.load(name).file
    assert file.summary.endswith(".")
    assert file.source


@every
def test_legal_at_every_table(name: str) -> None:
    """It plays a few matches under every preset, player count and sides."""
    for rules, players, sides in TABLES:
        names = [name, *["random"] * (players - 1)]
        table = table_of(rules_at(rules), sides, names)
        assert len(table.play_blocks(0, 2).sums) == 2


@every
@pytest.mark.parametrize("change", HOUSE_RULES)
def test_legal_under_house_rules(name: str, change: str) -> None:
    """It plays a few matches under rules that no preset has."""
    for players in (2, 3):
        rules = rules_at("parlett", change)
        table = table_of(rules, "solo", [name, *["random"] * (players - 1)])
        assert len(table.play_blocks(0, 2).sums) == 2


def decisions(strategy: Strategy, views: list[View]) -> Iterator[tuple[View, int]]:
    """Yield views with the strategy's settings and what it answers, uncompiled."""
    plain, settings = strategy.file.plain, strategy.plain_settings()
    for seen in views:
        fields = {name: getattr(seen, name) for name in View.__slots__}
        view = View(**(fields | {"settings": settings}))
        if view.legal_mask:
            yield view, plain.discard(view)
        elif strategy.file.has_declare:
            yield view, plain.declare(view)


@pytest.fixture(scope="module")
def views() -> list[View]:
    tables = [TABLES[place] for place in (0, 1, 3, -1)]
    return [view for table in tables for view in [*random_views(*table)][:12]]


@every
def test_same_answer_twice(name: str, views: list[View]) -> None:
    """Asked again it answers the same, and leaves its view as it was."""
    strategy = lookup.load(name)
    first = list(decisions(strategy, views))
    for (view, answer), (again, second) in zip(
        first, decisions(strategy, views), strict=True
    ):
        assert answer == second
        assert np.array_equal(view_record(view), view_record(again))

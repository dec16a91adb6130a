"""The strategy `search`: what it is called, what it answers, where it plays."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache

import pytest

from tests.kit.situations import random_views
from zetema_sim.doctor.examine import examine
from zetema_sim.experiments.line_ups.field import field_of
from zetema_sim.playing.run import tables_of
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.replaying.events import match_events
from zetema_sim.roster.lookup import RosterError, load, load_all
from zetema_sim.rules.ruleset import PRESETS

FEW = "search:worlds=3"
TABLES = [
    TableOptions(players=2),
    TableOptions(players=3, rules="sackson"),
    TableOptions(players=4, sides="2x2", rules="official"),
    TableOptions(players=2, rules="cassell-1881"),
]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("search:worlds=-1", "out of range; 0 to 4096"),
        ("search:worlds=many", "is not a whole number"),
        ("search:policy=balansed", "no shipped strategy; did you mean balanced"),
        ("search:policy=search", "policy=search is no shipped strategy"),
        ("search:world=3", "no setting 'world'; did you mean worlds"),
        ("search:policy", "not a setting; write name=value"),
    ],
)
def test_settings_that_there_are_not(text, line):
    """Told like those of any strategy."""
    with pytest.raises(RosterError, match=line):
        load(text)


def test_its_name_can_be_pasted_back():
    """With the settings that differ from the default, the word among them."""
    for text in ("search", "search:worlds=8", "search:worlds=8,policy=greedy"):
        strategy = load(text)
        assert strategy.name == text
        assert load(strategy.name) == strategy
        assert pickle.loads(pickle.dumps(strategy)) == strategy
    assert load("search:worlds=256,policy=balanced").name == "search"
    assert load("search:policy=greedy,worlds=8").name == "search:worlds=8,policy=greedy"
    assert len({each.source_hash for each in map(load, ("search", FEW))}) == 1
    assert load("search:policy=greedy").source_hash != load("search").source_hash
    assert len(load_all(["search:worlds=8", "search:worlds=9"])) == 2


def test_it_is_asked_for_by_name_alone():
    """No default field has it, and there is no file of it to be examined."""
    field = field_of((), TableOptions(players=2))
    assert "search" not in field.names
    with pytest.raises(RosterError, match="search is part of the program"):
        examine("search")


@cache
def setup_of(names, options):
    """Return a run of a few matches."""
    return set_up(names, options, 24)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_without_worlds_it_is_its_policy(options):
    """Event for event: nothing else of a match is touched."""
    for policy in ("balanced", "random"):
        logs = []
        for name in (f"search:worlds=0,policy={policy}", policy):
            setup = setup_of((name,), options)
            (table,) = setup.tables
            every = [*match_events(table, setup.rules, setup.sides, 5)]
            logs.append(every[1:])
        assert logs[0] == logs[1]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_both_engines_agree(options):
    """The plain decision is the compiled one."""
    setup = setup_of((FEW, "greedy"), replace(options, rules=options.rules))
    table = setup.tables[0]
    logs = [
        [*match_events(table, setup.rules, setup.sides, 3, engine)]
        for engine in ("kernel", "reference")
    ]
    assert logs[0] == logs[1]


def test_numbers_hang_on_no_thread():
    """Blocks played in any order are the same."""
    (table,) = tables_of(setup_of((FEW, "greedy"), TableOptions(players=2)).run)
    whole = table.play_blocks(0, 4).sums
    parts = [table.play_blocks(first, 2).sums for first in (2, 0)]
    assert (whole[:2] == parts[1]).all()
    assert (whole[2:] == parts[0]).all()


@pytest.mark.parametrize("name", sorted(PRESETS))
@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_answer_is_always_allowed(name, players):
    """In every kind of position; the same view and chance give the same answer."""
    plain, settings = load(FEW).file.plain, load(FEW).plain_settings()
    for number, view in enumerate(random_views(name, players, "solo")):
        asked = replace(view, settings=settings, chance=number)
        answer = plain.discard(asked)
        if asked.legal_mask:
            assert int(asked.legal_mask) >> answer & 1
        else:
            assert -1 <= answer < asked.n_options
        assert plain.discard(asked) == answer

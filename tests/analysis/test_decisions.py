"""A match followed by its log: every decision, and every log that is no match."""

import copy
import json

import pytest

from zetema_sim.analysis.decisions import LogError, decisions_of
from zetema_sim.analysis.matches import events_from, position_at
from zetema_sim.playing.seating import TableOptions, full_line_up
from zetema_sim.replaying.replay import replayed
from zetema_sim.view import NONE

TABLES = [
    (("random", "greedy"), TableOptions()),
    (("random",), TableOptions(players=3, rules="sackson")),
    (("random", "balanced"), TableOptions(players=4, sides="2x2")),
    (("random",), TableOptions(players=6, sides="3x2", rules="official")),
    (("random", "balanced"), TableOptions(rules="cassell-1881")),
    (("random",), TableOptions(players=3, overrides=("deck.imperial_suit=H",))),
]


def events_of(names=("random", "greedy"), options=None, match=1):
    """Return the events of a match."""
    setup = full_line_up(names, options or TableOptions())
    return [*replayed(setup, match, 1, "kernel")]


@pytest.mark.parametrize(("names", "options"), TABLES, ids=str)
def test_every_decision_is_there(names, options):
    """In order, with what was answered: each discard of the log, each declaration."""
    events = events_of(names, options)
    turns = [each for each in events if each["event"] == "turn"]
    decided = [*decisions_of(events)]
    assert [each.turn for each in decided] == sorted(each.turn for each in decided)
    discards = [each for each in decided if each.position.options is None]
    assert len(discards) == sum(turn["discard"] is not None for turn in turns)
    letter = str(options.overrides)[-3] if options.overrides else "S"
    for each in decided:
        assert each.answer in each.position.answers
        assert turns[each.turn]["seat"] == each.seat
    if letter == "S":
        for each in discards:
            assert each.position.text(each.answer) == turns[each.turn]["discard"]
    declared = [d for d in decided if d.position.options is not None]
    said = [turn for turn in turns if turn["declared"] is not None]
    assert sum(each.answer != NONE for each in declared) == len(said)


BROKEN = {
    "a card of another hand": ("discard", "XX", "'XX' is no card"),
    "a score": ("scores", [1, 2], "by the rules"),
    "a seat": ("seat", 5, "by the rules"),
    "a drawn card": ("drawn", ["2S"], "by the rules"),
    "no discard": ("discard", None, "a card must be discarded there"),
    "a declaration": (
        "declared",
        {"kind": "flush", "cards": ["2S", "3S", "4S", "5S", "6S"]},
        "the flush may not be declared there",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_log_that_breaks_the_rules_is_refused(what):
    """With the turn that does."""
    field, value, line = BROKEN[what]
    events = copy.deepcopy(events_of())
    turns = [each for each in events if each["event"] == "turn"]
    turns[3][field] = value
    with pytest.raises(LogError, match=f"turn [0-9]+: .*{line}") as caught:
        [*decisions_of(events)]
    assert "\n" not in str(caught.value)


def test_a_log_that_ends_early_is_refused():
    """In the middle of a deal, or before one."""
    events = events_of()
    last_turn = max(n for n, each in enumerate(events) if each["event"] == "turn")
    with pytest.raises(LogError, match="the log ends before its match does"):
        [*decisions_of(events[:last_turn])]
    with pytest.raises(LogError, match="no match event"):
        [*decisions_of([{"event": "match"}])]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "has no match"),
        ("{", "not a line of JSON"),
        ("[1]", "not an event"),
        ('{"event": "turn"}', "a match event must come first"),
        ('{"event": "match", "number": 4}', "has no match 0; it has 4"),
    ],
)
def test_a_file_that_is_no_log(tmp_path, text, line):
    """One line that says what is missing."""
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    with pytest.raises(LogError, match=line):
        events_from(path, (), 0)


def test_a_match_is_found_by_its_number(tmp_path):
    """A log may hold several."""
    path = tmp_path / "log.jsonl"
    every = [*events_of(match=3), *events_of(match=4)]
    path.write_text("".join(json.dumps(each) + "\n" for each in every))
    assert events_from(path, (), 4) == events_of(match=4)


def test_a_turn_that_there_is_not():
    """Or that has no such decision."""
    events = events_of()
    with pytest.raises(LogError, match="has no turn 999: its turns are 0 to"):
        position_at(events, 999, None)
    decided = {each.turn for each in decisions_of(events) if each.position.options}
    plain = next(turn for turn in range(50) if turn not in decided)
    with pytest.raises(LogError, match=f"in turn {plain} there was nothing to declare"):
        position_at(events, plain, "declare")
    assert position_at(events, plain, None).options is None

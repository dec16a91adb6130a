"""From names and options to rules, strategies and line-ups."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import click
import pytest

from tests.kit.cli_runs import refusal, strategy_file
from zetema_sim.cli.options import WholeNumber
from zetema_sim.faults import StrategyFault
from zetema_sim.playing.seating import Setup, TableOptions, set_up

FIRST_CARD = "for card in range(64):\n    if view.legal_mask >> card & 1:\n"
FIRST_CARD += "        return card\nreturn -1"


def names(setup: Setup) -> list[str]:
    return [strategy.name for strategy in setup.run.strategies]


def seats(setup: Setup) -> list[list[str]]:
    """Return the names at the table of each line-up."""
    every = names(setup)
    return [[every[entry] for entry in lu.entries] for lu in setup.run.lineups]


@pytest.mark.parametrize("named", [*permutations(["random", "greedy", "x"])])
def test_order_of_names_changes_nothing(named, tmp_path):
    """Strategies are put into canonical order before seats are given."""
    path = strategy_file(tmp_path, "x", FIRST_CARD)
    texts = [f"x={path}" if name == "x" else name for name in named]
    assert (
        set_up(texts, TableOptions()).run == set_up(sorted(texts), TableOptions()).run
    )


def test_settings_and_their_order_are_one_strategy():
    """Equal settings are one strategy, the default is the plain name."""
    hoarders = ["marriage-hoarder:wait_for=4", "marriage-hoarder", "marriage-hoarder"]
    setup = set_up(hoarders, TableOptions())
    assert names(setup) == ["marriage-hoarder", "marriage-hoarder:wait_for=4"]
    assert setup.run.lineups[0].entries == (0, 0, 1)


@pytest.mark.parametrize(
    ("named", "choices", "sides", "line_ups"),
    [
        ("A B", TableOptions(), "solo", ["AB"]),
        ("A A", TableOptions(), "solo", ["AA"]),
        ("B A A B", TableOptions(), "2x2", ["AABB"]),
        ("A B", TableOptions(players=4), "2x2", ["AABB"]),
        ("A", TableOptions(players=4), "2x2", ["AAAA"]),
        ("A B", TableOptions(players=3), "solo", ["AAB", "ABB"]),
        (
            "A B",
            TableOptions(players=4, sides="solo"),
            "solo",
            ["AAAB", "AABB", "ABBB"],
        ),
        ("A A B", TableOptions(players=6, sides="3x2"), "3x2", ["AAAABB"]),
        ("A B", TableOptions(players=6, sides="2x3"), "2x3", ["AAABBB"]),
    ],
)
def test_line_ups_that_names_stand_for(named, choices, sides, line_ups):
    """As many players as names, and the sides that the rules have first."""
    letters = {"A": "greedy", "B": "random"}
    setup = set_up([letters[letter] for letter in named.split()], choices, 600)
    assert setup.sides == sides
    assert seats(setup) == [[letters[name] for name in each] for each in line_ups]


def test_matches_are_shared_out_and_rounded_up():
    """Each line-up gets an even part, in whole cycles; no less than asked for."""
    setup = set_up(["greedy", "random"], TableOptions(players=3), 1000)
    assert setup.run.matches == (501, 501)


REFUSED = {
    "7 players": ("greedy --players 7", "players = 7 is not allowed: parlett is for"),
    "no players": ("greedy --players 0", "players = 0 is not allowed"),
    "one name": ("greedy", "one strategy alone needs --players"),
    "7 names": (" ".join(["greedy"] * 7), "`tournament` plays all line-ups"),
    "more names than seats": (
        "greedy random greedy --players 2",
        "3 strategies for 2 seats; `tournament` plays all line-ups",
    ),
    "sides": (
        "greedy random greedy --sides 2x2",
        'sides = "2x2" is not allowed: 3 players sit as solo (3 players, since 3',
    ),
    "sides of players": (
        "greedy --players 5 --sides 2x2",
        'sides = "2x2" is not allowed: 5 players sit as solo',
    ),
    "no sides": ("greedy random --sides pairs", 'sides = "pairs" is not allowed'),
    "names for sides": (
        "greedy random greedy --players 4",
        "3 strategies for 2x2; name 1 for all seats, 2 for a side each or 4",
    ),
    "five in 1881": (
        "greedy --players 5 --rules cassell-1881",
        "players = 5 is not allowed: cassell-1881 is for 2, 3, 4 or 6 players",
    ),
    "strategy": ("gredy random", "no strategy 'gredy'; did you mean greedy?"),
    "strategy file": ("mine.py random", "there is no strategy file mine.py"),
    "setting": (
        "marriage-hoarder:wait=2 random",
        "marriage-hoarder has no setting 'wait'; did you mean wait_for?",
    ),
    "setting's range": ("marriage-hoarder:wait_for=9 random", "1 to 5 is allowed"),
    "folder": ("greedy random --strategies nowhere", "nowhere is not a folder"),
    "preset": ("greedy random --rules parlet", "did you mean parlett?"),
    "rules file": ("greedy random --rules house.json", "house.json"),
    "parameter": ("greedy random --set draw.too=7", "did you mean draw.to?"),
    "parameter's value": ("greedy random --set draw.to=x", "draw.to"),
    "parameter twice": (
        "greedy random --set draw.to=7 --set draw.to=8",
        "draw.to is set twice",
    ),
    "seed below": ("greedy random --seed -1", "-1 is not allowed: 0 to 9223372036854"),
    "seed above": (f"greedy random --seed {2**63}", f"{2**63} is not allowed: 0 to"),
    "seed": ("greedy random --seed abc", "'abc' is not a whole number"),
    "no matches": ("greedy random --matches 0", "0 is not allowed: 1 to 1000000000000"),
    "fewer matches": ("greedy random --matches -3", "-3 is not allowed: 1 to"),
    "too many matches": (f"greedy random --matches {10**12 + 1}", "is not allowed: 1"),
    "huge matches": (f"greedy random --matches {'9' * 5000}", "is not allowed: 1 to"),
    "commas": ("greedy,randm", "as in greedy random; in Python they are a list"),
    "an option from afar": (
        "greedy random --widths 4",
        "No such option '--widths'. (see",
    ),
    "1e6": ("greedy random --matches 1e6", "is not a whole number; write 1000000 (see"),
    "half a match": (
        "greedy random --matches 2.5",
        "'2.5' is not a whole number: 1 to 1000000000000 (see",
    ),
}


@pytest.mark.parametrize(("line", "reason"), REFUSED.values(), ids=REFUSED)
def test_refusals(line, reason):
    """What cannot be played is refused in one line that says what is allowed."""
    told = refusal("replay", "--match", 0, *line.split())
    if "`tournament`" in reason or "for 2x2" in reason:
        told = line_of(line)  # `replay` names a line-up in full, so says it otherwise
    assert reason in told


def line_of(line: str) -> str:
    """Return why `set_up` refuses names and players."""
    *named, last = line.split()
    players = int(last) if last.isdecimal() else None
    texts = named[:-1] if players else [*named, last]
    with pytest.raises(ValueError, match="strategies") as caught:
        set_up(texts, TableOptions(players))
    return str(caught.value)


@pytest.mark.parametrize("matches", [0, -1, 10**12 + 1, 10**30])
def test_matches_and_seeds_out_of_range(matches):
    """The library refuses numbers as the commands do."""
    with pytest.raises(ValueError, match=r"matches = .* is not allowed: 1 to 1000000"):
        set_up(["greedy", "random"], TableOptions(), matches)
    with pytest.raises(ValueError, match=r"seed = .* is not allowed: 0 to 9223372"):
        set_up(["greedy", "random"], TableOptions(seed=-1))


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("100_000", 100_000), (str(10**12), 10**12)],
)
def test_whole_numbers(text, number):
    """Numbers are digits, with underscores between them if you like."""
    assert WholeNumber(0, 10**12).convert(text, None, None) == number


BOUNDS = ": 0 to 1000000000000"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1e6", "; write 1000000"),
        ("1.5e3", "; write 1500"),
        ("100,000", "; write 100000"),
        ("100k", "; write 100000"),
        ("2M", "; write 2000000"),
        ("3.0", "; write 3"),
        ("1e999999999", ""),
        ("nan", ""),
        ("_1", "; write 1"),
        ("1__0", "; write 10"),
        ("٣", "; write 3"),
        ("", ""),
        ("many", ""),
    ],
)
def test_no_whole_numbers(text, hint):
    """Other ways of writing a number are refused with the right one."""
    with pytest.raises(click.BadParameter) as caught:
        WholeNumber(0, 10**12).convert(text, None, None)
    assert caught.value.message == f"{text!r} is not a whole number{hint or BOUNDS}"


def test_house_rules_and_folders(tmp_path):
    """Rules come from a file, strategies from folders of one's own."""
    strategy_file(tmp_path, "first_card", FIRST_CARD)
    house = tmp_path / "house.json"
    house.write_text(json.dumps({"preset": "official", "draw": {"to": 7}}))
    choices = TableOptions(rules=str(house), folders=(Path(tmp_path),))
    setup = set_up(["first-card", "greedy"], choices)
    assert names(setup) == ["first-card", "greedy"]
    assert setup.table_rules.draw_to == 7


def test_fault_comes_with_the_command_that_replays_it():
    """With the names of its line-up and the table's options."""
    setup = set_up(["random", "greedy"], TableOptions(players=3, seed=5))
    where = ("greedy", 0, 0, 0, "discard", "no")
    fault = StrategyFault(*where, match=7, lineup=("greedy", "random", "random"))
    told = "zetema replay greedy random random --seed 5 --match 7"
    assert setup.replay.command(fault) == told

"""Rule sets: the presets, overrides, house rules, and the rules of a table."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zetema_sim.common.paths import PACKAGE
from zetema_sim.rules.parameters import BY_PATH
from zetema_sim.rules.preset_sources import SOURCE_TITLES
from zetema_sim.rules.ruleset import PRESETS, Rules, RulesError, preset, rules_named
from zetema_sim.rules.sides import arrangement_of, arrangements, side_lists
from zetema_sim.table_rules import (
    BONUS_EACH,
    EXTRA_FULL_TURN,
    FLUSH_ANY,
    TABLEAU_ONE_PER_MARRIAGE,
)

NAMES = ("official", "parlett", "sackson", "cassell-1881")
COUNTS = (2, 3, 4, 5, 6)
SOLO = ("solo",)
TWO = ("2x2", "solo")

# The table of rules.md section 3: a value for all presets, or one for each of NAMES.
SAME = {
    "deck.imperial_suit": "S",
    "deal.size": (6, 6, 6, 6, 5),
    "turn.marriage_also_discards": False,
    "flush.points": 30,
    "flush_sequence.points": 50,
    "marriage.base": (10, 30, 60, 100, 150),
    "marriage.imperial_bonus": 10,
    "marriage.bonus_at_five": False,
    "marriage.tableau_cards": "one_per_marriage",
    "zetema.KQ": 50,
    "zetema.J": 20,
    "zetema.A5": 15,
    "zetema.other": 5,
    "endgame.declarations": "none",
    "match.target": (300, 300, 200, 200, 200),
    "match.mode": "to_target",
}
SIXES, SIX_FIVE, SEVENS = (6, 6, 6, 6, 6), (6, 6, 6, 6, 5), (7, 7, 7, 7, 6)
OF_EACH = {
    "players": (COUNTS, COUNTS, COUNTS, (2, 3, 4, 6)),
    "sides": (
        (SOLO, SOLO, TWO, SOLO, ("3x2", "2x3", "solo")),
        (SOLO, SOLO, TWO, SOLO, ("3x2", "solo")),
        (SOLO, SOLO, TWO, SOLO, ("2x3", "3x2", "solo")),
        (SOLO, SOLO, ("2x2",), (), ("3x2",)),
    ),
    "draw.when": ("turn_start", "turn_start", "turn_start", "turn_end"),
    "draw.to": (SIXES, SEVENS, SIXES, SIX_FIVE),
    "draw.marriage_refill": ("next_turn", "turn_end", "next_turn", "turn_end"),
    "run.length": (SIXES, SIXES, SIXES, SIX_FIVE),
    "sequence.points": (10, 20, 10, 20),
    "sequence.ace": ("low", "low", "low", "both"),
    "flush.imperial": ("any", "any", "any", "never"),
    "assembly.KQ": (130, 130, 130, 100),
    "assembly.J": (120, 120, 120, 90),
    "assembly.A5": (110, 110, 110, 80),
    "assembly.other": (100, 100, 100, 60),
    "marriage.imperial_mode": ("second_only", "each", "second_only", "second_only"),
    "zetema.kq_condition": ("none", "none", "none", "assembly_declared"),
    "two_player.extra": (
        *("discard_after_stock", "full_turn", "discard_after_stock"),
        "none",
    ),
}

# For every parameter a text that makes it differ from parlett's.
CHANGES = {
    "players": "3,4",
    "sides": "solo",
    "deck.imperial_suit": "H",
    "deal.size": "8",
    "draw.when": "turn_end",
    "draw.to": "9",
    "draw.marriage_refill": "next_turn",
    "turn.marriage_also_discards": "true",
    "run.length": "4",
    "sequence.points": "15",
    "sequence.ace": "high",
    "flush.points": "35",
    "flush.imperial": "distinct_ranks",
    "flush_sequence.points": "55",
    "assembly.KQ": "131",
    "assembly.J": "121",
    "assembly.A5": "111",
    "assembly.other": "99",
    "marriage.base": "1,2,3,4,10000",
    "marriage.imperial_mode": "none",
    "marriage.imperial_bonus": "0",
    "marriage.bonus_at_five": "true",
    "marriage.tableau_cards": "one_per_declaration",
    "zetema.KQ": "0",
    "zetema.J": "0",
    "zetema.A5": "0",
    "zetema.other": "1",
    "zetema.kq_condition": "assembly_declared",
    "two_player.extra": "none",
    "endgame.declarations": "all",
    "match.target": "10000",
    "match.mode": "single_deal",
}


def house(text, tmp_path):
    """Return the rules that a file with this text holds."""
    path = tmp_path / "house.json"
    path.write_text(text, "utf-8")
    return rules_named(str(path))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", BY_PATH)
def test_presets_have_the_values_of_the_table(name, path):
    """Every preset has the values of rules.md section 3, and the table has them all."""
    expected = SAME[path] if path in SAME else OF_EACH[path][NAMES.index(name)]
    assert preset(name)[path] == expected


def test_there_are_four_presets():
    """The presets stand in the order of rules.md."""
    assert tuple(PRESETS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_a_known_source(name):
    """Each value of a preset names sources that have a title."""
    for path in BY_PATH:
        assert set(PRESETS[name].source(path).split(", ")) <= set(SOURCE_TITLES)


@pytest.mark.parametrize("path", BY_PATH)
def test_every_parameter_can_be_set(path):
    """Setting a parameter changes it, its source, and nothing else."""
    changed = preset("parlett").with_overrides([f"{path}={CHANGES[path]}"])
    differing = [p for p in BY_PATH if changed[p] != preset("parlett")[p]]
    assert differing == [path]
    assert changed.source(path) == "set"
    assert changed.name == f"parlett {path}={CHANGES[path]}"


@pytest.mark.parametrize("path", [p for p in BY_PATH if p not in ("players", "sides")])
def test_every_parameter_reaches_the_table(path):
    """A parameter set is another table, but for the suit, a label."""
    before = preset("parlett").at_table(2)
    after = preset("parlett").with_overrides([f"{path}={CHANGES[path]}"]).at_table(2)
    assert (before == after) == (path == "deck.imperial_suit")


def test_one_player_count_can_be_set():
    """`draw.to.2` sets the entry of two players."""
    rules = preset("parlett").with_overrides(["draw.to.2=9"])
    assert rules["draw.to"] == (9, 7, 7, 7, 6)
    assert rules.source("draw.to") == "FI, PB, set"


def test_a_player_count_goes_before_all():
    """The entry for one count stands, in whichever order the two are given."""
    texts = ["draw.to=8", "draw.to.2=9"]
    rules = preset("parlett").with_overrides(texts)
    assert rules["draw.to"] == (9, 8, 8, 8, 8)
    assert rules == preset("parlett").with_overrides(reversed(texts))
    assert rules.name == preset("parlett").with_overrides(reversed(texts)).name


def test_sides_can_be_set_for_a_count():
    """Arrangements are parted by commas; N sides of one seat are solo."""
    rules = preset("cassell-1881").with_overrides(["sides.4=4x1, 2x2", "sides.6=2x3"])
    assert rules["sides"] == (SOLO, SOLO, ("solo", "2x2"), (), ("2x3",))


def test_equal_values_are_equal_rules():
    """The name is no part of what rules are; they can be keys and be pickled."""
    rules = preset("official").with_overrides(["sequence.points=10"])
    assert rules == preset("official")
    assert hash(rules) == hash(preset("official"))
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize("name", NAMES)
def test_the_log_has_the_form_of_the_presets(name):
    """`as_log` is the nested form of presets.json, value for value and type for type.

    JSON texts are compared, since 1 and true are equal to Python.
    """
    path = PACKAGE / "rules" / "presets.json"
    expected = json.loads(path.read_text("utf-8"))[name]
    log = PRESETS[name].as_log()
    assert json.dumps(log, sort_keys=True) == json.dumps(expected, sort_keys=True)


settings = st.fixed_dictionaries(
    {}, optional={path: st.just(text) for path, text in CHANGES.items()}
)
targets = st.integers(1, 10_000).map(lambda points: f"match.target.3={points}")


@given(st.sampled_from(NAMES), settings, targets)
def test_rules_survive_json(name, changes, target):
    """Rules written as JSON and read again are the same rules."""
    texts = [f"{path}={text}" for path, text in changes.items()]
    rules = preset(name).with_overrides([*texts, target])
    assert Rules.from_log(json.loads(json.dumps(rules.as_log()))) == rules


@given(st.sampled_from(NAMES), settings)
def test_overrides_do_not_depend_on_their_order(name, changes):
    """The same settings in another order are the same rules under the same name."""
    texts = [f"{path}={text}" for path, text in changes.items()]
    one, other = (preset(name).with_overrides(t) for t in (texts, reversed(texts)))
    assert (one, one.name) == (other, other.name)


def test_a_file_of_house_rules_is_read(tmp_path):
    """What `as_log` writes can be read from a file, after a byte order mark too."""
    text = json.dumps(preset("sackson").as_log())
    assert house(text, tmp_path) == preset("sackson")
    assert house("\ufeff" + text, tmp_path) == preset("sackson")


def test_a_file_may_change_a_preset(tmp_path):
    """With a preset named, what is missing is the preset's, also in a table."""
    text = '{"preset": "official", "draw": {"to": {"2": 7}}, "run": {"length": 5}}'
    rules = house(text, tmp_path)
    wanted = ["draw.to.2=7", "run.length=5"]
    assert rules == preset("official").with_overrides(wanted)
    assert rules.source("draw.to") == "file"
    assert rules.source("draw.when") == "EN"


def test_a_preset_goes_before_a_file(tmp_path, monkeypatch):
    """A file that bears a preset's name does not hide it."""
    monkeypatch.chdir(tmp_path)
    Path("parlett").write_text("no rules", "utf-8")
    assert rules_named("parlett") == preset("parlett")


def test_the_table_of_parlett():
    """Words become numbers, tables by player count the number in play."""
    table = preset("parlett").at_table(4)
    assert (table.players, table.sides, table.target) == (4, 2, 200)
    assert (table.deal_size, table.draw_to, table.run_length) == (6, 7, 6)
    assert (table.draw_at_end, table.refill_at_end, table.single_deal) == (0, 1, 0)
    assert (table.ace_low, table.ace_high) == (1, 0)
    assert table.flush_imperial == FLUSH_ANY
    assert table.imperial_mode == BONUS_EACH
    assert table.tableau_cards == TABLEAU_ONE_PER_MARRIAGE
    assert table.two_player_extra == EXTRA_FULL_TURN
    assert table.side_of == (0, 1, 0, 1, -1, -1)


def test_points_by_rank():
    """Aces and fives, jacks, queens and kings have points of their own."""
    table = preset("cassell-1881").at_table(2)
    assert table.assembly == (80, 60, 60, 60, 80, *[60] * 5, 90, 100, 100)
    assert table.zetema == (15, 5, 5, 5, 15, *[5] * 5, 20, 50, 50)


@pytest.mark.parametrize(
    ("ace", "low", "high"), [("low", 1, 0), ("high", 0, 1), ("both", 1, 1)]
)
def test_where_the_ace_stands(ace, low, high):
    """An ace that may stand at both ends is low and high."""
    table = preset("parlett").with_overrides([f"sequence.ace={ace}"]).at_table(3)
    assert (table.ace_low, table.ace_high) == (low, high)


def test_all_values_of_a_table_are_whole_numbers():
    """Yes and no are 1 and 0, so that compiled code and logs see one kind."""
    table = preset("parlett").at_table(6)
    for name in table.__slots__:
        value = getattr(table, name)
        entries = value if isinstance(value, tuple) else (value,)
        assert {type(entry) for entry in entries} == {int}


@pytest.mark.parametrize(
    ("players", "fitting"),
    [(2, "solo"), (3, "solo"), (4, "2x2 solo"), (5, "solo"), (6, "3x2 2x3 solo")],
)
def test_arrangements_that_fit(players, fitting):
    """Any arrangement with two sides or more fits, whatever the rules list."""
    assert arrangements(players) == fitting.split()
    for sides in fitting.split():
        table = preset("parlett").at_table(players, sides)
        assert arrangement_of(table) == sides
    assert preset("parlett").at_table(players, f"{players}x1").sides == players


@pytest.mark.parametrize(
    ("players", "sides", "seats"),
    [
        (4, None, [[0, 2], [1, 3]]),
        (4, "solo", [[0], [1], [2], [3]]),
        (6, None, [[0, 3], [1, 4], [2, 5]]),
        (6, "2x3", [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_sides_alternate_round_the_table(players, sides, seats):
    """Seat s is of side s mod N."""
    table = preset("parlett").at_table(players, sides)
    assert side_lists(table) == seats
    for side, members in enumerate(seats):
        assert {table.side_of[seat] for seat in members} == {side}


def test_sides_in_play_are_listed_first():
    """Sides that the rules do not list stand first in the log, others stay."""
    parlett = preset("parlett")
    assert parlett.as_log(6, "2x3")["sides"]["6"] == ["2x3", "3x2", "solo"]
    assert parlett.as_log(6, "solo") == parlett.as_log(6) == parlett.as_log()


def test_a_count_without_sides_plays_with_those_given():
    """Five players under cassell-1881 need the count allowed and their sides."""
    rules = preset("cassell-1881").with_overrides(["players=2,3,4,5,6"])
    assert rules.at_table(5, "solo").sides == 5
    assert rules.with_sides(5, "solo").at_table(5).sides == 5
    with pytest.raises(RulesError, match=r"^sides\.5 is missing: .* sides\.5=solo$"):
        rules.at_table(5)


def test_only_the_count_in_play_is_checked():
    """A deal that fits three players may be too large for six."""
    rules = preset("parlett").with_overrides(["deal.size=12"])
    assert rules.at_table(3).deal_size == 12
    with pytest.raises(RulesError, match=r"deal\.size = 12 .* 6 players.* at most 10"):
        rules.at_table(6)


@pytest.mark.parametrize(
    ("texts", "most"),
    [
        (["draw.to=4", "deal.size=5", "run.length=5"], 5),
        (["draw.to=8", "deal.size=5", "run.length=8"], 8),
    ],
)
def test_a_run_fits_the_hand(texts, most):
    """A run may be as long as the larger of the deal and the hand filled up."""
    rules = preset("parlett").with_overrides(texts)
    assert rules.at_table(3).run_length == most
    longer = [*texts[:2], f"run.length={most + 1}"]
    with pytest.raises(RulesError, match=rf"run\.length = {most + 1} .* {most} cards"):
        preset("parlett").with_overrides(longer).at_table(3)


NOTHING = ["zetema.J=0", "zetema.A5=0", "zetema.other=0"]


@pytest.mark.parametrize("left_out", range(3))
def test_a_match_that_ends(left_out):
    """One rank that brings points in every deal is enough."""
    texts = [*NOTHING[:left_out], *NOTHING[left_out + 1 :]]
    assert preset("parlett").with_overrides(texts).at_table(2).target == 300


def test_a_match_that_may_never_end():
    """Without points in every deal only a single deal is sure to end."""
    with pytest.raises(RulesError, match="a match may never end"):
        preset("parlett").with_overrides(NOTHING).at_table(2)
    single = [*NOTHING, "match.mode=single_deal"]
    assert preset("parlett").with_overrides(single).at_table(2).single_deal == 1


def test_rules_import_nothing_slow():
    """The rules are there without numpy, numba, pandas and click."""
    code = "import sys; from zetema_sim.rules import ruleset, text; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not {"numpy", "numba", "pandas", "click"} & set(done.stdout.split())

"""What rules cannot be: one line with the parameter, the value, what is allowed."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zetema_sim.rules.parameters import BY_PATH
from zetema_sim.rules.ruleset import PRESETS, Rules, RulesError, preset, rules_named

WHOLE = "a whole number from 0 to 10000"


def refusal(call, *arguments):
    """Return the one line with which a call is refused."""
    with pytest.raises(RulesError) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def outcome(call, *arguments):
    """Return the line with which a call is refused, or no line and its result."""
    try:
        return "", call(*arguments)
    except RulesError as error:
        return str(error), None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sequence.points=x", f'sequence.points = "x" is not allowed: {WHOLE}'),
        ("sequence.points=", f'sequence.points = "" is not allowed: {WHOLE}'),
        ("sequence.points=6.0", f'sequence.points = "6.0" is not allowed: {WHOLE}'),
        ("sequence.points=1_0", f'sequence.points = "1_0" is not allowed: {WHOLE}'),
        ("sequence.points=٣", f'sequence.points = "\\u0663" is not allowed: {WHOLE}'),
        ("sequence.points=true", f'sequence.points = "true" is not allowed: {WHOLE}'),
        ("sequence.points=-1", f"sequence.points = -1 is not allowed: {WHOLE}"),
        ("sequence.points=10001", f"sequence.points = 10001 is not allowed: {WHOLE}"),
        (
            "match.target=0",
            "match.target = 0 is not allowed: a whole number from 1 to 10000",
        ),
        ("draw.to=66", "draw.to = 66 is not allowed: a whole number from 1 to 65"),
        ("draw.to.6=0", "draw.to.6 = 0 is not allowed: a whole number from 1 to 65"),
        ("draw.to.7=6", '"draw.to.7" is not a parameter: player counts are 2 to 6'),
        ("draw.to.two=6", '"draw.to.two" is not a parameter: player counts are 2 to 6'),
        (
            "sequence.points.2=6",
            '"sequence.points.2" is not a parameter; did you mean sequence.points?',
        ),
        (
            "draw.when=turn_strat",
            'draw.when = "turn_strat" is not allowed: turn_start or turn_end; '
            "did you mean turn_start?",
        ),
        (
            "deck.imperial_suit=s",
            'deck.imperial_suit = "s" is not allowed: S, H, D or C; did you mean S?',
        ),
        (
            "turn.marriage_also_discards=1",
            'turn.marriage_also_discards = "1" is not allowed: true or false',
        ),
        (
            "marriage.base=10,30,60,100",
            "marriage.base = [10, 30, 60, 100] is not allowed: five whole numbers from "
            "0 to 10000",
        ),
        (
            "marriage.base=10,30,60,100,x",
            'marriage.base = [10, 30, 60, 100, "x"] is not allowed: five whole numbers '
            "from 0 to 10000",
        ),
        (
            "players=1,2",
            "players = [1, 2] is not allowed: one or more of 2 to 6, ascending",
        ),
        (
            "players=2,2",
            "players = [2, 2] is not allowed: one or more of 2 to 6, ascending",
        ),
        (
            "players=",
            'players = [""] is not allowed: one or more of 2 to 6, ascending',
        ),
        (
            "sides.4=3x2",
            'sides.4 = "3x2" is not allowed: 4 players sit as 2x2 or solo; '
            "did you mean 2x2?",
        ),
        (
            "sides.4=1x4",
            'sides.4 = "1x4" is not allowed: 4 players sit as 2x2 or solo',
        ),
        (
            "sides.4=solo,4x1",
            'sides.4 = ["solo", "4x1"] is not allowed: each arrangement once',
        ),
        ("sides=2x2", 'sides = "2x2" is not allowed: 2 players sit as solo'),
        ("draw.too=7", '"draw.too" is not a parameter; did you mean draw.to?'),
        ("Draw.To=7", '"Draw.To" is not a parameter; did you mean draw.to?'),
        (
            "imperial_suit=H",
            '"imperial_suit" is not a parameter; did you mean deck.imperial_suit?',
        ),
        (
            "zzz=7",
            '"zzz" is not a parameter; `zetema rules show` lists them',
        ),
        (
            "draw=7",
            "draw is not a parameter but a group: draw.when, draw.to, "
            "draw.marriage_refill",
        ),
        (
            "draw.to",
            '"draw.to" sets no parameter: PARAMETER=VALUE is wanted, as in draw.to=7',
        ),
        ("=7", '"" is not a parameter; `zetema rules show` lists them'),
    ],
)
def test_overrides_refused(text, line):
    """A refusal names parameter, value, what is allowed, and the nearest name."""
    assert refusal(preset("parlett").with_overrides, [text]) == line


@pytest.mark.parametrize(
    "texts",
    [["draw.to=7", "draw.to=7"], ["draw.to.2=6", "run.length=6", "draw.to.2=7"]],
)
def test_the_same_parameter_twice_is_refused(texts):
    """Also where both say the same."""
    line = refusal(preset("parlett").with_overrides, texts)
    assert line.endswith(" is set twice: give it once")


@given(st.sampled_from(sorted(BY_PATH)), st.text())
def test_any_text_is_a_value_or_refused_in_one_line(path, text):
    """No text makes anything else of an override."""
    line, rules = outcome(preset("parlett").with_overrides, [f"{path}={text}"])
    assert line.isprintable()
    assert path in line or Rules.from_log(rules.as_log()) == rules


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("parlet", "; did you mean parlett?"),
        ("Official", "; did you mean official?"),
        ("bridge", 'no preset or file "bridge": the presets are official, parlett, '),
        ("", 'no preset or file "": the presets are official, parlett, '),
    ],
)
def test_unknown_presets_are_refused(name, line):
    """The presets are listed, the nearest is named."""
    assert line in refusal(rules_named, name)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "not JSON (line 1, column 1: Expecting value)"),
        (b"{", "not JSON (line 1, column 2: Expecting property name enclosed in "),
        (b"\xff", "not UTF-8 (byte 0)"),
        (b"[]", "a JSON object is wanted, as `zetema rules show --json` prints"),
        (b'{"sequence": {"points": NaN}}', "NaN is not a number in JSON"),
        (b'{"sequence": {"points": -Infinity}}', "-Infinity is not a number in JSON"),
        (b'{"draw": {"to": 7, "to": 7}}', 'the key "to" stands twice'),
        (b"[" * 100_000, "not house rules (nested too deeply)"),
        (b"9" * 5_000, "not house rules (a number far too long)"),
        (b" " * 1_000_001, "too large for house rules"),
        (b"{}", "players is missing: give every parameter, or name the preset that "),
        (b'{"preset": "x"}', 'no preset "x": the presets are official, parlett, '),
        (b'{"preset": 1}', "preset = 1 is not allowed: official, parlett, sackson or "),
        (b'{"draw": 7}', "draw = 7 is not allowed: an object that holds draw.when, "),
        (b'{"drow": {}}', '"drow" is not a parameter; did you mean draw?'),
        (
            b'{"draw": {"too": 7}}',
            '"draw.too" is not a parameter; did you mean draw.to?',
        ),
        (
            b'{"draw.to": 7}',
            '"draw.to" is not a key: a file of rules is nested, as ',
        ),
        (b'{"a\\nb": 7}', '"a\\nb" is not a parameter; '),
    ],
)
def test_files_refused(content, line, tmp_path):
    """A file that is not house rules is named, with what is wrong in it."""
    path = tmp_path / "house.json"
    path.write_bytes(content)
    assert refusal(rules_named, str(path)).startswith(f"{path}: {line}")


def test_files_that_cannot_be_read(tmp_path):
    """A folder and a missing file are told apart."""
    line = refusal(rules_named, str(tmp_path))
    assert line == f"{tmp_path}: cannot be read (Is a directory)"
    line = refusal(rules_named, "no.json")
    assert line == "no.json: cannot be read (No such file or directory)"
    os.mkfifo(tmp_path / "pipe")
    line = refusal(rules_named, str(tmp_path / "pipe"))
    assert line == f"{tmp_path / 'pipe'}: cannot be read (a pipe or a device)"


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("sequence.points", True, f"sequence.points = true is not allowed: {WHOLE}"),
        ("sequence.points", 6.0, f"sequence.points = 6.0 is not allowed: {WHOLE}"),
        ("sequence.points", "6", f'sequence.points = "6" is not allowed: {WHOLE}'),
        ("sequence.points", None, f"sequence.points = null is not allowed: {WHOLE}"),
        ("sequence.points", {"2": 6}, 'sequence.points = {"2": 6} is not allowed: '),
        ("marriage.base", 10, "marriage.base = 10 is not allowed: five whole "),
        ("marriage.base", [0, 0, 0, 0, True], "marriage.base = [0, 0, 0, 0, true] is "),
        (
            "marriage.bonus_at_five",
            0,
            "marriage.bonus_at_five = 0 is not allowed: true",
        ),
        ("marriage.bonus_at_five", "no", 'marriage.bonus_at_five = "no" is not '),
        ("sequence.ace", ["low"], 'sequence.ace = ["low"] is not allowed: low, high '),
        (
            "draw.to",
            {"2": 6.5},
            "draw.to.2 = 6.5 is not allowed: a whole number from 1",
        ),
        ("draw.to", {"2": 6}, "draw.to.3 is missing: a whole number from 1 to 65"),
        ("draw.to", {"7": 6}, 'draw.to = {"7": 6} is not allowed: player counts are 2'),
        ("draw.to", [6], "draw.to = [6] is not allowed: a whole number from 1 to 65"),
        ("sides", {"4": "solo"}, 'sides.4 = "solo" is not allowed: solo or NxM '),
        ("sides", {"4": []}, "sides.4 = [] is not allowed: solo or NxM "),
        ("sides", {"4": [["2x2"]]}, 'sides.4 = ["2x2"] is not allowed: 4 players sit '),
        ("players", [2, 6, 3], "players = [2, 6, 3] is not allowed: one or more of "),
        ("players", [2.0], "players = [2.0] is not allowed: one or more of 2 to 6"),
        ("players", 2, "players = 2 is not allowed: one or more of 2 to 6"),
    ],
)
def test_wrong_json_types_are_refused(path, value, line):
    """JSON values are taken as they are: true is no number and 6.0 not whole."""
    data = preset("parlett").as_log()
    group, _, name = path.rpartition(".")
    (data[group] if group else data)[name] = value
    assert refusal(Rules.from_log, data).startswith(line)


@pytest.mark.parametrize("path", BY_PATH)
def test_missing_parameters_are_refused(path):
    """A file without a preset is complete."""
    data = preset("parlett").as_log()
    group, _, name = path.rpartition(".")
    del (data[group] if group else data)[name]
    assert refusal(Rules.from_log, data).startswith(f"{path} is missing: ")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.sampled_from(["draw", "sides", "preset", "players", "other"]), json_values)
def test_any_json_is_rules_or_refused_in_one_line(key, value):
    """Whatever stands in a file, nothing but a refusal comes of it."""
    data = preset("parlett").as_log() | {key: value}
    line, rules = outcome(Rules.from_log, data)
    assert line.isprintable()
    assert line or Rules.from_log(json.loads(json.dumps(rules.as_log()))) == rules


@pytest.mark.parametrize(
    ("name", "players", "sides", "line"),
    [
        (
            "cassell-1881",
            5,
            None,
            "players = 5 is not allowed: cassell-1881 is for 2, 3, 4 or 6 players",
        ),
        (
            "parlett",
            7,
            None,
            "players = 7 is not allowed: parlett is for 2, 3, 4, 5 or 6 players",
        ),
        (
            "parlett",
            3,
            "2x2",
            'sides = "2x2" is not allowed: 3 players sit as solo',
        ),
        (
            "parlett",
            6,
            "6x2",
            'sides = "6x2" is not allowed: 6 players sit as 3x2, 2x3 or solo; '
            "did you mean 3x2?",
        ),
        (
            "parlett",
            2,
            "1x2",
            'sides = "1x2" is not allowed: 2 players sit as solo',
        ),
        (
            "parlett",
            4,
            "",
            'sides = "" is not allowed: 4 players sit as 2x2 or solo',
        ),
    ],
)
def test_tables_refused(name, players, sides, line):
    """Player counts and sides are those that the rules and the count allow."""
    assert refusal(PRESETS[name].at_table, players, sides) == line


@pytest.mark.parametrize("players", [0, -1, True, 2.0, "2", None])
def test_a_player_count_is_a_whole_number(players):
    """Nothing else counts players."""
    assert "players = " in refusal(preset("parlett").at_table, players)

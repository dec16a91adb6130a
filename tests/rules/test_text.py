"""Rule sets as text and JSON, the commands that print them, and docs/rules.md."""

import json
import runpy

import pytest
from click.testing import CliRunner
from jsonschema import validate

from tests.kit.checkout import TOP
from zetema_sim.cli import main
from zetema_sim.rules import text as rules_text
from zetema_sim.rules.parameters import BY_PATH
from zetema_sim.rules.ruleset import PRESETS, Rules, RulesError, preset

TEXT = {"type": "string"}
LIST_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["schema", "presets"],
    "properties": {
        "schema": {"const": 1},
        "presets": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "summary", "default", "players"],
                "properties": {
                    "name": TEXT,
                    "summary": TEXT,
                    "default": {"type": "boolean"},
                    "players": {"type": "array", "items": {"type": "integer"}},
                },
            },
        },
    },
}
DIFF_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["schema", "a", "b", "differences"],
    "properties": {
        "schema": {"const": 1},
        "a": TEXT,
        "b": TEXT,
        "differences": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["parameter", "a", "b", "source_a", "source_b"],
                "properties": {
                    "parameter": {"enum": list(BY_PATH)},
                    "a": {},
                    "b": {},
                    "source_a": TEXT,
                    "source_b": TEXT,
                },
            },
        },
    },
}


def run(*arguments):
    """Return what `zetema rules` answers."""
    return CliRunner().invoke(main, ["rules", *arguments])


def answer(*arguments):
    """Return the JSON object that `zetema rules` prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", PRESETS)
def test_show_names_every_parameter(name):
    """Each parameter stands there with its value, source, meaning, and what may be."""
    text = run("show", name).stdout
    words = " ".join(text.split())
    for path, parameter in BY_PATH.items():
        value, source = parameter.text(PRESETS[name][path]), PRESETS[name].source(path)
        about = f"[{source}] {parameter.meaning}; {parameter.allowed()}"
        assert f"{path} {value} {about}" in words


@pytest.mark.parametrize(
    "arguments",
    [[], ["diff", "official", "cassell-1881"], *(["show", name] for name in PRESETS)],
)
def test_eighty_columns_suffice(arguments):
    """No line is longer, and none ends in a blank."""
    for line in run(*arguments).stdout.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_the_list_marks_the_default():
    """One preset is the default, in text and JSON."""
    lines = [line for line in run().stdout.splitlines() if "(default)" in line]
    assert [line.split()[0] for line in lines] == ["parlett"]
    listed = answer()
    validate(listed, LIST_SCHEMA)
    assert [p["name"] for p in listed["presets"] if p["default"]] == ["parlett"]


def test_show_for_a_player_count():
    """Only the values in play are shown, with the sides."""
    text = run("show", "parlett", "--players", "6", "--sides", "2x3").stdout
    assert "For 6 players, sides 2x3." in text
    assert "draw.to                      6: 6\n" in text
    assert "sides                        6: 2x3,3x2,solo\n" in text


def test_show_says_which_counts_cannot_play():
    """Rules for some counts only are shown; rules for none are refused."""
    text = run("show", "--set", "deal.size=12").stdout
    assert "Not for 6 players: deal.size = 12 is not allowed" in text
    result = run("show", "--set", "run.length=9")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("name", PRESETS)
def test_show_as_json_can_be_read_again(name, tmp_path):
    """What --json prints is a file of house rules with the same values."""
    path = tmp_path / "house.json"
    path.write_text(run("show", name, "--json").stdout, "utf-8")
    assert answer("diff", name, str(path))["differences"] == []
    assert Rules.from_log(answer("show", str(path))) == PRESETS[name]


def test_sides_in_play_stand_in_the_json():
    """Sides that the rules do not list are listed first."""
    shown = answer("show", "--players", "6", "--sides", "2x3")
    assert shown["sides"]["6"] == ["2x3", "3x2", "solo"]


def test_differences():
    """Parameters that differ are told with values and sources, others are not."""
    told = answer("diff", "official", "parlett")
    validate(told, DIFF_SCHEMA)
    by_path = {entry["parameter"]: entry for entry in told["differences"]}
    assert list(by_path) == [
        path for path in BY_PATH if preset("official")[path] != preset("parlett")[path]
    ]
    points = by_path["sequence.points"]
    assert (points["a"], points["b"]) == (10, 20)
    assert (points["source_a"], points["source_b"]) == ("EN", "FI, PB")


def test_differences_by_player_count():
    """Of a table by player count only the counts that differ are shown."""
    text = rules_text.diff_text(preset("official"), preset("parlett"))
    lines = [line.split() for line in text.splitlines()]
    assert ["draw.to", "2-5:", "6", "2-5:", "7"] in lines
    assert "the same rules" in rules_text.diff_text(
        preset("parlett"), PRESETS["parlett"]
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["show", "parlet"], 'Error: no preset or file "parlet": '),
        (["show", "--set", "draw.too=7"], 'Error: "draw.too" is not a parameter; did '),
        (["show", "--players", "7"], "Error: players = 7 is not allowed: parlett is "),
        (["show", "--sides", "2x2"], "Error: --sides needs --players."),
        (["show", "--players", "3", "--sides", "2x2"], 'Error: sides = "2x2" is not '),
        (["show", "--players", "x"], "Error: Invalid value for '--players': 'x' is "),
        (["diff", "official"], "Error: Missing argument 'Q'."),
        (["--json", "show"], "Error: --json stands after the command's name."),
        (["shows"], "Error: No such command 'shows'."),
    ],
)
def test_commands_refuse(arguments, line):
    """Bad input is one line on stderr and exit code 2."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["show"], ["diff"]])
def test_help_has_an_example(command):
    """Every command's help shows how it is used."""
    assert "Example" in run(*command, "--help").stdout


def test_the_tables_of_the_docs_are_current():
    """docs/rules.md holds what scripts/write_rules_tables.py writes."""
    script = runpy.run_path(str(TOP / "scripts" / "write_rules_tables.py"))
    page = (TOP / "docs" / "rules.md").read_text("utf-8")
    assert script["with_tables"](page) == page


def test_the_docs_name_every_parameter_and_word():
    """Each parameter is explained by a rule, each word of a choice by a line."""
    page = (TOP / "docs" / "rules.md").read_text("utf-8")
    rules, _, rest = page.partition("## Presets")
    words = rest.partition("What the words mean")[2]
    for path, parameter in BY_PATH.items():
        assert f"`{path}`" in rules
        if path != "deck.imperial_suit" and path in words:
            assert all(f"`{word}`" in words for word in parameter.kind.names)


def test_the_example_of_a_file_is_read():
    """The file that docs/rules.md shows is one."""
    page = (TOP / "docs" / "rules.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    rules = Rules.from_log(json.loads(example))
    wanted = ["sequence.points=20", "draw.to.2=7"]
    assert rules == preset("official").with_overrides(wanted)


def test_rules_that_nobody_can_play_are_not_shown():
    """The text is refused for the reason of the first player count."""
    rules = preset("parlett").with_overrides(["deal.size=65"])
    with pytest.raises(RulesError, match="with 2 players"):
        rules_text.show_text(rules)

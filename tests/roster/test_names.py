"""What names may hold, and that how a strategy is named changes no number."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pandas as pd
import pytest

from tests.kit.cli_runs import refusal, strategy_file, zetema

LOWEST = """
legal = view.legal_mask
card = 0
while not legal >> card & 1:
    card += 1
return card
"""
QUICK = ("--executor", "threads", "--json", "--quiet")
COMMANDS = {
    "compare": ("random", "--matches", 60),
    "replay": ("random", "--match", 5, "--format", "jsonl"),
    "sweep": ("random", "--vary", "sequence.points=10,20", "--matches", 60),
    "tournament": ("random", "greedy", "--matches", 60),
    "tournament --players 4": ("random", "greedy", "--matches", 60),
    "verdict": (
        *("--field", "random,greedy", "--players", "2", "--rules", "parlett"),
        *("--precision", 0.2, "--matches", 60),
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the process, with a strategy s/feed_me.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s").mkdir()
    strategy_file(tmp_path / "s", "feed_me", LOWEST)
    return tmp_path


def numbers(command: str, name: object) -> str:
    """Return what a command prints, without time and what the strategy is called."""
    words = () if command == "replay" else QUICK
    told = zetema(*command.split(), name, *COMMANDS[command], *words)
    assert told.exit_code == 0, told.output
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    for line in lines:
        line.pop("seconds", None)
    return json.dumps(lines).replace(json.dumps(str(name))[1:-1], "IT")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_spelling_changes_a_number(command: str, folder: Path) -> None:
    """Neither path nor label, nor where the file stands, nor a link on the way."""
    (folder / "t").symlink_to("s")
    shutil.copytree(folder / "s", folder / "zzz" / "moved")
    expected = numbers(command, "s/feed_me.py")
    spellings = ("./s/feed_me.py", folder / "s/feed_me.py", "t/../s/feed_me.py")
    spellings += ("t/feed_me.py", "zzz/moved/feed_me.py", "Z=s/feed_me.py")
    for name in (*spellings, "a-label=zzz/moved/feed_me.py"):
        assert numbers(command, name) == expected, name


def test_two_spellings_are_one_strategy(folder: Path) -> None:
    """It sits on two seats and has one row, under the shortest of them."""
    words = ("./s/feed_me.py", "s/feed_me.py", "random", "--matches", 60, *QUICK)
    told = json.loads(zetema("compare", *words).stdout)
    assert [each["name"] for each in told["strategies"]] == ["s/feed_me.py", "random"]


@pytest.mark.parametrize(
    "names", [("a={0}", "b={0}"), ("a={0}", "{0}"), ("{0}", "b={0}")]
)
def test_two_names_of_one_strategy_are_refused(
    names: tuple[str, str], folder: Path
) -> None:
    """Two rows of one thing would look like two; the reason is told."""
    named = [name.format("s/feed_me.py") for name in names]
    assert "are one strategy" in refusal("compare", *named)
    assert "are one strategy" in refusal("tournament", *named, "random")
    assert "are one strategy" in refusal("verdict", named[0], "--field", named[1])


def test_a_copy_of_another_name_is_another_strategy(folder: Path) -> None:
    """It has a name and a place of its own, here and where it is sent."""
    shutil.copy("s/feed_me.py", "s/other.py")
    words = ("s/feed_me.py", "s/other.py", "--matches", 60, "--json", "--quiet")
    played = [
        json.loads(zetema("compare", *words, "--executor", executor).stdout)
        for executor in ("threads", "processes")
    ]
    of_both = [[each["win_share"] for each in run["strategies"]] for run in played]
    assert of_both[0] == of_both[1] == [0.5, 0.5]


# What a name may hold: all that a file of it could be called.
PLAYED = ["feed.py", "A_b-C9.py", "x" * 40 + ".py", "con.py", "nul.py", "label=feed.py"]
REFUSED = [
    *("1.py", "-x.py", ".py", "a b.py", "a=b.py", "a:b.py", "a,b.py", "a.b.py"),
    *("random.PY", "x" * 41 + ".py", "x" * 240 + ".py", "café.py", "cafe\u0301.py"),
    *("[red].py", "$x$.py", "a\tb.py", "a\nb.py", "\u202ea.py", "NaN.py", "true.py"),
    *("é=feed.py", "1=feed.py", "a b=feed.py", "null=feed.py", "=feed.py"),
    *("a,b/feed.py", "a\nb/feed.py", "a\x1b[1m/feed.py", "+1/feed.py", "@SUM/feed.py"),
    *("d/" * 500 + "feed.py", "d" * 300 + "/feed.py", "feed.py/feed.py"),
]


@pytest.mark.parametrize("name", PLAYED)
def test_a_name_can_be_pasted_back(name: str, tmp_path: Path, monkeypatch) -> None:
    """What is printed as the name names the strategy again."""
    monkeypatch.chdir(tmp_path)
    strategy_file(tmp_path, name.rpartition("=")[2].removesuffix(".py"), LOWEST)
    told = json.loads(zetema("strategies", "show", name, "--json").stdout)
    assert told["name"] == name
    assert name in zetema("strategies", "show", told["name"]).stdout


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_cannot_be_shown_is_refused(
    name: str, tmp_path: Path, monkeypatch
) -> None:
    """Before anything is played, in one line; the file is there all the same."""
    monkeypatch.chdir(tmp_path)
    path = Path(name if "/" in name else name.rpartition("=")[2])
    for file in (path, Path(name)):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text('"""."""\nPREFERENCES = {}\n')
        except OSError:  # no system could have it
            continue
    line = refusal("compare", "random", name if name[0] != "-" else f"./{name}")
    assert line.isprintable()
    assert len(line) < 400


def test_folders_of_any_name_reach_every_page_as_they_stand(
    folder: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Nothing of a path is markup: not to a terminal, chart, page, table or shell."""
    odd = Path("x[/b] [red] $a_1^$ :cat: <b>&amp;\"' 用户 cafe\u0301 %s {0} {{x}} #\\n")
    shutil.copytree(folder / "s", odd)
    name = f"{odd}/feed_me.py"
    words = (name, "random", "greedy", "--matches", 60, "--executor", "threads")
    told = zetema("compare", *words, "--players", 4, "--sides", "solo", "--out", "run")
    assert told.exit_code == 0, told.output
    assert name in told.stdout
    assert not recwarn.list
    lineups = pd.read_csv("run/lineups.csv")
    assert {*lineups.strategy} == {name, "random", "greedy"}
    assert all(len(shlex.split(each)) == 4 for each in lineups.strategies)
    line_up = shlex.split(lineups.strategies[0])
    assert zetema("replay", "run", *line_up, "--match", 1).exit_code == 0
    repeat = json.loads(Path("run/manifest.json").read_text())["repeat"]
    assert name in shlex.split(repeat)


def test_a_seed_is_told_as_text_too(folder: Path) -> None:
    """Of any size, in answers and run folders; what reads doubles would round it."""
    seed = 2**63 - 25
    words = ("random", "s/feed_me.py", "--seed", seed)
    out = ("--matches", 2, "--out", "r", "--no-report")
    told = zetema("compare", *words, *QUICK, *out)
    log = zetema("replay", *words, "--match", 0, "--format", "jsonl").stdout
    texts = (told.stdout, Path("r/manifest.json").read_text(), log.splitlines()[0])
    assert [json.loads(text)["seed_text"] for text in texts] == [str(seed)] * 3


def test_many_times_the_matches_asked_for_are_refused(folder: Path) -> None:
    """All line-ups of six seats are millions: the line has the numbers."""
    words = ("tournament", "--players", 6, "--all-lineups", "--out", "r", "--matches")
    told = refusal(*words, 1000, "--quiet")
    assert "1,000 matches were asked for" in told
    assert "have 33,554,432; ask for --matches 33554432, or leave" in told
    assert not Path("r").exists()

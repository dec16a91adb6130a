"""What answers look like: 80 columns, whole commands and paths, numbers in words."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.kit.cli_runs import strategy_file, zetema
from zetema_sim.answers.parts import short
from zetema_sim.common.wording import hundred, signed, span_text, wins_text
from zetema_sim.experiments.verdict.text import on_two_lines
from zetema_sim.stats import Interval

FIRST_CARD = """
card = 0
while not view.legal_mask >> card & 1:
    card += 1
return card
"""
SMALL = ("--matches", 60, "--quiet")
COMMANDS = {
    "compare": SMALL,
    "tournament": SMALL,
    "sweep": (*SMALL, "--vary", "sequence.points=0,20"),
}


@pytest.fixture
def strategy(tmp_path: Path) -> Path:
    """Return a strategy whose path is longer than a line."""
    folder = tmp_path / ("a folder of a long name" * 4)
    folder.mkdir()
    return strategy_file(folder, "a_strategy_of_a_name_wider_than_a_column", FIRST_CARD)


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_fit_whatever_the_names(command: str, strategy: Path) -> None:
    """Only a path or a command in the text below them may be longer than a line."""
    told = zetema(command, strategy, "random", *COMMANDS[command])
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    long = [line for line in lines if len(line) > 80]
    parts = ("/", "To see a match: ")
    assert [line for line in long if not line.startswith(parts)] == []


def test_paths_and_commands_are_whole(strategy: Path) -> None:
    """They can be copied from what was printed into a file."""
    lines = zetema("compare", strategy, "random", *SMALL).stdout.splitlines()
    (told,) = (line for line in lines if line.startswith("To see a match: "))
    words = shlex.split(told.partition(": ")[2])
    assert words == ["zetema", "replay", str(strategy), "random", "--match", "0"]


def verdict(strategy: Path, *words: object) -> str:
    """Return a verdict of little in one line."""
    told = zetema(
        *("verdict", strategy, "--field", "random", "--players", 2, "--quiet"),
        *("--rules", "parlett", "--precision", 0.2, "--matches", 60, *words),
    )
    assert told.exit_code == 0, told.output
    return " ".join(told.stdout.split())


def test_a_verdict_of_one_table_says_so(strategy: Path) -> None:
    """Not that none of 1 tables is decided, or that it was worth 3.5 to 3.5."""
    told = verdict(strategy)
    assert "How sure: the table " in told
    assert "the plan" not in told  # it has none
    (worth,) = (part[:20] for part in told.split("a match was worth ")[1:])
    assert worth.split()[1] == "independent"


def test_a_verdict_has_one_number_for_its_combination() -> None:
    """That of its table, not that of the sample in which it was found."""
    told = verdict(Path("imperial-flush"))
    (sentence,) = (part[:60] for part in told.split("Its combination is ")[1:])
    words, _, number = sentence.partition(": ")
    row = told.partition(f" {words} ")[2]
    (events, *_) = re.findall(r"\d+\.\d{3}", row)
    assert float(number.split()[0]) == pytest.approx(float(events), abs=0.0051)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (short("greedy"), "greedy"),
        (short("x" * 27), "x" * 27),
        (short("ideas/of/mine/feed_them.py:x=1"), "feed-them:x=1"),
        (short("you=ideas/of/mine/feed_them.py"), "you"),
        (
            short("marriage-hoarder:wait_for=4,x=5"),
            "marriage-hoarder:wait_for=4\n,x=5",
        ),
        (span_text([3.51, 3.52], 1), "3.5"),
        (span_text([3.6, 1.2], 1), "1.2 to 3.6"),
        (wins_text(0.01), "1 win of 100"),
        (wins_text(0.005), "0.5 wins of 100"),
        (signed(Interval(-0.00001, -0.01, 0.01).text), "0.0 ± 1.0"),
        (signed(Interval(0.00001, -0.01, 0.01).text), "0.0 ± 1.0"),
        (Interval(-0.00001, -0.01, 0.01).text, "0.0 ± 1.0"),
        (hundred(-0.00001, 0.01), "0.0"),
        (signed(f"{-0.4:z.0f}"), "0"),
        (signed(f"{0.4:.0f}"), "0"),
        (signed("-0.4"), "-0.4"),
        (signed("12"), "+12"),
        (signed(Interval(-0.02, -0.03, 0.01).text), "-2.0 ± 3.0"),
        (on_two_lines("draw.to=6"), "draw.to=6"),
        (
            on_two_lines("zetema.kq_condition=assembly_declared"),
            "zetema.kq_condition=\n  assembly_declared",
        ),
    ],
)
def test_numbers_and_names_in_words(got: str, expected: str) -> None:
    """One win is no wins, nothing has no sign, and names fit their columns."""
    assert got == expected

"""Options that would have no effect: they are refused, not ignored."""

from __future__ import annotations

import pytest

from tests.kit.cli_runs import refusal, zetema

PLAYED = {
    "compare": "greedy random",
    "tournament": "greedy random",
    "sweep": "greedy random --vary sequence.points=0,20",
    "verdict": "greedy",
}


@pytest.mark.parametrize("command", PLAYED)
@pytest.mark.parametrize("option", ["--number", "--no-report", "--report"])
def test_what_is_said_of_no_folder_is_refused(command: str, option: str) -> None:
    """Who asks for a numbered folder wants a folder."""
    told = refusal(command, *PLAYED[command].split(), option)
    assert told.startswith(f"Error: {option} belongs to --out.")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("compare greedy random --matches 60 --seed 2 --matches=80", "--matches"),
        ("compare greedy random --json --quiet --json", "--json"),
        ("compare greedy random --out x --report --no-report", "--report"),
        ("rules show parlett --players 2 --players 3", "--players"),
        ("rules --json --json", "--json"),
        ("replay greedy random --match 1 --match 2", "--match"),
        ("store --clear --clear", "--clear"),
        ("strategies check greedy --seconds 2 --seconds 3", "--seconds"),
    ],
)
def test_an_option_is_given_once(words: str, option: str) -> None:
    """The last would win, and the first be ignored."""
    assert refusal(*words.split()).startswith(f"Error: {option} is given twice.")


def test_options_of_many_values_are_given_often() -> None:
    """As their help says."""
    words = "rules show --set draw.to=7 --set sequence.points=27"
    assert "27" in zetema(*words.split()).stdout

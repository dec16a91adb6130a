"""Matches told in words; scripts/write_transcripts.py rewrites what they must say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.matches import TRANSCRIPTS, random_decider, transcript, whole_log
from zetema_sim.replaying.story import tell
from zetema_sim.rules.ruleset import PRESETS, preset


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcript(name: str, top: Path) -> None:
    """A match is told as it was when its transcript was last read through."""
    path = top / "tests" / "replaying" / "transcripts" / f"{name}.txt"
    assert transcript(name) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRESETS)
def test_lines_fit(name: str) -> None:
    """No line is longer than 80 columns or ends in a space."""
    log = whole_log(preset(name), 6, "3x2", 4, random_decider())
    lines = [*tell(log)]
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


def test_two_matches_follow_each_other() -> None:
    """Several matches are told as each of them alone."""
    first, second = (
        whole_log(preset("parlett"), 3, None, seed, random_decider()) for seed in (1, 2)
    )
    assert [*tell(first + second)] == [*tell(first), *tell(second)]


def test_a_log_without_its_first_event() -> None:
    """The events of the engine alone can be told too."""
    log = whole_log(preset("parlett"), 2, None, 1, random_decider())
    assert any(line.startswith("Turn 0: seat 0") for line in tell(log[1:]))

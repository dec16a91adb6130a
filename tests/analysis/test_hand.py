"""What to play in a position, by the command and by its parts."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.kit.cli_runs import refusal, zetema
from tests.kit.json_schemas import check_json
from zetema_sim.analysis.costs import BANDS, cost_of
from zetema_sim.analysis.decisions import Decided
from zetema_sim.analysis.hand import hand_answer, position_of
from zetema_sim.analysis.judged import Judged
from zetema_sim.situations import Situation
from zetema_sim.stats import Reading

HAND = ("KH", "QH", "7S", "7S", "4S", "2D", "9C", "--piles", "7H 7D")
FEW = ("--worlds", 64)


def judged(position, chances, worlds=200):
    """Return answers whose chances are those, with a little noise alike for all."""
    noise = np.random.default_rng(1).normal(0, 0.02, worlds)
    own = np.random.default_rng(2).normal(0, 0.01, (len(chances), worlds))
    wins = np.clip(np.array(chances)[:, None] + noise + own, 0, 1)[:, :, None]
    scored = np.zeros((len(chances), worlds, 1), np.int64)
    return Judged(tuple(position.answers), wins, scored, 0)


def test_the_best_comes_first_and_what_is_open_is_said():
    """Two close answers are undecided, a bad one is not."""
    position = position_of(Situation("KH 7S 4S"), "discard")
    given = judged(position, [0.3, 0.5001, 0.5])
    found = hand_answer(position, lambda *_: given, policy="p", worlds=200)
    assert [row.answer for row in found.rows][-1] == "4S"
    assert [row.decision.is_apart for row in found.rows[1:]] == [False, True]
    assert "Undecided against" in found.sentence


def test_more_worlds_are_played_until_it_is_decided():
    """Twice as many each time."""
    position = position_of(Situation("KH 7S 4S"), "discard")
    asked = []

    def judge(_, first, worlds):
        asked.append((first, worlds))
        return judged(position, [0.5, 0.5004, 0.3], worlds)

    found = hand_answer(position, judge, policy="p", worlds=4, until_decided=True)
    assert asked[:3] == [(0, 4), (4, 4), (8, 8)]
    assert found.worlds == sum(worlds for _, worlds in asked)


@pytest.mark.parametrize(
    ("lost", "band"),
    [
        (0.0, "fine"),
        (0.004, "fine"),
        (0.01, "doubtful"),
        (0.03, "error"),
        (0.2, "blunder"),
    ],
)
def test_a_decision_is_called_by_what_it_cost(lost, band):
    """What may be chance alone is fine."""
    position = position_of(Situation("KH 7S"), "discard")
    decided = Decided(0, 0, 0, position, position.answers[0])
    cost = cost_of(decided, judged(position, [0.5 - lost, 0.5], 4000), Reading())
    assert cost.band == band
    assert cost.chance.value == pytest.approx(lost, abs=0.002)
    assert [word for word, _ in BANDS] == ["fine", "doubtful", "error", "blunder"]


def test_the_same_worlds_give_the_same_answer():
    """By cards in one word or in many, as text and as JSON."""
    one = zetema("hand", " ".join(HAND[:7]), *HAND[7:], "--discard", *FEW)
    other = zetema("hand", *HAND, "--discard", *FEW)
    assert one.stdout == other.stdout
    assert len(one.stdout.splitlines()) <= 25
    told = check_json("hand", json.loads(zetema("hand", *HAND, *FEW, "--json").stdout))
    assert told["asked"] == "declare"
    assert [row["answer"] for row in told["answers"]]
    assert told["verdict"] in " ".join(zetema("hand", *HAND, *FEW).stdout.split())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("KH", "KH"), "2 KH, but the deck has 1"),
        (("KX",), "'KX' is no card"),
        ((), "the hand of seat 0 has no cards"),
        (("KH", "--shown", "9S"), "is not SEAT:…, as in 1:"),
        (("KH", "--hand-size", "1:x"), "--hand-size: "),
        (("KH", "--scores", "1 2 x"), "--scores: "),
        (("KH", "--match", "3"), "--match and --turn need --from"),
        (("--from", "nowhere", "--match", "3"), "--from needs --match and --turn"),
        (("KH", "7S", "--declare"), "there is nothing that can be declared"),
        (("KH", "--policy", "balansed"), "did you mean balanced"),
        (("KH", "--worlds", "1"), "1 is not allowed: 2 to 65536"),
        (("KH", "--rules", "parlet"), "parlet"),
    ],
)
def test_bad_input_gets_one_line(words, line):
    """That says what is wrong and what is allowed."""
    assert line in refusal("hand", *words)


def test_a_position_of_a_match(tmp_path, monkeypatch):
    """Of a log as of a run; analyse tells the same match."""
    told = zetema("replay", "greedy", "random", "--match", 1, "--format", "jsonl")
    monkeypatch.chdir(tmp_path)
    log = "match.jsonl"
    (tmp_path / log).write_text(told.stdout)
    shown = zetema("hand", "--from", log, "--match", 1, "--turn", 5, "--discard", *FEW)
    assert shown.exit_code == 0, shown.output
    assert "Discard" in shown.stdout or "nothing but" in shown.stdout
    words = ("--match", 1, "--worlds", 8)
    by_log = zetema("analyse", log, *words, "--json")
    by_names = zetema("analyse", "greedy", "random", *words, "--json")
    found = check_json("analyse", json.loads(by_log.stdout))
    assert found == json.loads(by_names.stdout)
    assert {row["strategy"] for row in found["seats"]} == {"greedy", "random"}
    assert "no turn 999" in refusal(
        "hand", "--from", log, "--match", 1, "--turn", 999, *FEW
    )
    assert "no game log" in refusal("analyse", "nowhere.jsonl", *words)
    shown = zetema("analyse", log, *words)
    assert len(shown.stdout.splitlines()) <= 30

"""Which declarations there are: the counts of rules.md section 6, and brute force.

Sets of cards are counted by their kinds, each kind of set weighted by the number of
ways to take its cards from a deck with two copies of each imperial card.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb, prod

import pytest

from tests.kit.engines import Declaration, Engine, Situation, declaration, each_engine
from zetema_sim.cards import ACE, DECK, RANKS, SUITS, card, card_text, rank_of, suit_of
from zetema_sim.rules.ruleset import preset
from zetema_sim.table_rules import TableRules
from zetema_sim.view import FLUSH, FLUSH_SEQUENCE, SEQUENCE

SHOWN_RUNS = ("sequence", "flush_sequence")


def table(*overrides: str) -> TableRules:
    return preset("parlett").with_overrides(overrides).at_table(3)


def text(cards: Iterable[int]) -> str:
    return " ".join(card_text(card) for card in cards)


def ways(cards: Sequence[str]) -> int:
    """Return in how many ways a set of kinds can be taken from the deck."""
    return prod(
        comb(2 if kind.endswith("S") else 1, copies)
        for kind, copies in Counter(cards).items()
    )


def count_sets(options: Iterable[Declaration], *kinds: str) -> int:
    return sum(ways(option.hand_cards) for option in options if option.kind in kinds)


# The counts of section 6


def test_all_sets() -> None:
    """Six of 65 cards make as many sets as section 6 says."""
    assert comb(65, 6) == 82_598_880


@each_engine
@pytest.mark.parametrize(
    ("ace", "runs", "in_suit", "imperial"),
    [("low", 125_000, 536, 512), ("both", 140_625, 603, 576)],
)
def test_sequences(
    engine: Engine, ace: str, runs: int, in_suit: int, imperial: int
) -> None:
    """So many sets of six are sequences, and so many of them in suit."""
    rules = table(f"sequence.ace={ace}")
    found = []
    for start in range(9):  # 9 T J Q K A is the last
        ranks = [(start + step) % RANKS for step in range(6)]
        if start == 8 and ace == "low":
            continue
        kinds = [card(rank, suit) for rank in ranks for suit in range(SUITS)]
        found += engine.options(Situation(rules, text(kinds)))
    assert count_sets(found, *SHOWN_RUNS) == runs
    assert count_sets(found, "flush_sequence") == in_suit
    spades = [option for option in found if option.hand_cards[0].endswith("S")]
    assert count_sets(spades, "flush_sequence") == imperial


@each_engine
@pytest.mark.parametrize(
    ("suit", "flush_imperial", "sets"),
    [
        (0, "any", 230_230),
        (0, "distinct_ranks", 109_824),
        (1, "any", 1_716),
        (1, "never", 1_716),
    ],
)
def test_flushes(engine: Engine, suit: int, flush_imperial: str, sets: int) -> None:
    """So many sets of six are of one suit."""
    rules = table(f"flush.imperial={flush_imperial}")
    cards = [kind for kind in DECK if suit_of(kind) == suit]
    options = engine.options(Situation(rules, text(cards)))
    assert count_sets(options, "flush", "flush_sequence") == sets


@each_engine
def test_assemblies(engine: Engine) -> None:
    """So many sets of six hold an assembly."""
    sets = 0
    for rank in range(RANKS):
        five = [kind for kind in DECK if rank_of(kind) == rank]
        for other in set(DECK) - set(five):
            options = engine.options(Situation(table(), text([*five, other])))
            assemblies = [each for each in options if each.kind == "assembly"]
            sets += len(assemblies) * ways([card_text(other)])
    assert sets == 780


@each_engine
def test_every_set_of_a_small_deck(engine: Engine) -> None:
    """Of all sets of three from five ranks, the formulas count the right ones."""
    small = [kind for kind in DECK if rank_of(kind) < 5]
    rules = table("run.length=3")
    kinds: Counter[str] = Counter()
    for cards in combinations(small, 3):
        kinds.update(
            option.kind for option in engine.options(Situation(rules, text(cards)))
        )
    in_suit = 3 * (2**3 + 3)
    assert kinds["flush_sequence"] == in_suit
    assert kinds["sequence"] == 3 * 5**3 - in_suit
    assert kinds["flush"] == comb(10, 3) + 3 * comb(5, 3) - in_suit


# Brute force: every subset of a hand, looked at as a whole


def runs_of(rules: TableRules) -> list[list[int]]:
    """Return the sorted ranks of every sequence, the one with a high ace last."""
    low = [[*range(first, first + rules.run_length)] for first in range(RANKS)]
    runs = [run for run in low if run[-1] < RANKS and (rules.ace_low or run[0] > ACE)]
    high = sorted([ACE, *range(RANKS + 1 - rules.run_length, RANKS)])
    return runs + ([high] if rules.ace_high and high not in runs else [])


def brute_force(rules: TableRules, hand: Sequence[int]) -> list[Declaration]:
    """Return the runs and flushes of a hand in the order of the options."""
    found = []
    for cards in set(combinations(sorted(hand), rules.run_length)):
        ranks, suits = sorted(map(rank_of, cards)), {*map(suit_of, cards)}
        runs = runs_of(rules)
        run = runs.index(ranks) if ranks in runs else None
        suited = len(suits) == 1 and (suits != {0} or rules.flush_imperial > 0)
        flush = suited and (rules.flush_imperial == 2 or len({*cards}) == len(cards))
        # The order of kinds in the view: flush sequence, flush, sequence.
        labels = [
            (rules.flush_sequence_points, -FLUSH_SEQUENCE, suited and run is not None),
            (rules.flush_points, -FLUSH, flush),
            (rules.sequence_points, -SEQUENCE, run is not None),
        ]
        possible = [label[:2] for label in labels if label[2]]
        if possible:
            points, kind = max(possible)
            order = place(-kind, cards, run, run is not None and run == len(runs) - 1)
            found.append((-kind, order, declaration(-kind, cards, (), points)))
    return [each[2] for each in sorted(found, key=lambda each: each[:2])]


def place(
    kind: int, cards: Sequence[int], run: int | None, is_last: bool
) -> tuple[object, ...]:
    """Return the place of a set among those of its kind."""
    if kind == FLUSH_SEQUENCE:
        return suit_of(cards[0]), run
    if kind == FLUSH:
        return suit_of(cards[0]), sorted(map(rank_of, cards))
    high_ace = is_last and RANKS - 1 in {*map(rank_of, cards)}
    from_lowest = sorted(
        cards, key=lambda kind: (rank_of(kind) or RANKS * high_ace, suit_of(kind))
    )
    return run, [suit_of(kind) for kind in from_lowest]


RULES = [
    [],
    ["sequence.ace=both"],
    ["sequence.ace=high", "flush.imperial=distinct_ranks"],
    ["flush.imperial=never", "run.length=5"],
    ["flush.points=60"],
    ["sequence.points=50", "run.length=4"],
    ["sequence.points=70", "sequence.ace=both", "run.length=3"],
    ["run.length=2", "flush.imperial=distinct_ranks"],
]


@each_engine
@pytest.mark.parametrize("overrides", RULES, ids=" ".join)
def test_runs_by_brute_force(engine: Engine, overrides: list[str]) -> None:
    """The runs and flushes of a hand are those found among all its subsets."""
    rules, rng = table(*overrides), random.Random(1)
    for size in [7, 8, 10] * 10:
        # From few kinds, so that there is something to find.
        near = [kind for kind in DECK if rank_of(kind) in RANKS_NEAR[size]]
        hand = rng.sample(near, size)
        found = engine.options(Situation(rules, text(hand)))
        shown = [each for each in found if each.kind in (*SHOWN_RUNS, "flush")]
        assert shown == brute_force(rules, hand)


RANKS_NEAR = {7: range(6), 8: (0, 8, 9, 10, 11, 12), 10: range(13)}


# Marriages


@each_engine
def test_order_of_marriages(engine: Engine) -> None:
    """Marriages come suit by suit, from the hand before from the tableau."""
    hand, tableau = "KS KH QH", "KS QS QS"
    options = engine.options(Situation(table(), hand, tableau))
    marriages = [each for each in options if each.kind == "marriages"]
    assert [each[1:] for each in marriages] == [
        (("KH", "QH"), (), 10),
        (("KS",), ("QS",), 20),
        (("KH", "KS", "QH"), ("QS",), 40),
    ]


@each_engine
@pytest.mark.parametrize(
    ("tableau_cards", "places"),
    [
        ("none", ["KS QS|"]),
        ("one_per_marriage", ["KS QS|", "KS|QS", "QS|KS", "KS QS|KS QS"]),
        (
            "one_per_declaration",
            ["KS QS|", "KS|QS", "QS|KS", "KS QS|KS QS"],
        ),
    ],
)
def test_choice_of_place(engine: Engine, tableau_cards: str, places: list[str]) -> None:
    """Where a card is both in hand and in the tableau, the declarer chooses."""
    rules = table(f"marriage.tableau_cards={tableau_cards}")
    options = engine.options(Situation(rules, "KS QS", "KS QS"))
    chosen = [
        " ".join(each.hand_cards) + "|" + " ".join(each.table_cards) for each in options
    ]
    assert chosen == places


@each_engine
def test_most_marriages(engine: Engine) -> None:
    """Of hand and tableau there are so many ways to marry, up to five pairs."""
    rules = table("marriage.tableau_cards=one_per_declaration")
    hand, tableau = "KS QS KH QH KD KC", "KS QS QD QC"
    marriages = engine.options(Situation(rules, hand, tableau))
    # Not the empty choice, nor the pair that lies wholly in the tableau alone.
    assert len(marriages) == 6 * 8 - 2
    assert marriages[-1].points == 150

"""The toolkit: the same answers plain and compiled, and what they are."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, get_type_hints

import numba
import numpy as np
import pytest
from llvmlite import ir
from numba.extending import intrinsic

from tests.kit.situations import (
    Situation,
    random_views,
    to_declare,
    to_discard,
)
from tests.kit.tables import TABLES
from zetema_sim import toolkit
from zetema_sim.cards import DECK, parse_card
from zetema_sim.kernel import jit
from zetema_sim.kernel.chance import chance_number
from zetema_sim.view import FLUSH, MARRIAGES, NONE, SEQUENCE, View, view_record

FUNCTIONS = [
    function
    for name, function in inspect.getmembers(toolkit, inspect.isfunction)
    if function.__module__ == toolkit.__name__ and not name.startswith("_")
    if name != "cards_in"  # which a strategy's file alone makes a loop of
]
CARDS = sorted(set(DECK))

# What to try for a parameter, by its name.
VALUES: dict[str, Callable[[View], list[int]]] = {
    "card": lambda view: CARDS,
    "cards": lambda view: [view.hand_mask],
    "copies": lambda view: [0, 1, 3],
    "draws": lambda view: [0, 1, 4, 40],
    "k": lambda view: [0, 1, 2],
    "kind": lambda view: [0, 1, 2, 3, 4],
    "n": lambda view: [1, 2, 3],
    "option": lambda view: [*range(min(view.n_listed, 4))],
    "places": lambda view: [0, 1, 0x2001, 0x3F],
    "rank": lambda view: [*range(13)],
    "ranks": lambda view: [0, 0x1FFF, toolkit.ranks_held(view)],
    "seat": lambda view: [*range(view.players)],
    "side": lambda view: [*range(view.sides)],
    "suit": lambda view: [0, 1, 2, 3],
}


def calls(function: Callable[..., Any], view: View) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments to try, the view first where the function takes it."""
    names = list(get_type_hints(function))
    arguments: list[tuple[Any, ...]] = [()]
    for name in inspect.signature(function).parameters:
        assert name in names
        values = [view] if name == "view" else VALUES[name](view)
        arguments = [(*before, value) for before in arguments for value in values]
    yield from arguments


@intrinsic
def as_view(typing_context: Any, record: Any) -> Any:
    """Return the pointer to a record of `VIEW_DTYPE` that strategies get."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(8).as_pointer())

    return jit.VIEW_TYPE(record), generate


def compiled_twin(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as compiled code calls it, on the record of a view."""
    jit.register_functions(function)
    taught = function
    if "view" not in inspect.signature(function).parameters:
        return numba.njit(lambda *others: taught(*others))  # type: ignore[no-any-return]

    @numba.njit  # type: ignore[misc]
    def call(records: Any, *others: Any) -> Any:
        return taught(as_view(records[0]), *others)

    return call  # type: ignore[no-any-return]


@pytest.fixture(scope="module", autouse=True)
def taught() -> None:
    jit.register_functions(
        *(f for _, f in inspect.getmembers(toolkit, inspect.isfunction))
    )


@pytest.fixture(scope="module")
def views() -> list[View]:
    tables = [TABLES[place] for place in (0, 7, 16, -1)]
    return [view for table in tables for view in [*random_views(*table)][:24]]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_compiled_is_plain(function: Callable[..., Any], views: list[View]) -> None:
    """Every function answers the same compiled and plain, on many positions."""
    twin = compiled_twin(function)
    for view in views:
        record = view_record(view)
        for arguments in calls(function, view):
            seen = [record if value is view else value for value in arguments]
            assert twin(*seen) == function(*arguments), (arguments[1:], view)


def test_chance_is_even() -> None:
    """Each number below 6 comes as often as the others, for every k."""
    situation = Situation("AS 2S 3S 4S 5S 6S 7S")
    counts = np.zeros((3, 6), int)
    for number in range(3000):
        view = to_discard(situation._replace(chance=chance_number(1, number, 0, 0, 0)))
        for k in range(3):
            counts[k, toolkit.chance_below(view, 6, k)] += 1
    assert (((counts - 500) ** 2 / 500).sum(axis=1) < 25).all()


def test_chances_of_one_decision_differ() -> None:
    """The numbers for different k are independent: they agree one time in six."""
    situation = Situation("AS 2S 3S 4S 5S 6S 7S")
    same = 0
    for number in range(1200):
        view = to_discard(situation._replace(chance=chance_number(2, number, 0, 0, 0)))
        first, second = (toolkit.chance_below(view, 6, k) for k in range(2))
        same += first == second
    assert 150 < same < 250


def seen(hand: str, piles: str = "", **details: Any) -> View:
    """Return the view of a seat that is to discard."""
    return to_discard(Situation(hand, piles, **details))


def test_unseen_copies() -> None:
    """Cards in hand, on piles, in complete piles and married are not unseen."""
    view = seen("QS JS 5H", "5S 5D", gone="A", married="S")
    for text, copies in [("5S", 1), ("5D", 0), ("5C", 1), ("AS", 0), ("KS", 1)]:
        assert toolkit.unseen_copies(view, parse_card(text)) == copies, text


def test_unseen_adds_up() -> None:
    """Over all ranks as over all suits there are as many unseen cards."""
    view = seen("QS 5S 5H 6H 7D", "5S 5D KC", gone="A", married="H")
    by_rank = sum(toolkit.unseen_of_rank(view, rank) for rank in range(13))
    by_suit = sum(toolkit.unseen_of_suit(view, suit) for suit in range(4))
    assert by_rank == by_suit == 65 - 5 - 3 - 5 - 2


@pytest.mark.parametrize(
    ("hand", "missing"),
    [("4S 5H 6D 7C 8S 9S", 0), ("4S 5H 6D 7C 8S", 1), ("4S 6D 7C 9S", 2)],
)
def test_missing_for_run(hand: str, missing: int) -> None:
    """A run lacks the ranks that no card of the hand has."""
    assert toolkit.missing_for_run(seen(hand), 6) == missing


def test_dead_run() -> None:
    """A run through ranks of which no card is left cannot come."""
    view = seen("2S 3S 4S 5S AH", gone="6")
    assert toolkit.missing_for_run(view, 1) == toolkit.NEVER


def test_flush_that_may_not_be() -> None:
    """Under 1881's rules the imperial suit has no flush."""
    view = seen("2S 3S 4S 5S 6S", rules="cassell-1881")
    assert toolkit.missing_for_flush(view, 0) == toolkit.NEVER
    assert toolkit.missing_for_flush(view, 1) == 6


def test_pairs_in_reach() -> None:
    """A pair has a card in hand; its match may lie in the tableau."""
    view = seen("KS KS QH 5D", "QS KH KD QD")
    assert toolkit.pairs_in_reach(view) == 2


def test_points_of_discard() -> None:
    """A fifth card scores, a fourth one offers, unless the fifth is in hand."""
    view = seen("JS 5H 5D AH 2C", "JH JD JC JS 5S 5S 5C AS AS AD")
    jack, five, ace = (parse_card(text) for text in ("JS", "5H", "AH"))
    assert toolkit.points_of_discard(view, jack) == 20
    assert toolkit.points_offered(view, five) == 0
    assert toolkit.points_offered(view, ace) == 15


def test_chance_to_draw() -> None:
    """One of two cards among three draws of ten: 1 - (8·7·6) / (10·9·8)."""
    view = seen("2S", stock=64)
    unknown = toolkit.unknown_cards(view)
    expected = 1 - (unknown - 2) * (unknown - 3) / unknown / (unknown - 1)
    assert toolkit.chance_to_draw(view, 2, 2) == pytest.approx(expected)


def test_known_cards() -> None:
    """What a seat has shown it is known to hold, both twins if both were shown."""
    view = seen("2S", shown={1: "KS KS QH"})
    assert toolkit.known_in_hand(view, 1, parse_card("KS")) == 2
    assert toolkit.known_in_hand(view, 2, parse_card("KS")) == 0
    assert toolkit.chance_in_hand(view, 1, 11) == 1.0


def test_options() -> None:
    """The first and the best option of a kind, and all marriages together."""
    view = to_declare(Situation("KS QS KH QH 4S 5S 6S", "KD QD"))
    every = toolkit.all_marriages(view)
    assert view.option_pairs[every] == 2
    assert toolkit.best_of(view, MARRIAGES) == every
    assert toolkit.first_of(view, FLUSH) == toolkit.first_of(view, SEQUENCE) == NONE

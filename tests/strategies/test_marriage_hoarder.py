import pytest

from tests.kit.situations import declares, discards


@pytest.mark.parametrize(
    ("wait_for", "declared"), [(1, "marriages 2"), (2, "marriages 2"), (3, None)]
)
def test_waits(wait_for: int, declared: str | None) -> None:
    """It marries when as many pairs are together as it waits for."""
    strategy = f"marriage-hoarder:wait_for={wait_for}"
    assert declares(strategy, "KS QS KH QH 4S 9D 2C") == declared


def test_marries_before_the_stock_is_gone() -> None:
    """In the last turns it marries what it has."""
    assert declares("marriage-hoarder", "KS QS KH 4H 4S 9D 2C", stock=2) is not None


def test_keeps_kings_and_queens() -> None:
    """A king without a queen stays, a card without company goes."""
    assert discards("marriage-hoarder", "KH QD KC QS KS 9D 2C") in {"9D", "2C"}


def test_marries_what_is_left() -> None:
    """With one pair left to marry it does not wait for three."""
    hand = "KH QH 4S 6S 9D 2C 3D"
    assert declares("marriage-hoarder", hand, married="SSDC") == "marriages 1"

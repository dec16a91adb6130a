from tests.kit.situations import declares, discards


def test_keeps_the_longer_plain_suit() -> None:
    """Four hearts stay, imperial cards go first."""
    assert discards("plain-flush", "2S 5S 9S 6H 7H 9H JH")[1] == "S"


def test_a_suit_in_the_tableau_is_worth_less() -> None:
    """Of two suits of three the one goes of which most cards lie on the piles."""
    piles = "2H 3H 4H 5H 8H QH"
    assert discards("plain-flush", "6H 9H JH 2D 7D TD KC", piles)[1] in "HC"


def test_declares_its_flush() -> None:
    """Six hearts are a flush."""
    assert declares("plain-flush", "2H 5H 9H JH QH AH 8D") == "flush"

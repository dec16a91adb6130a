from tests.kit.situations import declares, discards


def test_completes() -> None:
    """The fifth jack is laid."""
    assert discards("zetema-hunter", "JC 2S 4S 6S 8S 9H KD", "JS JS JH JD") == "JC"


def test_lays_the_fourth_with_the_fifth_in_hand() -> None:
    """Holding the fourth and the fifth it starts the sure zetema, but not another."""
    hand, piles = "JS JH 5D KD QC 9H 3S", "JS JD JC 5S 5S 5H"
    assert discards("zetema-hunter", hand, piles) != "5D"


def test_does_not_marry_first() -> None:
    """A marriage would end the zetemas of kings and queens."""
    assert declares("zetema-hunter", "KS QS KH 4H 4S 9D 2C") is None
    assert declares("zetema-hunter", "KS QS KH 4H 4S 9D 2C", married="D") is not None

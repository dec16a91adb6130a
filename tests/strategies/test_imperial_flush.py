from tests.kit.situations import declares, discards, keeps


def test_keeps_the_imperial_suit() -> None:
    """The plain card goes, even if it is in a row with others."""
    assert discards("imperial-flush", "2S 5S 9S JS 6H 7H 8D")[1] != "S"


def test_declares_each_flush() -> None:
    """Six imperial cards are a flush at once."""
    assert declares("imperial-flush", "2S 5S 9S JS 2S 5S 8D") == "flush"


def test_another_suit() -> None:
    """With the setting `suit` the same play is for that suit."""
    hand = "2S 5S 9S 6H 7H 8H TH"
    assert discards("imperial-flush:suit=1", hand)[1] == "S"
    assert discards("imperial-flush", hand)[1] == "H"


def test_shows_the_card_to_go() -> None:
    """Of seven imperial cards it keeps one back and must let go of a shown one."""
    assert keeps("imperial-flush", "2S 3S 4S 9S JS QS KS").endswith("S")

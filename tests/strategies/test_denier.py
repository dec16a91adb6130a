from tests.kit.situations import discards


def test_offers_no_fourth_card() -> None:
    """Any card goes before the fourth of a pile."""
    assert discards("denier", "JH 2S 4S 6S 8S 9S 5S", "JS JS JD") != "JH"


def test_keeps_back_the_match_of_a_shown_king() -> None:
    """The next seat has shown KH, so QH stays and another queen goes."""
    hand, shown = "QH QD 2S 4S 6S 8S 9S", {1: "KH"}
    assert discards("denier", hand, shown=shown) == "QD"
    assert discards("denier:spite=0", hand, shown={}) in {"QH", "QD"}


def test_spoils_an_assembly() -> None:
    """The next seat has shown three nines: one in the tableau ends them."""
    hand = "9H 3D 2S 4S 6S 8S TS"
    assert discards("denier:spite=500", hand, shown={1: "9S 9D 9C"}) == "9H"

from tests.kit.situations import discards

LAST = {"players": 2, "stock": 0, "live": False}


def test_completes_when_the_rest_is_lost_otherwise() -> None:
    """The fifth card goes at once: it scores and brings another turn."""
    assert (
        discards("endgame", "JS 2H", "JS JH JD JC", gone="3456789TQKA", **LAST) == "JS"
    )


def test_waits_for_the_other_to_lay_the_fourth() -> None:
    """Two piles of three, a card of each in both hands: it lays what costs least."""
    hand, piles = "JS 4H", "JS JH JD 4S 4S 4D"
    assert discards("endgame", hand, piles, gone="2356789TQKA", **LAST) == "4H"


def test_plays_as_balanced_before() -> None:
    """While cards can be drawn it plays as balanced does."""
    hand, piles = "JS 4H 5D 9S TS QC KD", "JH 4S 4D"
    assert discards("endgame", hand, piles) == discards("balanced", hand, piles)

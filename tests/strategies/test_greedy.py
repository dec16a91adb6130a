from tests.kit.situations import declares, discards


def test_lays_the_fifth_card() -> None:
    """A fifth card on a pile scores, so it goes before cards without company."""
    assert discards("greedy", "JC 2S 4S 6S 8S 9H KD", "JS JS JH JD") == "JC"


def test_keeps_back_the_fourth_card() -> None:
    """A fourth card would be a gift, so another lonely card goes."""
    assert discards("greedy", "JH 2S 4S 6S 8S 9S 3D", "JS JS JD") == "3D"


def test_lets_go_what_has_no_company() -> None:
    """Of six imperial cards and a stranger the stranger goes."""
    assert discards("greedy", "2S 4S 6S 8S TS QS 9H") == "9H"


def test_declares_the_most_points() -> None:
    """A flush of 30 goes before a marriage of 20."""
    assert declares("greedy", "2S 4S 6S 8S QS KS 9H") == "flush"

from tests.kit.situations import declares, discards


def test_lets_go_what_cannot_come() -> None:
    """A run through complete piles is dead; the run that may come stays."""
    hand = "2H 3D 4C 9H TD JC QH"
    assert discards("card-counter", hand, gone="56A")[0] in "234"


def test_keeps_the_likelier_suit() -> None:
    """Of three hearts and three imperial cards the suit with more unseen stays."""
    assert discards("card-counter", "2S 6S TS 3H 7H JH 5D")[1] != "S"


def test_declares() -> None:
    """Points at once are worth more than their hope."""
    assert declares("card-counter", "2S 4S 6S 8S QS TS 9H") == "flush"

from tests.kit.situations import declares, discards


def test_keeps_what_serves_two_plans() -> None:
    """Imperial cards in a row stay, a lone plain card goes."""
    assert discards("balanced", "4S 5S 6S 7S 8S JD 2H")[1] != "S"


def test_does_not_marry_away_a_flush() -> None:
    """With six imperial cards a flush of 30 costs one of them, a marriage two."""
    assert declares("balanced", "2S 4S 6S 8S QS KS 9H") == "flush"


def test_wins_when_it_can() -> None:
    """A declaration that reaches the target is made, whatever it costs."""
    hand = "4S 6S 8S 9S QS KS 2H"
    assert declares("balanced", hand, married="S", scores=[290]) is not None


def test_dumps_when_nothing_can_be_declared() -> None:
    """With the stock gone only piles count: the fifth card is laid."""
    hand, piles = "2S 4S 6S 8S TS JH", "JS JS JD JC"
    assert discards("balanced", hand, piles, stock=0, live=False) == "JH"

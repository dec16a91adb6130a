from tests.kit.situations import declares


def test_marries_one_pair_early() -> None:
    """Others may hope for kings and queens, so one pair goes though two could."""
    assert declares("early-marrier", "KS QS KH QH 4S 9D 2C") == "marriages 1"


def test_lets_its_own_zetema_live() -> None:
    """With four kings in hand the zetema is its own to hope for."""
    assert declares("early-marrier", "KS KS KH KD QH 9D 2C", "KC 9S") is None


def test_is_no_hurry_after_the_first_marriage() -> None:
    """Once anybody has married there is nothing to kill: it weighs as others do."""
    hand, piles = "KS QS 4S 6S 8S 9S 2C", ""
    hurried = declares("early-marrier", hand, piles)
    assert hurried == "marriages 1"
    assert declares("early-marrier", hand, piles, married="H") != hurried

from tests.kit.situations import declares


def test_takes_a_single_marriage() -> None:
    """Three kings and queens that might wait: the pair at hand goes at once."""
    assert declares("first-chance", "KS QS KH QD 4S 9D 2C") == "marriages 1"


def test_does_not_hoard() -> None:
    """It declares the dearest of what it can, whatever may come."""
    assert declares("first-chance", "2S 4S 6S 8S QS KS 9H") == "flush"

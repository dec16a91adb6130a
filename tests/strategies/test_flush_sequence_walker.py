from tests.kit.situations import declares, discards


def test_keeps_the_suited_run() -> None:
    """Of the suit, too, the card far from the run goes before one of it."""
    assert discards("flush-sequence-walker", "4S 5S 6S 7S 8S KS AS") in {"KS", "AS"}


def test_declares_a_walk() -> None:
    """Of seven in a row six are shown, and six are left."""
    assert declares("flush-sequence-walker", "4S 5S 6S 7S 8S 9S TS") == "flush_sequence"


def test_keeps_the_end_that_can_grow() -> None:
    """Both threes are gone: of 4 to 9 the four goes before the nine."""
    hand, piles = "4S 5S 6S 7S 8S 9S QD", "3S 3S"
    walker = "flush-sequence-walker"
    assert discards(walker, hand, piles) in {"QD", "4S"}

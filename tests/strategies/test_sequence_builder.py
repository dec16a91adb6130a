from tests.kit.situations import declares, discards


def test_keeps_ranks_in_a_row() -> None:
    """Five in a row of many suits stay, what is outside goes."""
    assert discards("sequence-builder", "4S 5H 6D 7C 8S KS KD") in {"KS", "KD"}


def test_keeps_the_open_run() -> None:
    """A double goes before a card of the run, though its suit is the imperial one."""
    assert discards("sequence-builder", "4S 5H 6D 7C 8S 8H 9D") in {"8S", "8H"}


def test_declares_a_sequence() -> None:
    """Six in a row are declared."""
    assert declares("sequence-builder", "4S 5H 6D 7C 8S 9H KD") == "sequence"

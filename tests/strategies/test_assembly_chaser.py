from tests.kit.situations import declares, discards


def test_keeps_three_of_a_rank() -> None:
    """Three eights, the others unseen, stay; a card of a dead rank goes."""
    assert discards("assembly-chaser", "8S 8H 8D 3C 3H JD 5S", "5H 5D JC") in {
        "JD",
        "5S",
    }


def test_gives_up_a_dead_rank() -> None:
    """One eight in the tableau, and the eights are no better than others."""
    hand = "8S 8H 8D 3C 3H JD JS"
    assert discards("assembly-chaser", hand, "8C")[0] == "8"


def test_declares_an_assembly() -> None:
    """Five eights are declared before all else."""
    assert declares("assembly-chaser", "8S 8S 8H 8D 8C KS QS") == "assembly"

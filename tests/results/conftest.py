import pytest

from tests.kit.run_folders import played
from zetema_sim.results.reading import read_run


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return the folder of a small run, without its page."""
    path = tmp_path_factory.mktemp("runs") / "three"
    return played(path, "greedy", "random", "marriage-hoarder", "--matches", "300")


@pytest.fixture(scope="session")
def run(folder):
    """Return the small run as read back."""
    return read_run(folder)

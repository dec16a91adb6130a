"""What several test files need."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def top() -> Path:
    """Return the folder at the top of the checkout."""
    return Path(__file__).resolve().parent.parent

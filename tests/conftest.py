"""What several test files need."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.checkout import TOP
from zetema_sim.common.children import environment

# What is set for other programs is not for these tests either.
_own = environment()
os.environ.clear()
os.environ.update(_own)

# On a busy machine an example takes what it takes.
settings.register_profile(
    "without a clock", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("without a clock")


@pytest.fixture(scope="session")
def top() -> Path:
    """Return the folder at the top of the checkout."""
    return TOP

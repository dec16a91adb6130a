from collections.abc import Iterator
from pathlib import Path

import pytest

from zetema_sim.common.cache_folder import base_folder


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which nothing is kept yet, where all is kept from now on."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    base_folder.cache_clear()
    yield tmp_path / "cache"
    base_folder.cache_clear()

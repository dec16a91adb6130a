"""Where the files stand that are not modules."""

from __future__ import annotations

from pathlib import Path


def shipped_strategies() -> Path:
    """Return the folder of the strategies that come with the program.

    A wheel carries them inside the package; in a checkout they stand beside it.
    """
    package = Path(__file__).resolve().parent
    installed = package / "shipped_strategies"
    return installed if installed.is_dir() else package.parent / "strategies"

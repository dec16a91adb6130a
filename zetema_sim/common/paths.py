"""Where the files stand that are not modules, and which paths are no files."""

from __future__ import annotations

import stat
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def shipped_strategies() -> Path:
    """Return the folder of the strategies that come with the program.

    A wheel carries them inside the package; in a checkout they stand beside it.
    """
    installed = PACKAGE / "shipped_strategies"
    return installed if installed.is_dir() else PACKAGE.parent / "strategies"


def may_never_end(path: Path) -> bool:
    """Tell whether a path is a pipe or a device: who reads it may wait for ever."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # who reads it is told why that cannot be
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))

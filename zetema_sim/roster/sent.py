"""A strategy file as a child is told of it, which loads or compiles it on trial."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol


class Source(Protocol):
    """What is tried; see `file.StrategyFile`."""

    @property
    def path(self) -> Path:
        """Where it came from; it need not be there any more."""

    @property
    def text(self) -> str:
        """What it holds."""

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""

    @property
    def settings(self) -> Mapping[str, tuple[int, int, int]]:
        """The settings that it declares."""

    @property
    def helpers(self) -> Mapping[str, Source]:
        """The files that it imports, by their names."""

    @property
    def source_hash(self) -> str:
        """The hash of all of that."""


def as_sent(file: Source) -> dict[str, Any]:
    """Return what a child is told of a file, as JSON has it."""
    return {
        "path": str(file.path),
        "text": file.text,
        "settings": dict(file.settings),
        "source_hash": file.source_hash,
        "helpers": {name: as_sent(helper) for name, helper in file.helpers.items()},
    }

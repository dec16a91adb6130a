"""Where the presets are from: the data of preset_sources.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _read() -> dict[str, Any]:
    path = Path(__file__).with_name("preset_sources.json")
    read: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return read


_ABOUT = _read()
_PRESETS: dict[str, dict[str, Any]] = _ABOUT["presets"]

# What a code of a source stands for.
SOURCE_TITLES: dict[str, str] = _ABOUT["codes"]

# By preset: what rules it has, in a few words; the source of each value.
PRESET_SUMMARIES: dict[str, str] = {
    name: about["summary"] for name, about in _PRESETS.items()
}
PRESET_SOURCES: dict[str, dict[str, str]] = {
    name: about["sources"] for name, about in _PRESETS.items()
}

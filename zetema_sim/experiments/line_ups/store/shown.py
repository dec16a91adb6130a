"""What the store holds, as text and as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from zetema_sim.experiments.line_ups.store.kept import MOST_BYTES
from zetema_sim.experiments.line_ups.store.upkeep import Group, Overview

SCHEMA = 1


def as_json(found: Overview | None, code: str) -> dict[str, Any]:
    """Return an overview as a JSON object; None where nothing can be kept.

    `code` is the hash of this program's own code: what it can use is `current`.
    """
    groups = () if found is None else found.groups
    return {
        "schema": SCHEMA,
        "path": None if found is None else str(found.path),
        "bytes": 0 if found is None else found.bytes,
        "most_bytes": MOST_BYTES,
        "lineups": sum(group.lineups for group in groups),
        "matches": sum(group.matches for group in groups),
        "groups": [
            {
                "version": group.version,
                "code_hash": group.code,
                "current": group.is_of(code),
                "lineups": group.lineups,
                "matches": group.matches,
                "bytes": group.bytes,
                "last_used": _moment(group.used),
            }
            for group in groups
        ],
        "set_aside": [] if found is None else [str(path) for path in found.set_aside],
    }


def as_text(found: Overview, code: str) -> str:
    """Return an overview for a terminal, 80 columns wide but for the paths."""
    if not found.groups:
        lines = [f"nothing is kept in {found.path}"]
    else:
        lineups = sum(group.lineups for group in found.groups)
        matches = sum(group.matches for group in found.groups)
        lines = [
            f"{lineups:,} line-ups, {matches:,} matches, {_size(found.bytes)} of at "
            f"most {_size(MOST_BYTES)}, in {found.path}",
            "",
            f"{'version':<12}{'code':<14}{'line-ups':>10}{'matches':>16}"
            f"{'size':>10}  last used",
        ]
        lines += [_row(group, code) for group in found.groups]
    if any(not group.is_of(code) for group in found.groups):
        lines += ["", "zetema store prune --stale deletes what is marked stale."]
    lines += [f"set aside as damaged: {path}" for path in found.set_aside]
    return "\n".join(lines)


def _row(group: Group, code: str) -> str:
    day = _moment(group.used)[:10]
    stale = "" if group.is_of(code) else " stale"
    return (
        f"{group.version:<12}{group.code[:12]:<14}{group.lineups:>10,}"
        f"{group.matches:>16,}{_size(group.bytes):>10}  {day}{stale}"
    )


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")

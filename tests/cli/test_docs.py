"""docs/cli.md and the options behind it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from zetema_sim.cli import bench as bench_command
from zetema_sim.cli import options
from zetema_sim.experiments import bench
from zetema_sim.playing import seating
from zetema_sim.rules import ruleset


@pytest.fixture(scope="module")
def page(top: Path) -> str:
    """Return docs/cli.md as the script writes it."""
    written = runpy.run_path(str(top / "scripts" / "write_cli_docs.py"))["page"]()
    assert isinstance(written, str)
    return written


def test_cli_page_is_current(page: str, top: Path) -> None:
    """docs/cli.md is what the help says; else run scripts/write_cli_docs.py."""
    assert page == (top / "docs" / "cli.md").read_text("utf-8")


def test_help_fits_a_terminal(page: str) -> None:
    """No line of help is longer than 80 columns."""
    lines = page.split("```text", 1)[1].splitlines()
    assert [line for line in lines if len(line) > 80] == []


def test_options_have_the_defaults_of_the_library() -> None:
    """Help imports little, so defaults are written twice, and are the same."""
    for name in ("DEFAULT_SEED", "MOST_SEED", "DEFAULT_MATCHES", "MOST_MATCHES"):
        assert getattr(options, name) == getattr(seating, name)
    assert options.DEFAULT_PRESET == ruleset.DEFAULT_PRESET
    assert (bench_command.SECONDS, bench_command.ROUNDS) == (
        bench.SECONDS,
        bench.ROUNDS,
    )

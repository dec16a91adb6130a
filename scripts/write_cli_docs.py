"""Write docs/cli.md anew from the help: ``python scripts/write_cli_docs.py``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cli.md"

sys.path.insert(0, str(ROOT))
from zetema_sim.cli import main  # noqa: E402 - found by the line above

WIDTH = 80
HEAD = """\
# Commands

It is what `zetema COMMAND --help` prints; `scripts/write_cli_docs.py` writes it.

Options mean the same in every command.
Whole numbers are written in digits; `100_000` is 100000, and `1e5` is refused.
An option that would have no effect beside the others, or is given twice, is refused.
Exit codes: 0 done, 1 the run failed, 2 bad usage or input, 130 interrupted.
SIGTERM and SIGHUP interrupt too, with 143 and 129.
Where the reader of an answer leaves, as `| head` does, it ends with 141, quietly.
Errors are one line on stderr; `ZETEMA_DEBUG=1` shows Python's traceback instead.

The program brings its own configuration.
What the environment says to Python and to libraries (`PYTHONPATH`, `NUMBA_…`, `OPENBLAS_…`, `MPLBACKEND`, …), a `matplotlibrc` and modules where one stands count for nothing.
What counts:

| variable | says |
|---|---|
| `NUMBA_CACHE_DIR`, `XDG_CACHE_HOME`, `HOME` | where the cache is, the first that is set ([store.md](store.md)) |
| `TMPDIR` | where what children share stands meanwhile |
| `COLUMNS`, `TERM`, `NO_COLOR`, `FORCE_COLOR` | how the terminal is |
| `LANG`, `LC_ALL` | how letters are written on it |
| `ZETEMA_DEBUG`, `ZETEMA_PYTHON` | as above; the Python that `scripts/zetema` sets up with |
| those of Dask | where its cluster is ([cluster.md](cluster.md)) |

Unless `--threads` says otherwise, as many threads play as the process gets cores for, by its affinity and Linux's control groups.
"""  # noqa: E501


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for command, context in commands(main, None, "zetema"):
        help_text = command.get_help(context).strip()
        parts.append(f"## {context.command_path}\n\n```text\n{help_text}\n```\n")
    return "\n".join(parts)


def commands(
    command: click.Command, parent: click.Context | None, name: str
) -> Iterator[tuple[click.Command, click.Context]]:
    """Yield a command and those below it, each with the context of its help."""
    settings = {**command.context_settings, "terminal_width": WIDTH}
    context = click.Context(command, parent=parent, info_name=name, **settings)
    yield command, context
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from commands(found, context, below)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")

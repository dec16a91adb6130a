"""Commands run in this process, and what a refusal looks like."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from zetema_sim.cli import main

RUN_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def zetema(*words: object, given: str = "") -> Result:
    """Return what a command printed; `given` is what it reads from stdin."""
    return CliRunner().invoke(main, [str(word) for word in words], input=given)


def refusal(*words: object) -> str:
    """Return the one line of a command that is refused, and check that it is one."""
    result = zetema(*words)
    assert (result.exit_code, result.stdout) == (BAD_INPUT, ""), result.output
    return only_line(result)


def only_line(result: Result) -> str:
    """Return the one line that a command left on stderr."""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    return line


def strategy_file(folder: Path, name: str, discard: str) -> Path:
    """Write a strategy with this body of `discard` and return its path."""
    path = folder / f"{name}.py"
    body = "".join(f"    {line}\n" for line in discard.strip("\n").splitlines())
    path.write_text(f'"""Test.\n\nSource: a test.\n"""\n\n\ndef discard(view):\n{body}')
    return path

"""What goes wrong, told in one line on stderr, and the exit code that belongs to it.

With ``ZETEMA_DEBUG=1`` Python's own traceback is shown instead.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from types import TracebackType

import click

from zetema_sim.cli.interruption import exit_code_of
from zetema_sim.cli.terminal import lose_what_waits
from zetema_sim.common.names import printable

RUN_FAILED = 1
BAD_INPUT = 2

PACKAGE = __name__.partition(".")[0]


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Leave the program on any error, with one line and an exit code."""
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("ZETEMA_DEBUG") == "1":
            if not isinstance(error, (click.ClickException, click.Abort)):
                raise
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            error.show()
            sys.exit(error.exit_code)
        message, exit_code = explain(error)
        with suppress(OSError):  # a terminal that has hung up
            click.echo(message, err=True)
        lose_what_waits()
        _leave_stuck_threads(exit_code)
        sys.exit(exit_code)


def _leave_stuck_threads(exit_code: int) -> None:
    """End the program if threads that play do not stop, as in an endless loop.

    Python would wait for them for ever.
    """
    workers = sys.modules.get("zetema_sim.work.executors")
    if workers is not None and workers.are_playing(0.5):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code)


def explain(error: BaseException) -> tuple[str, int]:
    """Return the line that tells `error`, and its exit code."""
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        # click puts an Abort in the place of Ctrl-C; a command may have said more.
        told = str(error) or str(error.__cause__ or "")
        told = f"Interrupted: {told}" if told else "Interrupted."
        return told, exit_code_of(error)
    message, exit_code = _reason(error)
    in_one_line = re.sub(r"\s*\n\s*", " ", message.strip())
    return f"Error: {printable(in_one_line)}", exit_code


def _reason(error: BaseException) -> tuple[str, int]:
    if isinstance(error, click.NoSuchOption):
        error = _with_what_is_near(error)
    if isinstance(error, click.UsageError):
        where = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return error.format_message() + where, error.exit_code
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if isinstance(error, ValueError) and _is_ours(error):
        return str(error), BAD_INPUT
    if _is_ours(error):
        return str(error), RUN_FAILED
    if isinstance(error, OSError) and error.strerror:
        place = f": {error.filename}" if error.filename else ""
        return error.strerror + place + _limits(), RUN_FAILED
    whose = _limits() or " (a fault of this program; ZETEMA_DEBUG=1 shows where)"
    return f"{type(error).__name__}: {error}{whose}", RUN_FAILED


def _with_what_is_near(error: click.NoSuchOption) -> click.NoSuchOption:
    """Return it with the options that may be meant; click takes others for near."""
    by_name = {each.lstrip("-"): each for each in error.possibilities or ()}
    near = get_close_matches(error.option_name.lstrip("-"), by_name, cutoff=0.75)
    found = [by_name[name] for name in near]
    return click.NoSuchOption(error.option_name, possibilities=found, ctx=error.ctx)


def _limits() -> str:
    """Return which limits of this process are too tight, as they may be the reason."""
    try:
        import resource
    except ImportError:  # as on Windows
        return ""
    tight = [
        f"{what} ({option} {least // unit} is enough)"
        for kind, least, unit, option, what in (
            (resource.RLIMIT_NOFILE, 256, 1, "ulimit -n", "open files"),
            (resource.RLIMIT_AS, 2 << 30, 1 << 10, "ulimit -v", "memory"),
            (resource.RLIMIT_STACK, 1 << 20, 1 << 10, "ulimit -s", "stack"),
        )
        if 0 <= resource.getrlimit(kind)[0] < least
    ]
    return f"; limited here: {', '.join(tight)}" if tight else ""


def _is_ours(error: BaseException) -> bool:
    """Tell whether the package meant to raise this, so that it explains itself."""
    if type(error).__module__.partition(".")[0] == PACKAGE:
        return True
    return type(error) is ValueError and _raised_in(error.__traceback__) == PACKAGE


def _raised_in(trace: TracebackType | None) -> str:
    """Return the package whose line raised the error."""
    name = ""
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        trace = trace.tb_next
    return name.partition(".")[0]

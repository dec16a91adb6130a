"""The command ``zetema``: which commands there are, each a file of this folder.

A command's file is imported when it is run or asked for help, so that the list of
commands appears at once. It defines an object of the file's name.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from zetema_sim import __version__
from zetema_sim.cli.errors import told_in_one_line
from zetema_sim.cli.interruption import signals_end_in_order
from zetema_sim.cli.terminal import (
    check_stdout,
    check_words,
    letting_the_reader_leave,
)
from zetema_sim.experiments.kinds import KINDS

SUMMARIES = {
    **{name: kind.summary for name, kind in KINDS.items()},
    "hand": "Say what to play in a position, and what else is as good.",
    "analyse": "Say what each decision of a match cost.",
    "replay": "Tell single matches, turn by turn.",
    "strategies": "List, show, begin and check strategies.",
    "rules": "List and show the rule sets and their differences.",
    "report": "Draw the charts and the page of a finished run.",
    "resume": "Continue a run that was interrupted.",
    "store": "Keep and reuse the results of line-ups.",
    "bench": "Measure matches and turns a second on this machine.",
}


class Commands(click.Group):
    """A group whose commands are imported when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands that are there, most wanted first."""
        folder = Path(__file__).parent
        return [name for name in SUMMARIES if (folder / f"{name}.py").is_file()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of that name."""
        if name not in self.list_commands(ctx):
            return None
        command = getattr(import_module(f"{__name__}.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named first, or say which names are near."""
        name = args[0]
        if name.startswith("-") or name in self.list_commands(ctx):
            found = super().resolve_command(ctx, args)
            if found[1] is not None:
                _check_once(found[1], found[2], ctx)
            return found
        near = get_close_matches(name, self.list_commands(ctx))
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise click.UsageError(f"No such command '{name}'.{hint}", ctx)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands without importing them."""
        rows = [(name, SUMMARIES[name]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def make_context(
        self, info_name: str | None, args: list[str], *rest: Any, **extra: Any
    ) -> click.Context:
        """Read the words of the command, which may print help."""
        check_words(args)
        with letting_the_reader_leave():
            return super().make_context(info_name, args, *rest, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            with letting_the_reader_leave():
                return super().invoke(ctx)
        except KeyboardInterrupt as error:  # click would write to stderr, come what may
            raise click.Abort from error
        except EOFError as error:  # click would call it an interruption
            raise RuntimeError(f"EOFError: {error}") from error

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program and leave it with its exit code."""
        extra = {"prog_name": self.name, **extra, "standalone_mode": False}
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # rather a ? than no answer
                stream.reconfigure(errors="replace")
        with told_in_one_line(), signals_end_in_order():
            check_stdout()
            # Commands return nothing: a number is the code that click leaves with.
            code = super().main(*args, **extra)
        sys.exit(code if isinstance(code, int) else 0)


def _check_once(command: click.Command, words: list[str], outer: click.Context) -> None:
    """Refuse an option that is given twice: click would ignore the first.

    Raises
    ------
    click.UsageError
        With the option.
    """
    ctx = command.context_class(command, info_name=command.name, parent=outer)
    _, rest, order = command.make_parser(ctx).parse_args(args=[*words])
    for option in order:
        if isinstance(option, click.Option) and not (
            option.multiple or option.is_eager
        ):
            if order.count(option) > 1:
                raise click.UsageError(f"{option.opts[0]} is given twice.", ctx)
    if isinstance(command, click.Group) and rest:
        inner = command.get_command(ctx, rest[0])
        if inner is not None:
            _check_once(inner, rest[1:], ctx)


@click.group(
    "zetema", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Find out which strategy wins at the card game Zetema.

    Strategies play hundreds of thousands of matches against each other on equal
    shuffles; every answer comes with its margin of error.

    \b
    Example:
      zetema compare greedy marriage-hoarder assembly-chaser
    """

"""``zetema replay``: tell single matches, turn by turn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.playing.seating import Setup, TableOptions

_OF_RUN = ("players", "sides", "rules", "overrides", "seed")


@click.command("replay")
@click.argument("names", nargs=-1, required=True, metavar="STRATEGY...|RUN")
@options.table
@click.option(
    "--match",
    type=options.WholeNumber(0, options.MOST_MATCHES),
    metavar="M",
    required=True,
    help="The number of the match, as compare counts them from 0.",
)
@click.option(
    "--matches",
    type=options.WholeNumber(1, options.MOST_MATCHES),
    metavar="K",
    default=1,
    show_default=True,
    help="How many matches to tell, from match M on.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="In words, or as JSON Lines (docs/game-log.md).",
)
@click.option(
    "--engine",
    type=click.Choice(["kernel", "reference"]),
    help="Which engine plays; both play the same match.  [default: kernel]",
)
@click.option(
    "--uncompiled",
    is_flag=True,
    help="Run the strategies as plain Python, for print and breakpoint(); "
    "this takes the reference engine.",
)
def replay(
    names: tuple[str, ...],
    choices: TableOptions,
    match: int,
    matches: int,
    form: str,
    engine: str | None,
    uncompiled: bool,
) -> None:
    """Tell single matches, turn by turn: the same ones that compare counted.

    The line-up is named in full: a strategy for each seat, one for each side, or one
    for all seats; in which order changes nothing. RUN is the folder of a run that was
    written with --out; where it has several line-ups, name one behind it.

    \b
    Examples:
      zetema replay greedy marriage-hoarder assembly-chaser --match 0
      zetema replay greedy random --players 4 --match 17 --format jsonl
      zetema replay ./mine.py greedy --match 3 --uncompiled
      zetema replay results/first --match 99
    """
    from zetema_sim.replaying.replay import as_jsonl, as_text, replayed

    if uncompiled and engine == "kernel":
        raise click.UsageError("--uncompiled takes the reference engine, not kernel.")
    setup = _setup(names, choices, match + matches - 1)
    engine = "reference" if uncompiled else engine or "kernel"
    events = replayed(setup, match, matches, engine)
    with _telling_where():
        for line in (as_jsonl if form == "jsonl" else as_text)(events):
            click.echo(line)


def _setup(names: tuple[str, ...], choices: TableOptions, last: int) -> Setup:
    """Return what is played: the line-up named, or one of the run in a folder."""
    from zetema_sim.playing.seating import full_line_up
    from zetema_sim.results.line_up_of import is_of_this_engine, run_line_up

    if not is_run(names[0], choices.folders):
        return full_line_up(names, choices)
    source = click.get_current_context().get_parameter_source
    if any(source(name) == ParameterSource.COMMANDLINE for name in _OF_RUN):
        raise click.UsageError("RUN itself says players, sides, rules and seed.")
    run = Path(names[0])
    setup = run_line_up(run, names[1:], choices.folders, last)
    if not is_of_this_engine(run):
        note = f"Note: {run} was played by another engine; its matches may differ."
        click.echo(note, err=True)
    return setup


def is_run(name: str, folders: tuple[Path, ...]) -> bool:
    """Tell whether a name is that of a run's folder; strategies go first."""
    from zetema_sim.common.names import as_path
    from zetema_sim.roster.lookup import known_files

    if as_path(name) or Path(f"{name}.py").is_file() or name in known_files(folders):
        return False
    return os.sep in name or Path(name).is_dir()


@contextmanager
def _telling_where() -> Iterator[None]:
    """Add the strategy's line to its fault, and take leaving pdb as what it is."""
    from bdb import BdbQuit

    from zetema_sim.faults import StrategyFault
    from zetema_sim.replaying.replay import place_of

    try:
        yield
    except StrategyFault as fault:
        if isinstance(fault.__cause__, BdbQuit):
            raise click.Abort from fault.__cause__
        place = place_of(fault)
        if place is None:
            raise
        raise click.ClickException(f"{fault} ({place})") from fault

"""``zetema bench``: how fast it is on this machine."""

from __future__ import annotations

import json
import sys

import click

from zetema_sim.cli import options

# As `zetema_sim.experiments.bench` has them; a test holds them together.
SECONDS, ROUNDS = 0.5, 5


@click.command("bench")
@click.option(
    "--rounds",
    type=options.WholeNumber(1, 1000),
    metavar="N",
    default=ROUNDS,
    show_default=True,
    help="How often everything is measured; medians are shown.",
)
@click.option(
    "--seconds",
    type=options.Real(0.001, 600),
    metavar="S",
    default=SECONDS,
    show_default=True,
    help="About how long each line-up plays in a round, on one thread.",
)
@options.THREADS
@options.SEED
@options.JSON
@options.QUIET
def bench(
    rounds: int,
    seconds: float,
    threads: int | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure matches and turns a second on this machine, and what starting costs.

    Every line-up plays the same matches in each round, on one thread and on all. What a
    process must compile the first time, and what it loads afterwards, is told apart.

    \b
    Examples:
      zetema bench
      zetema bench --rounds 9 --json
    """
    from zetema_sim.experiments.bench import measure

    def tell(line: str) -> None:
        if not quiet and sys.stderr.isatty():
            click.echo(f"{line} …", err=True)

    report = measure(seconds, rounds, threads, seed, tell)
    click.echo(json.dumps(report.as_json(), indent=1) if as_json else report.as_text())

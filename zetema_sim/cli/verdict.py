"""``zetema verdict``: say whether a strategy is strong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options
from zetema_sim.cli.noted import telling_replay

if TYPE_CHECKING:
    from zetema_sim.cli.output import Output
    from zetema_sim.cli.saving import Saving
    from zetema_sim.experiments.manifest import Manifest
    from zetema_sim.experiments.verdict.findings import Verdict
    from zetema_sim.experiments.verdict.so_far import SoFar
    from zetema_sim.work import WorkerOptions

# As `experiments.verdict.question` has them; a test holds them together.
DEFAULT_PRECISION = 0.005
DEFAULT_CEILING = 400_000
DEFAULT_PLAYERS = "2,3,4"

_SETTING = re.compile(r"[A-Za-z][A-Za-z0-9_]*=(?!.*\.py)[^/]*")


@click.command("verdict")
@click.argument("name", metavar="STRATEGY")
@click.option(
    "--field",
    "field",
    multiple=True,
    metavar="A,B,...",
    help="Whom the other seats are drawn from; STRATEGY is always among them.  "
    "[default: the shipped strategies]",
)
@click.option(
    "--players",
    "players",
    default=DEFAULT_PLAYERS,
    show_default=True,
    metavar="N,N,...",
    help="At how many players; sides are the rules' first.",
)
@click.option(
    "--rules",
    "rules",
    multiple=True,
    metavar="PRESET|FILE,...",
    help="Under which rules; the first is the base of what is varied.  [default: all "
    "presets, parlett first]",
)
@options.SET
@click.option(
    "--ablate",
    multiple=True,
    metavar="SETTING=VALUE",
    help="What switches the plan off, beside plan=0 and suit=1 where STRATEGY has "
    "them; may be given several times.",
)
@options.FOLDERS
@options.SEED
@click.option(
    "--precision",
    type=options.Real(0.0005, 0.2),
    metavar="P",
    default=DEFAULT_PRECISION,
    show_default=True,
    help="Half-width aimed at for each share against the field; four times as much "
    "for head to head, plan and rules.",
)
@click.option(
    "--matches",
    "ceiling",
    type=options.WholeNumber(1, options.MOST_MATCHES),
    metavar="N",
    default=DEFAULT_CEILING,
    show_default=True,
    help="The most matches that one table gets.",
)
@options.ON_FAULT
@options.working
@options.saving
@options.JSON
@options.QUIET
def verdict(
    name: str,
    field: tuple[str, ...],
    players: str,
    rules: tuple[str, ...],
    overrides: tuple[str, ...],
    ablate: tuple[str, ...],
    folders: tuple[Path, ...],
    seed: int,
    precision: float,
    ceiling: int,
    on_fault: str,
    working: WorkerOptions,
    saving: Saving,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say whether one strategy is strong.

    It plays against a field at each player count and under each rule set, head to head
    against each of the field, with its plan switched off, and with single rules
    changed. The answer is a word: dominant, strong, average, weak, hopeless, undecided
    or not in these rules; docs/verdict.md has the thresholds.

    \b
    Examples:
      zetema verdict imperial-flush
      zetema verdict marriage-hoarder --players 2 --ablate wait_for=1
      zetema verdict ./mine.py --field greedy,balanced --rules parlett --json
    """
    from zetema_sim.cli.output import finish, showing_so_far
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.experiments.verdict.question import question_of

    question = question_of(
        name,
        field=list(names_in(field)),
        players=_counts(players),
        rules=[part for text in rules for part in text.split(",")],
        overrides=overrides,
        ablate=ablate,
        folders=folders,
        seed=seed,
        precision=precision,
        ceiling=ceiling,
        on_fault=on_fault,
    )
    from zetema_sim.experiments.manifest import of_verdict
    from zetema_sim.experiments.verdict.experiment import verdict as ask
    from zetema_sim.experiments.verdict.text import plan_text

    manifest = of_verdict(question)
    with saving.begun(manifest, quiet=quiet) as saving:
        if not quiet:
            options.tell_plan(
                plan_text(question), working.plan_text(question.strategies)
            )
        so_far = partial(_output, manifest=manifest)
        with (
            telling_replay(),
            working.workers(question.strategies, forfeits=question.forfeits) as workers,
            showing_so_far(so_far, workers, as_json=as_json),
            progress_of("playing", quiet=quiet) as progress,
        ):
            found = ask(question, work=saving.work(workers), progress=progress)
        output = _output(found, manifest)
        finish(output, workers=workers, saving=saving, as_json=as_json)


def names_in(texts: Sequence[str]) -> Iterator[str]:
    """Yield names parted by commas; NAME=NUMBER is a setting of the name before."""
    for text in texts:
        name = ""
        for part in text.split(","):
            if name and ":" in name and _SETTING.fullmatch(part):
                name += f",{part}"
                continue
            if name:
                yield name
            name = part.strip()
        if name:
            yield name


def _counts(text: str) -> list[int]:
    counts: list[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        if not first.isdecimal() or (dots and not last.isdecimal()):
            raise click.UsageError(f"--players {text}: write 2,3,4 or 2..4")
        if int(last or first) > 6 or int(first) > int(last or first):
            raise click.UsageError(f"--players {text}: 2 to 6 may play")
        counts += range(int(first), int(last or first) + 1)
    return counts


def _output(found: Verdict | SoFar, manifest: Manifest) -> Output:
    from zetema_sim.cli.output import Folder, Output
    from zetema_sim.experiments.verdict.json_form import as_json
    from zetema_sim.experiments.verdict.so_far import SoFar
    from zetema_sim.experiments.verdict.so_far import as_text as so_far_text
    from zetema_sim.experiments.verdict.tables import tables
    from zetema_sim.experiments.verdict.text import as_text

    if isinstance(found, SoFar):
        return Output(found, text=lambda: so_far_text(found))
    return Output(
        found,
        text=lambda: as_text(found),
        json=lambda: as_json(found),
        folder=lambda: Folder(manifest, tables(found)),
    )

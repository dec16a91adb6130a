"""Write docs/strategies.md anew: ``python scripts/write_strategies_docs.py``.

The strategies are told as their files have them. With ``--matches N`` their win shares
are measured too, which takes a while; without it the tables stay as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "strategies.md"

sys.path.insert(0, str(ROOT))
from zetema_sim import __version__  # noqa: E402 - found by the line above
from zetema_sim.common.cache_folder import hash_of  # noqa: E402
from zetema_sim.roster.lookup import Strategy, load, shipped_names  # noqa: E402

OTHERS = ("random", "greedy")
# Players and sides of each column; solo says what every seat for itself is worth.
TABLES = ((2, "solo"), (3, "solo"), (4, "solo"), (5, "solo"), (6, "solo"), (4, "2x2"))
START, END = "<!-- measured: start -->", "<!-- measured: end -->"

HEAD = """\
# The strategies

What `zetema strategies` lists, told in full; `scripts/write_strategies_docs.py` writes this page from the files in `strategies/`.
How to write one of your own: [write-a-strategy.md](write-a-strategy.md).

| strategy | what it does |
|---|---|
"""  # noqa: E501 - a sentence a line
MEASURED = """\
## How strong they are

Wins of 100 against `random` and `greedy` alone, fifty being fair: parlett rules, every seat for itself, and in the last column two partnerships of two.
Where there are more seats than two, all line-ups that hold both are played, and the wins of all seats of a strategy count.
± is half the 95 % interval.
What beats `random` is no proof of strength; who beats whom in a field of good players is what `zetema tournament` tells.
"""  # noqa: E501 - likewise


def page(measured: str) -> str:
    """Return the page with some text in the place of what was measured."""
    strategies = [load(name) for name in shipped_names()]
    rows = "".join(
        f"| [`{each.name}`](#{each.name}) | {each.file.summary} |\n"
        for each in strategies
    )
    parts = [HEAD + rows, *map(_section, strategies)]
    parts.append(f"{MEASURED}\n{START}\n\n{measured.strip()}\n\n{END}\n")
    return "\n".join(parts)


def _section(strategy: Strategy) -> str:
    """Return a strategy's own part of the page."""
    file = strategy.file
    idea = file.docstring.rpartition("Source:")[0].partition("\n")[2].strip()
    paragraphs = [" ".join(part.split()) for part in idea.split("\n\n")]
    lines = [f"## {strategy.name}", "", file.summary, ""]
    lines += [line for part in paragraphs if part for line in (part, "")]
    lines += [f"Source: {file.source}", ""]
    if file.settings:
        lines += ["| setting | default | least | most |", "|---|---|---|---|"]
        lines += [
            f"| `{name}` | {default} | {least} | {most} |"
            for name, (default, least, most) in file.settings.items()
        ]
        lines.append("")
    return "\n".join(lines)


def measured_in(text: str) -> str:
    """Return what stands between the marks of a page, empty if there is none."""
    return text.partition(START)[2].partition(END)[0].strip()


def measure(matches: int, seed: int) -> str:
    """Return the tables of win shares, and what made them."""
    names = [*shipped_names()]
    field = hash_of([load(name).source_hash.encode() for name in names])[:12]
    command = "python scripts/write_strategies_docs.py"
    command += f" --matches {matches} --seed {seed}"
    parts = []
    for other in OTHERS:
        parts.append(f"Against `{other}`:\n\n{_table(names, other, matches, seed)}")
    parts.append(
        f"Made by `{command}` with zetema-sim {__version__}, field {field}; "
        f"{matches:,} matches a cell, each of which "
        f"`zetema compare NAME OTHER --players N --sides S --matches {matches} "
        f"--seed {seed}` repeats."
    )
    return "\n\n".join(parts)


def _table(names: list[str], other: str, matches: int, seed: int) -> str:
    heads = [f"{players} {sides}" for players, sides in TABLES]
    lines = [
        f"| strategy | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(heads)}",
    ]
    for name in names:
        if name != other:
            cells = " | ".join(_cells(name, other, matches, seed))
            lines.append(f"| `{name}` | {cells} |")
    return "\n".join(lines)


def _cells(name: str, other: str, matches: int, seed: int) -> Iterator[str]:
    from zetema_sim.experiments.compare.experiment import compare
    from zetema_sim.experiments.compare.tables import as_json
    from zetema_sim.playing.seating import TableOptions, set_up

    for players, sides in TABLES:
        choices = TableOptions(players=players, sides=sides, seed=seed)
        setup = set_up([name, other], choices, matches)
        told = as_json(setup, compare(setup.run))
        (entry,) = [each for each in told["strategies"] if each["name"] == name]
        low, high = entry["win_share_ci95"]
        yield f"{100 * entry['win_share']:.1f} ± {50 * (high - low):.1f}"
    click.echo(f"{name} against {other}", err=True)


@click.command()
@click.option("--matches", type=click.IntRange(1), help="Measure, so many a cell.")
@click.option("--seed", type=int, default=20, show_default=True)
def main(matches: int | None, seed: int) -> None:
    """Write docs/strategies.md."""
    old = PAGE.read_text("utf-8") if PAGE.exists() else ""
    measured = measured_in(old) if matches is None else measure(matches, seed)
    PAGE.write_text(page(measured), "utf-8")


if __name__ == "__main__":
    main()

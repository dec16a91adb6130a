"""Measure what blocks are worth, and write the tables of docs/statistics.md.

A block plays one sequence of shuffles in all rotations of the seats. The first table
says how many independent matches one of its matches is worth in one line-up, the second
over all line-ups of two strategies, which share their shuffles. The third one says by
what factor a linear model on the hands that were dealt would raise the first: fitted on
the blocks of one seed, frozen, and applied to those of another. It takes some minutes;
``--matches`` makes it shorter and less sure.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "statistics.md"

sys.path.insert(0, str(ROOT))
from zetema_sim.experiments.compare.experiment import compare  # noqa: E402
from zetema_sim.kernel import counters  # noqa: E402 - found by the line above
from zetema_sim.kernel.chance import shuffled_deck  # noqa: E402
from zetema_sim.playing.seating import TableOptions, set_up  # noqa: E402
from zetema_sim.table_rules import SIXTIETHS  # noqa: E402

PAIRS = (
    ("greedy", "marriage-hoarder"),
    ("balanced", "imperial-flush"),
    ("first-chance", "random"),
)
PLAYERS = range(2, 7)

Floats = npt.NDArray[np.float64]


def gain_of(pair: tuple[str, str], players: int, matches: int) -> float:
    """Return the gain of blocks in the line-up of one strategy among others."""
    choices = TableOptions(players=players, sides="solo")
    return compare(set_up(_one_among(pair, players), choices, matches).run).gain


def lineups_gain_of(pair: tuple[str, str], players: int, matches: int) -> float:
    """Return the gain of blocks over all line-ups of the pair."""
    choices = TableOptions(players=players, sides="solo")
    return compare(set_up(pair, choices, matches).run).gain


def _one_among(pair: tuple[str, str], players: int) -> list[str]:
    return [pair[0], *[pair[1]] * (players - 1)]


def luck_gain_of(pair: tuple[str, str], players: int, matches: int) -> float:
    """Return the factor that a model on the hands dealt adds, on fresh blocks."""
    fitted, held = (blocks_of(pair, players, seed, matches) for seed in (101, 202))
    features, wins = fitted
    frozen, *_ = np.linalg.lstsq(_centred(features), wins - wins.mean(), rcond=None)
    features, wins = held
    left = wins - wins.mean() - _centred(features) @ frozen
    return float(wins.var() / left.var()) if left.var() else 1.0


def blocks_of(
    pair: tuple[str, str], players: int, seed: int, matches: int
) -> tuple[Floats, Floats]:
    """Return ``[block, feature]`` of the hands, and the first strategy's wins."""
    choices = TableOptions(players=players, sides="solo", seed=seed)
    setup = set_up(_one_among(pair, players), choices, matches)
    (table,) = setup.tables
    table.prepare()
    blocks = matches // players
    wins = table.play_blocks(0, blocks).sums[:, 0, counters.WINS] / SIXTIETHS
    each = setup.table_rules.deal_size
    features = [_hands(seed, block, players, each) for block in range(blocks)]
    return np.array(features), wins.astype(float)


def _hands(seed: int, block: int, players: int, each: int) -> Floats:
    """Return what the seats' first hands are worth, seat by seat."""
    cards = shuffled_deck(seed, block, 0)[: players * each].reshape(players, each)
    suit, rank = cards // 16, cards % 16
    held = np.zeros((players, 4, 13))
    np.add.at(held, (np.arange(players)[:, None], suit, rank), 1)
    imperial = held[:, 0].sum(axis=1)
    marriages = np.minimum(held[:, :, 11], held[:, :, 12]).sum(axis=1)
    royals = held[:, :, 11:].sum(axis=(1, 2))
    longest = (held > 0).sum(axis=2)[:, 1:].max(axis=1)
    same_rank = held.sum(axis=1).max(axis=1)
    run = held[:, 0] > 0
    neighbours = (run[:, 1:] & run[:, :-1]).sum(axis=1)
    plain = (imperial, imperial**2, marriages, royals, longest, same_rank, neighbours)
    seats = np.stack(plain, axis=1)
    return np.concatenate([seats.ravel(), seats.sum(axis=0), seats.max(axis=0)])


def _centred(features: Floats) -> Floats:
    centred: Floats = features - features.mean(axis=0)
    return centred


def table_of(title: str, rows: dict[tuple[str, str], list[float]]) -> str:
    """Return a table in markdown."""
    heads = " | ".join(f"{players} players" for players in PLAYERS)
    lines = [f"| {title} | {heads} |", f"|---|{'---|' * len(PLAYERS)}"]
    for pair, gains in rows.items():
        shown = " | ".join(f"{gain:.2f}" for gain in gains)
        lines.append(f"| {pair[0]}, {pair[1]} | {shown} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000, help="of each run")
    matches = parser.parse_args().matches
    page = PAGE.read_text("utf-8")
    for name, measured, title in (
        ("gain", gain_of, "one line-up"),
        ("line-ups", lineups_gain_of, "all line-ups"),
        ("luck", luck_gain_of, "more by a model on luck"),
    ):
        rows = {
            pair: [measured(pair, players, matches) for players in PLAYERS]
            for pair in PAIRS
        }
        text = f"{table_of(title, rows)}\n\nMeasured with {matches:,} matches each.\n"
        print(text, flush=True)
        marks = rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
        page = re.sub(marks, rf"\g<1>{text}\g<2>", page, flags=re.DOTALL)
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()

"""How fast it is here: starting and playing.

Figures are medians of several rounds; a round measures everything once, so that a
machine that is busy for a while slows all line-ups alike.
"""

from __future__ import annotations

import json
import platform
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle, islice
from statistics import median
from typing import TYPE_CHECKING, Any

from zetema_sim import __version__
from zetema_sim.common.children import ask
from zetema_sim.kernel import counters
from zetema_sim.playing.seating import DEFAULT_SEED, TableOptions, set_up

if TYPE_CHECKING:
    from zetema_sim.playing.run import Run
    from zetema_sim.work.blocks import Outcome

PLAYERS = (2, 3, 4, 5, 6)
MIXED = ("greedy", "marriage-hoarder", "assembly-chaser", "imperial-flush", "random")
LINE_UPS = {"greedy": ("greedy",), "mixed": MIXED}  # repeated to fill the seats
SECONDS, ROUNDS = 0.5, 5
_TRIAL_MATCHES = 500

Tell = Callable[[str], None]


class BenchError(Exception):
    """A start that cannot be measured."""


# Starting


@dataclass(frozen=True)
class Start:
    """Seconds that a new process takes before it can play."""

    libraries: float  # numpy and numba
    kernel: float  # the engine: compiled, or loaded from the cache
    strategies: dict[str, float]  # each likewise


def starts() -> tuple[Start, Start]:
    """Return how a process starts that finds nothing compiled, and the one after it."""
    with tempfile.TemporaryDirectory(prefix="zetema-bench-") as cache:
        return _start(cache), _start(cache)


def _start(cache: str) -> Start:
    code = f"from {__name__} import tell_start; tell_start()"
    done = ask(code, NUMBA_CACHE_DIR=cache)
    if done.returncode:
        told = _last_line(done.stderr.decode("utf-8", "replace"))
        raise BenchError(f"the start of a process failed: {told}")
    return Start(**json.loads(done.stdout))


def tell_start() -> None:
    """Print, in a process of its own, how long its start took."""
    started = time.perf_counter()
    import numba  # noqa: F401 - its import is what is measured

    libraries = time.perf_counter()
    from zetema_sim.work import blocks as work_blocks  # noqa: F401 - importing it compiles the kernel

    kernel = time.perf_counter()
    from zetema_sim.roster.lookup import load

    strategies = {}
    for name in MIXED:
        before = time.perf_counter()
        _ = load(name).file.pointers
        strategies[name] = time.perf_counter() - before
    start = Start(libraries - started, kernel - libraries, strategies)
    print(json.dumps(asdict(start)))


# Playing


@dataclass
class Speed:
    """A line-up's speed; seconds of each round on one thread and on all."""

    line_up: str
    players: int
    matches: int
    threads: int
    turns: int = 0
    one_thread: list[float] = field(default_factory=list)
    all_threads: list[float] = field(default_factory=list)

    def add(self, one: Outcome, every: Outcome) -> None:
        """Add a round: what one thread and what all of them came to."""
        self.turns = int(one.tally.totals[counters.ALL_TURNS])
        self.one_thread.append(one.seconds)
        self.all_threads.append(every.seconds)

    @property
    def speed_up(self) -> float:
        """How many times as fast all threads are as one."""
        return median(self.one_thread) / median(self.all_threads)

    def rates(self, seconds: Sequence[float]) -> dict[str, float]:
        """Return the figures of some rounds: matches and turns a second, ns a turn."""
        usual = median(seconds)
        return {
            "matches_per_second": self.matches / usual,
            "turns_per_second": self.turns / usual,
            "ns_per_turn": usual / self.turns * 1e9,
        }

    def as_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return {
            "line_up": self.line_up,
            "players": self.players,
            "matches": self.matches,
            "turns": self.turns,
            "threads": self.threads,
            "one_thread": self.rates(self.one_thread),
            "all_threads": self.rates(self.all_threads),
            "speed_up": self.speed_up,
        }


def speeds(
    seconds: float, rounds: int, threads: int, seed: int, tell: Tell
) -> list[Speed]:
    """Return the speed of each line-up.

    Parameters
    ----------
    seconds
        About how long a line-up plays in a round on one thread.
    rounds
        How often everything is measured.
    threads
        What counts as all threads.
    seed
        What the shuffles come from.
    tell
        Called with a line before whatever takes a while.
    """
    from zetema_sim.work import Work
    from zetema_sim.work import blocks as work_blocks

    tell("warming up")
    measured: list[tuple[Speed, Run]] = []
    for name, strategies in LINE_UPS.items():
        for players in PLAYERS:
            seats = [*islice(cycle(strategies), players)]
            run = _run_of(seats, seconds, seed)
            speed = Speed(name, players, run.total, threads)
            measured.append((speed, run))
    for number in range(rounds):
        tell(f"round {number + 1} of {rounds}")
        for speed, run in measured:
            one, every = (work_blocks.play(run, Work.on(n)) for n in (1, threads))
            speed.add(one, every)
    return [speed for speed, _ in measured]


def _run_of(seats: Sequence[str], seconds: float, seed: int) -> Run:
    """Return a run that lasts about so long on one thread, of whole cycles."""
    from zetema_sim.work import Work
    from zetema_sim.work import blocks as work_blocks

    choices = TableOptions(len(seats), "solo", seed=seed)
    trial = set_up(seats, choices, _TRIAL_MATCHES).run
    work_blocks.play(trial, Work.on(1))  # the first calls of anything are slow
    usual = work_blocks.play(trial, Work.on(1)).seconds / trial.total
    return set_up(seats, choices, max(1, int(seconds / usual))).run


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "nothing was said"


# All of it


@dataclass
class SpeedReport:
    """All that was measured."""

    cold: Start
    warm: Start
    speeds: list[Speed]

    def as_json(self) -> dict[str, Any]:
        """Return everything as one object."""
        import numba

        return {
            "schema": 2,
            "version": __version__,
            "python": platform.python_version(),
            "numba": numba.__version__,
            "start": {"empty_cache": asdict(self.cold), "warm": asdict(self.warm)},
            "line_ups": [speed.as_json() for speed in self.speeds],
        }

    def as_text(self) -> str:
        """Return the figures as tables of at most 80 columns."""
        return "\n".join([*self._start_lines(), *self._speed_lines()])

    def _start_lines(self) -> list[str]:
        rows = [("libraries", self.cold.libraries, self.warm.libraries)]
        rows.append(("kernel", self.cold.kernel, self.warm.kernel))
        for name, seconds in self.cold.strategies.items():
            rows.append((name, seconds, self.warm.strategies[name]))
        lines = [f"{'seconds to start':22}{'nothing compiled':>16}{'compiled':>12}"]
        lines += [f"{name:22}{cold:16.2f}{warm:12.2f}" for name, cold, warm in rows]
        return [*lines, ""]

    def _speed_lines(self) -> list[str]:
        threads = self.speeds[0].threads
        every = f"{threads} threads" if threads > 1 else "1 thread"
        lines = [
            f"{'':17}{'1 thread':>31}{every:>23}",
            f"{'line-up':9}{'players':>8}{'matches/s':>11}{'turns/s':>12}"
            f"{'ns/turn':>8}{'matches/s':>11}{'turns/s':>12}{'gain':>7}",
        ]
        for speed in self.speeds:
            one, every_thread = map(speed.rates, (speed.one_thread, speed.all_threads))
            lines.append(
                f"{speed.line_up:9}{speed.players:8}{one['matches_per_second']:11,.0f}"
                f"{one['turns_per_second']:12,.0f}{one['ns_per_turn']:8.1f}"
                f"{every_thread['matches_per_second']:11,.0f}"
                f"{every_thread['turns_per_second']:12,.0f}{speed.speed_up:7.2f}"
            )
        return [
            *lines,
            "mixed: as many as there are players of",
            f"  {', '.join(MIXED)}",
        ]


def measure(
    seconds: float = SECONDS,
    rounds: int = ROUNDS,
    threads: int | None = None,
    seed: int = DEFAULT_SEED,
    tell: Tell = lambda line: None,
) -> SpeedReport:
    """Return all figures.

    Parameters
    ----------
    seconds, rounds, seed, tell
        As `speeds` has them.
    threads
        What counts as all threads; all cores if None.

    Raises
    ------
    BenchError
        If a start cannot be measured.
    """
    from zetema_sim.work import default_threads

    tell("starting with nothing compiled")
    cold, warm = starts()
    measured = speeds(seconds, rounds, threads or default_threads(), seed, tell)
    return SpeedReport(cold, warm, measured)

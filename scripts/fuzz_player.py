"""The child of fuzz_strategies.py: loads, compiles and plays the files it is told.

It reads a job a line from stdin and answers with lines of JSON: each step that it
begins, then what came of the file. What ends this process (a crash, a step that takes
too much processor time) tells its parent enough.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import os
import random
import resource
import signal
import sys
import tempfile
import traceback
import types
import warnings
from copy import deepcopy
from itertools import zip_longest
from pathlib import Path
from typing import Any, TextIO, cast

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402 - see above

from tests.kit.tables import comparable  # noqa: E402
from zetema_sim.common.children import bound  # noqa: E402
from zetema_sim.faults import StrategyError, StrategyFault  # noqa: E402
from zetema_sim.playing.seating import Setup, TableOptions, full_line_up  # noqa: E402
from zetema_sim.playing.table import Table  # noqa: E402
from zetema_sim.replaying.events import ENGINES, match_events  # noqa: E402
from zetema_sim.roster.file import StrategyFile, read_strategy  # noqa: E402
from zetema_sim.rules.ruleset import PRESETS, preset  # noqa: E402
from zetema_sim.rules.sides import arrangements  # noqa: E402

MEMORY = 6 << 30  # bytes that the process may take
SECONDS = {"load": 20, "compile": 90, "play": 6, "plain": 12}  # of the processor
MATCHES, TABLES, PLAIN_TABLES = 60, 4, 2
HOUSE_RULES = (
    *("match.target=60", "turn.marriage_also_discards=true", "run.length=4"),
    *("draw.to=9", "flush.imperial=any", "match.mode=single_deal", "sequence.ace=both"),
)
REACHES = ("open", "socket.", "subprocess.", "os.", "ctypes.", "shutil.", "import")
_IMPORTER = read_strategy.__code__.co_filename
INT64 = range(-(2**63), 2**63)

Job = dict[str, Any]


class Trial:
    """What becomes of one file.

    Parameters
    ----------
    job
        Its `path` and the `number` that chooses tables.
    out
        Where steps are told.
    """

    def __init__(self, job: Job, out: TextIO) -> None:
        self.path = Path(job["path"])
        self.rng = random.Random(job["number"])
        self.out = out
        self.found: Job = {
            "refused": None,
            "matches": 0,
            "played": [],
            "bad": {},
            "known": {},
        }

    def run(self) -> Job:
        """Return what was found; what should never be is in ``bad``, by kind."""
        sys.stdout.flush()
        printed = os.lseek(1, 0, os.SEEK_END)
        try:
            self._step("load")
            file = self._load()
            self._step("compile")
            _ = file.pointers
            self._step("play")
            places = [self._place() for _ in range(TABLES)]
            self._play(places)
            sys.stdout.flush()
            if os.lseek(1, 0, os.SEEK_END) != printed:
                self.found["bad"]["prints"] = "it prints when loaded or compiled"
            self._step("plain")
            for setup, table in places[:PLAIN_TABLES]:
                self._compare(file, setup, table, self.rng.randrange(1000))
        except StrategyError as error:
            self._refuse(str(error))
        except Exception:
            self.found["bad"]["exception"] = traceback.format_exc()
        self.found["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        signal.setitimer(signal.ITIMER_PROF, 0)
        return self.found

    def _step(self, name: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS[name])
        print(json.dumps({"step": name}), file=self.out, flush=True)

    def _refuse(self, text: str) -> None:
        self.found["refused"] = _without_folder(text, self.path)
        if "\n" in text or len(text) > 3000:
            self.found["bad"]["message"] = f"refused with {text[:4000]!r}"

    def _load(self) -> StrategyFile:
        """Read the file and run it as plain code, watched."""
        before = _global_state()
        with Watched(self.path) as watched:
            try:
                file = read_strategy(self.path)
                constants = _digest(_values(vars(file.plain)))
                _ = file.for_numba
            finally:
                if watched.events:
                    self.found["bad"]["reaches"] = f"at load: {watched.events[:5]}"
                if _global_state() != before:
                    self.found["bad"]["state"] = "it changes numpy's state"
        self.found["constants"] = constants
        return file

    def _place(self) -> tuple[Setup, Table]:
        """Return a table at random, with the strategy on every second seat."""
        players = self.rng.randint(2, 6)
        sides = self.rng.choice(arrangements(players))
        rules = self.rng.choice([*PRESETS])
        needs = () if 5 in preset(rules)["players"] else ("players=2,3,4,5,6",)
        house = (self.rng.choice(HOUSE_RULES),) if self.rng.random() < 0.3 else ()
        choices = TableOptions(players, sides, rules, (*needs, *house))
        names = [(str(self.path), "random")[seat % 2] for seat in range(players)]
        setup = full_line_up(names, choices)
        return setup, setup.tables[0]

    def _play(self, places: list[tuple[Setup, Table]]) -> None:
        """Play some blocks at each table and note what they came to."""
        for _, table in places:
            length = len(table.lineup.seatings) / len(table.lineup.orders)
            blocks = math.ceil(MATCHES / length)
            try:
                played = table.play_blocks(0, blocks)
                self.found["matches"] += round(blocks * length)
                self.found["played"].append(_digest([played.sums, *played.tally]))
            except StrategyFault as fault:
                self.found["played"].append(_without_folder(str(fault), self.path))

    def _compare(self, file: StrategyFile, setup: Setup, table: Table, n: int) -> None:
        """Note where the engines differ in match `n` of a table."""
        with warnings.catch_warnings(), Watched(self.path) as watched:
            warnings.simplefilter("ignore")
            compiled, plain = (_told(setup, table, n, engine) for engine in ENGINES)
        if watched.events:
            self.found["bad"]["reaches"] = f"in play: {watched.events[:5]}"
        if "fault" in compiled[-1]:  # the kernel tells nothing of such a match
            compiled, plain = compiled[-1:], plain[-1:]
        for event, other in zip_longest(compiled, plain):
            if event != other:
                kind = _why(file, setup, table, n) or "differs"
                text = f"{setup.replay_command(table.lineup, n)}\nkernel: {event}\n"
                text = _without_folder(f"{text}reference: {other}", self.path)
                self.found["bad" if kind == "differs" else "known"][kind] = text
                return


def _told(setup: Setup, table: Table, match: int, engine: str) -> list[Job]:
    """Return a match's events, a fault as the last of them."""
    told: list[Job] = []
    events = match_events(table, setup.rules, setup.sides, match, engine)
    try:
        for event in comparable(events):
            told.append(event)
    except StrategyFault as fault:
        words = fault.reason.replace(",", "").replace(":", "").split()
        if "no whole number" in fault.reason or "bool" in fault.reason:
            words = ["half"]
        where = (fault.strategy, fault.seat, fault.deal, fault.turn, fault.phase)
        told.append({"fault": [*where, *words[:2]]})
    return told


# Why plain and compiled code may differ, as is documented


def _why(file: StrategyFile, setup: Setup, table: Table, match: int) -> str:
    """Return what known thing makes the engines differ, empty if none does.

    ``overflow``: a number beyond 64 bits. ``shift``: one by a negative number of bits,
    or by more than 63. ``power``: a negative one of whole numbers. ``half``: an answer
    that is no whole number.
    ``unused``: an error in working out what is never used, which numba leaves out.
    """
    seen: set[str] = set()

    def told(change: ast.NodeTransformer) -> list[Job]:
        tree = ast.fix_missing_locations(change.visit(ast.parse(file.text)))
        module = types.ModuleType("changed")
        vars(module)["_noted"] = lambda value: _note(value, INT64, "overflow", seen)
        vars(module)["_shift"] = lambda value: _note(value, range(64), "shift", seen)
        vars(module)["_power"] = lambda value: _note(value, range(2**63), "power", seen)
        vars(module)["__builtins__"] = vars(file.plain)["__builtins__"]
        plain = vars(file)["plain"]
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                code: Any = compile(cast(ast.Module, tree), str(file.path), "exec")
                exec(code, vars(module))
                vars(file)["plain"] = module
                return _told(setup, table, match, "reference")
        finally:
            vars(file)["plain"] = plain
            if any("overflow" in str(each.message) for each in warned):
                seen.add("overflow")

    if told(_Noting())[-1].get("fault", [])[-1:] == ["half"]:
        seen.add("half")
    if not seen:
        used = told(_Unused(ast.parse(file.text)))
        compiled = _told(setup, table, match, "kernel")
        if used[-1] == compiled[-1] and ("fault" in used[-1] or used == compiled):
            seen.add("unused")
    return min(seen, default="")


class _Unused(ast.NodeTransformer):
    """Leaves out assignments to names that nothing reads, and values alone."""

    def __init__(self, tree: ast.Module) -> None:
        self.read, before = _reads(tree), set[str]()
        while before != self.read:  # what only unused things read is not used either
            before = self.read
            self.read = _reads(self.visit(deepcopy(tree)))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Leave out what is not read."""
        return self._kept(node, node.targets)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave out what is not read."""
        return self._kept(node, [node.target])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Leave out what is not read."""
        return self._kept(node, [node.target])

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Leave out a value that nobody takes, but for what changes something."""
        call = node.value
        is_change = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        return node if is_change else ast.copy_location(ast.Pass(), node)

    def _kept(self, node: ast.stmt, targets: list[ast.expr]) -> ast.AST:
        stored = {name for target in targets for name in _stored(target)}
        return node if stored & self.read else ast.copy_location(ast.Pass(), node)


def _stored(target: ast.expr) -> set[str]:
    """Return the names that an assignment changes, be it by an index."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}


def _reads(tree: ast.AST) -> set[str]:
    """Return the names that are read otherwise than to change what they stand for."""
    changes = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            own = {name for target in targets for name in _stored(target)}
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            changes |= {each for each in names if each.id in own}
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node not in changes
    }


class _Noting(ast.NodeTransformer):
    """Hands each number that is worked out to `_note`."""

    def visit(self, node: ast.AST) -> ast.AST:
        """Wrap an operation or a call; assignments like += become plain ones."""
        node = self.generic_visit(node)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            name = ast.Name(node.target.id, ast.Load())
            value = self._wrapped(ast.BinOp(name, node.op, node.value))
            return ast.copy_location(ast.Assign([node.target], value), node)
        if isinstance(node, ast.BinOp | ast.Call | ast.UnaryOp):
            return ast.copy_location(self._wrapped(node), node)
        return node

    @staticmethod
    def _wrapped(value: ast.expr) -> ast.expr:
        if isinstance(value, ast.BinOp):
            name = {ast.LShift: "_shift", ast.RShift: "_shift", ast.Pow: "_power"}.get(
                type(value.op)
            )
            if name is not None:
                right = ast.Call(ast.Name(name, ast.Load()), [value.right], [])
                value = ast.BinOp(value.left, value.op, right)
        return ast.Call(ast.Name("_noted", ast.Load()), [value], [])


def _note(value: Any, allowed: range, kind: str, seen: set[str]) -> Any:
    """Return a value, and note a number that is not right in compiled code."""
    if isinstance(value, int | np.integer) and int(value) not in allowed:
        seen.add(kind)
    return value


# What a file may not do


class Watched:
    """Notes what a strategy's own code reaches: files, processes, other modules."""

    current: Watched | None = None

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.events: list[str] = []

    def __enter__(self) -> Watched:
        Watched.current = self
        return self

    def __exit__(self, *raised: object) -> None:
        Watched.current = None

    @staticmethod
    def hook(event: str, arguments: tuple[object, ...]) -> None:
        """Note an event if a frame of the strategy's is behind it."""
        watched = Watched.current
        if watched is None or not event.startswith(REACHES):
            return
        frame = sys._getframe().f_back
        while frame is not None and frame.f_code.co_filename != watched.path:
            if frame.f_code.co_filename == _IMPORTER:
                return  # it reads a helper file
            frame = frame.f_back
        if frame is not None:
            watched.events.append(f"{event} {arguments!r:.200}")


def _global_state() -> str:
    return repr((np.geterr(), np.get_printoptions(), np.getbufsize()))


def _values(names: dict[str, Any]) -> list[Any]:
    """Return a module's constants, and the defaults of its functions."""
    found: list[Any] = []
    for name, value in names.items():
        if isinstance(value, types.FunctionType):
            found += [name, value.__defaults__, value.__annotations__]
        elif not name.startswith("__") and not isinstance(value, types.ModuleType):
            found += [name, value]
    return found


def _digest(values: object) -> str:
    """Return a hash of numbers, texts and arrays, whichever process holds them."""
    digest = hashlib.sha256()

    def add(value: object) -> None:
        if isinstance(value, np.ndarray):
            digest.update(f"{value.dtype} {value.shape}".encode())
            digest.update(value.tobytes() if not value.dtype.hasobject else b"object")
        elif isinstance(value, tuple | list):
            digest.update(f"{type(value).__name__} {len(value)}".encode())
            for part in value:
                add(part)
        elif isinstance(value, int | float | str | bytes | np.generic | None):
            digest.update(f"{type(value).__name__} {value!r} ".encode())
        else:
            digest.update(type(value).__name__.encode())

    add(values)
    return digest.hexdigest()


def _without_folder(text: str, path: Path) -> str:
    return text.replace(str(path), "FILE")


def main() -> None:
    """Do the jobs of stdin."""
    out = os.fdopen(os.dup(1), "w")
    with tempfile.TemporaryFile() as sink:  # so that a strategy's prints are seen
        os.dup2(sink.fileno(), 1)
    bound("RLIMIT_AS", MEMORY)
    bound("RLIMIT_CORE", 0)
    sys.addaudithook(Watched.hook)
    for line in sys.stdin:
        found = Trial(json.loads(line), out).run()
        print(json.dumps({"done": found}), file=out, flush=True)


if __name__ == "__main__":
    main()

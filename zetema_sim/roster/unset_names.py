"""That every name in a function has a value wherever it is read.

Compiled code reads 0 of a name that got no value on the way, where Python raises an
error. A loop may run no time at all, unless it is seen to run; what a condition says
is not weighed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import reduce
from pathlib import Path

from zetema_sim.faults import StrategyError

# The names that have a value; None where nothing comes by.
_Set = frozenset[str]
_Way = _Set | None


def check_ways(function: ast.FunctionDef, path: Path) -> bool:
    """Refuse a function that may read a name before it has a value.

    Return whether it may end without `return`.

    Raises
    ------
    StrategyError
        With the file, the line and the name.
    """
    return _Function(function, path).check()


def names_stored(node: ast.AST) -> set[str]:
    """Return the names that something binds; a list's own ones it does not."""
    if isinstance(node, ast.comprehension):
        return set()
    if isinstance(node, ast.Name):
        return set() if isinstance(node.ctx, ast.Load) else {node.id}
    return {name for part in ast.iter_child_nodes(node) for name in names_stored(part)}


def always_true(test: ast.expr) -> bool:
    """Tell whether a condition is one in name only, as in ``while True``."""
    return isinstance(test, ast.Constant) and bool(test.value)


class _Function:
    """Follows all ways through a function."""

    def __init__(self, function: ast.FunctionDef, path: Path) -> None:
        self.function, self.path = function, path
        arguments = ast.walk(function.args)
        self.given = frozenset(n.arg for n in arguments if isinstance(n, ast.arg))
        self.own = self.given.union(*map(names_stored, function.body))
        self.left: list[_Way] = []  # where `break` leaves the innermost loop

    def check(self) -> bool:
        """Refuse it if a way leads to a name without a value; else see if one ends."""
        return self.follow(self.function.body, self.given) is not None

    def follow(self, body: Iterable[ast.stmt], way: _Way) -> _Way:
        """Return what has a value behind some statements."""
        for statement in body:
            if way is not None:
                way = self.step(statement, way)
        return way

    def step(self, node: ast.stmt, way: _Set) -> _Way:
        """Return what has a value behind a statement."""
        if isinstance(node, ast.If):
            self.read(node.test, way)
            return _both(self.follow(node.body, way), self.follow(node.orelse, way))
        if isinstance(node, ast.While | ast.For):
            return self.loop(node, way)
        if isinstance(node, ast.Break):
            self.left.append(way)
        if isinstance(node, ast.Return | ast.Expr) and node.value:
            self.read(node.value, way)
        if isinstance(node, ast.Return | ast.Break | ast.Continue):
            return None
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return self.assign(node, way)
        return way

    def assign(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, way: _Set
    ) -> _Set:
        """Return what has a value behind an assignment."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self.require(node.target, way)
        if node.value is None:
            return way
        for part in (node.value, *targets):
            self.read(part, way)
        return way.union(*map(names_stored, targets))

    def loop(self, node: ast.While | ast.For, way: _Set) -> _Way:
        """Return what has a value behind a loop."""
        outer, self.left = self.left, []
        if isinstance(node, ast.While):
            self.read(node.test, way)
            self.follow(node.body, way)
            over = None if always_true(node.test) else way
        else:
            self.read(node.iter, way)
            self.read(node.target, way)
            start = way | names_stored(node.target)
            end = self.follow(node.body, start)
            over = way
            if self.is_run(node.iter):
                over = start if end is None or _continues(node.body) else end
        behind = reduce(_both, self.left, self.follow(node.orelse, over))
        self.left = outer
        return behind

    def is_run(self, iterated: ast.expr) -> bool:
        """Tell whether a loop over this is seen to run at least once."""
        if isinstance(iterated, ast.Tuple | ast.List):
            return any(not isinstance(each, ast.Starred) for each in iterated.elts)
        if not isinstance(iterated, ast.Call) or "range" in self.own:
            return False
        if ast.unparse(iterated.func) != "range":
            return False
        try:
            return len(range(*map(ast.literal_eval, iterated.args))) > 0
        except (TypeError, ValueError, OverflowError):
            return False

    def read(self, node: ast.AST, way: _Set) -> None:
        """Refuse an expression that reads what may have no value."""
        if isinstance(node, ast.ListComp):
            for each in node.generators:
                self.read(each.iter, way)
                way |= names_stored(each.target)
                for test in each.ifs:
                    self.read(test, way)
            self.read(node.elt, way)
        elif isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self.require(node, way)
        else:
            for part in ast.iter_child_nodes(node):
                self.read(part, way)

    def require(self, name: ast.Name, way: _Set) -> None:
        """Refuse a name of the function's own that may have no value."""
        if name.id in self.own and name.id not in way:
            reason = f"reads {name.id}, which may have no value yet: not every way to "
            reason += "this line gives it one; give it one first"
            raise StrategyError(self.path, name.lineno, reason)


def _both(one: _Way, other: _Way) -> _Way:
    """Return what has a value whichever of two ways was taken."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _continues(body: list[ast.stmt]) -> bool:
    """Tell whether `continue` stands in these statements."""
    return any(isinstance(n, ast.Continue) for each in body for n in ast.walk(each))

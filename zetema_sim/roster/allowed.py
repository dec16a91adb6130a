"""Whether a strategy file keeps to its language, by its syntax tree, before it runs.

A strategy is a pure function of its view: no state, no input or output, no chance but
`View.chance`. `strategy_language` lists what may stand in a file; all else is refused
with its line, in the author's words.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Never, TypeGuard

from zetema_sim.common.wording import nearest
from zetema_sim.faults import StrategyError
from zetema_sim.roster.imports import Imports, no_member, read_imports
from zetema_sim.roster.language import (
    BUILTINS,
    FIELDS,
    KEYWORDS,
    METHODS,
    MOST_DEPTH,
    NODES,
    NUMPY,
    PRINTED,
    TYPES,
    VALUES,
    WATCHING,
)
from zetema_sim.roster.lasting_changes import check_changes
from zetema_sim.roster.settings import LOOP, is_over_cards
from zetema_sim.roster.unset_names import check_ways, names_stored

CHANCE_NAMES = frozenset({"chance", "chance_below"})  # what reads the chance number

_AT_TOP = (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
_INSTEAD = {
    ast.Set: "there are no sets; write a tuple",
    ast.Dict: "there are no dictionaries; write a tuple or an array, by number",
    ast.GeneratorExp: "there are no generators; write a list, in brackets",
    ast.Lambda: "there is no lambda; write a function with def",
    ast.JoinedStr: "texts stand in print(…) only",
    ast.ClassDef: "there are no classes; write functions",
    ast.Try: "errors are not caught; ask before whether it can be done",
    ast.NamedExpr: "`:=` is a line of its own here, with =",
    ast.MatMult: "there is no @; write a loop",
}


def check_tree(
    tree: ast.Module,
    path: Path,
    exports: Mapping[str, frozenset[str]],
    *,
    is_helper: bool = False,
) -> None:
    """Refuse a file that holds anything but what the language has.

    Parameters
    ----------
    tree, path
        The file.
    exports
        For each helper file that it imports the names that it defines.
    is_helper
        Whether it is one itself, which need not have `discard`.

    Raises
    ------
    StrategyError
        With the file, the line and the reason.
    """
    for node in tree.body:
        if not isinstance(node, _AT_TOP) and not _is_docstring(node):
            raise StrategyError(
                path,
                node.lineno,
                "a strategy file holds imports, constants and functions only",
            )
    imports = read_imports(tree, path, exports)
    _Check(path, imports, defined(tree)).visit(tree)
    check_changes(tree, path, set(imports.modules))
    _check_recursion(tree, path)
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    may_end = {name for name, each in functions.items() if check_ways(each, path)}
    if not is_helper:
        _check_interface(functions, may_end, path)


def check_depth(tree: ast.Module, path: Path) -> None:
    """Refuse what is nested so deep that Python's own tools give up."""
    level: list[ast.AST] = [tree]
    for _ in range(MOST_DEPTH):
        level = [part for node in level for part in ast.iter_child_nodes(node)]
    lines = [line for node in level if (line := getattr(node, "lineno", None))]
    if lines:
        reason = f"is nested more than {MOST_DEPTH} deep here, as a sum of so many "
        raise StrategyError(path, min(lines), f"{reason}terms is: part it")


def defined(tree: ast.Module) -> frozenset[str]:
    """Return the functions and constants that a file defines itself."""
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assigned = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    return frozenset(
        functions | {name for node in assigned for name in names_stored(node)}
    )


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


class _Check(ast.NodeVisitor):
    """Refuses what the language does not have; annotations, which nothing runs, pass.

    `known` are the names that stand for numbers, arrays and functions where it is.
    """

    def __init__(self, path: Path, imports: Imports, top: frozenset[str]) -> None:
        self.path, self.imports = path, imports
        self.known = top - {"SETTINGS"}
        self.line = 1
        self.in_function = self.printing = False

    def refuse(self, reason: str) -> Never:
        """Refuse what is being visited."""
        raise StrategyError(self.path, self.line, reason)

    def visit(self, node: ast.AST) -> None:
        """Check one node and all within it."""
        self.line = getattr(node, "lineno", self.line)
        kind = type(node)
        if isinstance(node, ast.Global | ast.Nonlocal):
            self.refuse(f"keeps state: it says {ast.unparse(node)}")
        if kind not in NODES and not (self.printing and kind in PRINTED):
            other = f"{kind.__name__} is not of the language of strategies"
            self.refuse(f"says `{_shown(node)}`: {_INSTEAD.get(kind, other)}")
        super().visit(node)

    # Statements

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        """Check where an import stands and what it names."""
        if self.in_function:
            self.refuse("imports stand at the top of the file")
        for alias in node.names:
            if alias.name == LOOP and not alias.asname:
                continue
            self.bind(alias.asname or alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Check it as the other form."""
        self.visit_Import(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Check a function: what lasts from call to call, and its body."""
        if self.in_function:
            self.refuse(f"{node.name} stands within a function: put it beside it")
        if node.decorator_list:
            self.line = node.decorator_list[0].lineno
            self.refuse(
                f"decorates {node.name} with {ast.unparse(node.decorator_list[0])}"
            )
        if getattr(node, "type_params", ()):
            self.refuse(f"{node.name} has parameters of types")
        self.bind(node.name)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit_default(default)
        names = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        for name in names:
            self.bind(name)
        outside = self.known
        self.known |= {
            *names,
            *(name for each in node.body for name in names_stored(each)),
        }
        self.in_function = True
        for statement in node.body:
            self.visit(statement)
        self.in_function, self.known = False, outside

    def visit_default(self, default: ast.expr) -> None:
        """Refuse a default that could change."""
        if any(
            isinstance(n, ast.List | ast.ListComp | ast.Call) for n in ast.walk(default)
        ):
            self.refuse(f"keeps state in the default {ast.unparse(default)}")
        self.visit(default)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Check an assignment; what SETTINGS is `strategy_settings` reads."""
        for target in node.targets:
            self.visit(target)
        if not self.is_settings(node.targets[0]):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Check an assignment without its annotation."""
        self.visit(node.target)
        if node.value and not self.is_settings(node.target):
            self.visit(node.value)

    def is_settings(self, target: ast.expr) -> bool:
        """Tell whether SETTINGS is assigned."""
        is_it = isinstance(target, ast.Name) and target.id == "SETTINGS"
        return is_it and not self.in_function

    def visit_Expr(self, node: ast.Expr) -> None:
        """Check what stands by itself: texts, and what prints or stops."""
        call = node.value
        if _is_docstring(node):
            return
        if not (isinstance(call, ast.Call) and _is_watching(call.func)):
            self.visit(call)
            return
        self.printing = True
        for part in (*call.args, *call.keywords):
            if isinstance(part, ast.keyword) and part.arg not in ("sep", "end"):
                self.refuse(f"print has no {part.arg}= here, but sep= and end=")
            self.visit(part)
        self.printing = False

    # Expressions

    def visit_Name(self, node: ast.Name) -> None:
        """Check a name: where it is bound, or what it stands for."""
        name, imports = node.id, self.imports
        if not isinstance(node.ctx, ast.Load):
            self.bind(name)
        elif name in self.known or name in TYPES:
            return
        elif name in imports.modules:
            self.refuse(f"uses the module {name} by itself; write {name}.NAME")
        elif name in imports.types:
            self.refuse(f"uses {name}, which may stand in annotations only")
        elif name == LOOP and name in imports.names:
            self.refuse(f"{LOOP} stands in `for card in {LOOP}(…):` only")
        elif name in imports.names:
            self.check_value(*imports.names[name])
        elif name in BUILTINS:
            self.refuse(f"uses {name} without calling it")
        elif name in WATCHING:
            self.refuse(f"{name}(…) is a statement of its own, within a function")
        elif name == "SETTINGS":
            self.refuse("reads SETTINGS; a setting is read as view.settings.NAME")
        else:
            known = {*self.known, *imports.names, *BUILTINS}
            self.refuse(
                f"uses {name}; there is what the file defines and imports, and "
                f"{', '.join(sorted(BUILTINS))}{nearest(name, known)}"
            )

    def bind(self, name: str) -> None:
        """Refuse a name that means something else already."""
        if name.startswith("__") or name in WATCHING:
            self.refuse(f"calls something {name}, which is Python's own name")
        if name == LOOP:
            self.refuse(f"calls something {name}, which is the loop over cards")
        if name in self.imports.modules and self.in_function:
            self.refuse(f"calls something {name}, which is a module here")

    def check_value(self, module: str, name: str) -> None:
        """Refuse a function of numpy or math that is not called."""
        if module in ("numpy", "math") and name not in VALUES:
            self.refuse(f"uses {name} of {module} without calling it")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Check a field, or a constant of a module."""
        if not isinstance(node.ctx, ast.Load):
            self.refuse(f"assigns to .{node.attr}: a strategy cannot change its view")
        if self.imports.module_of(node):
            self.refuse(f"uses the module {ast.unparse(node)} by itself")
        module = self.imports.module_of(node.value)
        if module:
            self.check_member(module, node.attr)
            self.check_value(module, node.attr)
        elif _is_settings(node.value):
            if node.attr.startswith("_"):
                self.refuse(f"reads setting {node.attr!r}: no setting begins with _")
            self.visit(node.value.value)
        elif node.attr == "settings":
            self.refuse("uses settings by itself; one is read as view.settings.NAME")
        else:
            self.visit(node.value)
            self.line = node.lineno
            self.check_field(node)

    def check_member(self, module: str, name: str) -> None:
        """Refuse what a strategy may not use of a module."""
        members = self.imports.members(module)
        if name not in members:
            self.refuse(no_member(module, name, members))

    def check_field(self, node: ast.Attribute) -> None:
        """Refuse fields that neither a view nor an array has."""
        name = node.attr
        if name in METHODS:
            self.refuse(f"uses .{name} without calling it")
        if name not in FIELDS:
            self.refuse(
                f"uses .{name}; there are the fields of the view and of its rules, "
                f".shape, .size, .ndim and .T{nearest(name, {*FIELDS, *METHODS})}"
            )

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Check a place; a setting's may be its name."""
        if not _is_settings(node.value):
            self.generic_visit(node)
            return
        self.visit(node.value.value)
        if not (isinstance(node.slice, ast.Constant) and type(node.slice.value) is str):
            self.visit(node.slice)

    def visit_For(self, node: ast.For) -> None:
        """Check a loop; one over `cards_in` binds a name and gets one value."""
        if not is_over_cards(node) or LOOP not in self.imports.names:
            self.generic_visit(node)
            return
        assert isinstance(node.iter, ast.Call)
        if len(node.iter.args) != 1 or node.iter.keywords:
            self.refuse(f"gives {LOOP} other than one word of cards")
        if not isinstance(node.target, ast.Name):
            self.refuse(f"{_shown(node.target)} is no name for a card")
        for part in (node.target, *node.iter.args, *node.body, *node.orelse):
            self.visit(part)

    def visit_Call(self, node: ast.Call) -> None:
        """Check what is called, and how much it is given."""
        most, is_own = self.check_called(node.func)
        line, name = self.line, ast.unparse(node.func)
        for keyword in node.keywords:
            if keyword.arg is None or not (is_own or keyword.arg in KEYWORDS):
                given = "**" if keyword.arg is None else f"{keyword.arg}="
                listed = ", ".join(sorted(KEYWORDS))
                self.refuse(f"gives {name} {given}; there are {listed}")
            self.visit(keyword.value)
        for value in node.args:
            self.visit(value)
        self.line = line
        if most is not None and any(isinstance(v, ast.Starred) for v in node.args):
            self.refuse(f"gives {name} values by *; write them out")
        if most is not None and len(node.args) > most:
            self.refuse(f"gives {name} {len(node.args)} values; it takes {most}")

    def check_called(self, called: ast.expr) -> tuple[int | None, bool]:
        """Return how many values it may get by place, and if any keyword is allowed."""
        if isinstance(called, ast.Name):
            name = called.id
            if name in self.known or name in BUILTINS:
                return None, name in self.known
            module, name = self.imports.names.get(name, ("", name))
            if name == LOOP and module:
                self.refuse(f"{LOOP} stands in `for card in {LOOP}(…):` only")
            if not module:
                self.visit_Name(called)
            return _most(module, name)
        if not isinstance(called, ast.Attribute):
            self.refuse(f"calls {_shown(called)}, which is not a name")
        module = self.imports.module_of(called.value) or ""
        if module:
            self.check_member(module, called.attr)
            if called.attr == LOOP:
                self.refuse(f"write `from {module} import {LOOP}`")
            return _most(module, called.attr)
        self.visit(called.value)
        if called.attr not in METHODS:
            listed = ", ".join(sorted(METHODS))
            near = nearest(called.attr, METHODS)
            self.refuse(f"calls .{called.attr}(…); there are {listed}{near}")
        return METHODS[called.attr], False

    def visit_Constant(self, node: ast.Constant) -> None:
        """Refuse texts and what else is no number."""
        if type(node.value) not in (int, float, bool, type(None)) and not (
            self.printing and type(node.value) is str
        ):
            what = "a text" if isinstance(node.value, str) else "not a number"
            self.refuse(
                f"{_shown(node)} is {what}: a strategy computes with "
                "numbers; texts stand in print(…) only"
            )

    def visit_Compare(self, node: ast.Compare) -> None:
        """Refuse `is` but for None: numbers that are equal need not be one."""
        for operator, value in zip(node.ops, node.comparators, strict=True):
            is_none = isinstance(value, ast.Constant) and value.value is None
            if isinstance(operator, ast.Is | ast.IsNot) and not is_none:
                self.refuse(f"`{_shown(node)}`: numbers are compared by ==")
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """Check a list with the names that it binds."""
        outside = self.known
        for part in node.generators:
            self.known |= set(names_stored(part.target))
        self.generic_visit(node)
        self.known = outside


def _most(module: str, name: str) -> tuple[int | None, bool]:
    if module == "numpy":
        return NUMPY.get(name, 1), False
    return None, module != "math"


def _shown(node: ast.AST) -> str:
    """Return the beginning of what stands there."""
    shown = ast.unparse(node) if hasattr(node, "lineno") else type(node).__name__
    first = shown.partition("\n")[0]
    return f"{first[:40]}…" if len(first) > 40 else first


def _is_settings(node: ast.expr) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr == "settings"


def _is_watching(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in WATCHING


# What the whole file must be


def _check_recursion(tree: ast.Module, path: Path) -> None:
    """Refuse functions that call themselves, be it by others: numba compiles none."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    calls = {
        function.name: {
            node.func.id: node.lineno
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        for function in functions
    }
    for name, called in calls.items():
        for other, line in called.items():
            if name in _reached_from(other, calls):
                by = "" if other == name else f" by {other}"
                reason = f"{name} calls itself{by}: write a loop, numba takes no other"
                raise StrategyError(path, line, reason)


def _reached_from(name: str, calls: dict[str, dict[str, int]]) -> set[str]:
    """Return a function and all that it calls, be it by others."""
    reached: set[str] = set()
    left = [name]
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += calls.get(name, ())
    return reached


def _check_interface(
    functions: Mapping[str, ast.FunctionDef], may_end: set[str], path: Path
) -> None:
    if "discard" not in functions:
        reason = "has none of discard(view), worth(view, card) and PREFERENCES, one of "
        raise StrategyError(path, None, f"{reason}which a strategy needs")
    takes = {"discard": (1, "one parameter, the view")}
    takes["declare"] = takes["discard"]
    takes["worth"] = (2, "two parameters, the view and a card")
    for name in functions.keys() & takes.keys():
        function, (count, told) = functions[name], takes[name]
        if not _takes(function.args, count):
            reason = f"{name}({ast.unparse(function.args)}): it takes {told}"
            raise StrategyError(path, function.lineno, reason)
        if name in may_end:
            reason = f"{name} may end here without an answer: `return` one"
            raise StrategyError(path, function.body[-1].lineno, reason)


def _takes(arguments: ast.arguments, count: int) -> bool:
    named = [*arguments.posonlyargs, *arguments.args]
    others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
    return len(named) == count and not any(others)


def names_used(tree: ast.AST) -> set[str]:
    """Return every name, attribute and imported name in a tree."""
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.alias):
            used.add(node.name)
    return used

"""What a strategy file may hold, checked on its syntax tree before any of it runs.

A strategy is a pure function of its view: no state, no input or output, no chance but
`View.chance`. What numba would refuse anyway is refused here too, so that the message
names the line in the author's words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

from zetema_sim.faults import StrategyError
from zetema_sim.strategy_imports import check_imports, module_names
from zetema_sim.view import View

CHANCE_NAMES = frozenset({"chance", "chance_below"})  # what reads the chance number

_FORBIDDEN_NAMES = {
    **dict.fromkeys(("eval", "exec", "compile", "__import__"), "runs other code"),
    **dict.fromkeys(("next", "iter"), "keeps state"),
    **dict.fromkeys(("id", "hash"), "differs from run to run"),
    "memoryview": "may change its view",
    **dict.fromkeys(("open", "input"), "reads or writes files"),
    **dict.fromkeys(
        ("globals", "locals", "vars", "getattr", "setattr", "delattr"),
        "reaches beyond its view",
    ),
}
_FILES = (
    *("load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "memmap", "tofile"),
    *("save", "savez", "savez_compressed", "savetxt", "dump", "dumps"),
)
# numba forgets of what the first four return that it cannot be written.
_CHANGING_FUNCTIONS = (
    *("ascontiguousarray", "asfortranarray", "flat", "nditer", "require", "copyto"),
    *("fill_diagonal", "place", "put", "put_along_axis", "putmask"),
)
_BEYOND = (
    *("ctypes", "ctypeslib", "lib", "stride_tricks", "as_strided", "core", "_core"),
    *("sys", "os", "modules", "gi_frame", "gi_code", "cr_frame", "ag_frame"),
    *("f_back", "f_locals", "f_globals", "f_builtins", "tb_frame", "tb_next"),
)
_FORBIDDEN_ATTRIBUTES = {
    "random": "uses numpy.random; chance comes from view.chance",
    **dict.fromkeys((*_CHANGING_FUNCTIONS, "at"), "may change its view"),
    **dict.fromkeys(_BEYOND, "reaches beyond its view"),
    **dict.fromkeys(_FILES, "reads or writes files"),
    **dict.fromkeys(("empty", "empty_like"), "holds what chance left there; use zeros"),
    "datetime64": "may read the clock",
}
_CHANGING_METHODS = frozenset(
    "append extend insert pop popitem remove clear update setdefault add discard "
    "sort reverse fill put itemset partition resize setfield".split()
)
_ARRAYS = frozenset(
    name for name, hint in get_type_hints(View).items() if hint not in (int, Any)
) - {"rules"}


def check_tree(tree: ast.Module, path: Path, *, is_helper: bool = False) -> None:
    """Refuse a file that does more than a strategy may.

    Raises
    ------
    StrategyError
        With the file, the line and the reason.
    """
    for node in tree.body:
        if not isinstance(
            node,
            ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign,
        ) and not _is_docstring(node):
            raise StrategyError(
                path,
                node.lineno,
                "a strategy file holds imports, constants and functions only",
            )
    check_imports(tree, path)
    for part in ast.walk(tree):
        _check_node(part, path)
    modules = module_names(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            _check_function(node, path, modules)
    _check_recursion(tree, path)
    if not is_helper:
        _check_interface(tree, path)


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _check_node(node: ast.AST, path: Path) -> None:
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            _check_name(alias.name, _FORBIDDEN_ATTRIBUTES, path, node.lineno)
    elif isinstance(node, ast.Global | ast.Nonlocal):
        keyword = "global" if isinstance(node, ast.Global) else "nonlocal"
        reason = f"keeps state: it says {keyword} {node.names[0]}"
        raise StrategyError(path, node.lineno, reason)
    elif isinstance(node, ast.Name):
        _check_name(node.id, _FORBIDDEN_NAMES, path, node.lineno)
    elif isinstance(node, ast.Attribute):
        _check_attribute(node, path)
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        _check_definition(node, path)
    elif isinstance(node, ast.Call):
        for keyword_given in node.keywords:
            if keyword_given.arg == "out":
                reason = f"calls {ast.unparse(node.func)} with out=: may change its "
                raise StrategyError(path, node.lineno, f"{reason}view")


def _check_name(name: str, refused: dict[str, str], path: Path, line: int) -> None:
    if name in refused:
        raise StrategyError(path, line, f"uses {name}: {refused[name]}")


def _check_definition(node: ast.FunctionDef | ast.Lambda, path: Path) -> None:
    """Refuse what lasts from call to call: defaults that can change, decorators."""
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        decorator = node.decorator_list[0]
        reason = f"decorates {node.name} with {ast.unparse(decorator)}"
        raise StrategyError(path, decorator.lineno, reason)
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None and _may_change(default):
            reason = f"keeps state in the default {ast.unparse(default)}"
            raise StrategyError(path, node.lineno, reason)


def _may_change(default: ast.expr) -> bool:
    displays = ast.List | ast.Dict | ast.Set
    made = ast.Call | ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp
    return any(isinstance(part, displays | made) for part in ast.walk(default))


def _check_attribute(node: ast.Attribute, path: Path) -> None:
    if not isinstance(node.ctx, ast.Load):
        raise StrategyError(
            path,
            node.lineno,
            f"assigns to .{node.attr}: a strategy cannot change its view",
        )
    is_setting = isinstance(node.value, ast.Attribute) and node.value.attr == "settings"
    if not is_setting:
        _check_name(node.attr, _FORBIDDEN_ATTRIBUTES, path, node.lineno)
    if node.attr.startswith("_"):
        raise StrategyError(
            path, node.lineno, f"uses .{node.attr}: reaches beyond its view"
        )


def _check_function(function: ast.FunctionDef, path: Path, modules: set[str]) -> None:
    """Refuse changes to anything that the function did not make or get to fill.

    A helper may fill an array that it is given behind the view. That cannot be a part
    of the view or a constant: those are read-only in both engines.
    """
    local = _local_names(function)
    if function.name not in ("discard", "declare"):
        local |= {argument.arg for argument in function.args.args[1:]}
    for target, line in _stored_subscripts(function):
        root = _root_name(target)
        is_alias = _is_view_alias(function, root)
        if root not in local or is_alias:
            is_view = is_alias or root in _parameters(function)
            reason = "cannot change its view" if is_view else "keeps no state"
            text = f"assigns to {ast.unparse(target)}: a strategy {reason}"
            raise StrategyError(path, line, text)
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if _is_view_alias(function, node.target.id, arrays=True):
                reason = f"changes {node.target.id}, which is a part of its view"
                raise StrategyError(path, node.lineno, reason)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            root = _root_name(node.func)
            if node.func.attr in _CHANGING_METHODS and root not in local | modules:
                reason = f"calls {ast.unparse(node.func)}: a strategy keeps no state "
                raise StrategyError(path, node.lineno, reason + _AND_VIEW)


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


_AND_VIEW = "and cannot change its view"


def _parameters(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in function.args.args}


def _local_names(function: ast.FunctionDef) -> set[str]:
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } - _parameters(function)


def _stored_subscripts(
    function: ast.FunctionDef,
) -> Iterator[tuple[ast.Subscript, int]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield node, node.lineno


def _root_name(node: ast.AST) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_view_alias(
    function: ast.FunctionDef, name: str, *, arrays: bool = False
) -> bool:
    """Return whether a name is assigned a part of the first parameter, as it is.

    `arrays` asks for parts that are arrays for certain.
    """
    if not function.args.args:
        return False
    view = function.args.args[0].arg
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(
            node.value, ast.Attribute | ast.Name
        ):
            names = {t.id for t in node.targets if isinstance(t, ast.Name)}
            if name in names and _root_name(node.value) == view:
                return not arrays or _is_array_of(node.value, view)
    return False


def _is_array_of(node: ast.expr, view: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == view
        and node.attr in _ARRAYS
    )


def _check_interface(tree: ast.Module, path: Path) -> None:
    functions = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    if "discard" not in functions:
        raise StrategyError(
            path, None, "has no function discard(view), which a strategy needs"
        )
    for name in ("discard", "declare"):
        if name in functions and not _takes_a_view(functions[name].args):
            reason = f"{name}({ast.unparse(functions[name].args)}): it takes one "
            reason += "parameter, the view"
            raise StrategyError(path, functions[name].lineno, reason)


def _takes_a_view(arguments: ast.arguments) -> bool:
    named = [*arguments.posonlyargs, *arguments.args]
    others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
    return len(named) == 1 and not any(others)


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

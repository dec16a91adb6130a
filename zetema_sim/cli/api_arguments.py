"""What a function of `api` is given, checked by the options of its command.

So there is one check for both ways in, and what a command refuses a function refuses.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from numbers import Real as RealNumber
from reprlib import repr as short
from typing import Any, ParamSpec, TypeVar

import click

from zetema_sim.cli.options import Real, WholeNumber, hint
from zetema_sim.cli.terminal import check_words
from zetema_sim.common.wording import nearest

Given = ParamSpec("Given")
Result = TypeVar("Result")


class ArgumentError(ValueError):
    """An argument that its command would refuse; one line for the user."""


def checked(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a function that gets what the command of its name would make of words.

    It may be given numbers of numpy, paths for texts, and one text for a list of them.
    """

    @wraps(function)
    def check(*given: Given.args, **named: Given.kwargs) -> Result:
        _check_names(function, given, named)
        bound = signature(function).bind(*given, **named)
        command = getattr(import_module(f"zetema_sim.cli.{name}"), name)
        for what in signature(function).parameters:
            if what in bound.arguments:
                parameter = _parameter(command, what)
                bound.arguments[what] = _value(parameter, what, bound.arguments[what])
            elif what == "names" and _parameter(command, what).required:
                raise ArgumentError(f"{name} takes at least one strategy")
        return function(*bound.args, **bound.kwargs)

    name = function.__name__
    return check


def _check_names(
    function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    """Refuse what a function does not take, and lack of what it needs."""
    taken = signature(function).parameters
    for what in named:
        if what not in taken or taken[what].kind is Parameter.VAR_POSITIONAL:
            hint = nearest(what, taken) or f"; there are {', '.join(taken)}"
            raise ArgumentError(f"{function.__name__} has no argument {what!r}{hint}")
    try:
        signature(function).bind(*given, **named)
    except TypeError as error:
        raise ArgumentError(f"{function.__name__}: {error}") from None


def _parameter(command: click.Command, what: str) -> click.Parameter:
    """Return the command's argument of a name, or the option written so."""
    option = f"--{what.replace('_', '-')}"
    (found,) = (p for p in command.params if p.name == what or option in p.opts)
    return found


def _value(parameter: click.Parameter, what: str, value: Any) -> Any:
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return _flag(what, value)
    if value is None and parameter.default is None and not parameter.required:
        return None
    if what == "players" and not isinstance(parameter.type, WholeNumber):
        counts = _several(what, value)  # as `verdict` reads them out of one text
        return tuple(_converted(WholeNumber(), parameter, what, n) for n in counts)
    if parameter.multiple or parameter.nargs == -1:
        values = _several(what, value)
        return tuple(_converted(parameter.type, parameter, what, v) for v in values)
    return _converted(parameter.type, parameter, what, value)


def _flag(what: str, value: Any) -> bool:
    import numpy as np

    if not isinstance(value, (bool, np.bool_)):
        raise ArgumentError(f"{what} = {_shown(value)} is neither True nor False")
    return bool(value)


def _several(what: str, value: Any) -> Iterable[Any]:
    """Return the items of a list, or the one that is given for a list."""
    if isinstance(value, (str, bytes, os.PathLike)) or not isinstance(value, Iterable):
        return (value,)
    try:
        return tuple(value)
    except TypeError:  # as numpy's numbers, which look like arrays
        return (value,)


def _converted(kind: Any, parameter: click.Parameter, what: str, value: Any) -> Any:
    """Return what an option of a kind makes of a value."""
    try:
        return kind.convert(_word(kind, what, value), parameter, None)
    except click.UsageError as error:
        told = " ".join(error.message.split())
        raise ArgumentError(f"{what} = {told.removesuffix('.')}") from None


def _word(kind: Any, what: str, value: Any) -> str:
    """Return the word that a value would be on a command line.

    Of what is none, it is one that the option refuses.
    """
    if isinstance(kind, Real):
        is_number = isinstance(value, RealNumber) and not isinstance(value, bool)
        if not is_number:
            raise ArgumentError(f"{what} = {_shown(value)} is not a number")
        return repr(float(value))
    if isinstance(kind, WholeNumber):
        try:
            if not isinstance(value, bool):
                return str(operator.index(value))
        except TypeError:
            pass
        told = f"{what} = {_shown(value)} is not a whole number{hint(str(value))}"
        raise ArgumentError(told)
    if not isinstance(value, (str, os.PathLike)):
        raise ArgumentError(f"{what} = {_shown(value)} is neither text nor path")
    text = os.fspath(value)
    if not isinstance(text, str):
        raise ArgumentError(f"{what} = {_shown(value)} is neither text nor path")
    check_words([text])
    return text


def _shown(value: Any) -> str:
    return " ".join(short(value).split())

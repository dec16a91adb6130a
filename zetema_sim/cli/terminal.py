"""What the program is given and where it prints: words, a terminal, a file, a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from zetema_sim.common.names import shown

READER_LEFT = 141  # as the shell tells a program that SIGPIPE ended


def check_stdout() -> None:
    """Refuse to work where stdout is closed, before a match is played.

    Raises
    ------
    click.ClickException
        If there is nowhere to print the answer.
    """
    if sys.stdout is None:
        raise click.ClickException("stdout is closed: there is nowhere to print to")


def check_words(words: list[str]) -> None:
    """Refuse words that are no line of text; no file or table could show them.

    Raises
    ------
    click.UsageError
        With the word, its bytes written out.
    """
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            told = ascii(os.fsencode(word))[1:]
            encoding = sys.getfilesystemencoding()
            hint = "" if encoding == "utf-8" else "; LC_ALL=C.UTF-8 takes any letter"
            raise click.UsageError(f"{told} is no {encoding} text{hint}") from None
        if not word.isprintable():
            told = f"{shown(word)} is not a word: it has what does not print in a line"
            raise click.UsageError(told)


def lose_what_waits() -> None:
    """Have what stdout does not take go nowhere: Python would complain at the end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):  # full, closed, or none
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def letting_the_reader_leave() -> Iterator[None]:
    """End quietly where who reads the answer has seen enough, as ``| head`` does.

    click and rich would leave with 1, which says that the run failed.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        lose_what_waits()
        raise click.exceptions.Exit(READER_LEFT) from None

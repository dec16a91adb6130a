import click
import pytest
from click.testing import CliRunner

from zetema_sim.cards import parse_card
from zetema_sim.cli import Commands
from zetema_sim.cli.errors import explain
from zetema_sim.faults import StrategyFault

FAULT = StrategyFault("greedy", 1, 0, 7, "discard", "answered 99,\n  no card")


def raised_by_package() -> ValueError:
    with pytest.raises(ValueError, match="is no card") as caught:
        parse_card("1X")
    return caught.value


def interrupted(cause: KeyboardInterrupt) -> click.Abort:
    error = click.Abort()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "start", "exit_code"),
    [
        (FAULT, "Error: strategy greedy (seat 1, deal 0, turn 7, discard): answ", 1),
        (raised_by_package(), "Error: '1X' is no card;", 2),
        (click.UsageError("no such thing"), "Error: no such thing", 2),
        (click.ClickException("it failed"), "Error: it failed", 1),
        (OSError(28, "No space left", "a.csv"), "Error: No space left: a.csv", 1),
        (ValueError("shapes"), "Error: ValueError: shapes (a fault of this", 1),
        (interrupted(KeyboardInterrupt()), "Interrupted.", 130),
        (interrupted(KeyboardInterrupt("12 kept")), "Interrupted: 12 kept", 130),
    ],
)
def test_errors_are_one_line_with_an_exit_code(error, start, exit_code):
    """What went wrong is told in one line; the code says whose fault it was."""
    line, code = explain(error)
    assert line.startswith(start)
    assert "\n" not in line
    assert code == exit_code


def command_that_raises(error: BaseException) -> click.Group:
    group = Commands("zetema")

    @click.command("fail")
    def fail() -> None:
        raise error

    group.get_command = lambda ctx, name: fail
    group.list_commands = lambda ctx: ["fail"]
    return group


def test_error_leaves_with_its_code_and_no_traceback():
    """A command that fails leaves nothing on stdout and one line on stderr."""
    result = CliRunner().invoke(command_that_raises(FAULT), ["fail"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "Error: strategy greedy (seat 1, deal 0, turn 7, discard): "
        "answered 99, no card\n"
    )


def test_interrupt_leaves_with_130():
    """Ctrl-C is told from failure by its code."""
    result = CliRunner().invoke(command_that_raises(KeyboardInterrupt()), ["fail"])
    assert result.exit_code == 130
    assert result.stderr.strip() == "Interrupted."


def test_debug_shows_the_traceback(monkeypatch):
    """With ZETEMA_DEBUG=1 the error comes through as Python tells it."""
    monkeypatch.setenv("ZETEMA_DEBUG", "1")
    result = CliRunner().invoke(command_that_raises(FAULT), ["fail"])
    assert result.exception is FAULT


def test_reader_that_leaves_is_no_error():
    """`zetema … | head` ends without a word."""
    error = BrokenPipeError(32, "Broken pipe")
    result = CliRunner().invoke(command_that_raises(error), ["fail"])
    assert result.output == ""


@pytest.mark.parametrize(
    ("words", "hint"),
    [(["fial"], "Did you mean fail?"), (["fail", "--hepl"], "Did you mean '--help'?")],
)
def test_misspelt_word_gets_the_nearest(words, hint):
    """What is mistyped is answered with what was probably meant."""
    result = CliRunner().invoke(command_that_raises(FAULT), words)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert result.stderr.count("\n") == 1

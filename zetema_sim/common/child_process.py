"""A child process that is sent messages and answers: both sides of its pipes.

A message is some bytes with their length before them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from typing import IO

from zetema_sim.common import children

_LENGTH = 8  # bytes


def send(pipe: IO[bytes], message: bytes) -> None:
    """Send a message."""
    pipe.write(len(message).to_bytes(_LENGTH, "big"))
    pipe.write(message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Return the next message.

    Raises
    ------
    EOFError
        If the other side has ended.
    """
    return _read(pipe, int.from_bytes(_read(pipe, _LENGTH), "big"))


def _read(pipe: IO[bytes], size: int) -> bytes:
    found = pipe.read(size)
    if len(found) < size:
        raise EOFError
    return found


def to_parent() -> tuple[IO[bytes], IO[bytes]]:
    """Return, in a child, what its parent sends and what it answers with."""
    reader, writer = children.pipes()
    return os.fdopen(reader, "rb"), os.fdopen(writer, "wb")


class ChildProcess:
    """A process that runs some code of this program (`children.python`).

    Parameters
    ----------
    code
        What is run.
    cwd
        Where; here if None.
    """

    def __init__(self, code: str, cwd: str | None = None) -> None:
        self._errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            children.python(code),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=children.environment(),
            cwd=cwd,
            # A group of its own: Ctrl-C is for the parent.
            process_group=0 if os.name == "posix" else None,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.tasks, self.answers = self.process.stdin, self.process.stdout
        self.said = ""  # the last line on its stderr, when it has ended

    def send(self, message: bytes) -> None:
        """Send it a message."""
        send(self.tasks, message)

    def receive(self) -> bytes:
        """Return its next message.

        Raises
        ------
        EOFError
            If it has ended.
        """
        return receive(self.answers)

    def end(self) -> None:
        """End it, if it has not ended."""
        if self._errors.closed:
            return
        self.process.kill()
        self.process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        self.said = lines[-1] if lines else ""
        for pipe in (self.tasks, self.answers, self._errors):
            with contextlib.suppress(OSError):  # what was not sent any more
                pipe.close()

    @property
    def signal(self) -> str:
        """The name of the signal that ended it, if one did."""
        code = self.process.returncode
        if code >= 0:
            return ""
        names = {int(known): known.name for known in signal.Signals}
        return names.get(-code, f"signal {-code}")

"""A headless Chromium, spoken to through a pipe in its DevTools protocol."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60  # seconds for one answer

# No sandbox is to be had in a container, and nothing but our own page is opened.
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-pipe",
)

Message = dict[str, Any]


def program() -> str:
    """Return the path of the browser, which these tests cannot do without."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise FileNotFoundError(f"no browser: install chromium ({', '.join(NAMES)})")


class Browser:
    """One page of a browser, and all that it told of itself.

    `told` holds the events: console messages, exceptions, requests.
    """

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._rest = to, back, b""
        self._number = 0
        self.session: str | None = None
        self.told: list[Message] = []
        page = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> Message:
        """Return the answer to a command of the protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: Message = answer["result"]
                return result
            self.told.append(answer)

    def _next(self) -> Message:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], 1.0)
            if ready:
                self._rest += os.read(self._back, 1 << 20)
            assert time.monotonic() < deadline, "the browser says nothing"
        message, _, self._rest = self._rest.partition(b"\0")
        found: Message = json.loads(message)
        return found

    def open(self, page: Path, *, width: int = 1280, dark: bool = False) -> None:
        """Open a page from disk in a window of this width."""
        self.told.clear()
        scheme = {
            "name": "prefers-color-scheme",
            "value": "dark" if dark else "light",
        }
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=900, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        self.ask("Page.navigate", url=page.resolve().as_uri())
        while not any(m.get("method") == "Page.loadEventFired" for m in self.told):
            self.told.append(self._next())

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True,
            awaitPromise=True,
        )  # fmt: skip
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, text: str = "") -> None:
        """Press a key."""
        code = {"Tab": 9, "Enter": 13, " ": 32}[key]
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **common)

    def screenshot(self, path: Path) -> None:
        """Write a picture of the whole page."""
        answer = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(answer["data"]))


def _moved_up(handle: int) -> int:
    moved = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(handle)
    return moved


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Give a browser whose own files stand in a folder, and end it."""
    (their_in, our_out), (our_in, their_out) = os.pipe(), os.pipe()
    # The protocol's pipe is always 3 and 4; ours must not stand in their place.
    their_in, their_out = (_moved_up(each) for each in (their_in, their_out))

    def connect() -> None:
        os.dup2(their_in, 3)
        os.dup2(their_out, 4)

    process = subprocess.Popen(
        [program(), *OPTIONS, f"--user-data-dir={folder / 'profile'}"],
        preexec_fn=connect,
        pass_fds=(3, 4),
        env={**os.environ, "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(their_in)
    os.close(their_out)
    try:
        found = Browser(our_out, our_in)
        yield found
        found.session = None
        found.ask("Browser.close")
    finally:
        os.close(our_out)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(our_in)

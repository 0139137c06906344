"""A real server in a process of its own, and a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")
# Clicks, in the page, something that can be chosen, as often as there is something.
CLICKER = """() => {
  localStorage.setItem('animation', 'off');
  window.clicker = setInterval(() => {
    const choices = [...document.querySelectorAll('.felt-table .legal, .actions button.action')];
    const confirm = document.querySelector('.confirm:enabled');
    const picked = document.querySelectorAll('.picked').length;
    if (confirm && Math.random() < (picked >= 3 ? 0.5 : 0.3)) confirm.click();
    else choices[Math.floor(Math.random() * choices.length)]?.click();
  }, 4);
}"""


class Server:
    """`darwindeck serve`, which can be killed and started again at the same address."""

    def __init__(self, runs: Path, data: Path) -> None:
        self.words = ["serve", "--runs", str(runs), "--data", str(data)]
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "darwindeck", *self.words, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def open_browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM))
        yield browser
        browser.close()


def watch_faults(page: Any) -> list[str]:
    """What goes wrong in a page from now on: faults of scripts, refusals by the policy, answers that are errors."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    return faults

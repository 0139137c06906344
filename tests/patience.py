"""How long tests wait for what should end. Only a hang may end a test: a slow or busy machine must not."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

PATIENCE = 1800  # seconds
TICKS = os.sysconf("SC_CLK_TCK")


def let_it_play(process: subprocess.Popen[str], seconds: float = 2.0) -> None:
    """Returns when the process has spent so much processor time since its engine was loaded, or has ended."""
    while process.poll() is None and "/_core." not in Path(f"/proc/{process.pid}/maps").read_text():
        time.sleep(0.05)
    loaded = _processor_seconds(process.pid)
    while process.poll() is None and _processor_seconds(process.pid) < loaded + seconds:
        time.sleep(0.05)


def _processor_seconds(pid: int) -> float:
    """Of all threads; a process that has ended and was not waited for yet still has its figure."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS

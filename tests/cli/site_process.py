"""`cutline serve` and `cutline worker` as processes, with a folder and settings of their own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

PATIENCE = 90.0


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What such a process is told; nothing of it is the user's own."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    return kept | {
        "CUTLINE_CACHE_DIR": os.environ.get("CUTLINE_CACHE_DIR", ""),
        "CUTLINE_CONFIG_DIR": str(folder / "config"),
        "CUTLINE_SERVER_DATA": str(folder / "data"),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "NO_COLOR": "1",
        **more,
    }


def cutline(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "cutline", *arguments],
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


class Running:
    """A command that goes on until it is told to stop; what it says is in a file."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: Sequence[str] = (sys.executable, "-m", "cutline"),
        working: Path | None = None,
        **more: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.said = folder / f"said-{time.monotonic_ns()}.txt"
        with self.said.open("wb") as file:
            self.process = subprocess.Popen(
                [*program, *arguments],
                cwd=working,
                env=environment(folder, **more),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()

    def text(self) -> str:
        """What it has said so far."""
        return self.said.read_text(encoding="utf-8")

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until it has said this."""
        wait_until(lambda: bool(re.search(pattern, self.text())) or self.process.poll() is not None)
        found = re.search(pattern, self.text())
        assert found is not None, self.text()
        return found

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop; what it ends with."""
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)


def children(pid: int) -> set[int]:
    """The processes that a process has started, and what those have started."""
    below: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                below.setdefault(int(parent), []).append(int(folder.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        new = below.get(waiting.pop(), [])
        found.update(new)
        waiting += new
    return found


def runs(pid: int) -> bool:
    """Whether a process is there, and not merely waiting to be asked how it ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something; fail where it does not come to be."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to be"
        time.sleep(0.05)

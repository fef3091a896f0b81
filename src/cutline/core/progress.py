"""Showing that long work goes on, on a terminal and nowhere else.

There is one display for the whole program, because a terminal has one last line: work inside other
work takes the display over, and hands it back when it ends.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

#: Told how much of the work is done, from 0 to 1.
Step = Callable[[float], None]

#: Work that ends sooner is never shown: a line that flashes by tells nobody anything.
_SECONDS_BEFORE_SHOWING = 0.5

_BAR_WIDTH = 30


@contextmanager
def progress(message: str) -> Iterator[Step]:
    """Show a message while the block runs, and a bar once it says how far it has come.

    Nothing is shown where standard error is not a terminal, or when the work is short.

    >>> with progress("Counting sheep") as step:
    ...     for sheep in range(4):
    ...         step(sheep / 4)
    """
    if not _is_watched():
        yield lambda fraction: None
        return
    work = _Work(message)
    _display.begin(work)
    try:
        yield work.step
    finally:
        _display.end(work)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@dataclass(eq=False)
class _Work:
    message: str
    fraction: float | None = None
    started: float = field(default_factory=time.monotonic)

    def step(self, fraction: float) -> None:
        self.fraction = min(max(fraction, 0.0), 1.0)

    def seconds_left(self) -> float | None:
        # The first steps say little about the rest.
        if self.fraction is None or self.fraction < 0.05:
            return None
        passed = time.monotonic() - self.started
        return passed * (1 - self.fraction) / self.fraction


class _Display:
    """The last line of the terminal, lent to the innermost work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: list[_Work] = []
        self._timer: threading.Timer | None = None
        self._live: Live | None = None

    def begin(self, work: _Work) -> None:
        with self._lock:
            self._works.append(work)
            if self._timer is None:
                self._timer = threading.Timer(_SECONDS_BEFORE_SHOWING, self._show)
                self._timer.daemon = True
                self._timer.start()

    def end(self, work: _Work) -> None:
        with self._lock:
            self._works.remove(work)
            if self._works:
                return
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            live, self._live = self._live, None
            if live is not None:
                live.stop()

    def _show(self) -> None:
        # Imported here, and before taking the lock: work that is short never waits for it.
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        spinner = Spinner("dots", style="green")
        live = Live(
            console=Console(stderr=True),
            get_renderable=lambda: self._picture(spinner),
            transient=True,
            refresh_per_second=10,
            # Answers go where they belong even now; notes are written above the display.
            redirect_stdout=False,
        )
        with self._lock:
            if self._timer is not threading.current_thread():
                return  # what it was to show has ended meanwhile
            live.start()
            self._live = live

    def _picture(self, spinner: RenderableType) -> RenderableType:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        # No lock: who holds it may be waiting for this picture. A copy does not change meanwhile.
        works = self._works[:]
        if not works:
            return Text("")
        work = works[-1]
        row: list[RenderableType] = [spinner, Text(work.message)]
        if work.fraction is not None:
            row.append(ProgressBar(total=1.0, completed=work.fraction, width=_BAR_WIDTH))
            row.append(Text(f"{work.fraction:4.0%}"))
        left = work.seconds_left()
        if left is not None:
            row.append(Text(f"{left:.0f} s left", style="dim"))
        picture = Table.grid(padding=(0, 1))
        picture.add_row(*row)
        return picture


_display = _Display()

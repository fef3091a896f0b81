"""Showing that long work goes on, on a terminal and nowhere else.

There is one display for the whole program, because a terminal has one last line: work inside other
work takes the display over, and hands it back when it ends.
"""

from __future__ import annotations

import math
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

#: Told how many things are done.
Count = Callable[[int], None]

#: Told how much of the work is done, and what to say of it now.
Report = Callable[[float, str], None]

#: Work that ends sooner is never shown: a line that flashes by tells nobody anything.
_SECONDS_BEFORE_SHOWING = 0.5

_BAR_WIDTH = 30

#: The first steps say little about the rest, unless they took long.
_TELLING_FRACTION = 0.05
_TELLING_SECONDS = 10.0


@contextmanager
def progress(message: str) -> Iterator[Step]:
    """Show a message while the block runs, and a bar once it says how far it has come.

    Nothing is shown where standard error is not a terminal, or when the work is short.

    >>> with progress("Counting sheep") as step:
    ...     for sheep in range(4):
    ...         step(sheep / 4)
    """
    with _shown(_Work(message)) as work:
        yield work.step


@contextmanager
def counting(message: str, total: int, things: str) -> Iterator[Count]:
    """The same for work that counts things: with their number, and how many are done a second.

    Args:
        message: what is going on.
        total: how many things there are to do.
        things: what they are, in the plural.

    >>> with counting("Annotating", 4, "images") as done:
    ...     for number in range(4):
    ...         done(number + 1)
    """
    with _shown(_Work(message, total=total, things=things)) as work:
        yield work.count


@contextmanager
def reporting(message: str, begun: float = 0.0) -> Iterator[Report]:
    """The same for work that has more to say as it goes on, such as a loss that falls.

    Args:
        message: what is going on.
        begun: how much of the work was done before, from 0 to 1: it says nothing of the time left.

    >>> with reporting("Training") as report:
    ...     for epoch in range(4):
    ...         report(epoch / 4, f"Training, epoch {epoch + 1}")
    """
    with _shown(_Work(message, begun=begun)) as work:
        yield work.report


def duration_text(seconds: float) -> str:
    """A time, as exact as people want to know it.

    >>> duration_text(7.2), duration_text(110), duration_text(150), duration_text(9000)
    ('7 s', '110 s', '3 min', '2 h 30 min')
    """
    if seconds < 119.5:
        return f"{seconds:.0f} s"
    minutes = math.floor(seconds / 60 + 0.5)
    if minutes < 120:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes and hours < 24 else f"{hours} h"


def rate_text(things: float, seconds: float, name: str) -> str:
    """How many things are done in a second, or in a minute or an hour where they take long.

    >>> rate_text(25, 2, "images"), rate_text(3, 60, "images"), rate_text(3, 7200, "images")
    ('12.5 images/s', '3.0 images/min', '1.5 images/h')
    """
    rate = things / seconds if seconds > 0 else 0.0
    for factor, unit in ((1, "s"), (60, "min"), (3600, "h")):
        if rate * factor >= 1 or unit == "h":
            break
    digits = 1 if rate * factor < 100 else 0
    return f"{rate * factor:,.{digits}f} {name}/{unit}"


@contextmanager
def _shown(work: _Work) -> Iterator[_Work]:
    if not _is_watched():
        yield work
        return
    _display.begin(work)
    try:
        yield work
    finally:
        _display.end(work)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@dataclass(eq=False)
class _Work:
    message: str
    fraction: float | None = None
    started: float = field(default_factory=time.monotonic)
    total: int = 0
    things: str = ""
    counted: int = 0
    counted_at: float = 0.0
    begun: float = 0.0

    def step(self, fraction: float) -> None:
        self.fraction = min(max(fraction, 0.0), 1.0)

    def count(self, done: int) -> None:
        self.counted, self.counted_at = done, time.monotonic()
        self.step(done / self.total if self.total else 1.0)

    def report(self, fraction: float, message: str) -> None:
        self.message = message
        self.step(fraction)

    def seconds_left(self) -> float | None:
        passed = (self.counted_at or time.monotonic()) - self.started
        done = (self.fraction or 0.0) - self.begun
        if done <= 0 or (done < _TELLING_FRACTION and passed < _TELLING_SECONDS):
            return None
        return passed * (1 - self.begun - done) / done

    def rate(self) -> str:
        """How fast things are counted; nothing before the first."""
        if not self.counted:
            return ""
        # Up to the last of them: figures that sink between two batches would only confuse.
        return rate_text(self.counted, self.counted_at - self.started, self.things)


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
        if work.things:
            row.append(Text(f"{work.counted:,} of {work.total:,}"))
        if rate := work.rate():
            row.append(Text(rate, style="dim"))
        left = work.seconds_left()
        if left is not None:
            row.append(Text(f"{duration_text(left)} left", style="dim"))
        picture = Table.grid(padding=(0, 1))
        picture.add_row(*row)
        return picture


_display = _Display()

"""The tour from the first stop to the page that links to everything."""

from __future__ import annotations

import signal
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

from cutline.cli.terminal import working
from cutline.cli.tour.commands import typed
from cutline.cli.tour.page import index_page
from cutline.cli.tour.places import Places
from cutline.cli.tour.stop import Made, Shown, Stop
from cutline.cli.tour.visit import Visit
from cutline.core.atomic import atomic_write
from cutline.core.errors import CutlineError, MissingPartError

_INDENT = "  "
_WIDTH = 98
#: What tells the tour to end beside Ctrl-C: a closed terminal, and whoever tidies processes up.
_ENDING = (signal.SIGTERM, signal.SIGHUP)


class TourInterruptedError(CutlineError):
    """Somebody has seen enough."""

    exit_code: ClassVar[int] = 130


def run_tour(
    places: Places, stops: Sequence[Stop], lacking: Sequence[str], given: Sequence[Made]
) -> Path:
    """Visit all stops, print what they show, and write the page.

    Args:
        places: where files are; those of the demonstration are there.
        stops: what is visited.
        lacking: what the stops cannot show from the start, in words.
        given: what is in the folder before the first stop.

    Raises:
        TourInterruptedError: when it is interrupted; no process is left, and no part of a file.
        CutlineError: when a command fails.
    """
    began = time.monotonic()
    places.left("").mkdir(parents=True, exist_ok=True)
    _forget_earlier(places, stops)
    visits: list[Visit] = []
    try:
        with _ended_gently():
            for stop in stops:
                print(f"{len(visits) + 1} of {len(stops)}  {stop.headline}", flush=True)
                visits.append(_visited(stop))
            with atomic_write(places.index) as file:
                file.write(index_page(places, visits, lacking, given))
    except KeyboardInterrupt:
        _forget_unfinished(stops)
        where = stops[len(visits)].headline if len(visits) < len(stops) else "the last page"
        again = typed("demo", "--tour", "--output", str(places.folder))
        raise TourInterruptedError(
            f"interrupted at {where}; what was made until then is in {places.folder}, and nothing "
            f"is left running. From the beginning: {again}"
        ) from None
    _say_end(places, visits, lacking, time.monotonic() - began)
    return places.index


def _visited(stop: Stop) -> Visit:
    print(textwrap.fill(stop.text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT))
    began = time.monotonic()
    shown: list[Shown] = []
    missing = None
    try:
        # Closed in any case: what a stop has started is ended by its own generator.
        with closing(stop.visit()) as found:
            while (one := _next(found, stop.headline)) is not None:
                shown.append(one)
                _print_shown(one)
    except MissingPartError as error:
        missing = str(error)
        print(f"\n{_INDENT}Not shown: {missing}")
    seconds = time.monotonic() - began
    print(f"\n{_INDENT}({seconds:.1f} s)\n", flush=True)
    return Visit(stop, tuple(shown), missing, seconds)


def _next(found: Iterator[Shown], headline: str) -> Shown | None:
    with working(headline):
        return next(found, None)


def _print_shown(shown: Shown) -> None:
    print(f"\n{_INDENT}$ {shown.typed}")
    for line in shown.lines:
        print(f"{_INDENT}{line}".rstrip())
    sys.stdout.flush()


def _say_end(
    places: Places, visits: Sequence[Visit], lacking: Sequence[str], seconds: float
) -> None:
    missing = [f"{v.stop.headline}: {v.missing}" for v in visits if v.missing] + list(lacking)
    if missing:
        print("Not shown, with the command that gets each:")
        for line in missing:
            print(f"{_INDENT}{line}")
        print()
    print(f"The tour took {seconds:.0f} s. What it made is on one page: {places.index}")


def _forget_earlier(places: Places, stops: Sequence[Stop]) -> None:
    """Remove what an earlier tour has left: a page must not show what this one did not make."""
    _unlink([places.index, *(made.path for stop in stops for made in stop.makes)])
    _forget_unfinished(stops)


def _forget_unfinished(stops: Sequence[Stop]) -> None:
    """Remove the journals by which an interrupted command would go on; the tour begins anew."""
    _unlink([Path(f"{made.path}.part") for stop in stops for made in stop.makes])


def _unlink(paths: Sequence[Path]) -> None:
    for path in paths:
        if path.is_file():
            path.unlink()


@contextmanager
def _ended_gently() -> Iterator[None]:
    """Whatever ends the tour ends it as Ctrl-C does, so that nothing is left behind."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

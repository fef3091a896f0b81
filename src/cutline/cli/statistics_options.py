"""Options of intervals and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.core.errors import UsageError
from cutline.core.jobs import default_jobs

# The statistics are imported when they are used: every command loads this file.
if TYPE_CHECKING:
    from cutline.reports.statistics import Resampling
    from cutline.reports.statistics.intervals import Method
    from cutline.reports.statistics.paired import Test

Resamples = Annotated[
    int, typer.Option(help="Resamples for intervals, and trials of a test.", metavar="N")
]
Seed = Annotated[int, typer.Option(help="Where random draws start.", metavar="N")]
IntervalMethod = Annotated[
    str, typer.Option("--interval", help="Intervals: bca or percentile.", metavar="METHOD")
]
Level = Annotated[float, typer.Option(help="Of intervals and tests.", metavar="SHARE")]


@dataclass(frozen=True)
class Settings:
    """What these options come to."""

    resampling: Resampling
    method: Method
    level: float
    test: Test


def settings_of(
    resamples: int,
    seed: int,
    interval: str,
    level: float,
    jobs: int | None,
    test: str = "randomisation",
) -> Settings:
    """The settings that options name.

    Raises:
        UsageError: when one of them makes no sense.
    """
    from cutline.reports.statistics.intervals import METHODS, check_level
    from cutline.reports.statistics.paired import TESTS

    method = next((known for known in METHODS if known == interval), None)
    if method is None:
        raise UsageError(f"--interval is {' or '.join(METHODS)}, not {interval!r}")
    chosen = next((known for known in TESTS if known == test), None)
    if chosen is None:
        raise UsageError(f"--test is {' or '.join(TESTS)}, not {test!r}")
    check_level(level)
    return Settings(resampling_of(resamples, seed, jobs), method, level, chosen)


def resampling_of(resamples: int, seed: int, jobs: int | None) -> Resampling:
    """How images are drawn, on so many threads.

    Raises:
        UsageError: when the numbers make no sense.
    """
    from cutline.reports.statistics import Resampling

    return Resampling(resamples, seed, jobs or default_jobs())

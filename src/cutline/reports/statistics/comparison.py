"""Runs side by side: every metric with its interval, every pair with its test, ties by letter."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.core.rich_display import shown_by
from cutline.core.score import Score, Scores
from cutline.core.tables import Table, Tabular
from cutline.reports.statistics.comparison_tables import difference_table, score_table
from cutline.reports.statistics.detectable import detectable_difference, images_needed
from cutline.reports.statistics.holm import holm
from cutline.reports.statistics.intervals import (
    Interval,
    Method,
    check_level,
    interval_of,
    left_out_values,
)
from cutline.reports.statistics.letters import tie_letters
from cutline.reports.statistics.paired import (
    Test,
    bootstrap_p,
    check_test,
    randomisation_p,
    swapped_differences,
    swapped_sums,
)
from cutline.reports.statistics.resampling import Resampling
from cutline.reports.statistics.sums import Summed


@dataclass(frozen=True)
class Difference:
    """What the second of two runs has more than the first by one metric."""

    first: int
    second: int
    value: float
    interval: Interval
    #: The chance of such a difference where there is none, and the same corrected for all pairs.
    p: float
    corrected_p: float
    #: The standard error of the difference.
    error: float
    #: Images where the second run's value is higher, and where the first run's is.
    wins: int
    losses: int

    def is_real(self, level: float) -> bool:
        """Whether it is significant at this level, all pairs considered."""
        return self.corrected_p < 1 - level

    def detectable(self, level: float) -> float:
        """The smallest true difference of two such runs that these images would show."""
        return detectable_difference(self.error, level)

    def images_needed(self, images: int, level: float) -> float:
        """How many images it would take to show this difference, if it is the true one."""
        return images_needed(self.value, self.error, images, level)


@dataclass(frozen=True)
class MetricComparison:
    """All runs by one metric."""

    scores: tuple[Score, ...]
    intervals: tuple[Interval, ...]
    differences: tuple[Difference, ...]
    level: float

    @property
    def spec(self) -> str:
        """The metric as it is printed and typed."""
        return self.scores[0].spec

    def difference(self, first: int, second: int) -> Difference:
        """What run `second` has more than run `first`, which comes before it.

        Raises:
            UsageError: when there is no such pair.
        """
        for found in self.differences:
            if (found.first, found.second) == (first, second):
                return found
        raise UsageError(f"runs {first} and {second} are no pair: the first of two comes first")

    @cached_property
    def letters(self) -> list[str]:
        """The tie groups of each run."""
        real = {(d.first, d.second) for d in self.differences if d.is_real(self.level)}
        return tie_letters([score.value for score in self.scores], real)


@shown_by("cutline.reports.notebook:comparison_html")
@dataclass(frozen=True)
class Comparison(Tabular):
    """Runs on the same images, by every metric that they were scored with."""

    systems: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    resampling: Resampling
    test: Test
    method: Method
    level: float

    @property
    def images(self) -> int:
        """How many images were compared."""
        return len(self.metrics[0].scores[0].image_ids)

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics)

    def __getitem__(self, spec: str) -> MetricComparison:
        for metric in self.metrics:
            if metric.spec == spec:
                return metric
        raise KeyError(f"{spec!r} was not compared: {', '.join(m.spec for m in self.metrics)}")

    def table(self) -> Table:
        """A row for each metric and run: value, interval and tie groups."""
        return score_table(self)

    def difference_table(self) -> Table:
        """A row for each metric and pair of runs: difference, interval, p, images won and lost."""
        return difference_table(self)

    @property
    def procedure(self) -> str:
        """How intervals and p-values came about, in one line."""
        return (
            f"intervals:{self.method},level={self.level:g}|test:{self.test},holm"
            f"|resamples:{self.resampling.resamples}|seed:{self.resampling.seed}"
        )

    def __repr__(self) -> str:
        specs = ", ".join(metric.spec for metric in self.metrics)
        return f"Comparison({', '.join(self.systems)} on {self.images} images: {specs})"


def compare(
    runs: Sequence[Scores],
    resampling: Resampling | None = None,
    *,
    test: Test = "randomisation",
    method: Method = "bca",
    level: float = 0.95,
) -> Comparison:
    """Compare scored runs, image for image.

    All pairs of runs are tested by each metric; p-values are corrected for the number of pairs
    (Holm), not for the number of metrics, which say much the same thing.

    Args:
        runs: scores of runs against the same references; one alone gets its intervals.
        resampling: how many resamples and trials, and their seed.
        test: `randomisation` swaps captions between two runs at random; `bootstrap` draws images.
        method: of the intervals, `bca` or `percentile`.
        level: of the intervals, and 1 minus the level of significance.

    Raises:
        UsageError: when runs were scored on different images or with different metrics.

    >>> from cutline.benchmarks.demo import demo_benchmark, demo_run
    >>> import cutline
    >>> corpus = cutline.Corpus(demo_benchmark(), "cider-d")
    >>> runs = [corpus.score(demo_run(system)) for system in ("hasty", "steady")]
    >>> found = compare(runs, Resampling(1_000))["cider-d"]
    >>> found.letters
    ['b', 'a']
    """
    check_level(level)
    check_test(test)
    resampling = resampling or Resampling()
    specs = _shared_specs(runs)
    summed = Summed.of([scores[spec] for scores in runs for spec in specs])
    working = _Working(summed, resampling, test, method, level, has_pairs=len(runs) > 1)
    return Comparison(
        systems=tuple(scores.system for scores in runs),
        metrics=tuple(
            working.metric([run * len(specs) + number for run in range(len(runs))])
            for number in range(len(specs))
        ),
        resampling=resampling,
        test=test,
        method=method,
        level=level,
    )


def _shared_specs(runs: Sequence[Scores]) -> list[str]:
    specs = list(runs[0])
    for scores in runs:
        if list(scores) != specs:
            raise UsageError(
                f"runs are compared by the same metrics: found {', '.join(scores)} beside "
                f"{', '.join(specs)}"
            )
        for spec in specs:
            if scores[spec].signature != runs[0][spec].signature:
                raise UsageError(
                    f"runs are compared on the same data: found {scores[spec].signature} beside "
                    f"{runs[0][spec].signature}"
                )
    return specs


class _Working:
    """Resampled values, made once for all metrics and pairs."""

    def __init__(
        self,
        summed: Summed,
        resampling: Resampling,
        test: Test,
        method: Method,
        level: float,
        *,
        has_pairs: bool,
    ) -> None:
        self.summed, self.resampling = summed, resampling
        self.test, self.method, self.level = test, method, level
        self.values = summed.values(resampling.weights(summed.images))
        self.swapped = (
            swapped_sums(summed, resampling.swaps(summed.images))
            if test == "randomisation" and has_pairs
            else np.empty((0, 0))
        )

    def metric(self, numbers: Sequence[int]) -> MetricComparison:
        """The comparison by one metric; `numbers` are the places of its scores, run for run."""
        left_out = [
            left_out_values(self.summed, number) if self.method == "bca" else None
            for number in numbers
        ]
        scores = tuple(self.summed.scores[number] for number in numbers)
        intervals = tuple(
            self._interval(score.value, self.values[number], without)
            for score, number, without in zip(scores, numbers, left_out, strict=True)
        )
        pairs = list(combinations(range(len(numbers)), 2))
        p_values = [self._p(numbers[first], numbers[second]) for first, second in pairs]
        differences = []
        for (first, second), p, corrected in zip(pairs, p_values, holm(p_values), strict=True):
            moved = self.values[numbers[second]] - self.values[numbers[first]]
            one, other = left_out[first], left_out[second]
            without = None if one is None or other is None else other - one
            value = scores[second].value - scores[first].value
            differences.append(
                Difference(
                    first=first,
                    second=second,
                    value=value,
                    interval=self._interval(value, moved, without),
                    p=p,
                    corrected_p=corrected,
                    error=self._error(moved),
                    wins=int(np.count_nonzero(scores[second].values > scores[first].values)),
                    losses=int(np.count_nonzero(scores[second].values < scores[first].values)),
                )
            )
        return MetricComparison(scores, intervals, tuple(differences), self.level)

    def _error(self, moved: Floats) -> float:
        known = moved[~np.isnan(moved)]
        is_defined = self.summed.images > 1 and len(known) > 1
        return float(np.std(known, ddof=1)) if is_defined else math.nan

    def _interval(self, value: float, resampled: Floats, left_out: Floats | None) -> Interval:
        return interval_of(
            value,
            resampled,
            left_out,
            images=self.summed.images,
            resampling=self.resampling,
            level=self.level,
        )

    def _p(self, first: int, second: int) -> float:
        difference = self.summed.scores[second].value - self.summed.scores[first].value
        if math.isnan(difference):
            return math.nan
        if self.test == "bootstrap":
            return bootstrap_p(difference, self.values[second] - self.values[first])
        swaps = self.resampling.swaps(self.summed.images)
        return randomisation_p(
            difference, swapped_differences(self.summed, first, second, self.swapped, swaps)
        )

"""An interval of a mean of scores: images are drawn alike in every round."""

from __future__ import annotations

import numpy as np
import pytest

from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.errors import UsageError
from cutline.core.score import Score
from cutline.reports.statistics import Resampling, intervals
from cutline.reports.statistics.intervals import Method
from cutline.reports.statistics.means import mean_intervals
from cutline.scoring import Corpus

SPECS = "bleu-4,rouge-l,cider-d"
FEW = Resampling(300, seed=4)


def rounds() -> list[list[Score]]:
    corpus = Corpus(demo_benchmark(), SPECS)
    return [list(corpus.score(demo_run(name)).scores) for name in ("steady", "hasty", "parrot")]


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_of_one_round_it_is_the_usual_interval(method: Method) -> None:
    [first, *_] = rounds()
    assert mean_intervals([first], FEW, method=method) == intervals(first, FEW, method=method)


def test_of_equal_rounds_it_is_no_narrower() -> None:
    [first, *_] = rounds()
    found = mean_intervals([first] * 3, FEW)
    expected = intervals(first, FEW)
    for one, other in zip(found, expected, strict=True):
        assert (one.low, one.high) == pytest.approx((other.low, other.high))


def test_a_percentile_is_that_of_means_of_resampled_scores() -> None:
    scored = rounds()
    weights = np.concatenate([block.copy() for block in FEW.weights(24)]).astype(int)
    drawn = [np.repeat(np.arange(24), row) for row in weights]
    for number, found in enumerate(mean_intervals(scored, FEW, method="percentile")):
        means = [
            np.mean([of[number].metric.score(of[number].statistics[places]) for of in scored])
            for places in drawn
        ]
        low, high = np.quantile(means, [0.025, 0.975])
        assert (found.low, found.high) == pytest.approx((low, high))


def test_rounds_have_the_same_metrics_and_images() -> None:
    first, second, _ = rounds()
    with pytest.raises(UsageError, match="the same metrics"):
        mean_intervals([first, second[1:]])
    with pytest.raises(UsageError, match="other images"):
        mean_intervals([first, [score.rows(np.arange(5)) for score in second]])
    with pytest.raises(UsageError, match="bca or percentile"):
        mean_intervals([first], method="normal")  # type: ignore[arg-type]

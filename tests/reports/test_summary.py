"""The sentence that a report begins with says what the tests say, and nothing more."""

from __future__ import annotations

import math

import numpy as np
import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.score import Scores
from cutline.core.spec import parse_spec
from cutline.reports.html_report import report
from cutline.reports.html_report.summary import verdict
from cutline.reports.statistics import Resampling, compare
from cutline.reports.statistics.comparison import MetricComparison
from cutline.reports.study import study
from tests.reports.statistics.simulated import score_of

SYSTEMS = ("steady", "half", "low")


def compared(*means: float, seed: int = 6) -> MetricComparison:
    noise = np.random.default_rng(seed).normal(0, 1, (len(means), 60, 1))
    runs = [
        Scores(name, (score_of(parse_spec("cider-d"), mean + rows),))
        for name, mean, rows in zip(SYSTEMS, means, noise, strict=True)
    ]
    [metric] = compare(runs, Resampling(1_000))
    return metric


def test_one_that_beats_all_is_ahead() -> None:
    assert verdict(SYSTEMS, compared(5, 3, 2)) == (
        "steady is ahead of half and low, and not by chance"
    )


def test_ties_are_told_from_wins_even_where_they_do_not_carry_over() -> None:
    drawn = (compared(3.4, 3.1, 2.8, seed=seed) for seed in range(100))
    metric = next(found for found in drawn if found.letters == ["a", "ab", "b"])
    assert verdict(SYSTEMS, metric) == "steady is ahead of low and tied with half"


def test_where_nobody_is_ahead_it_says_so() -> None:
    said = verdict(SYSTEMS, compared(3, 3, 3))
    assert said.startswith("no system is ahead: ")
    assert "tied with" in said


def test_undefined_scores_have_no_order() -> None:
    rows = np.full((20, 1), math.nan)
    runs = [
        Scores("a", (score_of(parse_spec("cider-d"), rows),)),
        Scores("b", (score_of(parse_spec("cider-d"), np.ones((20, 1))),)),
        Scores("c", (score_of(parse_spec("cider-d"), np.arange(20.0)[:, None]),)),
    ]
    [metric] = compare(runs, Resampling(200))
    assert verdict(("a", "b", "c"), metric).startswith("some scores are undefined")
    undefined, also, defined = metric.differences
    assert math.isnan(undefined.corrected_p)
    assert math.isnan(also.interval.low)
    assert defined.corrected_p == pytest.approx(defined.p)
    assert defined.is_real(0.95)


def test_a_page_of_undefined_scores_can_be_made() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "cider-d")
    runs = [demo_run("steady"), demo_run("hasty")]
    scores = [corpus.score(run) for run in runs]
    scores[1]["cider-d"].statistics[3] = math.nan
    page = report(study(corpus, runs, scores=scores, resampling=Resampling(200)))
    assert "some scores are undefined" in page
    assert '<span class="chip verdict ">undefined</span>' in page

"""Intervals hold the truth as often as they say, and are what recomputing would give."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.errors import UsageError
from cutline.core.metric import Floats, Metric
from cutline.core.registry import metric_classes
from cutline.core.spec import parse_spec
from cutline.reports.statistics import Resampling, intervals
from cutline.reports.statistics.intervals import Method
from cutline.reports.statistics.sums import Summed, adds_up
from tests.reports.statistics.simulated import (
    bleu_population,
    drawn_runs,
    score_of,
    skewed_population,
)
from tests.suitable_demo import demo_score


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize(
    ("spec", "populate"), [("bleu-4", bleu_population), ("cider-d", skewed_population)]
)
def test_hold_the_truth_in_95_of_100_runs(
    spec: str, populate: Callable[[int, np.random.Generator], Floats], method: Method
) -> None:
    random = np.random.default_rng(20)
    population = populate(20_000, random)
    truth = parse_spec(spec).score(population)
    held = 0
    for number, score in enumerate(drawn_runs(spec, population, 300, 1_000, random)):
        [found] = intervals([score], Resampling(1_000, seed=number, jobs=1), method=method)
        held += found.low <= truth <= found.high
    assert 930 <= held <= 970


def test_a_resample_of_bleu_and_meteor_is_what_scoring_resampled_files_gives(
    tmp_path: Path,
) -> None:
    benchmark, run = demo_benchmark(), demo_run("hasty")
    specs = ["bleu-1", "bleu-2", "bleu-3", "bleu-4", "meteor"]
    scores = cutline.Corpus(benchmark, specs, tokenizer="ptb(context=none)").score(run)
    summed = Summed.of([scores[spec] for spec in specs])
    resampling = Resampling(100, seed=9)
    values = summed.values(resampling.weights(24))
    weights = np.concatenate([block.copy() for block in resampling.weights(24)]).astype(int)
    for resample in range(10):
        drawn = np.repeat(np.arange(24), weights[resample])
        captions = [run.captions[benchmark.image_ids[place]][0] for place in drawn]
        results = tmp_path / "results.json"
        results.write_text(
            json.dumps([{"image_id": i, "caption": c} for i, c in enumerate(captions)])
        )
        references = tmp_path / "references.json"
        references.write_text(
            json.dumps({str(i): list(benchmark.references[p]) for i, p in enumerate(drawn)})
        )
        again = cutline.score(results, references, specs, tokenizer="ptb(context=none)")
        assert [again[spec].value for spec in specs] == values[:, resample].tolist()


@pytest.mark.parametrize("name", sorted(metric_classes()))
def test_every_metric_resamples_as_its_score_of_drawn_rows(name: str) -> None:
    metric = metric_classes()[name]()
    score = demo_score(metric)
    summed = Summed.of([score])
    resampling = Resampling(100, seed=3)
    weights = np.concatenate([block.copy() for block in resampling.weights(24)]).astype(int)
    expected = [metric.score(score.statistics[np.repeat(np.arange(24), row)]) for row in weights]
    found = summed.values(resampling.weights(24))[0]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@dataclass(frozen=True)
class Median(Metric):
    """A score that does not follow from sums."""

    columns: ClassVar[tuple[str, ...]] = ("value",)

    def statistics(self, batch: object, prepared: object) -> Floats:
        raise NotImplementedError

    def values(self, statistics: Floats) -> Floats:
        return statistics[:, 0]

    def score(self, statistics: Floats) -> float:
        return float(np.median(statistics[:, 0]))


def test_a_metric_with_a_score_of_its_own_kind_is_resampled_too() -> None:
    values = np.random.default_rng(1).normal(5, 1, (200, 1))
    assert not adds_up(Median())
    [found] = intervals([score_of(Median(), values)], Resampling(500))
    median = float(np.median(values))
    assert median - 0.4 < found.low < median < found.high < median + 0.4
    [mean] = intervals([score_of(parse_spec("cider-d"), values)], Resampling(500))
    assert mean.high - mean.low < found.high - found.low


def test_are_the_same_whatever_else_is_computed_and_on_any_number_of_threads() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-4,rouge-l")
    scores = list(corpus.score(demo_run("steady")).values())
    alone = intervals(scores[1:], Resampling(500, jobs=1))
    together = intervals(scores, Resampling(500, jobs=3))
    assert together[1].low == pytest.approx(alone[0].low, rel=1e-12)
    assert together[1].high == pytest.approx(alone[0].high, rel=1e-12)
    other = intervals(scores, Resampling(500, seed=2))[1]
    assert other.low != pytest.approx(alone[0].low, rel=1e-6)


def test_a_constant_has_an_interval_of_no_width() -> None:
    [found] = intervals([score_of(parse_spec("cider-d"), np.full((50, 1), 0.25))], Resampling(100))
    assert (found.low, found.high) == (0.25, 0.25)


def test_one_image_has_no_interval() -> None:
    [found] = intervals([score_of(parse_spec("cider-d"), np.ones((1, 1)))], Resampling(100))
    assert np.isnan([found.low, found.high]).all()


def test_of_skewed_values_bca_lies_further_out_on_the_long_side() -> None:
    score = score_of(parse_spec("cider-d"), skewed_population(60, np.random.default_rng(4)) ** 2)
    [bca] = intervals([score], Resampling(4_000))
    [percentile] = intervals([score], Resampling(4_000), method="percentile")
    assert bca.low > percentile.low
    assert bca.high > percentile.high


def test_wrong_settings_are_refused_by_name() -> None:
    score = score_of(parse_spec("cider-d"), np.ones((3, 1)))
    with pytest.raises(UsageError, match="100 resamples or more, not 10"):
        Resampling(10)
    with pytest.raises(UsageError, match="seed is a whole number"):
        Resampling(seed=-1)
    with pytest.raises(UsageError, match=r"between 0 and 1, such as 0\.95, not 95"):
        intervals([score], level=95)
    with pytest.raises(UsageError, match="bca or percentile, not 'normal'"):
        intervals([score], method="normal")  # type: ignore[arg-type]
    other = score_of(parse_spec("cider-d"), np.ones((4, 1)))
    with pytest.raises(UsageError, match="image for image"):
        intervals([score, other])

"""Tests find what is there, and find nothing as often as they say where there is nothing."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.core.score import Scores
from cutline.core.spec import parse_spec
from cutline.reports.statistics import Comparison, Resampling, compare
from cutline.reports.statistics.holm import holm
from cutline.reports.statistics.letters import tie_letters
from cutline.reports.statistics.paired import Test
from tests.reports.statistics.simulated import bleu_population, score_of, skewed_population
from tests.reports.statistics.test_intervals import Median


def runs_of(spec: str, *statistics: Floats) -> list[Scores]:
    metric = parse_spec(spec)
    return [Scores(f"run {i}", (score_of(metric, rows),)) for i, rows in enumerate(statistics)]


def null_p_values(spec: str, population: Floats, test: Test) -> list[float]:
    """P-values of pairs of runs between which an image's two captions fell by a coin's throw."""
    random = np.random.default_rng(7)
    found = []
    for number in range(1_000):
        one, other = (population[random.integers(0, len(population), 150)] for _ in range(2))
        comparison = compare(
            runs_of(spec, one, other), Resampling(500, seed=number, jobs=1), test=test
        )
        found.append(comparison[spec].differences[0].p)
    return found


def distance_from_uniform(p_values: list[float]) -> float:
    """Kolmogorov's and Smirnov's statistic."""
    ordered = np.sort(p_values)
    steps = np.arange(1, len(ordered) + 1) / len(ordered)
    return float(max(np.max(steps - ordered), np.max(ordered - steps + 1 / len(ordered))))


#: Exceeded by one uniform sample of 1,000 in a hundred.
KS_CRITICAL = 1.63 / np.sqrt(1_000)


@pytest.mark.parametrize(
    ("spec", "population"),
    [
        ("bleu-4", bleu_population(20_000, np.random.default_rng(1))),
        ("cider-d", skewed_population(20_000, np.random.default_rng(2))),
    ],
)
def test_p_values_of_the_randomisation_are_uniform_where_there_is_no_difference(
    spec: str, population: Floats
) -> None:
    assert distance_from_uniform(null_p_values(spec, population, "randomisation")) < KS_CRITICAL


def test_the_paired_bootstrap_cries_wolf_as_often_as_it_says() -> None:
    population = skewed_population(20_000, np.random.default_rng(3))
    p_values = np.array(null_p_values("cider-d", population, "bootstrap"))
    assert 0.03 < np.mean(p_values < 0.05) < 0.075


def test_runs_that_say_the_same_do_not_differ() -> None:
    rows = bleu_population(100, np.random.default_rng(5))
    found = compare(runs_of("bleu-4", rows, rows), Resampling(200))["bleu-4"]
    difference = found.differences[0]
    assert (difference.value, difference.p, difference.wins, difference.losses) == (0, 1, 0, 0)
    assert found.letters == ["a", "a"]
    assert difference.images_needed(100, 0.95) == float("inf")


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_a_clear_difference_is_found(test: Test) -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-4,meteor,cider-d")
    runs = [corpus.score(demo_run(system)) for system in ("parrot", "steady")]
    comparison = compare(runs, Resampling(1_000), test=test)
    for metric in comparison:
        difference = metric.difference(0, 1)
        assert difference.value == metric.scores[1].value - metric.scores[0].value
        assert difference.interval.low > 0
        assert difference.p < 0.01
        assert metric.letters == ["b", "a"]
        assert difference.wins > difference.losses


def test_randomisation_is_what_swapping_captions_and_scoring_gives() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-2,meteor,rouge-l")
    runs = [corpus.score(demo_run(system)) for system in ("hasty", "parrot")]
    resampling = Resampling(300, seed=5)
    comparison = compare(runs, resampling)
    swaps = np.concatenate([block.copy() for block in resampling.swaps(24)]).astype(bool)
    for spec in comparison.metrics:
        one, other = spec.scores
        found = abs(other.value - one.value)
        as_large = 0
        for row in swaps[:, :, None]:
            swapped = one.metric.score(np.where(row, other.statistics, one.statistics))
            back = one.metric.score(np.where(row, one.statistics, other.statistics))
            as_large += abs(swapped - back) >= found - 1e-12
        assert spec.differences[0].p == (as_large + 1) / 301


def test_a_metric_with_a_score_of_its_own_kind_is_tested_too() -> None:
    random = np.random.default_rng(8)
    low, high = random.normal(0, 1, (80, 1)), random.normal(1, 1, (80, 1))
    runs = [Scores(name, (score_of(Median(), rows),)) for name, rows in (("a", low), ("b", high))]
    [metric] = compare(runs, Resampling(200))
    assert metric.differences[0].p < 0.02


def test_a_difference_of_the_detectable_size_is_found_in_four_of_five_runs() -> None:
    random = np.random.default_rng(9)
    spread = random.normal(0, 0.2, (400, 1))
    [metric] = compare(runs_of("cider-d", np.ones((400, 1)), 1 + spread), Resampling(1_000))
    size = metric.differences[0].detectable(0.95)
    found = 0
    for number in range(200):
        rows = 1 + size + random.normal(0, 0.2, (400, 1))
        [again] = compare(
            runs_of("cider-d", np.ones((400, 1)), rows), Resampling(400, seed=number, jobs=1)
        )
        found += again.differences[0].p < 0.05
    assert 0.7 < found / 200 < 0.9


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_its_definition(p_values: list[float]) -> None:
    corrected = holm(p_values)
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for rank, place in enumerate(order):
        expected = max(min(1.0, p_values[order[k]] * (len(p_values) - k)) for k in range(rank + 1))
        assert corrected[place] == expected
    assert all(corrected[a] <= corrected[b] for a, b in pairwise(order))


@given(st.data(), st.integers(1, 7))
def test_systems_share_a_letter_just_when_they_do_not_differ(data: st.DataObject, n: int) -> None:
    pairs = list(combinations(range(n), 2))
    differing = data.draw(st.sets(st.sampled_from(pairs)) if pairs else st.just(set()))
    values = data.draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))
    letters = tie_letters(values, differing)
    assert all(letters)
    for first, second in pairs:
        assert bool(set(letters[first]) & set(letters[second])) == (
            (first, second) not in differing
        )


def test_what_cannot_be_compared_is_refused_by_name() -> None:
    rows = np.ones((5, 1))
    one, other = runs_of("cider-d", rows, rows)
    with pytest.raises(UsageError, match="by the same metrics: found cider beside cider-d"):
        compare([one, *runs_of("cider", rows)])
    with pytest.raises(UsageError, match="randomisation or bootstrap, not 't'"):
        compare([one, other], test="t")  # type: ignore[arg-type]
    elsewhere = cutline.score({1: "a dog", 2: "a cat"}, {1: ["a dog"], 2: ["b"]}, "cider-d")
    again = cutline.score({1: "a dog", 2: "a cat"}, {1: ["a cow"], 2: ["b"]}, "cider-d")
    with pytest.raises(UsageError, match="on the same data"):
        compare([elsewhere, again])


def test_one_run_has_intervals_and_nothing_to_differ_from() -> None:
    [metric] = compare(runs_of("cider-d", np.arange(9.0)[:, None]), Resampling(200))
    assert metric.intervals[0].low < 4 < metric.intervals[0].high
    assert metric.differences == ()
    assert metric.letters == ["a"]


def test_on_one_image_nothing_can_be_said() -> None:
    [metric] = compare(runs_of("cider-d", np.ones((1, 1)), np.zeros((1, 1))), Resampling(200))
    assert np.isnan(metric.intervals[0].low)
    assert np.isnan(metric.differences[0].interval.high)
    assert metric.letters == ["a", "a"]


def test_says_how_it_was_done() -> None:
    rows = np.arange(5.0)[:, None]
    comparison = compare(runs_of("cider-d", rows, rows), Resampling(200, seed=4))
    assert isinstance(comparison, Comparison)
    assert comparison.procedure == (
        "intervals:bca,level=0.95|test:randomisation,holm|resamples:200|seed:4"
    )

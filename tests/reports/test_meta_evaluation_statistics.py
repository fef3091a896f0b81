"""Correlations and preferences, held against definitions written down again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.metric import Floats
from cutline.reports.meta_evaluation.bootstrap import estimates
from cutline.reports.meta_evaluation.correlation import COEFFICIENTS, Correlation
from cutline.reports.meta_evaluation.preference import (
    preferences_of_pairs,
    preferences_within_images,
)
from cutline.reports.statistics import Resampling
from tests.reports.naive_correlation import correlations

LEVELS = [1.0, 2.0, 3.0, 3.5]


def few_or_many(levels: int) -> st.SearchStrategy[list[tuple[int, int, int]]]:
    """Values, ratings and weights, with ties among all of them."""
    row = st.tuples(st.integers(0, 12), st.integers(0, levels - 1), st.integers(0, 3))
    return st.lists(row, min_size=2, max_size=25)


@pytest.mark.parametrize("levels", [2, 4, 30])
def test_coefficients_are_those_of_their_definitions(levels: int) -> None:
    @given(few_or_many(levels))
    def holds(rows: list[tuple[int, int, int]]) -> None:
        values, ratings, weights = (
            np.array(column, dtype=float) for column in zip(*rows, strict=True)
        )
        repeated = [np.repeat(column, weights.astype(int)).tolist() for column in (values, ratings)]
        found = Correlation(values, ratings).of(np.stack([weights, np.ones_like(weights)]))
        for place, (some_values, some_ratings) in enumerate(
            [repeated, (values.tolist(), ratings.tolist())]
        ):
            if len(set(some_values)) < 2 or len(set(some_ratings)) < 2:
                assert all(math.isnan(found[name][place]) for name in ("tau-b", "spearman"))
                continue
            expected = correlations(some_values, some_ratings)
            for name in COEFFICIENTS:
                assert found[name][place] == pytest.approx(expected[name], abs=1e-9), name

    holds()


def test_a_scale_of_its_own_changes_nothing() -> None:
    random = np.random.default_rng(7)
    values, ratings = random.random(80), random.choice(LEVELS, 80)
    plain = Correlation(values, ratings).whole()
    moved = Correlation(1e6 + values * 1e-3, ratings * -2).whole()
    for name in COEFFICIENTS:
        assert moved[name] == pytest.approx(-plain[name], abs=1e-6)


def test_a_metric_that_says_one_thing_has_no_correlation() -> None:
    found = Correlation(np.full(5, 0.1), np.array([1.0, 2.0, 3.0, 4.0, 4.0])).whole()
    assert all(math.isnan(found[name]) for name in COEFFICIENTS)


def test_intervals_come_from_whole_images() -> None:
    random = np.random.default_rng(11)
    image_of = np.repeat(np.arange(30), 4)
    values, ratings = random.random(120), random.choice(LEVELS, 120)
    resampling = Resampling(100, seed=3)
    correlation = Correlation(values, ratings)
    found = estimates(correlation.of, image_of, resampling, level=0.9)
    resampled: dict[str, list[float]] = {name: [] for name in COEFFICIENTS}
    for counts in next(resampling.weights(30)):
        drawn = np.repeat(np.arange(120), counts[image_of].astype(int))
        expected = correlations(values[drawn].tolist(), ratings[drawn].tolist())
        for name in COEFFICIENTS:
            resampled[name].append(expected[name])
    for name in COEFFICIENTS:
        low, high = np.quantile(resampled[name], [0.05, 0.95])
        assert found[name].interval.low == pytest.approx(low)
        assert found[name].interval.high == pytest.approx(high)
        assert found[name].value == pytest.approx(correlation.whole()[name])


def test_an_interval_of_one_image_is_undefined() -> None:
    correlation = Correlation(np.array([0.1, 0.2, 0.3]), np.array([1.0, 3.0, 2.0]))
    found = estimates(correlation.of, np.zeros(3, dtype=np.intp), Resampling(100), level=0.95)
    assert found["spearman"].value == pytest.approx(0.5)
    assert math.isnan(found["spearman"].interval.low)


def test_pairs_within_an_image_are_counted_one_by_one() -> None:
    random = np.random.default_rng(13)
    image_of = random.integers(0, 6, 60)
    image_of[:6] = np.arange(6)
    values, ratings = random.random(60).round(1), random.choice(LEVELS, 60)
    found = preferences_within_images(values, ratings, image_of)
    decided, agreed, tied = np.zeros(6), np.zeros(6), np.zeros(6)
    for i in range(60):
        for j in range(60):
            if image_of[i] == image_of[j] and ratings[i] > ratings[j]:
                decided[image_of[i]] += 1
                agreed[image_of[i]] += values[i] > values[j]
                tied[image_of[i]] += values[i] == values[j]
    assert found.decided.tolist() == decided.tolist()
    assert found.agreed.tolist() == agreed.tolist()
    assert found.tied.tolist() == tied.tolist()
    assert found.whole == pytest.approx((agreed.sum() + tied.sum() / 2) / decided.sum())


def test_ties_of_a_metric_count_half_and_those_of_people_not_at_all() -> None:
    def column(*numbers: float) -> Floats:
        return np.array(numbers, dtype=float)

    images = np.array([0, 0, 1, 1, 1])
    found = preferences_of_pairs(
        metric=column(0.2, -0.1, 0.0, 0.3, 0.5),
        people=column(3, 1, -1, 0, 2),
        image_of=images,
        images=2,
    )
    assert (found.pairs, found.ties) == (4, 1)
    assert found.whole == (2 + 0.5) / 4
    assert found.accuracy(np.array([[1.0, 0.0], [0.0, 2.0]])).tolist() == [0.5, 0.75]

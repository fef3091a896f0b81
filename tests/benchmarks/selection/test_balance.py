"""Figures on how even classes are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.selection.balance import balance_of, mean_balance

counts = st.lists(st.integers(0, 1000), min_size=1, max_size=30)


@given(counts)
def test_figures_keep_within_their_bounds(values: list[int]) -> None:
    found = balance_of(values)
    assert 1.0 <= found.perplexity <= max(1, found.covered) + 1e-9
    assert -1e-12 <= found.gini < 1
    assert found.covered == sum(value > 0 for value in values)
    assert 0 <= found.top_share <= 1


@given(counts.filter(any))
def test_gini_is_the_mean_difference_over_twice_the_mean(values: list[int]) -> None:
    pairs = [abs(a - b) for a in values for b in values]
    expected = sum(pairs) / len(pairs) / (2 * sum(values) / len(values))
    assert balance_of(values).gini == pytest.approx(expected, abs=1e-12)


def test_the_ten_most_frequent_are_the_largest() -> None:
    assert balance_of([1] * 10 + [5] * 10).top_share == pytest.approx(50 / 60)


def test_no_counts_are_no_classes() -> None:
    found = balance_of([0, 0], 3)
    assert (found.entropy, found.covered, found.images, found.top_share) == (0.0, 0, 3, 0.0)


def test_means_are_of_every_figure() -> None:
    found = mean_balance([balance_of([4, 4], 2), balance_of([8, 0], 4)])
    assert (found.images, found.entropy, found.covered, found.classes) == (3.0, 0.5, 1.5, 2)

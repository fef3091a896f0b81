"""The chance that a value of one group is the larger."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.compositional.superiority import (
    mid_ranks,
    rank_correlation,
    superiority,
)

values = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=12)


@given(values, values)
def test_it_is_the_share_of_pairs_that_are_won(first: list[float], second: list[float]) -> None:
    found = superiority(np.array(first), np.array(second))
    won = [(a > b) + (a == b) / 2 for a in first for b in second]
    assert found is not None
    assert found.value == pytest.approx(sum(won) / len(won))
    assert 0 <= found.low <= found.value <= found.high <= 1


@given(values, values)
def test_exchanged_groups_give_the_complement(first: list[float], second: list[float]) -> None:
    found = superiority(np.array(first), np.array(second))
    exchanged = superiority(np.array(second), np.array(first))
    assert found is not None
    assert exchanged is not None
    assert found.value == pytest.approx(1 - exchanged.value)
    assert found.low == pytest.approx(1 - exchanged.high)


def test_groups_that_lie_wholly_apart_leave_room_for_doubt() -> None:
    few = superiority(np.array([3.0, 4.0]), np.array([1.0, 2.0]))
    many = superiority(np.arange(100.0) + 100, np.arange(100.0))
    assert few is not None
    assert many is not None
    assert few.value == few.high == 1
    assert few.low < 0.6 < 0.9 < many.low < 1


def test_the_bounds_solve_the_equation_of_a_score_interval() -> None:
    first, second = np.arange(30.0) + 4, np.arange(20.0)
    found = superiority(first, second)
    assert found is not None
    for bound in (found.low, found.high):
        size = (30 + 20) / 2 - 1
        spread = 1 + size * (1 - bound) / (2 - bound) + size * bound / (1 + bound)
        deviation = math.sqrt(bound * (1 - bound) * spread / (30 * 20))
        assert abs(bound - found.value) / deviation == pytest.approx(1.96, abs=0.001)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(7)
    shift = 0.8
    truth = 0.5 * (1 + math.erf(shift / 2))
    covered = 0
    for _ in range(1_000):
        found = superiority(generator.normal(shift, 1, 25), generator.normal(0, 1, 35))
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 920 <= covered <= 980


def test_an_empty_group() -> None:
    assert superiority(np.array([]), np.array([1.0])) is None


def test_ranks_of_equal_values() -> None:
    assert mid_ranks(np.array([2.0, 1.0, 2.0, 2.0])).tolist() == [3, 1, 3, 3]


def test_rank_correlation_by_hand() -> None:
    # With no ties, one less six times the squared differences of ranks over n(n * n - 1).
    first, second = np.array([1.0, 2.0, 3.0, 4.0]), np.array([10.0, 40.0, 20.0, 30.0])
    assert rank_correlation(first, second) == pytest.approx(1 - 6 * (0 + 4 + 1 + 1) / 60)
    assert rank_correlation(first, -first) == pytest.approx(-1)


@pytest.mark.parametrize("first", [[], [1.0, 2.0], [3.0, 3.0, 3.0]])
def test_no_correlation_without_different_values(first: list[float]) -> None:
    assert rank_correlation(np.array(first), np.arange(float(len(first)))) is None

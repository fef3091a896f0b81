"""Scales and ticks."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.reports.theme.charts.axes import Scale, nice_ticks, scale_over, tick_labels

numbers = st.floats(-1e9, 1e9)


@given(numbers, numbers)
def test_ticks_hold_the_values_and_are_few(one: float, other: float) -> None:
    low, high = sorted((one, other))
    ticks = nice_ticks(low, high)
    assert 3 <= len(ticks) <= 10
    assert ticks == sorted(set(ticks))
    room = (ticks[-1] - ticks[0]) * 1e-6
    assert ticks[0] <= low + room
    assert ticks[-1] >= high - room
    steps = [after - before for before, after in pairwise(ticks)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-3)


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0, 112, ["0", "20", "40", "60", "80", "100", "120"]),
        (-3, 3, ["−4", "−2", "0", "2", "4"]),
    ],
)
def test_labels_are_round(low: float, high: float, labels: list[str]) -> None:
    assert tick_labels(nice_ticks(low, high)) == labels


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True, width=32), max_size=8))
def test_any_values_make_a_scale(values: list[float]) -> None:
    scale, ticks = scale_over(values, 10, 90)
    assert scale.low < scale.high
    assert len(tick_labels(ticks)) == len(ticks)
    assert all(10 <= scale(value) <= 90 for value in values if math.isfinite(value))


def test_a_scale_can_run_backwards() -> None:
    assert Scale(0, 10, 100, 0)(2.5) == 75

"""Lines of values, and their names beside them."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.reports.theme.charts import line_chart
from cutline.reports.theme.charts.axes import Scale
from cutline.reports.theme.charts.lines import _LABEL_STEP, _apart


def test_a_line_has_every_point_and_a_gap_where_there_is_none() -> None:
    chart = line_chart("A", [1, 2, 3, 4], {"one": [0.1, 0.2, float("nan"), 0.4]}, "k", "F")
    path = re.findall(r'd="([^"]*)"', chart.svg)
    assert any(d.count("M") == 2 and d.count("L") == 1 for d in path)
    assert "1 value that is not a number is left out" in chart.svg
    assert ">–<" in chart.table


def test_names_are_safe_and_all_there() -> None:
    series = {f"<{name}>": [0.5, 0.5] for name in "abcdefghijkl"}
    chart = line_chart("Many & more", [1, 2], series, "k", "F")
    assert all(f"&lt;{name}&gt;" in chart.svg for name in "abcdefghijkl")
    assert "<a>" not in chart.svg


def test_nothing_to_show_says_so() -> None:
    for series in ({}, {"one": [float("nan")]}):
        assert "There are no values to show" in line_chart("A", [1], series, "k", "F").svg


def test_another_number_of_values_is_refused() -> None:
    with pytest.raises(ValueError, match="found 1 values for 2 numbers"):
        line_chart("A", [1, 2], {"one": [0.5]}, "k", "F")


@given(st.lists(st.floats(0, 300), min_size=1, max_size=17))
def test_labels_stand_apart_and_beside_the_chart(heights: list[float]) -> None:
    upward = Scale(0, 1, 300, 0)
    places = _apart(sorted(heights), upward)
    assert all(b - a >= _LABEL_STEP - 1e-6 for a, b in pairwise(places))
    assert places[-1] <= 300 + 1e-6
    assert places[0] >= -1e-6

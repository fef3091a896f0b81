"""Scatters with a curve and with names beside some points."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cutline.reports.theme.charts import Chart, figure, scatter_chart
from cutline.reports.theme.charts.point_names import Frame, point_names

from ..markup import Markup
from .test_charts import described, marks, texts

NO_DOTS = np.empty((0, 2))
FRAME = Frame(0, 400, 0, 300)


def named(names: dict[int, str], count: int = 5) -> Chart:
    values = np.linspace(0.2, 0.8, count)
    return scatter_chart("Words", values, values**2, "recall", "precision", names=names)


def places(parts: list[str]) -> list[tuple[float, float, str]]:
    """Where names stand: the left end, the line, and the name."""
    found = []
    for part in parts[1::2]:
        head, _, rest = part.partition(">")
        x, y = (float(head.split(f' {side}="')[1].split('"')[0]) for side in "xy")
        found.append((x, y, rest.removesuffix("</text>")))
    return found


def test_a_curve_is_drawn_and_the_axes_take_it_in() -> None:
    chart = scatter_chart("W", [0.4, 0.5], [0.4, 0.5], "x", "y", curve=([0.0, 1.0], [0.0, 1.0]))
    (curve,) = marks(chart, "path", "fit")
    ends = [tuple(map(float, end.split())) for end in (curve.get("d") or "")[1:].split("L")]
    assert ends[0][0] < ends[1][0]
    assert ends[0][1] > ends[1][1]
    assert {"0.0", "1.0"} <= set(texts(chart))
    assert "A curve runs from 0.000, 0.000 to 1.000, 1.000." in described(chart)


def test_a_curve_of_what_is_no_number_is_not_drawn() -> None:
    chart = scatter_chart("W", [0.4], [0.4], "x", "y", curve=([math.nan], [0.0]))
    assert not marks(chart, "path", "fit")
    assert "curve" not in described(chart)


def test_names_stand_in_the_drawing_and_in_the_description() -> None:
    chart = named({1: "dog", 3: "<b>cat</b>"})
    assert {"dog", "<b>cat</b>"} <= set(texts(chart))
    assert len(marks(chart, "circle", "dot")) == 2
    assert "Named are dog, <b>cat</b>." in described(chart)
    Markup(figure(chart, "")).check_ids()


def test_a_point_that_is_no_number_has_no_name() -> None:
    chart = scatter_chart("W", [0.1, math.nan], [0.2, 0.3], "x", "y", names={0: "dog", 1: "cat"})
    assert "dog" in texts(chart)
    assert "cat" not in texts(chart)


def test_many_points_with_names_stay_where_they_are() -> None:
    values = np.random.default_rng(2).random(900)
    with_names = scatter_chart("W", values, values, "x", "y", names={0: "dog"})
    without = scatter_chart("W", values, values, "x", "y")
    assert len(with_names.svg) > 1.5 * len(without.svg)


def test_a_name_stands_to_the_right_where_there_is_room() -> None:
    [(x, _, name)] = places(point_names([(100, 100, "dog")], NO_DOTS, FRAME))
    assert (x, name) == (108.0, "dog")


def test_a_name_turns_back_at_the_edge() -> None:
    [(x, _, _)] = places(point_names([(395, 100, "elephant")], NO_DOTS, FRAME))
    assert x < 395 - 8


def test_names_keep_off_each_other() -> None:
    close = [(100.0, 100.0, "elephant"), (103.0, 102.0, "giraffe"), (99.0, 97.0, "zebra")]
    lines = [(x, y) for x, y, _ in places(point_names(close, NO_DOTS, FRAME))]
    assert len(lines) == 3
    for number, (x, y) in enumerate(lines):
        for other_x, other_y in lines[:number]:
            assert abs(y - other_y) >= 15 or abs(x - other_x) >= 30


def test_names_keep_off_dots() -> None:
    right = np.column_stack([np.linspace(110, 140, 20), np.full(20, 100.0)])
    [(x, y, _)] = places(point_names([(100, 100, "dog")], right, FRAME))
    assert x < 100 or abs(y - 105) > 5


def test_where_there_is_no_room_a_name_is_shown_all_the_same() -> None:
    tiny = Frame(95, 105, 95, 105)
    assert len(places(point_names([(100, 100, "dog")] * 12, NO_DOTS, tiny))) == 12


@pytest.mark.parametrize("name", ["w" * 400, "漢字" * 40])
def test_long_names_are_cut(name: str) -> None:
    [shown] = [part for part in texts(named({2: name})) if "…" in part]
    # What is shown, then all of it on hover.
    assert shown.index("…") < 40
    assert shown.endswith(name)

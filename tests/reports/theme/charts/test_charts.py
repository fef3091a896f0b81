"""Every kind of chart, with usual data and with the awkward kinds."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import numpy as np
import pytest

from cutline.reports.theme.charts import (
    BarSeries,
    Chart,
    IntervalRow,
    distribution_chart,
    diverging_bars,
    figure,
    grouped_bars,
    interval_chart,
    matrix_chart,
    scatter_chart,
    standalone_svg,
)

from ..markup import Markup

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ["<b>&\"' \x00\ud800", "שלום עולם", "漢字" * 60, "w" * 400]

#: For each kind, a chart of these values with these labels.
KINDS: dict[str, Callable[[list[float], list[str]], Chart]] = {
    "interval": lambda values, labels: interval_chart(
        labels[0],
        [IntervalRow(n, v, v - 0.1, v + 0.1, n) for n, v in zip(labels, values, strict=False)],
        labels[0],
    ),
    "distribution": lambda values, labels: distribution_chart(
        labels[0], dict.fromkeys(labels, values), labels[0], 1
    ),
    "matrix": lambda values, labels: matrix_chart(
        labels[0], labels[: len(values)], [values] * len(values)
    ),
    "diverging": lambda values, labels: diverging_bars(
        labels[0], list(zip(labels, values, strict=False)), labels[0], labels[0]
    ),
    "scatter": lambda values, labels: scatter_chart(
        labels[0], values, values, labels[0], labels[0], (1.0, 0.0)
    ),
    "grouped": lambda values, labels: grouped_bars(
        labels[0],
        labels[: len(values)],
        [BarSeries(n, values, [(v - 0.1, v + 0.1) for v in values]) for n in labels],
        labels[0],
    ),
}
VALUES = {
    "none": [],
    "one": [0.5],
    "equal": [0.5, 0.5, 0.5],
    "zero": [0.0, 0.0],
    "usual": [0.1, 0.9, 0.4, 0.3],
    "negative": [-0.5, 0.5],
    "not numbers": [math.nan, math.nan],
    "some not numbers": [0.5, math.nan, math.inf],
    "huge": [1e300, -1e300, 1.0],
    "tiny": [1e-300, 2e-300],
}


def drawing(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(chart.svg)


def described(chart: Chart) -> str:
    return drawing(chart).findtext(f"{SVG}desc") or ""


def texts(chart: Chart) -> list[str]:
    return ["".join(part.itertext()) for part in drawing(chart).iter(f"{SVG}text")]


def marks(chart: Chart, tag: str, kind: str) -> list[ElementTree.Element]:
    parts = drawing(chart).iter(f"{SVG}{tag}")
    return [part for part in parts if kind in (part.get("class") or "").split()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("first", range(len(LABELS)))
def test_any_data_makes_a_whole_chart(kind: str, values: str, first: int) -> None:
    chart = KINDS[kind](VALUES[values], LABELS[first:] + LABELS[:first])
    svg = drawing(chart)
    assert svg.get("role") == "img"
    assert (svg.get("viewBox") or "").startswith("0 0 ")
    assert "nan" not in chart.svg.replace("finance", "")
    assert not any("inf" in (part.get("d") or "") for part in svg.iter())
    markup = Markup(figure(chart, LABELS[first]))
    markup.check_ids()
    assert len(markup.named("table")) == 1
    figure(chart).encode("utf-8")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", range(len(LABELS)))
def test_nothing_is_drawn_outside(kind: str, first: int) -> None:
    chart = KINDS[kind](VALUES["usual"], LABELS[first:] + LABELS[:first])
    svg = drawing(chart)
    width, height = (float(part) for part in (svg.get("viewBox") or "").split()[2:])
    for part in svg.iter():
        for name, limit in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(part.get(name, 0)) <= limit
        if part.tag == f"{SVG}rect":
            assert float(part.get("x", 0)) + float(part.get("width", 0)) <= width
            assert float(part.get("y", 0)) + float(part.get("height", 0)) <= height


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_a_number_is_left_out_and_said(kind: str) -> None:
    chart = KINDS[kind]([0.5, math.nan], ["one", "two"])
    assert "left out" in described(chart)
    assert "left out" not in described(KINDS[kind]([0.5, 0.6], ["one", "two"]))


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_chart_says_so(kind: str) -> None:
    chart = KINDS[kind]([], ["one"])
    assert "There " in described(chart)
    assert " ".join(texts(chart)[1:]) == described(chart)


def test_charts_on_one_page_keep_their_own_names() -> None:
    page = "".join(
        figure(KINDS[kind](VALUES[values], [kind, "two", "three", "four"]))
        for kind in KINDS
        for values in ("usual", "one", "none")
    )
    Markup(page).check_ids()


def test_the_same_data_gives_the_same_chart() -> None:
    assert KINDS["scatter"]([0.1], ["a"]) == KINDS["scatter"]([0.1], ["a"])


def test_the_table_is_folded_away() -> None:
    markup = Markup(figure(KINDS["interval"]([0.5], ["one"]), "A <caption>"))
    assert markup.named("details") == [{"class": "chart-table"}]
    assert "Show as table" in markup.text
    assert "A <caption>" in markup.text
    assert not Markup(figure(KINDS["interval"]([0.5], ["one"]))).named("figcaption")


def test_a_drawing_alone_brings_its_colours() -> None:
    chart = KINDS["matrix"]([0.5, 0.4], ["a", "b"])
    style = ElementTree.fromstring(standalone_svg(chart)).findtext(f"{SVG}style") or ""
    assert "--series-1:" in style
    assert ".chart-drawing .cell" in style
    assert "<style" not in chart.svg


def test_intervals_stand_where_they_are() -> None:
    rows = [IntervalRow("one", 0.2, 0.1, 0.3), IntervalRow("two", 0.6, 0.5, 0.7)]
    chart = interval_chart("Scores", rows, "SPICE")
    one, two = (float(dot.get("cx", 0)) for dot in marks(chart, "circle", "dot"))
    assert one < two
    (first, second) = (mark.get("d", "")[1:].split("L") for mark in marks(chart, "path", "whisker"))
    ends = [float(place.split()[0]) for place in (*first, *second)]
    assert ends[0] < one < ends[1] < ends[2] < two < ends[3]
    # The middle of an interval of equal halves.
    assert (ends[0] + ends[1]) / 2 == pytest.approx(one, abs=0.1)
    assert "one 0.200, interval 0.100 to 0.300" in described(chart)


def test_decimals() -> None:
    row = IntervalRow("one", 112.34, 110, 115)
    assert "112.3" in texts(interval_chart("Scores", [row], "CIDEr", decimals=1))


def test_a_distribution_is_a_share_of_all_images() -> None:
    chart = distribution_chart("Scores", {"one": [0.1, 0.1, 0.1, 0.9]}, "SPICE", 1)
    (outline,) = marks(chart, "path", "outline")
    assert (outline.get("d") or "").count("H") == 40
    assert "one, median 0.100" in texts(chart)
    assert "80%" in texts(chart)
    assert "outside" not in described(chart)


def test_scores_beyond_the_end_are_counted_there() -> None:
    chart = distribution_chart("Scores", {"one": [0.5, 2.0, -1.0]}, "SPICE", 1)
    assert "2 outside 0 to 1 are counted at the ends" in described(chart)


def test_labels_of_medians_do_not_meet() -> None:
    series = {f"system {n}": [0.5 + n / 1000] for n in range(7)}
    labels = marks(distribution_chart("Scores", series, "SPICE", 1), "text", "halo")
    rows = sorted(float(label.get("y", 0)) for label in labels)
    assert len(rows) == 7
    assert min(np.diff(rows)) >= 14


def test_a_matrix_is_as_strong_as_its_figures() -> None:
    chart = matrix_chart("Agreement", ["a", "b"], [[1.0, -0.25], [-0.25, math.nan]])
    cells = marks(chart, "rect", "cell")
    strengths = [float(cell.get("fill-opacity", 0)) for cell in cells]
    assert strengths[0] == pytest.approx(4 * strengths[1])
    assert strengths[3] == 0
    assert [(cell.get("class") or "").split()[1] for cell in cells] == [
        "with",
        "against",
        "against",
        "unknown",
    ]
    assert texts(chart).count("−0.25") == 2


def test_a_matrix_of_the_wrong_shape() -> None:
    with pytest.raises(ValueError, match="expected 2 rows"):
        matrix_chart("Agreement", ["a", "b"], [[1.0]])


def test_bars_go_left_and_right() -> None:
    chart = diverging_bars("Words", [("dog", 4.0), ("cat", -2.0)], "seldom", "often")
    (right,), (left,) = marks(chart, "rect", "above"), marks(chart, "rect", "below")
    assert float(right.get("width", 0)) == pytest.approx(2 * float(left.get("width", 0)))
    assert float(left.get("x", 0)) + float(left.get("width", 0)) == float(right.get("x", 0))
    assert {"+4.0", "−2.0", "dog", "cat", "← seldom", "often →"} <= set(texts(chart))


def test_thousands_of_points_stay_small() -> None:
    random = np.random.default_rng(1)
    xs, ys = random.normal(size=(2, 20_000))
    chart = scatter_chart("Metrics", xs, ys, "a", "b", None)
    assert len(chart.svg) < 60_000
    assert "20000 pairs" in described(chart)
    # The table has ten groups of all of them.
    assert Markup(chart.table).text.count("2000") == 10


def test_few_points_are_drawn_where_they_are() -> None:
    chart = scatter_chart("Metrics", [0.0, 0.5, 1.0], [0, 1, 2], "a", "b", None)
    (path,) = marks(chart, "path", "points")
    places = [dot.split("h")[0].split() for dot in (path.get("d") or "").split("M")[1:]]
    (x1, y1), (x2, y2), (x3, y3) = ((float(x), float(y)) for x, y in places)
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.11)
    assert y1 - y2 == pytest.approx(y2 - y3, abs=0.11)
    assert y1 > y3


def test_a_fitted_line_stays_inside() -> None:
    steep = scatter_chart("Metrics", [0.0, 1.0], [0.0, 1.0], "a", "b", (100.0, -50.0))
    (line,) = marks(steep, "path", "fit")
    height = float((drawing(steep).get("viewBox") or "").split()[3])
    ends = [tuple(map(float, end.split())) for end in (line.get("d") or "")[1:].split("L")]
    assert all(0 <= x <= 640 and 0 <= y <= height for x, y in ends)
    outside = scatter_chart("Metrics", [0.0, 1.0], [0.0, 1.0], "a", "b", (0.0, 9.0))
    assert not marks(outside, "path", "fit")


def test_as_many_xs_as_ys() -> None:
    with pytest.raises(ValueError, match="found 2 xs and 1 ys"):
        scatter_chart("Metrics", [1, 2], [1], "a", "b", None)


def test_bars_of_groups() -> None:
    series = [
        BarSeries("one", [0.4, 0.2], [(0.3, 0.5), None]),
        BarSeries("two", [0.2, math.nan]),
    ]
    chart = grouped_bars("Slices", ["near", "far"], series, "SPICE")
    widths = [float(bar.get("width", 0)) for bar in marks(chart, "rect", "bar")]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.11)
    assert len(widths) == 3
    assert len(marks(chart, "path", "whisker")) == 1
    assert texts(chart).count("one") == 2
    assert "no score" in texts(chart)
    assert described(chart).startswith("near: one 0.400, two 0.200. far: one 0.200.")


def test_one_series_needs_no_names() -> None:
    chart = grouped_bars("Length", ["short", "long"], [BarSeries("images", [3, 4])], decimals=0)
    assert "images" not in texts(chart)
    assert {"short", "long", "3", "4"} <= set(texts(chart))


def test_a_series_of_another_length() -> None:
    with pytest.raises(ValueError, match="two: found 1 values, expected 2"):
        grouped_bars("Slices", ["a", "b"], [BarSeries("two", [1.0])])

"""Every chart of the gallery, with usual data and with the awkward kinds."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from cutline.reports.theme.charts import (
    BarSeries,
    Chart,
    IntervalRow,
    distribution_chart,
    diverging_bars,
    figure,
    grouped_bars,
    interval_chart,
    line_chart,
    matrix_chart,
    scatter_chart,
)

_LONG = "a system whose name somebody made far longer than any page has room for"
_SYSTEMS = ("up-down", "transformer", "nearest neighbour")


def _figures(*charts: tuple[Chart, str]) -> str:
    drawn = "\n".join(figure(chart, caption) for chart, caption in charts)
    return f'<div class="charts">{drawn}</div>'


def _intervals() -> str:
    rows = [
        IntervalRow("transformer", 0.531, 0.514, 0.549),
        IntervalRow("up-down", 0.523, 0.505, 0.54),
        IntervalRow(_LONG, 0.488, 0.43, 0.551, "12 images"),
        IntervalRow("<b>bold</b> & co", 0.471, math.nan, math.nan, "no interval"),
        IntervalRow("кот и שלום", 0.402, 0.39, 0.413),
        IntervalRow("failed", math.nan, math.nan, math.nan),
    ]
    return _figures(
        (
            interval_chart("CIDEr-D by system", rows, "CIDEr-D"),
            "Dots are scores, lines 95% intervals.",
        ),
        (interval_chart("One score without an interval", rows[3:4], "SPICE"), ""),
        (interval_chart("No scores at all", [], "SPICE"), "An empty chart says that it is empty."),
    )


def _distributions() -> str:
    random = np.random.default_rng(7)
    scores = {
        name: random.beta(2 + number, 5 - number, 4000) * 2.0
        for number, name in enumerate(_SYSTEMS)
    }
    scores["nearest neighbour"][:40] = math.nan
    return _figures(
        (
            distribution_chart("Scores of images", scores, "CIDEr-D", 2.0),
            "Half of all images score less than the median.",
        ),
        (
            distribution_chart("All images score the same", {"constant": [0.5] * 30}, "METEOR", 1),
            "",
        ),
        (
            distribution_chart(
                "Seven systems",
                {f"system {n}": random.beta(3 + n, 6, 800) for n in range(7)},
                "SPICE",
                1,
            ),
            "",
        ),
    )


def _matrices() -> str:
    names = ["BLEU-4", "METEOR", "ROUGE-L", "CIDEr-D", "SPICE", "length"]
    random = np.random.default_rng(3)
    common = random.normal(size=200)
    columns = [common + random.normal(size=200) * (0.3 + 0.3 * n) for n in range(5)]
    columns.append(random.normal(size=200) - 0.6 * common)
    values = np.array(np.corrcoef(columns))
    values[1, 4] = values[4, 1] = math.nan
    return _figures(
        (
            matrix_chart("How the metrics agree", names, values),
            "Pearson correlation over 200 images.",
        ),
        (matrix_chart("A single metric", ["SPICE"], [[1.0]]), ""),
    )


def _words() -> str:
    rows = [
        ("sitting", 41.2),
        ("table", 22.5),
        ("a", 12.1),
        ("<em>", 3.4),
        ("unchanged", 0.0),
        ("blue", -4.4),
        ("because", -9.0),
        ("antidisestablishmentarianism of the longest kind", -14.8),
        ("two", -30.3),
        ("unknown", math.nan),
    ]
    return _figures(
        (
            diverging_bars("Words used too often and too seldom", rows, "too seldom", "too often"),
            "Uses in a thousand words, against the references.",
        ),
        (diverging_bars("Nothing differs", [], "too seldom", "too often"), ""),
    )


def _scatters() -> str:
    random = np.random.default_rng(5)
    ratings = random.integers(1, 5, 6000).astype(float)
    scores = np.clip(0.12 * ratings + random.normal(0, 0.16, 6000), 0, 1)
    few = random.uniform(size=40)
    return _figures(
        (
            scatter_chart(
                "Metric against people", scores, ratings, "SPICE", "mean rating", (2.2, 1.6)
            ),
            "6000 captions, each rated by three people; larger dots are more captions.",
        ),
        (
            scatter_chart(
                "Two metrics",
                few,
                few**2 + random.normal(0, 0.05, 40),
                "METEOR",
                "CIDEr-D",
                (1, -0.15),
            ),
            "Forty images.",
        ),
        (scatter_chart("A single point", [0.5], [3.0], "SPICE", "mean rating", None), ""),
        (_named_scatter(), "Every dot is a word; a curve says what a model expects."),
    )


def _named_scatter() -> Chart:
    random = np.random.default_rng(11)
    grid = np.linspace(0, 1, 101)
    recall = random.beta(1.2, 3, 700)
    precision = np.clip(np.sqrt(recall) - random.exponential(0.03, 700), 0, 1)
    names = {0: "dog", 1: "<b>bold</b>", 2: "antidisestablishmentarianism", 3: "שלום", 4: "red"}
    return scatter_chart(
        "Named points and a curve",
        recall,
        precision,
        "recall",
        "precision",
        curve=(grid, np.sqrt(grid)),
        names=names,
    )


def _groups() -> str:
    slices = [
        "in-domain",
        "near-domain",
        "out-of-domain: things that nobody has ever captioned before",
    ]
    series = [
        BarSeries(name, values, [(v - 0.04, v + 0.05) for v in values])
        for name, values in zip(
            _SYSTEMS,
            ([0.61, 0.52, 0.33], [0.63, 0.5, 0.36], [0.41, math.nan, 0.12]),
            strict=True,
        )
    ]
    return _figures(
        (
            grouped_bars("Systems by slice", slices, series, "CIDEr-D"),
            "Thin lines are 95% intervals.",
        ),
        (
            grouped_bars(
                "Length of captions",
                ["up to 8", "9 to 12", "more"],
                [BarSeries("images", [1200, 3100, 700])],
                decimals=0,
            ),
            "",
        ),
    )


def _lines() -> str:
    ks = list(range(1, 11))
    series = {
        name: [height * (1 - 0.6**k) - 0.01 * k for k in ks]
        for name, height in zip((*_SYSTEMS, "people"), (0.6, 0.62, 0.4, 0.75), strict=True)
    }
    gap = [0.2, 0.3, math.nan, 0.35]
    return _figures(
        (
            line_chart("F by the number of objects mentioned", ks, series, "k", "F"),
            "Each line is named where it ends.",
        ),
        (line_chart("A line with a gap", [1, 2, 3, 4], {"one": gap}, "k", "F"), ""),
    )


CHARTS: dict[str, Callable[[], str]] = {
    "Intervals": _intervals,
    "Distributions": _distributions,
    "Matrices": _matrices,
    "Words": _words,
    "Scatters": _scatters,
    "Groups": _groups,
    "Lines": _lines,
}

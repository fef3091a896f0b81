"""Charts: SVG drawn here, without a script, and a table beside each."""

from cutline.reports.theme.charts.chart import Chart, figure, standalone_svg
from cutline.reports.theme.charts.distribution import distribution_chart
from cutline.reports.theme.charts.diverging import diverging_bars
from cutline.reports.theme.charts.grouped import BarSeries, grouped_bars
from cutline.reports.theme.charts.intervals import IntervalRow, interval_chart
from cutline.reports.theme.charts.lines import line_chart
from cutline.reports.theme.charts.matrix import matrix_chart
from cutline.reports.theme.charts.scatter import scatter_chart

__all__ = [
    "BarSeries",
    "Chart",
    "IntervalRow",
    "distribution_chart",
    "diverging_bars",
    "figure",
    "grouped_bars",
    "interval_chart",
    "line_chart",
    "matrix_chart",
    "scatter_chart",
    "standalone_svg",
]

"""What a score is worth: intervals, tests, ties, and how small a difference can be seen."""

from cutline.reports.statistics.comparison import Comparison, compare
from cutline.reports.statistics.intervals import Interval, intervals
from cutline.reports.statistics.resampling import Resampling

__all__ = ["Comparison", "Interval", "Resampling", "compare", "intervals"]

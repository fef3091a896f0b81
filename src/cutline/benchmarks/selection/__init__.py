"""Choosing the images of a benchmark: varied ones, whose classes are as even as can be."""

from cutline.benchmarks.selection.balance import Balance, balance_of
from cutline.benchmarks.selection.procedure import Procedure
from cutline.benchmarks.selection.result import Selection
from cutline.benchmarks.selection.select import select_images

__all__ = ["Balance", "Procedure", "Selection", "balance_of", "select_images"]

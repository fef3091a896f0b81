"""Choices of boxes on a set of images, and how well people agree on them."""

from cutline.metrics.selections import SelectionScores, Spread, selection_scores
from cutline.scoring.selection.choices import gold_choices, score_choices
from cutline.scoring.selection.upper_bound import UpperBound, upper_bound

__all__ = [
    "SelectionScores",
    "Spread",
    "UpperBound",
    "gold_choices",
    "score_choices",
    "selection_scores",
    "upper_bound",
]

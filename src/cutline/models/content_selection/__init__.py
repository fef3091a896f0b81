"""Which boxes of a picture to mention: the baselines of Wang and Gaizauskas (2015), and beyond."""

from cutline.models.content_selection.choice import (
    COMBINATIONS,
    CUES,
    SINGLE_CUES,
    SelectorChoice,
    parse_selector,
)
from cutline.models.content_selection.priors import Priors
from cutline.models.content_selection.priors_file import read_priors, write_priors
from cutline.models.content_selection.selector import Selector
from cutline.models.content_selection.sweep import KS, Curve, Sweep, sweep

__all__ = [
    "COMBINATIONS",
    "CUES",
    "KS",
    "SINGLE_CUES",
    "Curve",
    "Priors",
    "Selector",
    "SelectorChoice",
    "Sweep",
    "parse_selector",
    "read_priors",
    "sweep",
    "write_priors",
]

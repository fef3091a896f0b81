"""References from a pool of captions, and how well people do against each other."""

from cutline.benchmarks.references.curve import ReferenceCurve, reference_curve
from cutline.benchmarks.references.hold_out import HeldOut, hold_out
from cutline.benchmarks.references.leave_one_out import HumanBaseline, leave_one_out
from cutline.benchmarks.references.sets import reference_sets

__all__ = [
    "HeldOut",
    "HumanBaseline",
    "ReferenceCurve",
    "hold_out",
    "leave_one_out",
    "reference_curve",
    "reference_sets",
]

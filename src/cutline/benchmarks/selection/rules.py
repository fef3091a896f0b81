"""Which images may be selected, and why the others may not."""

from __future__ import annotations

from cutline.benchmarks.selection.procedure import Procedure
from cutline.datasets.object_annotations import ImageObjects

TURNED = "turned"
UNKNOWN_ROTATION = "unknown rotation"
NO_CLASS = "no class"
TOO_FEW = "too few classes"
ONE_CLASS = "one class"
BETWEEN = "between the pools and those all taken"

#: In the order in which rules are asked: an image is dropped for the first that it breaks.
REASONS = (UNKNOWN_ROTATION, TURNED, NO_CLASS, ONE_CLASS, TOO_FEW, BETWEEN)


def reason_to_drop(image: ImageObjects, classes: int, procedure: Procedure) -> str | None:
    """Why an image with so many classes may not be selected, or None if it may.

    >>> reason_to_drop(ImageObjects(1, {"dog": 3}), 1, Procedure(100))
    'one class'
    """
    if procedure.rotation == "upright" and not image.is_upright:
        return UNKNOWN_ROTATION if image.rotation is None else TURNED
    if classes == 0:
        return NO_CLASS
    low, high = procedure.pools
    if classes < low:
        return ONE_CLASS if classes == 1 else TOO_FEW
    return BETWEEN if high < classes <= procedure.all_above else None

"""Slices by how much there is to see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, ImageId
from cutline.scoring.slicing.bands import bands_at, counted, ranges
from cutline.scoring.slicing.slicing import Slicing, slicing_of

_CUTS = (0, 1, 2, 4)


def by_objects(
    benchmark: Benchmark, objects: Mapping[ImageId, Iterable[str]] | None = None
) -> Slicing:
    """Slices by the number of different objects of an image: 0, 1, 2, 3 to 4, 5 or more.

    Args:
        benchmark: the images.
        objects: labels of each image; what it does not list is unknown. By default the
            benchmark's own objects, where an image that has none shows none.

    Raises:
        UsageError: when there is neither.
    """
    if objects is None:
        if not benchmark.objects:
            raise UsageError("the references list no objects: give a list of them, --objects FILE")
        boxes = benchmark.objects
        objects = {i: [box.label for box in boxes.get(i, ())] for i in benchmark.image_ids}
    counts = np.array(
        [len(set(objects[i])) if i in objects else -1 for i in benchmark.image_ids], dtype=np.intp
    )
    labels = [counted(amount, "object") for amount in ranges(_CUTS, 0, 0)]
    members = dict(zip(labels, bands_at(_CUTS, counts, counts >= 0), strict=True))
    return slicing_of("objects", "different objects in the image", benchmark.image_ids, members)

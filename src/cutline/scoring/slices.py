"""Scores of parts of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cutline.core.errors import UsageError, near_names
from cutline.core.score import Scores
from cutline.core.types import Benchmark, ImageId

#: The slice of images that have no label.
UNLABELLED = "(none)"


def tag_of(benchmark: Benchmark, name: str, besides: str = "") -> Mapping[ImageId, str]:
    """A tag that the benchmark's own file gives, such as `domain`.

    `besides` is what else was tried, for the message.

    Raises:
        UsageError: when it has no such tag.
    """
    if name not in benchmark.tags:
        known = ", ".join(benchmark.tags) or "none"
        raise UsageError(
            f"the references have no tag {name!r}{near_names(name, benchmark.tags)}: "
            f"they have {known}{', ' + besides if besides else ''}"
        )
    return benchmark.tags[name]


def sliced(scores: Scores, labels: Mapping[ImageId, str]) -> dict[str, Scores]:
    """The scores of the images with each label, labels in alphabetical order.

    Statistics are reused: document frequencies stay those of the whole benchmark.
    """
    of_image = np.array([labels.get(i, UNLABELLED) for i in scores.image_ids])
    return {
        str(label): scores.rows(np.flatnonzero(of_image == label)) for label in np.unique(of_image)
    }

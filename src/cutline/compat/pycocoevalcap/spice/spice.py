"""SPICE under its old name; no Java is started, and captions are parsed by Cutline's own parser."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.compat.pycocoevalcap._pairs import Captions, check_images, encode_pairs
from cutline.core.errors import MissingPartError
from cutline.core.metric import Batch, Floats
from cutline.core.types import Benchmark
from cutline.metrics.spice import CATEGORIES, COUNTS, precision_recall_f
from cutline.metrics.spice import Spice as SpiceMetric

_METRIC = SpiceMetric()

#: Category -> the old package's keys -> values.
Categories = dict[str, dict[str, float]]

#: Both in the order that the old package's dictionaries have.
_CATEGORIES = ("All", "Relation", "Cardinality", "Attribute", "Size", "Color", "Object")
_KEYS = ("pr", "re", "f", "fn", "numImages", "fp", "tp")


class Spice:
    """SPICE: F of the tuples of scene graphs. Values are close to the old package's, not equal.

    Raises:
        MissingPartError: when ONNX Runtime or METEOR's word lists are not installed; the text has
            the command that gets them.

    >>> references = {1: ["a dog runs", "the dog is running home"], 2: ["a cat sleeps"]}
    >>> score, by_image = Spice().compute_score(references, {1: ["a dog"], 2: ["a cat sleeps"]})
    >>> by_image[1]["All"]["f"]
    1.0
    """

    def __init__(self) -> None:
        if (reason := _METRIC.missing()) is not None:
            raise MissingPartError(reason)

    def compute_score(self, gts: Captions, res: Captions) -> tuple[Any, list[Categories]]:
        """The mean over images, and each image's categories, in the order of sorted image ids.

        Args:
            gts: image id to tokenized references.
            res: image id to a list of one tokenized candidate.

        Raises:
            CaptionsError: when the two do not fit together, a caption is not a string, or there
                are no images.
        """
        check_images(gts, res)
        if not gts:
            raise CaptionsError("Spice: no images, expected at least one")
        image_ids = sorted_ids(gts)
        pairs = encode_pairs({image_id: gts[image_id] for image_id in image_ids}, res)
        places = np.arange(len(image_ids), dtype=np.uint32)
        captions = [res[image_id][0] for image_id in image_ids]
        benchmark = Benchmark("", tuple(image_ids), tuple(gts[i] for i in image_ids))
        batch = Batch(benchmark, places, captions, pairs.references, pairs.candidates, pairs.jobs)
        prepared = _METRIC.prepare(pairs.references, pairs.jobs)
        statistics = _METRIC.statistics(batch, prepared)
        return np.mean(_METRIC.values(statistics)), _by_category(statistics)

    def method(self) -> str:
        """What the evaluation prints while it computes this."""
        return "SPICE"


def sorted_ids(gts: Captions) -> list[Any]:
    """Image ids in the order of the results; ids that have no order keep that of the references."""
    try:
        return sorted(gts)
    except TypeError:
        return list(gts)


def _by_category(statistics: Floats) -> list[Categories]:
    columns = {category: _columns(statistics, category) for category in _CATEGORIES}
    return [
        {
            category: {key: float(values[key][row]) for key in _KEYS}
            for category, values in columns.items()
        }
        for row in range(len(statistics))
    ]


def _columns(statistics: Floats, category: str) -> dict[str, Floats]:
    first = len(COUNTS) * CATEGORIES.index(category)
    counts = statistics[:, first : first + len(COUNTS)].T
    # As in the old package, a category that the references lack has no value.
    shares = precision_recall_f(statistics, category, 0.0 if category == "All" else np.nan)
    return {
        **dict(zip(("pr", "re", "f"), shares, strict=True)),
        **dict(zip(COUNTS, counts, strict=True)),
        "numImages": np.ones(len(statistics)),
    }

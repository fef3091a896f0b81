"""What the learnt choice knows of each box: its label, its place, and what else is there."""

from __future__ import annotations

from collections import Counter
from math import fsum

import numpy as np

from cutline.core.metric import Floats
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.mention_rates import MentionRates, log_odds

_OF_LABELS = (
    "mention rate",
    "first rate",
    "count",
    "shift by other labels",
    "mention rate of the others",
    "boxes with this label",
)
_OF_PLACES = (
    "area",
    "rank by area",
    "distance to centre",
    "rank by distance",
    "height in picture",
    "aspect",
    "share inside another box",
    "boxes inside",
)

#: The columns of `features`.
FEATURES = (*_OF_LABELS, *_OF_PLACES, "boxes")

# A box counts as inside another when most of it is: drawn edges are seldom exact.
_MOSTLY = 0.8


def features(image: BoxedImage, rates: MentionRates) -> Floats:
    """A row for each box of a picture, a column for each name in `FEATURES`.

    Nothing of the picture's own descriptions is in them, and rows do not depend on the order of
    boxes.
    """
    if not image.boxes:
        return np.empty((0, len(FEATURES)))
    number = np.full((len(image.boxes), 1), np.log(len(image.boxes)))
    return np.hstack([_of_labels(image, rates), _of_places(image), number])


def _of_labels(image: BoxedImage, rates: MentionRates) -> Floats:
    labels = [box.label for box in image.boxes]
    number = Counter(labels)
    rate = {label: rates.mention(label) for label in number}
    # Exact sums, so that rounding too is the same in every order of boxes.
    total = fsum(rate[label] for label in labels)
    rows = np.empty((len(labels), len(_OF_LABELS)))
    for row, label in enumerate(labels):
        others = set(labels) if number[label] > 1 else set(labels) - {label}
        rest = len(labels) - 1
        rows[row] = (
            log_odds(rate[label]),
            log_odds(rates.first(label)),
            rates.log_count(label),
            fsum(rates.shift_beside(label, other) for other in others),
            log_odds((total - rate[label]) / rest if rest else rate[label]),
            np.log(number[label]),
        )
    return rows


def _of_places(image: BoxedImage) -> Floats:
    boxes = np.array([(box.x, box.y, box.width, box.height) for box in image.boxes])
    left, top, width, height = boxes.T
    area = width * height
    across, down = left + width / 2 - image.width / 2, top + height / 2 - image.height / 2
    distance = np.hypot(across, down) / max(1.0, np.hypot(image.width, image.height))
    inside = _shares_inside(left, top, width, height)
    columns = (
        np.log((area + 1) / (image.width * image.height + 1)),
        _rank(-area),
        distance,
        _rank(distance),
        (top + height / 2) / max(1.0, image.height),
        np.log((width + 1) / (height + 1)),
        inside.max(axis=1),
        np.log1p((inside > _MOSTLY).sum(axis=0)),
    )
    return np.column_stack(columns)


def _rank(values: Floats) -> Floats:
    """The share of boxes with a lower value."""
    lower: Floats = (values[None, :] < values[:, None]).mean(axis=1)
    return lower


def _shares_inside(left: Floats, top: Floats, width: Floats, height: Floats) -> Floats:
    """How much of each box (a row) lies inside each other (a column)."""
    across = _overlap(left, left + width)
    down = _overlap(top, top + height)
    shares: Floats = across * down / np.maximum(width * height, 1e-9)[:, None]
    np.fill_diagonal(shares, 0.0)
    return shares


def _overlap(start: Floats, end: Floats) -> Floats:
    shared = np.minimum(end[:, None], end) - np.maximum(start[:, None], start)
    longest: Floats = np.maximum(shared, 0.0)
    return longest

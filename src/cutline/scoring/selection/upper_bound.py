"""How well people agree on what to mention: each description against the others of its image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.garbage import no_garbage_collection
from cutline.core.metric import Floats
from cutline.core.types import ImageId
from cutline.datasets.gold_boxes import BoxedSet
from cutline.metrics.selections import (
    EmptyDescription,
    EmptySelection,
    SelectionScores,
    Spread,
    selection_scores,
)
from cutline.scoring.selection.choices import gold_choices


@dataclass(frozen=True)
class UpperBound:
    """What people reach: a value for each image, the mean over its descriptions in turn.

    `left_out` holds the images that have fewer than two descriptions to compare.
    """

    image_ids: tuple[ImageId, ...]
    scores: SelectionScores
    left_out: tuple[ImageId, ...]

    @property
    def spreads(self) -> dict[str, Spread]:
        """Mean and deviation over images of `precision`, `recall` and `f`."""
        return self.scores.spreads


@no_garbage_collection()
def upper_bound(
    boxed: BoxedSet,
    *,
    empty_selection: EmptySelection = "zero",
    empty_description: EmptyDescription = "skip",
) -> UpperBound:
    """Score each description as if a system had written it, with the others as gold.

    The values of an image are means over its descriptions, and F too is a mean of F: the paper's
    figures show that it was done so (F lies below P and R, which are equal).

    Args:
        boxed: images with descriptions that mention boxes.
        empty_selection: the precision of a description that mentions no box.
        empty_description: with `skip` descriptions without any box take no part at all; with
            `zero` and `one` they are scored too, and count as gold with that recall.

    Raises:
        UsageError: for an unknown setting.

    >>> from cutline.text.box_markup import parse_marked
    >>> from cutline.datasets.gold_boxes import Box, BoxedImage
    >>> boxes = (Box("0", "dog", 0, 0, 9, 9), Box("1", "ball", 9, 9, 5, 5))
    >>> said = ("a [dog|0]", "a [dog|0] with a [ball|1]")
    >>> image = BoxedImage(7, boxes, tuple(map(parse_marked, said)), 20, 20)
    >>> upper_bound(BoxedSet("one", (image,))).spreads["precision"]
    Spread(mean=0.75, deviation=0.0)
    """
    gold: dict[ImageId, list[frozenset[str]]] = {}
    left_out: list[ImageId] = []
    for image, listed in zip(boxed.images, gold_choices(boxed), strict=True):
        descriptions = list(map(frozenset, listed))
        if empty_description == "skip":
            descriptions = [described for described in descriptions if described]
        if len(descriptions) < 2:
            left_out.append(image.image_id)
        else:
            gold[image.image_id] = descriptions
    scores = selection_scores(
        [described for descriptions in gold.values() for described in descriptions],
        [others for descriptions in gold.values() for others in _others(descriptions)],
        empty_selection=empty_selection,
        empty_description=empty_description,
    )
    sizes = [len(descriptions) for descriptions in gold.values()]
    means = SelectionScores(*(_means(values, sizes) for values in scores))
    return UpperBound(tuple(gold), means, tuple(left_out))


def _others(descriptions: Sequence[frozenset[str]]) -> list[list[frozenset[str]]]:
    return [
        [*descriptions[:place], *descriptions[place + 1 :]] for place in range(len(descriptions))
    ]


def _means(values: Floats, sizes: Sequence[int]) -> Floats:
    """The mean of each group of values that stand in a row."""
    if not sizes:
        return np.empty(0)
    starts = np.cumsum([0, *sizes[:-1]])
    means: Floats = np.add.reduceat(values, starts) / np.array(sizes)
    return means

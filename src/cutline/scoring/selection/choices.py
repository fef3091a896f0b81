"""A system's choice of boxes for every image of a set."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cutline.core.errors import ContentError, near_names
from cutline.core.types import ImageId
from cutline.datasets.gold_boxes import BoxedImage, BoxedSet
from cutline.metrics.selections import (
    EmptyDescription,
    EmptySelection,
    SelectionScores,
    selection_scores,
)


def score_choices(
    boxed: BoxedSet,
    choices: Mapping[ImageId, Collection[str]],
    *,
    empty_selection: EmptySelection = "zero",
    empty_description: EmptyDescription = "skip",
) -> SelectionScores:
    """Precision, recall and F of each image of the set, in its order.

    The same as the metric `content-selection` gives for captions that mention these boxes; what
    the settings mean is told there.

    Args:
        boxed: images with boxes and descriptions.
        choices: for each image the ids of the boxes that a system chose.

    Raises:
        ContentError: when an image has no choice, or a choice names a box that the image lacks.
        UsageError: for an unknown setting.
    """
    selected = [_choice(image, choices) for image in boxed.images]
    return selection_scores(
        selected,
        gold_choices(boxed),
        empty_selection=empty_selection,
        empty_description=empty_description,
    )


def gold_choices(boxed: BoxedSet) -> list[list[tuple[str, ...]]]:
    """For each image and each of its descriptions the boxes that it mentions, in order."""
    return [[marked.mentioned for marked in image.descriptions] for image in boxed.images]


def _choice(image: BoxedImage, choices: Mapping[ImageId, Collection[str]]) -> Collection[str]:
    if image.image_id not in choices:
        raise ContentError(
            f"image {image.image_id!r} has no choice of boxes, expected a list of ids, which may "
            f"be empty"
        )
    choice = choices[image.image_id]
    known = {box.id for box in image.boxes}
    unknown = [box for box in choice if box not in known]
    if unknown and not isinstance(choice, str):
        raise ContentError(
            f"image {image.image_id!r} has no box {unknown[0]!r}"
            f"{near_names(str(unknown[0]), known)}; it has: {', '.join(sorted(known)) or 'none'}"
        )
    return choice

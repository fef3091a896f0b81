"""Parts of a set of pictures that take turns: the others are learnt from, the part is tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.core.errors import UsageError
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.ordering import drawn


@dataclass(frozen=True)
class Fold:
    """The places of pictures to learn from and of those to test on; they share none."""

    train: tuple[int, ...]
    test: tuple[int, ...]


def folds_of(images: Sequence[BoxedImage], number: int = 2, *, seed: int = 0) -> tuple[Fold, ...]:
    """Part pictures at random into folds that are as even as can be; each is tested once.

    With two folds priors come from one half and are tested on the other, both ways. The parting
    depends on the ids of the pictures and the seed, not on their order.

    Raises:
        UsageError: for fewer than two folds, or more than there are pictures.
    """
    if not 2 <= number <= len(images):
        raise UsageError(
            f"{number} folds of {len(images)} images: expected at least 2 folds, and an image in "
            f"each"
        )
    draws = [drawn(f"fold {seed}", image.image_id) for image in images]
    shuffled = sorted(range(len(images)), key=lambda place: (draws[place], place))
    tests = [set(shuffled[start::number]) for start in range(number)]
    everything = range(len(images))
    return tuple(
        Fold(tuple(place for place in everything if place not in test), tuple(sorted(test)))
        for test in tests
    )

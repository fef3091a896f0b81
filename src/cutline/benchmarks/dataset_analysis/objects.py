"""The objects of a dataset's images: how many an image has, and how even classes are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.dataset_analysis.distribution import Distribution, distribution_of
from cutline.core.errors import ContentError
from cutline.core.types import ImageId
from cutline.datasets.object_annotations import ImageObjects
from cutline.scoring.diagnosis.words import Numbers

#: nocaps takes every image that has more classes than this.
MANY = 6


@dataclass(frozen=True, eq=False)
class ObjectTable:
    """Which classes which images have: entry by entry an image, a class, and how many of it.

    Images are places in the caption set, classes places in `labels`; no entry repeats. `annotated`
    has the images that the annotations list, also those without objects.
    """

    labels: tuple[str, ...]
    annotated: Numbers
    images: Numbers
    classes: Numbers
    instances: Numbers
    #: Images that have annotations and no captions.
    others: int
    digest: str


@dataclass(frozen=True)
class ClassCount:
    """A class, the images that have it, and how many there are of it in all."""

    label: str
    images: int
    instances: int


@dataclass(frozen=True)
class ObjectFigures:
    """Classes and instances of annotated images.

    `single` is the share of images with one class, `many` with more than six, `none` without any
    object. `gini` is 0 where all classes are in as many images and near 1 where one has them all.
    `entropy`, in bits, is that of a class of an image drawn at random among all; `evenness` is its
    part of the most that so many classes can have, None where there is one class.
    """

    images: int
    missing: int
    others: int
    classes: tuple[ClassCount, ...]
    classes_per_image: Distribution
    instances_per_image: Distribution
    gini: float
    entropy: float

    @property
    def none(self) -> float:
        """The share of images without any object."""
        return self.classes_per_image.share_of(0)

    @property
    def single(self) -> float:
        """The share of images with one class."""
        return self.classes_per_image.share_of(1)

    @property
    def many(self) -> float:
        """The share of images with more than six classes."""
        return self.classes_per_image.share_above(MANY)

    @property
    def evenness(self) -> float | None:
        """The entropy over its largest value; None where there is one class."""
        return self.entropy / float(np.log2(len(self.classes))) if len(self.classes) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "images": self.images,
            "images_without_annotations": self.missing,
            "annotated_images_without_captions": self.others,
            "classes": len(self.classes),
            "classes_per_image": self.classes_per_image.to_dict(),
            "instances_per_image": self.instances_per_image.to_dict(),
            "none": self.none,
            "single": self.single,
            "many": self.many,
            "gini": self.gini,
            "entropy": self.entropy,
            "evenness": self.evenness,
            "images_per_class": [
                {"class": one.label, "images": one.images, "instances": one.instances}
                for one in self.classes
            ],
        }


def object_table(
    annotations: Iterable[ImageObjects], image_ids: Sequence[ImageId], name: str
) -> ObjectTable:
    """The objects of these images; ids may be numbers in one and text in the other.

    Raises:
        ContentError: when none of the images is annotated.
    """
    place_of = {str(image_id): place for place, image_id in enumerate(image_ids)}
    seen: set[int] = set()
    entries: dict[tuple[int, str], int] = {}
    others, example = 0, ""
    for image in annotations:
        place = place_of.get(str(image.image_id))
        if place is None:
            others += 1
            example = example or str(image.image_id)
            continue
        seen.add(place)
        for label, count in image.counts.items():
            if count > 0:
                entries[place, label] = entries.get((place, label), 0) + count
    if not seen:
        raise ContentError(
            f"{name}: no object annotation is of an image that has captions: annotations are of "
            f"{others:,} images such as {example!r}, captions of images such as "
            f"{next(iter(place_of), '')!r}"
        )
    labels = tuple(sorted({label for _, label in entries}))
    number_of = {label: number for number, label in enumerate(labels)}
    rows = np.array(
        [(place, number_of[label], count) for (place, label), count in entries.items()],
        dtype=np.int64,
    ).reshape(-1, 3)
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    return ObjectTable(
        labels=labels,
        annotated=np.array(sorted(seen), dtype=np.int64),
        images=rows[:, 0],
        classes=rows[:, 1],
        instances=rows[:, 2],
        others=others,
        digest=_digest(image_ids, seen, entries),
    )


def object_figures(table: ObjectTable, images: int) -> ObjectFigures:
    """The figures of annotated images, out of so many that have captions."""
    classes = np.bincount(table.images, minlength=images)[table.annotated]
    weights = np.bincount(table.images, weights=table.instances, minlength=images)
    per_class = np.bincount(table.classes, minlength=len(table.labels))
    in_all = np.bincount(table.classes, weights=table.instances, minlength=len(table.labels))
    counted = zip(table.labels, per_class.tolist(), in_all.astype(np.int64).tolist(), strict=True)
    ordered = sorted(
        (ClassCount(*row) for row in counted), key=lambda one: (-one.images, one.label)
    )
    return ObjectFigures(
        images=len(table.annotated),
        missing=images - len(table.annotated),
        others=table.others,
        classes=tuple(ordered),
        classes_per_image=distribution_of(classes),
        instances_per_image=distribution_of(weights[table.annotated].astype(np.int64)),
        gini=gini(per_class),
        entropy=entropy(per_class),
    )


def gini(counts: Numbers) -> float:
    """Gini's coefficient of counts: half their mean difference over their mean.

    >>> gini(np.array([5, 5, 5])), gini(np.array([0, 0, 0, 8]))
    (0.0, 0.75)
    """
    total, size = int(counts.sum()), len(counts)
    if not total:
        return 0.0
    ranks = np.arange(1, size + 1)
    return float((2 * (ranks * np.sort(counts)).sum() / total - (size + 1)) / size)


def entropy(counts: Numbers) -> float:
    """Shannon's entropy of shares, in bits.

    >>> entropy(np.array([2, 2, 0])), entropy(np.array([3]))
    (1.0, 0.0)
    """
    known = counts[counts > 0]
    if not len(known):
        return 0.0
    shares = known / known.sum()
    # A single class would have an entropy of minus zero.
    return max(0.0, float(-(shares * np.log2(shares)).sum()))


def _digest(
    image_ids: Sequence[ImageId], seen: Iterable[int], entries: Mapping[tuple[int, str], int]
) -> str:
    """What tells these objects from any others, in whatever order images are."""
    lines = [f"{image_ids[place]}" for place in seen]
    lines += [f"{image_ids[place]}\0{label}\0{n}" for (place, label), n in entries.items()]
    content = "\n".join(sorted(lines)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]

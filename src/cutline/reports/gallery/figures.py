"""What annotations come to: figures by captioner, and of objects."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage, AnnotationHeader
from cutline.reports.gallery.groups import object_groups


@dataclass(frozen=True)
class CaptionerFigures:
    """What one captioner said of all images.

    `values` are by metric, as many as there are captions; NaN where one is undefined.
    """

    name: str
    captions: int
    failed: int
    best: int
    nouns: int
    invented: int
    values: dict[str, list[float]]

    def mean(self, spec: str) -> float:
        """The mean of the values that are defined; NaN where none is."""
        defined = [value for value in self.values[spec] if not math.isnan(value)]
        return math.fsum(defined) / len(defined) if defined else math.nan

    def undefined(self, spec: str) -> int:
        """Of how many captions a metric says nothing."""
        return sum(map(math.isnan, self.values[spec]))


@dataclass(frozen=True)
class ObjectFigures:
    """A label: in how many images it was seen, how often in all, and where captions name it."""

    label: str
    images: int
    objects: int
    named: int


def captioner_figures(
    header: AnnotationHeader, images: Sequence[AnnotatedImage]
) -> list[CaptionerFigures]:
    """The figures of each captioner, in the header's order."""
    return [_figures(name, header.metrics, images) for name in header.captioners]


def _figures(
    name: str, metrics: Sequence[str], images: Sequence[AnnotatedImage]
) -> CaptionerFigures:
    given = [(image, caption_by(image, name)) for image in images]
    said = [caption for _, caption in given if caption is not None and caption.text is not None]
    nouns = [noun for caption in said for noun in caption.nouns]
    values = [dict(caption.values) for caption in said]
    return CaptionerFigures(
        name=name,
        captions=len(said),
        failed=sum(1 for _, caption in given if caption is not None and caption.text is None),
        best=sum(1 for image in images if best_by(image) == name),
        nouns=len(nouns),
        invented=sum(1 for noun in nouns if noun.object is None),
        values={spec: [_number(value.get(spec)) for value in values] for spec in metrics},
    )


def object_figures(images: Sequence[AnnotatedImage]) -> list[ObjectFigures]:
    """The figures of each label, the most frequent first."""
    seen, objects, named = Counter[str](), Counter[str](), Counter[str]()
    for image in images:
        for group in object_groups(image):
            seen[group.label] += 1
            objects[group.label] += len(group.places)
            is_said = any(caption.text is not None for caption in image.captions)
            named[group.label] += is_said and not group.is_missed
    labels = sorted(seen, key=lambda label: (-seen[label], -objects[label], label))
    return [ObjectFigures(label, seen[label], objects[label], named[label]) for label in labels]


def caption_by(image: AnnotatedImage, captioner: str) -> AnnotatedCaption | None:
    """What a captioner said of an image, or None where it was not asked."""
    return next((c for c in image.captions if c.captioner == captioner), None)


def best_by(image: AnnotatedImage) -> str | None:
    """Whose caption is the best, or None where none is."""
    return None if image.best is None else image.captions[image.best].captioner


def _number(value: float | None) -> float:
    return math.nan if value is None else value

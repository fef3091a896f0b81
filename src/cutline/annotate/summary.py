"""What annotations come to, captioner by captioner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutline.datasets.annotated_images import AnnotatedImage, AnnotationHeader


@dataclass(frozen=True)
class CaptionerSummary:
    """How a captioner did.

    `means` are by metric spec, over captions that have a value, NaN where none has. `best` counts
    the images whose best caption is its own, `undefined` its captions that the first metric says
    nothing of, and `errors` the images that it has no caption for.
    """

    name: str
    captions: int
    means: dict[str, float]
    best: int
    undefined: int
    errors: int


def summary(
    header: AnnotationHeader, images: Sequence[AnnotatedImage]
) -> tuple[CaptionerSummary, ...]:
    """A summary for each captioner, in their order."""
    return tuple(_of_captioner(name, header.metrics, images) for name in header.captioners)


def first_errors(images: Sequence[AnnotatedImage], most: int) -> list[str]:
    """What went wrong with the first images that have errors, a line for each.

    Pictures that cannot be used come first: a captioner that fails fails for many.

    >>> first_errors([AnnotatedImage(7, "a.jpg", error="it is damaged")], 3)
    ['image 7: it is damaged']
    """
    lines: list[str] = []
    for image in sorted(images, key=lambda image: not image.error):
        if len(lines) == most:
            break
        if image.has_error:
            said = [f"{one.captioner}: {one.error}" for one in image.captions if one.error]
            lines.append(f"image {image.image_id}: {image.error or said[0]}")
    return lines


def _of_captioner(
    name: str, specs: Sequence[str], images: Sequence[AnnotatedImage]
) -> CaptionerSummary:
    own = [image.captions[place] for image, place in _places(name, images)]
    said = [caption for caption in own if caption.text is not None]
    values = {spec: [dict(caption.values).get(spec) for caption in said] for spec in specs}
    best = sum(image.best == place for image, place in _places(name, images))
    return CaptionerSummary(
        name=name,
        captions=len(said),
        means={spec: _mean(found) for spec, found in values.items()},
        best=best,
        undefined=sum(value is None for value in values[specs[0]]) if specs else 0,
        errors=sum(bool(caption.error) for caption in own),
    )


def _places(name: str, images: Sequence[AnnotatedImage]) -> Iterator[tuple[AnnotatedImage, int]]:
    for image in images:
        for place, caption in enumerate(image.captions):
            if caption.captioner == name:
                yield image, place


def _mean(values: Sequence[float | None]) -> float:
    defined = [value for value in values if value is not None]
    return math.fsum(defined) / len(defined) if defined else math.nan

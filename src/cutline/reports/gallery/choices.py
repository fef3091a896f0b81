"""What the page's list of images is searched, filtered and sorted by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cutline.datasets.annotated_images import AnnotatedImage, AnnotationHeader
from cutline.reports.gallery.figures import best_by, caption_by
from cutline.reports.gallery.groups import meanings, object_groups

_DECIMALS = 4

Question = Callable[[AnnotatedImage], bool]


def choices(header: AnnotationHeader, images: Sequence[AnnotatedImage]) -> dict[str, Any]:
    """Texts, values and filters of all images, by column, as the page's script reads them."""
    return {
        "ids": [image.image_id for image in images],
        "texts": [_text(image) for image in images],
        "captioners": list(header.captioners),
        "metrics": list(header.metrics),
        "values": [
            [[_value(image, name, spec) for image in images] for name in header.captioners]
            for spec in header.metrics
        ],
        "best": [_best(header, image) for image in images],
        "filters": [
            _filter("Images where", _questions(header), images),
            _filter("The best caption is by", _best_questions(header), images),
        ],
        "objects": _labels(images),
    }


def captioners_disagree(image: AnnotatedImage) -> bool:
    """Whether the nouns of two captions do not mean the same things."""
    said = [meanings(image, caption) for caption in image.captions if caption.text is not None]
    return len(set(said)) > 1


def has_undefined(image: AnnotatedImage) -> bool:
    """Whether a metric says nothing of a caption that is there."""
    return any(
        caption.text is not None
        and (caption.undefined or any(value is None for _, value in caption.values))
        for caption in image.captions
    )


def has_invented(image: AnnotatedImage) -> bool:
    """Whether a caption names what was not seen."""
    return any(noun.object is None for caption in image.captions for noun in caption.nouns)


def has_missed(image: AnnotatedImage) -> bool:
    """Whether something was seen that no caption names."""
    return any(group.is_missed for group in object_groups(image))


def _questions(header: AnnotationHeader) -> dict[str, Question]:
    several = {"captioners disagree about nouns": captioners_disagree}
    return {
        **(several if len(header.captioners) > 1 else {}),
        "a caption names what was not seen": has_invented,
        "an object is missed by all": has_missed,
        "a value is undefined": has_undefined,
        "something went wrong": lambda image: image.has_error,
    }


def _best_questions(header: AnnotationHeader) -> dict[str, Question]:
    def by(name: str | None) -> Question:
        return lambda image: best_by(image) == name

    return {**{name: by(name) for name in header.captioners}, "nobody": by(None)}


def _filter(
    description: str, questions: dict[str, Question], images: Sequence[AnnotatedImage]
) -> dict[str, Any]:
    return {
        "description": description,
        "labels": list(questions),
        "members": [
            [place for place, image in enumerate(images) if question(image)]
            for question in questions.values()
        ],
    }


def _labels(images: Sequence[AnnotatedImage]) -> dict[str, Any]:
    """The images of each label, in the order of the alphabet."""
    members: dict[str, list[int]] = {}
    for place, image in enumerate(images):
        for label in dict.fromkeys(found.label for found in image.objects):
            members.setdefault(label, []).append(place)
    labels = sorted(members, key=str.casefold)
    return {"labels": labels, "members": [members[label] for label in labels]}


def _text(image: AnnotatedImage) -> str:
    """All that is said of an image, as it is searched."""
    captions = [caption.text for caption in image.captions if caption.text]
    labels = dict.fromkeys(found.label for found in image.objects)
    return "\n".join([str(image.image_id), image.file, *captions, *labels])


def _value(image: AnnotatedImage, captioner: str, spec: str) -> float | None:
    caption = caption_by(image, captioner)
    value = None if caption is None or caption.text is None else dict(caption.values).get(spec)
    return None if value is None or value != value else round(value, _DECIMALS)


def _best(header: AnnotationHeader, image: AnnotatedImage) -> int | None:
    name = best_by(image)
    return header.captioners.index(name) if name in header.captioners else None

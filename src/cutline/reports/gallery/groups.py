"""Objects of an image by label, and whether any caption names them."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage


@dataclass(frozen=True)
class ObjectGroup:
    """The objects of an image that have one label: `places` are theirs among all objects."""

    number: int
    label: str
    places: tuple[int, ...]
    is_missed: bool


def object_groups(image: AnnotatedImage) -> list[ObjectGroup]:
    """The groups of an image, in the order in which their first objects were seen.

    A group is missed when captions were given and no noun of any means one of its objects. Whoever
    says `birds` of three names all of them, though the noun was matched with one.
    """
    named = {noun.object for caption in image.captions for noun in caption.nouns}
    by_label: dict[str, list[int]] = {}
    for place, found in enumerate(image.objects):
        by_label.setdefault(found.label, []).append(place)
    is_said = any(caption.text is not None for caption in image.captions)
    return [
        ObjectGroup(number, label, tuple(places), is_said and named.isdisjoint(places))
        for number, (label, places) in enumerate(by_label.items())
    ]


def meanings(image: AnnotatedImage, caption: AnnotatedCaption) -> frozenset[str]:
    """What a caption's nouns mean: labels of objects, or the nouns where nothing was seen."""
    return frozenset(
        noun.text.casefold() if noun.object is None else image.objects[noun.object].label
        for noun in caption.nouns
    )

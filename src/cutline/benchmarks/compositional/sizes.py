"""Is what people call big larger in the picture than what they call small?

Nikolaus et al. (2019), appendix F. A box tells how much of the picture a thing fills, which depends
on its distance as much as on its size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.compositional.found_pairs import FoundPairs
from cutline.benchmarks.compositional.superiority import (
    Floats,
    Superiority,
    rank_correlation,
    superiority,
)
from cutline.core.errors import ContentError
from cutline.core.tables import Table, Tabular
from cutline.datasets.gold_boxes import BoxedImage, BoxedSet
from cutline.datasets.object_synonyms import plain_label
from cutline.text.concept_words import ConceptWords
from cutline.text.concepts import Concept, ConceptPair, Concepts
from cutline.text.trees import Mask


@dataclass(frozen=True)
class NounSizes:
    """The boxes of a noun that is called big, and of one that is called small.

    Areas are those of the largest box of the noun, as a part of its image. `larger` is the chance
    that the box of a big one is larger than that of a small one. `correlation` is Spearman's, of
    the area and of how many more references say big than small. Images that are called both are
    left out of the groups and not of the correlation.
    """

    noun: str
    labels: tuple[str, ...]
    big: int
    small: int
    both: int
    without_box: int
    big_median: float | None
    small_median: float | None
    larger: Superiority | None
    correlation: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            **vars(self),
            "labels": list(self.labels),
            "larger": self.larger.to_dict() if self.larger else None,
        }


@dataclass(frozen=True)
class Sizes(Tabular):
    """The sizes of all nouns that are called big or small, those with the most images first."""

    nouns: tuple[NounSizes, ...]
    images: int
    signature: str

    def table(self) -> Table:
        """A row for each noun."""
        names = [
            *("noun", "big", "small", "both", "without_box", "big_median", "small_median"),
            *("larger", "low", "high", "correlation"),
        ]
        rows = []
        for noun in self.nouns:
            larger = noun.larger
            interval = (larger.value, larger.low, larger.high) if larger else (None, None, None)
            groups = (noun.noun, noun.big, noun.small, noun.both, noun.without_box)
            medians = (noun.big_median, noun.small_median)
            rows.append((*groups, *medians, *interval, noun.correlation))
        return Table.of_rows(names, rows)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        return {
            "images": self.images,
            "signature": self.signature,
            "nouns": [noun.to_dict() for noun in self.nouns],
        }

    def __repr__(self) -> str:
        return f"Sizes({len(self.nouns)} nouns, {self.images} images)"


def size_pairs(concepts: Concepts, big: str = "big", small: str = "small") -> list[ConceptPair]:
    """The pairs that have to be found: every noun with both adjectives.

    Raises:
        UsageError: when there are no such adjectives.
    """
    nouns = concepts.of_kind("noun")
    return [concepts.pair(f"{size} {noun.name}") for size in (big, small) for noun in nouns]


def sizes_by_words(
    found: FoundPairs, boxed: BoxedSet, big: str = "big", small: str = "small"
) -> Sizes:
    """Box areas of nouns by what people call them.

    A box belongs to a noun when its label is a word of the noun, or ends in one: a dining table is
    a table. Nouns that no label stands for are left out, and so are those that nobody calls either.

    Args:
        found: the pairs of `size_pairs` in captions.
        boxed: boxes of the same images.
        big, small: the names of the two adjectives.

    Raises:
        ContentError: when no image of the captions has boxes.
    """
    boxes = {str(image.image_id): image for image in boxed}
    images = [boxes.get(str(image_id)) for image_id in found.image_ids]
    known = sum(image is not None for image in images)
    if not known:
        raise ContentError(
            f"{boxed.name}: has boxes of none of the {len(images):,} images of {found.name}"
        )
    labels = sorted({box.label for image in boxed for box in image.boxes})
    numbers: dict[Concept, dict[str, int]] = {}
    for number, pair in enumerate(found.pairs):
        if pair.other.name in (big, small):
            numbers.setdefault(pair.noun, {})[pair.other.name] = number
    nouns = []
    for noun, of_noun in numbers.items():
        own_labels = _labels_of(noun, labels)
        if own_labels and {big, small} <= of_noun.keys():
            said = _said(found, of_noun[big]) - _said(found, of_noun[small])
            is_big, is_small = (_said(found, of_noun[size]) > 0 for size in (big, small))
            if not np.any(is_big | is_small):
                continue
            areas = _areas(images, own_labels, is_big | is_small)
            nouns.append(_compared(noun.name, own_labels, areas, is_big, is_small, said))
    nouns.sort(key=lambda noun: (-min(noun.big, noun.small), -noun.big - noun.small, noun.noun))
    return Sizes(tuple(nouns), known, f"{found.signature}|boxes:{_digest(boxed)}")


def _digest(boxed: BoxedSet) -> str:
    content = hashlib.sha256()
    for image in boxed:
        values = (image.image_id, image.width, image.height, image.boxes)
        content.update(repr(values).encode("utf-8", "surrogatepass"))
    return content.hexdigest()[:16]


def _labels_of(noun: Concept, labels: Iterable[str]) -> tuple[str, ...]:
    words = ConceptWords([noun])
    split = ((label, plain_label(label).split()) for label in labels)
    return tuple(label for label, parts in split if parts and words.at(parts, len(parts) - 1))


def _said(found: FoundPairs, pair: int) -> Floats:
    """How many references of each image have a pair."""
    images, counts = found.agreeing(pair)
    said = np.zeros(len(found.image_ids))
    said[images] = counts
    return said


def _areas(images: Sequence[BoxedImage | None], labels: tuple[str, ...], wanted: Mask) -> Floats:
    """The part of each image that the largest box of these labels fills; NaN without one."""
    areas = np.full(len(images), np.nan)
    for place in np.flatnonzero(wanted).tolist():
        image = images[place]
        own = [box.area for box in image.boxes if box.label in labels] if image else []
        if image and own:
            areas[place] = max(own) / (image.width * image.height)
    return areas


def _compared(
    noun: str,
    labels: tuple[str, ...],
    areas: Floats,
    is_big: Mask,
    is_small: Mask,
    said: Floats,
) -> NounSizes:
    has_box = ~np.isnan(areas)
    big, small = areas[is_big & ~is_small & has_box], areas[is_small & ~is_big & has_box]
    called = is_big | is_small
    return NounSizes(
        noun,
        labels,
        len(big),
        len(small),
        int((is_big & is_small & has_box).sum()),
        int((called & ~has_box).sum()),
        float(np.median(big)) if len(big) else None,
        float(np.median(small)) if len(small) else None,
        superiority(big, small),
        rank_correlation(said[called & has_box], areas[called & has_box]),
    )

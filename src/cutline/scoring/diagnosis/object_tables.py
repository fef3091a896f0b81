"""Which objects are mentioned of which image, and which are there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.coco_synonyms import coco_synonyms
from cutline.datasets.object_synonyms import ObjectSynonyms, plain_label
from cutline.scoring.diagnosis.image_counts import pair_keys, sorted_unique
from cutline.scoring.diagnosis.mentions import MentionFinder
from cutline.scoring.diagnosis.words import Captions, Mask, Numbers, RunWords

#: What stands for synonyms where each label stands for itself.
LABELS_ALONE = "labels alone"


@dataclass(frozen=True)
class ObjectTables:
    """Objects of images: those that captions mention, and those that are there.

    `listed` marks images that have a list of objects; no other image occurs. `mentions` has a pair
    of label and image for every mention, in the order of the captions; `said` has the same pairs
    sorted and once, `there` the pairs of label and image for objects that are there.
    """

    synonyms: str
    labels: tuple[str, ...]
    listed: Mask
    mentions: Numbers
    said: Numbers
    there: Numbers


def object_tables(
    words: RunWords,
    objects: Mapping[ImageId, Collection[str]],
    synonyms: ObjectSynonyms | None,
    *,
    with_references: bool,
) -> ObjectTables:
    """Find the objects that captions mention, and gather those that are there.

    Raises:
        UsageError: when an image's objects are no list of texts.
        ContentError: when no image of the run has a list of objects.
    """
    labels = _plain_labels(objects)
    listed = np.array([image_id in objects for image_id in words.image_ids], dtype=np.bool_)
    if not listed.any():
        raise ContentError(f"the object lists have none of the {len(listed)} images of the run")
    chosen = _chosen(synonyms, set(labels.values())).with_labels(labels.values())
    finder = MentionFinder(chosen, words.tokenizer)
    mentions = _mentioned(words, words.candidates, finder, listed)
    there = [_given(words, objects, {raw: chosen.label_of[labels[raw]] for raw in labels}, finder)]
    if with_references:
        there.append(_mentioned(words, words.references, finder, listed))
    return ObjectTables(
        synonyms=chosen.name,
        labels=finder.labels,
        listed=listed,
        mentions=mentions,
        said=sorted_unique(mentions),
        there=sorted_unique(np.concatenate(there)),
    )


def _plain_labels(objects: Mapping[ImageId, Collection[str]]) -> dict[str, str]:
    """The labels as they are given, and as they are compared."""
    # Lists are many and of few types: types are looked at first, lists only to find the culprit.
    is_usable = all(map(_is_list_type, set(map(type, objects.values()))))
    if not is_usable or set(map(type, chain.from_iterable(objects.values()))) - {str}:
        image_id, found = next(item for item in objects.items() if not _are_labels(item[1]))
        raise UsageError(
            f"objects of image {image_id!r}: found {found!r}, expected a list of labels"
        )
    return {label: plain_label(label) for label in set(chain.from_iterable(objects.values()))}


def _is_list_type(kind: type) -> bool:
    return issubclass(kind, Collection) and not issubclass(kind, str)


def _are_labels(value: Any) -> bool:
    return _is_list_type(type(value)) and all(type(label) is str for label in value)


def _chosen(synonyms: ObjectSynonyms | None, labels: Collection[str]) -> ObjectSynonyms:
    if synonyms is not None:
        return synonyms
    if coco_synonyms().labels.issuperset(labels):
        return coco_synonyms()
    return ObjectSynonyms(LABELS_ALONE, {})


def _mentioned(words: RunWords, captions: Captions, finder: MentionFinder, listed: Mask) -> Numbers:
    found = finder.find(words, captions)
    images = captions.images[found.captions]
    kept = listed[images]
    return pair_keys(found.labels[kept], images[kept], words)


def _given(
    words: RunWords,
    objects: Mapping[ImageId, Collection[str]],
    label_of: Mapping[str, str | None],
    finder: MentionFinder,
) -> Numbers:
    number_of = {label: number for number, label in enumerate(finder.labels)}
    numbers = {raw: number_of[label] for raw, label in label_of.items() if label is not None}
    pairs = [
        (numbers[label], place)
        for place, image_id in enumerate(words.image_ids)
        for label in objects.get(image_id, ())
    ]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return pair_keys(table[:, 0], table[:, 1], words)

"""Objects that captions mention and images lack, and the other way round."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from cutline.core.errors import UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.scoring.diagnosis.image_counts import ImageCount, images_of, most_frequent, names_of
from cutline.scoring.diagnosis.object_tables import ObjectTables, object_tables
from cutline.scoring.diagnosis.words import Numbers, RunWords, share

#: Which objects an image has: those listed and those that its references mention, as in CHAIR, or
#: those listed alone.
Truth = Literal["objects+references", "objects"]


@dataclass(frozen=True, slots=True)
class ImageObjects:
    """The objects of one image: mentioned, mentioned but not there, there but not mentioned."""

    image_id: ImageId
    mentioned: tuple[str, ...]
    hallucinated: tuple[str, ...]
    missed: tuple[str, ...]


@dataclass(frozen=True)
class ObjectMentions:
    """CHAIR of a run: how often it mentions objects that are not in the image.

    Rohrbach et al. (2018), Object Hallucination in Image Captioning.

    `chair_i` is the share of mentions whose object is not there, every mention counted; `chair_s`
    the share of captions with such a mention; `recall` the share of objects that are there and
    mentioned. `synonyms` and `truth` say what the figures depend on. `images` counts images that
    have a list of objects: the others are left out.
    """

    synonyms: str
    truth: Truth
    images: int
    mentions: int
    chair_i: float | None
    chair_s: float
    recall: float | None
    hallucinated: tuple[ImageCount, ...]
    missed: tuple[ImageCount, ...]
    by_image: tuple[ImageObjects, ...]


def find_object_mentions(
    words: RunWords,
    objects: Mapping[ImageId, Collection[str]],
    synonyms: ObjectSynonyms | None,
    truth: Truth,
    most: int,
) -> ObjectMentions:
    """Compare the objects that captions mention with those that images have.

    Raises:
        UsageError: when `truth` is neither of the two, or objects are no lists of texts.
        ContentError: when no image of the run has a list of objects.
    """
    if truth not in get_args(Truth):
        known = get_args(Truth)
        raise UsageError(
            f"truth: found {truth!r}{near_names(truth, known)}, expected {' or '.join(known)}"
        )
    tables = object_tables(words, objects, synonyms, with_references=truth == "objects+references")
    images = int(np.count_nonzero(tables.listed))
    is_false_mention = ~np.isin(tables.mentions, tables.there)
    is_false = ~np.isin(tables.said, tables.there, assume_unique=True)
    is_missed = ~np.isin(tables.there, tables.said, assume_unique=True)
    return ObjectMentions(
        synonyms=tables.synonyms,
        truth=truth,
        images=images,
        mentions=len(tables.mentions),
        chair_i=share(np.count_nonzero(is_false_mention), len(tables.mentions)),
        chair_s=len(np.unique(images_of(tables.said[is_false], words))) / images,
        recall=share(np.count_nonzero(~is_missed), len(tables.there)),
        hallucinated=most_frequent(words, tables.labels, tables.said, is_false, most),
        missed=most_frequent(words, tables.labels, tables.there, is_missed, most),
        by_image=_by_image(words, tables),
    )


def _by_image(words: RunWords, tables: ObjectTables) -> tuple[ImageObjects, ...]:
    mentioned = _labels_of_images(words, tables, tables.mentions)
    there = _labels_of_images(words, tables, tables.there)
    return tuple(
        ImageObjects(
            image_id=words.image_ids[place],
            mentioned=tuple(mentioned[place]),
            hallucinated=tuple(x for x in mentioned[place] if x not in there[place]),
            missed=tuple(x for x in there[place] if x not in mentioned[place]),
        )
        for place in np.flatnonzero(tables.listed).tolist()
    )


def _labels_of_images(
    words: RunWords, tables: ObjectTables, pairs: Numbers
) -> list[dict[str, None]]:
    """The labels of each image in the order of the pairs, each once."""
    found: list[dict[str, None]] = [{} for _ in words.image_ids]
    for name, image in zip(
        names_of(pairs, words).tolist(), images_of(pairs, words).tolist(), strict=True
    ):
        found[image][tables.labels[name]] = None
    return found

"""From judgments to observations, by the choices that a protocol names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.metric import Floats
from cutline.core.types import ImageId
from cutline.datasets.judgments.types import Own, RatedCaptions, Ratings
from cutline.reports.meta_evaluation.groups import Places


def without_systems(judged: RatedCaptions, systems: Collection[str]) -> RatedCaptions:
    """The captions that others wrote.

    Raises:
        UsageError: when one of the systems wrote none, or nothing remains.
    """
    known = sorted(set(judged.systems) - {""})
    for system in systems:
        if system not in known:
            raise UsageError(
                f"the judgments {judged.name} have no system {system!r}"
                f"{near_names(system, known)}: they have {', '.join(known) or 'none'}"
            )
    kept = [i for i, system in enumerate(judged.systems) if system not in systems]
    if systems and not kept:
        raise UsageError("no judgment remains without these systems")
    return judged.only(kept) if systems else judged


def with_own(judged: RatedCaptions, own: Own) -> RatedCaptions:
    """What becomes of captions that are references of their own image.

    Raises:
        ContentError: when nothing remains, or an image without a reference.

    >>> references = ("a dog", "dogs")
    >>> judged = RatedCaptions(
    ...     "two", (1, 1), ("a dog", "a cat"), (references, references), ((4,), (1,))
    ... )
    >>> len(with_own(judged, "leave-out")), with_own(judged, "drop-reference").references[1]
    (1, ('dogs',))
    """
    if own == "keep":
        return judged
    is_own = [
        _plain(caption) in map(_plain, references)
        for caption, references in zip(judged.captions, judged.references, strict=True)
    ]
    if own == "drop-reference":
        return _without_references(judged, is_own)
    kept = [i for i, mark in enumerate(is_own) if not mark]
    if not kept:
        raise ContentError(
            f"{judged.name}: every judged caption is a reference of its own image; with "
            f"--own keep they count"
        )
    return judged.only(kept)


def observations(judged: RatedCaptions, ratings: Ratings) -> tuple[Places, Floats]:
    """The judged caption of each observation, counted from 0, and its rating."""
    if ratings == "flat":
        counts = [len(given) for given in judged.ratings]
        every = [rating for given in judged.ratings for rating in given]
        return np.repeat(np.arange(len(judged)), counts), np.array(every)
    return np.arange(len(judged)), joint_ratings(judged, ratings)


def joint_ratings(judged: RatedCaptions, ratings: Ratings) -> Floats:
    """One rating for each caption: the median of its ratings if so chosen, else their mean."""
    if ratings == "median":
        return np.array([float(np.median(given)) for given in judged.ratings])
    # Rounded, so that ratings with the same mean are equal however they were added up.
    return np.round([sum(given) / len(given) for given in judged.ratings], 9)


def _plain(caption: str) -> str:
    return " ".join(caption.split())


def _without_references(judged: RatedCaptions, is_own: list[bool]) -> RatedCaptions:
    dropped: dict[ImageId, set[str]] = {}
    for image_id, caption, mark in zip(judged.image_ids, judged.captions, is_own, strict=True):
        if mark:
            dropped.setdefault(image_id, set()).add(_plain(caption))
    references = []
    for image_id, given in zip(judged.image_ids, judged.references, strict=True):
        kept = _without_each(given, dropped[image_id]) if image_id in dropped else given
        if not kept:
            raise ContentError(
                f"{judged.name}, image {image_id!r}: every reference is judged too, and none "
                f"remains; with --own keep or leave-out they do"
            )
        references.append(kept)
    return replace(judged, references=tuple(references))


def _without_each(references: tuple[str, ...], captions: Collection[str]) -> tuple[str, ...]:
    # One reference for each caption: another person may have written the same words.
    left = set(captions)
    kept = []
    for reference in references:
        if _plain(reference) in left:
            left.remove(_plain(reference))
        else:
            kept.append(reference)
    return tuple(kept)

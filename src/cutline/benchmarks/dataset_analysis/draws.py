"""Equally sized samples of sets that are not, drawn by what captions are and not by their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet, Keys
from cutline.core.errors import ContentError, UsageError
from cutline.scoring.diagnosis.words import Mask, Numbers


@dataclass(frozen=True)
class Sample:
    """How much is drawn: so many images, so many captions of each, so many times."""

    images: int
    captions: int
    draws: int = 5
    seed: int = 1

    def __str__(self) -> str:
        return f"images={self.images},captions={self.captions},draws={self.draws},seed={self.seed}"


def sample_for(
    sets: Sequence[CaptionSet],
    images: int | None = None,
    captions: int | None = None,
    draws: int = 5,
    seed: int = 1,
) -> Sample:
    """The sample that all of the sets can give.

    Args:
        sets: what is drawn from.
        images: how many; by default all that the smaller set has.
        captions: how many of each image; by default as many as every image has. Images that have
            fewer than asked for are never drawn.
        draws: how many times.
        seed: where random draws start.

    Raises:
        UsageError: when a number makes no sense.
        ContentError: when a set has too few images or captions.
    """
    for name, value in (("images", images), ("captions", captions), ("draws", draws)):
        if value is not None and value < 1:
            raise UsageError(f"a sample needs 1 or more {name}, not {value}")
    if captions is None:
        captions = max(1, min(int(one.counts.min()) for one in sets))
    enough = [int((one.counts >= captions).sum()) for one in sets]
    for one, found in zip(sets, enough, strict=True):
        if found < max(images or 1, 1):
            raise ContentError(
                f"{one.name}: {found:,} of {len(one.counts):,} images have {captions} captions or "
                f"more, expected {images or 1:,}: draw fewer images, or fewer captions of each"
            )
    return Sample(images or min(enough), captions, draws, seed)


def drawn(captions: CaptionSet, sample: Sample, draw: int) -> Mask:
    """Which captions are in a draw, the first of which is 0.

    The images with the smallest hashes of seed, draw and id are taken, then the captions with the
    smallest hashes of seed, draw, id and text. So the order of a file changes nothing, and neither
    do images that are not drawn.
    """
    salt = _mixed(np.array([sample.seed % 2**64], np.uint64)) + np.uint64(draw)
    image_keys = _mixed(captions.image_keys ^ _mixed(salt))
    image_keys[captions.counts < sample.captions] = np.iinfo(np.uint64).max
    # Ids that read the same, such as 7 and "7", are told apart by their kind.
    is_text = np.fromiter((isinstance(i, str) for i in captions.image_ids), np.bool_)
    is_image = np.zeros(len(image_keys), dtype=np.bool_)
    is_image[np.lexsort((is_text, image_keys))[: sample.images]] = True
    candidates = np.flatnonzero(is_image[captions.captions.images])
    images = captions.captions.images[candidates]
    keys = _mixed(captions.caption_keys[candidates] ^ _mixed(salt))
    kept = candidates[_rank_in_image(images, keys) < sample.captions]
    chosen = np.zeros(len(captions.captions), dtype=np.bool_)
    chosen[kept] = True
    return chosen


def drawn_captions(captions: CaptionSet, most: int, seed: int) -> Numbers:
    """The places of so many captions of any images, or of all if there are fewer."""
    keys = _mixed(captions.caption_keys ^ _mixed(np.array([seed % 2**64], np.uint64)))
    return np.sort(np.argsort(keys, kind="stable")[:most])


def _rank_in_image(images: Numbers, keys: Keys) -> Numbers:
    """The place of each caption among those of its image by its key; images ascend."""
    order = np.lexsort((keys, images))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order)) - np.searchsorted(images, images[order])
    return ranks


def _mixed(keys: Keys) -> Keys:
    """Other numbers for the same keys: the last steps of SplitMix64 (Steele et al. 2014)."""
    keys = keys + np.uint64(0x9E3779B97F4A7C15)
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys ^ (keys >> np.uint64(31))

"""One caption of an image against k others: what to expect of it, over all ways to choose them.

Of an image's R captions m have the word. One is held out, k of the others are its references, all
choices equally likely. Then (after section 4.2 of Chen et al. 2015, Microsoft COCO Captions)

- cw, the references with the word, are k m / R on average: each reference is any caption.
- tp counts them where the held-out caption has the word as well. A reference and the held-out
  caption are any two captions, and both have the word with m (m - 1) / (R (R - 1)): k times that.
- fp is 1 where the held-out caption has the word and no reference does. The first has it with
  m / R; then R - m of the other R - 1 captions lack it, and k of those are drawn with
  C(R - m, k) / C(R - 1, k).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.errors import UsageError

Floats = NDArray[np.float64]

#: Which caption is held out, and which are its references: all choices, with their average; the
#: (k+1)-th and the first k, as the paper has it; or a random order of each image's captions.
Holding = Literal["all", "first", "random"]
HOLDINGS: tuple[Holding, ...] = ("all", "first", "random")


class Expected(NamedTuple):
    """References with the word, and what the held-out caption gets right and wrong."""

    mentions: Fraction
    true_positives: Fraction
    false_positives: Fraction


class Sums(NamedTuple):
    """The same over all images, for each word."""

    mentions: Floats
    true_positives: Floats
    false_positives: Floats


def expected(having: int, captions: int, k: int) -> Expected:
    """What to expect of an image, exactly.

    Args:
        having: how many of its captions have the word.
        captions: how many it has.
        k: how many references are drawn beside the one that is held out.

    >>> expected(2, 5, 4)
    Expected(mentions=Fraction(8, 5), true_positives=Fraction(2, 5), false_positives=Fraction(0, 1))
    """
    return Expected(
        Fraction(k * having, captions),
        Fraction(k * having * (having - 1), captions * (captions - 1)),
        Fraction(having, captions) * Fraction(comb(captions - having, k), comb(captions - 1, k)),
    )


def unmentioned(having: int, captions: int, k: int) -> Fraction:
    """The chance that none of k captions has the word, if `having` of all `captions` have it."""
    return Fraction(comb(captions - having, k), comb(captions, k))


def expected_sums(use: WordUse, k: int) -> Sums:
    """The sums over images, averaged over all choices; every image has more than k captions."""
    having, captions, counts = image_classes(use)
    table = np.array(
        [expected(m, r, k) for m, r in zip(having.tolist(), captions.tolist(), strict=True)],
        dtype=np.float64,
    ).reshape(-1, 3)
    return Sums(*(counts @ table).T)


def ordered_sums(use: WordUse, k: int, holding: Holding, seed: int) -> Sums:
    """The sums over images for one choice: k captions, and the next one is held out."""
    rank = _ranks(use, holding, seed)[use.captions]
    entry_images = use.image_of_caption[use.captions]
    size = max(len(use.image_ids), 1)
    _, of_entry = np.unique(use.word_of_entry * size + entry_images, return_inverse=True)
    pairs = len(use.in_images.images)
    mentions = np.bincount(of_entry, weights=rank < k, minlength=pairs)
    said = np.bincount(of_entry, weights=rank == k, minlength=pairs)
    word = np.repeat(np.arange(len(use)), use.image_counts)

    sums = np.zeros((3, len(use)))
    for row, of_pair in enumerate((mentions, mentions * said, (mentions == 0) * said)):
        np.add.at(sums[row], word, of_pair)
    return Sums(*sums)


def image_classes(use: WordUse) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """The kinds of images there are, and for each word how many there are of each kind.

    Returns how many captions have the word, how many there are, and a row for each word.
    """
    found = use.in_images
    width = int(use.caption_counts.max(initial=0)) + 1
    keys, kind = np.unique(
        use.caption_counts[found.images] * width + found.counts, return_inverse=True
    )
    word = np.repeat(np.arange(len(use)), use.image_counts)
    counts = np.bincount(word * len(keys) + kind, minlength=len(use) * len(keys))
    return keys % width, keys // width, counts.reshape(len(use), len(keys)).astype(np.float64)


def _ranks(use: WordUse, holding: Holding, seed: int) -> NDArray[np.int64]:
    """The place of each caption among those of its image."""
    images = use.image_of_caption
    order = np.arange(len(images))
    if holding == "random":
        order = np.lexsort((np.random.default_rng(seed).random(len(images)), images))
    ranks = np.empty(len(images), dtype=np.int64)
    first = np.cumsum(use.caption_counts) - use.caption_counts
    ranks[order] = np.arange(len(images)) - np.repeat(first, use.caption_counts)
    return ranks


def check_holding(holding: str) -> Holding:
    """The way of holding out that has this name.

    Raises:
        UsageError: when there is none.
    """
    for known in HOLDINGS:
        if known == holding:
            return known
    raise UsageError(f"captions are held out by {', '.join(HOLDINGS)}, not {holding!r}")

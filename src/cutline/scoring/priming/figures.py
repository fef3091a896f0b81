"""Figures that add up over images: what an arm's captions come to is a ratio of two sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.scoring.priming.agreement import leave_one_out
from cutline.scoring.priming.arms import ArmCaptions
from cutline.scoring.priming.mentions import LabelMatcher

#: Labels by how many images have them; each band has about a third of all labels of images.
BANDS = ("rare", "middling", "frequent")


@dataclass(frozen=True)
class ImageFigure:
    """A figure of arms: `values` over `counts`, with a row for an image and a column for an arm."""

    name: str
    help: str
    decimals: int
    values: Floats
    counts: Floats

    def of_arms(self) -> Floats:
        """The figure of each arm; NaN where there is nothing to compute it from."""
        return ratio(self.values.sum(axis=0), self.counts.sum(axis=0))


def ratio(values: Floats, counts: Floats) -> Floats:
    """One over the other; NaN where nothing was counted."""
    found: Floats = np.where(counts > 0, values / np.where(counts > 0, counts, 1.0), np.nan)
    return found


def image_figures(
    arms: ArmCaptions, matcher: LabelMatcher, vocabulary: Collection[str] | None, jobs: int
) -> list[ImageFigure]:
    """All that there is something to compute from.

    Args:
        arms: the captions.
        matcher: tells which labels they name.
        vocabulary: words that are nothing new, in lower case.
        jobs: threads to use.
    """
    found = list(_figures(arms, matcher, vocabulary, jobs))
    return [figure for figure in found if figure.counts.any()]


def _figures(
    arms: ArmCaptions, matcher: LabelMatcher, vocabulary: Collection[str] | None, jobs: int
) -> Iterator[ImageFigure]:
    sizes = [float(len(words)) for words in arms.words]
    once = [1.0] * len(sizes)
    yield _summed(arms, "length", "words in a caption", 2, sizes, once)
    if vocabulary is not None:
        outside = [float(sum(word not in vocabulary for word in words)) for words in arms.words]
        about = "share of words that the given list does not have"
        yield _summed(arms, "outside words", about, 3, outside, sizes)
    yield from _mentions(arms, matcher, jobs)
    alike = leave_one_out(arms, jobs)
    known = ~np.isnan(alike)
    about = "CIDEr-D of each caption against the others of its image and arm"
    agreement = np.where(known, alike, 0.0).tolist()
    yield _summed(arms, "agreement", about, 3, agreement, known.astype(float).tolist())
    seconds = [caption.seconds for caption in arms.captions]
    timed = [float(second is not None) for second in seconds]
    times = [second or 0.0 for second in seconds]
    yield _summed(arms, "seconds", "time for a caption", 1, times, timed)


def _mentions(arms: ArmCaptions, matcher: LabelMatcher, jobs: int) -> Iterator[ImageFigure]:
    labels = arms.labels()
    if not any(labels):
        return
    texts = [caption.caption for caption in arms.captions]
    named = matcher.named(texts, arms.words, labels, jobs)
    band_of = _bands(arms, labels)
    for band in (None, *BANDS):
        hits, shown = [], []
        for of_caption, are_named in zip(labels, named, strict=True):
            chosen = [
                is_named
                for label, is_named in zip(of_caption, are_named, strict=True)
                if band is None or band_of[label] == band
            ]
            hits.append(float(sum(chosen)))
            shown.append(float(len(chosen)))
        name = "labels named" if band is None else f"{band} labels"
        about = "share of the labels of its image that a caption names"
        if band is not None:
            about = f"the same for labels that are {band} among the images"
        yield _summed(arms, name, about, 3, hits, shown)


def _bands(arms: ArmCaptions, labels: Sequence[Sequence[str]]) -> dict[str, str]:
    """The band of each label; labels of as many images are in one band."""
    pairs = {
        (image, label)
        for image, of_caption in zip(arms.image_of.tolist(), labels, strict=True)
        for label in of_caption
    }
    images_with = Counter(label for _, label in pairs)
    labels_of_count: Counter[int] = Counter()
    for count in images_with.values():
        labels_of_count[count] += count
    band_of_count, before = {}, 0
    for count in sorted(labels_of_count):
        middle = before + labels_of_count[count] / 2
        band_of_count[count] = BANDS[min(len(BANDS) - 1, int(len(BANDS) * middle / len(pairs)))]
        before += labels_of_count[count]
    return {label: band_of_count[count] for label, count in images_with.items()}


def _summed(
    arms: ArmCaptions,
    name: str,
    about: str,
    decimals: int,
    values: Sequence[float],
    counts: Sequence[float],
) -> ImageFigure:
    shape = len(arms.image_ids), len(arms.arms)
    sums = np.zeros((2, *shape))
    for table, summands in zip(sums, (values, counts), strict=True):
        np.add.at(table, (arms.image_of, arms.arm_of), summands)
    return ImageFigure(name, about, decimals, sums[0], sums[1])

"""Means of precision at human recall over words, with intervals over images."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline import native
from cutline.benchmarks.word_agreement.agreement import mean_known, part_masks
from cutline.benchmarks.word_agreement.held_out import Floats
from cutline.benchmarks.word_agreement.model import Z
from cutline.benchmarks.word_agreement.ranking import Reached, WordRanking
from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.jobs import default_jobs

#: Resamples that are worked on at once.
_AT_ONCE = 100
_ROUNDING = 1e-9
_ESTIMATES = ("precision", "human", "difference")


@dataclass(frozen=True)
class Estimate:
    """A mean over words, and its 95% interval over images; None where there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        interval = None if self.low is None else [self.low, self.high]
        return {"value": self.value, "interval": interval}


@dataclass(frozen=True)
class PartPrecision:
    """Means over the words of one part of speech.

    `precision` is the system's at human recall, `human` people's, `difference` the first less the
    second. Of the `words`, `reached` are those that the system recalls as well as people without
    filling up; `precision_reached` and `human_reached` are means over these alone. `own_precision`
    and `own_recall` are those of all that the system names, beside `human_recall`.
    """

    part: str
    words: int
    precision: Estimate
    human: Estimate
    difference: Estimate
    reached: int
    precision_reached: float | None
    human_reached: float | None
    own_precision: float | None
    own_recall: float | None
    human_recall: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        plain = {name: value for name, value in vars(self).items() if name not in _ESTIMATES}
        return plain | {name: getattr(self, name).to_dict() for name in _ESTIMATES}


@dataclass(frozen=True, eq=False)
class Resampled:
    """Precision of the system and of people, a row for each word and a column for each resample."""

    precision: Floats
    human: Floats


def reach_words(
    rankings: Iterable[tuple[WordRanking, WordRanking]], draws: NDArray[np.uint16]
) -> tuple[Reached, Resampled | None]:
    """The figures of each word as images are, and for images that are drawn again and again.

    Args:
        rankings: of each word, one for figures and one for resamples; a word is held at a time.
        draws: how often each image is drawn, a column for each resample.
    """
    once = np.ones((len(draws), 1), dtype=np.uint16)
    found, precision, human = [], [], []
    for exact, coarse in rankings:
        found.append(exact.reach(once))
        for first in range(0, draws.shape[1], _AT_ONCE):
            reached = coarse.reach(draws[:, first : first + _AT_ONCE])
            precision.append(reached.precision)
            human.append(reached.human_precision)
    figures = Reached(*(np.concatenate(column) for column in zip(*found, strict=True)))
    if not draws.shape[1]:
        return figures, None
    shape = (len(found), draws.shape[1])
    drawn = (np.concatenate(values).reshape(shape) for values in (precision, human))
    return figures, Resampled(*drawn)


def draw_images(images: int, resamples: int, seed: int, jobs: int | None) -> NDArray[np.uint16]:
    """How often each image is drawn, a column for each resample; the same as in all intervals."""
    draws = np.empty((images, resamples), dtype=np.uint16)
    block = np.empty((min(_AT_ONCE, resamples), images))
    for first in range(0, resamples, _AT_ONCE):
        filled = block[: resamples - first]
        native.bootstrap_weights(seed, first, filled, jobs or default_jobs())
        draws[:, first : first + len(filled)] = filled.T
    return draws


def means_by_part(use: WordUse, found: Reached, drawn: Resampled | None) -> list[PartPrecision]:
    """Means over the words of each part of speech, then over all words."""
    return [_means(part, mask, found, drawn) for part, mask in part_masks(use)]


def reaches(found: Reached) -> NDArray[np.bool_]:
    """Where the system itself recalls no less than people, but for rounding."""
    with np.errstate(invalid="ignore"):
        is_reached: NDArray[np.bool_] = found.own_recall >= found.human_recall - _ROUNDING
    return is_reached & np.isfinite(found.precision)


def _means(
    part: str, mask: NDArray[np.bool_], found: Reached, drawn: Resampled | None
) -> PartPrecision:
    # Words of which there is no precision at human recall do not count for people either.
    chosen = mask & np.isfinite(found.precision)
    system, people = found.precision[chosen], found.human_precision[chosen]
    systems = drawn.precision[chosen] if drawn else None
    peoples = drawn.human[chosen] if drawn else None
    gaps = None if systems is None or peoples is None else systems - peoples
    reached = reaches(found) & mask
    return PartPrecision(
        part=part,
        words=int(chosen.sum()),
        precision=_estimate(system, systems),
        human=_estimate(people, peoples),
        difference=_estimate(system - people, gaps, lowest=-1.0),
        reached=int(reached.sum()),
        precision_reached=mean_known(found.precision[reached]),
        human_reached=mean_known(found.human_precision[reached]),
        own_precision=mean_known(found.own_precision[chosen]),
        own_recall=mean_known(found.own_recall[chosen]),
        human_recall=mean_known(found.human_recall[chosen]),
    )


def _estimate(values: Floats, drawn: Floats | None, lowest: float = 0.0) -> Estimate:
    """The mean, and 1.96 standard deviations of the means that resamples give to either side.

    Means of resamples lie beside the mean itself, because a ratio of few images is not drawn
    evenly: their quantiles would be off by that. A word that vanishes from a resample is left out
    of its mean.
    """
    value = mean_known(values)
    if value is None or drawn is None:
        return Estimate(value)
    is_known = np.isfinite(drawn)
    counts = is_known.sum(axis=0)
    sums = np.where(is_known, drawn, 0.0).sum(axis=0)
    means = sums[counts > 0] / counts[counts > 0]
    if len(means) < 2:
        return Estimate(value)
    room = Z * float(means.std(ddof=1))
    return Estimate(value, max(value - room, lowest), min(value + room, 1.0))

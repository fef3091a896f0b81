"""Figures that grow with the number of captions: samples of one size are compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutline.core.metric import Floats
from cutline.scoring.diagnosis.words import Captions, Numbers
from cutline.scoring.diversity.type_token import mean_segment_ratio, running_bigrams
from cutline.scoring.priming.arms import ArmCaptions

#: Where arms have different numbers of captions, figures are means over so many draws.
DRAWS = 5


class SampleFigure(NamedTuple):
    """A figure of equal samples of each arm."""

    name: str
    help: str
    decimals: int


SAMPLE_FIGURES = (
    SampleFigure("types", "different words in samples of one size", 0),
    SampleFigure("novel words", "different words that no caption of the other arms has", 0),
    SampleFigure("ttr1", "types over tokens in segments of one size", 3),
    SampleFigure("ttr2", "the same of bigrams", 3),
)


def sample_figures(
    arms: ArmCaptions, arm_of: Numbers, segment: int, random: np.random.Generator
) -> Floats:
    """A row for each of `SAMPLE_FIGURES`, a column for each arm; NaN where there is none.

    Args:
        arms: the captions.
        arm_of: the arm of each, which may be another than it was.
        segment: words of a segment of `ttr1` and `ttr2`.
        random: draws the samples.
    """
    counts = np.bincount(arm_of, minlength=len(arms.arms))
    size = int(counts.min())
    if not size:
        return np.full((len(SAMPLE_FIGURES), len(arms.arms)), np.nan)
    draws = 1 if (counts == size).all() else DRAWS
    found = [_of_sample(arms, arm_of, size, segment, random) for _ in range(draws)]
    mean: Floats = np.mean(found, axis=0)
    return mean


def _of_sample(
    arms: ArmCaptions, arm_of: Numbers, size: int, segment: int, random: np.random.Generator
) -> Floats:
    words = len(arms.vocabulary)
    samples = []
    for arm in range(len(arms.arms)):
        places = np.flatnonzero(arm_of == arm)
        kept = np.zeros(len(arm_of), dtype=np.bool_)
        kept[random.permutation(places)[:size] if len(places) > size else places] = True
        samples.append(arms.numbered.only(kept))
    used = np.array([np.bincount(s.numbers, minlength=words) > 0 for s in samples])
    users = used.sum(axis=0)
    ratios = np.array([_ratios(sample, words, segment) for sample in samples])
    novel = (used & (users == 1)).sum(axis=1)
    found: Floats = np.array([used.sum(axis=1), novel, ratios[:, 0], ratios[:, 1]], dtype=float)
    return found


def _ratios(sample: Captions, words: int, segment: int) -> list[float]:
    texts = (sample.numbers, running_bigrams(sample.numbers, words))
    ratios = [mean_segment_ratio(numbers, segment) for numbers in texts]
    return [np.nan if ratio is None else ratio for ratio in ratios]

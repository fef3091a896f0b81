"""A model of when people use a word: they do with probability p, if what it names is there.

Chen et al. (2015), section 4.2. An image has the object with probability q; then each caption has
the word with probability p, whatever the others say; otherwise none has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cutline.benchmarks.word_agreement.held_out import Floats, expected, image_classes
from cutline.benchmarks.word_agreement.word_use import WordUse

#: Of a normal distribution: 95% lie within so many standard errors.
Z = 1.959963984540054
_STEPS = 60


def model_precision(p: ArrayLike, k: int) -> Floats:
    """The precision that the model gives a word with this p: pk / (pk + (1 - p)^k).

    >>> model_precision([0.0, 0.5, 1.0], 4).round(4).tolist()
    [0.0, 0.9697, 1.0]
    """
    known = np.asarray(p, dtype=np.float64)
    return known * k / (known * k + (1 - known) ** k)


@dataclass(frozen=True, eq=False)
class FittedWords:
    """The p of each word, all captions used.

    `p` is human recall: the chance that another caption has the word if one has. It is what the
    model says p is, and means something where the model is wrong, too. From `low` to `high` is its
    95% interval over images. `likelihood` is the p that makes the counts of captions most likely
    in images where any caption has the word, and `q` the share of images that then have the object.
    """

    p: Floats
    low: Floats
    high: Floats
    likelihood: Floats
    q: Floats


def fit_words(use: WordUse) -> FittedWords:
    """The p of each word; every image has at least two captions.

    >>> from cutline.benchmarks.word_agreement.simulation import simulate
    >>> from cutline.benchmarks.word_agreement.word_use import count_words
    >>> fitted = fit_words(count_words(simulate(10_000, p=0.6, q=0.3, captions=5), ["thing"]))
    >>> fitted.p.round(2).tolist(), fitted.likelihood.round(2).tolist(), fitted.q.round(1).tolist()
    ([0.6], [0.6], [0.3])
    """
    having, captions, counts = image_classes(use)
    kinds = list(zip(having.tolist(), captions.tolist(), strict=True))
    table = np.array([expected(m, r, 1)[:2] for m, r in kinds], dtype=np.float64).reshape(-1, 2)
    mentions, agreed = table.T
    with np.errstate(invalid="ignore", divide="ignore"):
        p = (counts @ agreed) / (counts @ mentions)
        low, high = _interval(p, counts, agreed, mentions, having * (captions - 1))
        likelihood = _most_likely(counts, having, captions)
        # Captions with the word, out of all, are q p; every image counts the same here.
        q = np.minimum(counts @ mentions / len(use.image_ids) / likelihood, 1.0)
    return FittedWords(p, low, high, likelihood, q)


def _interval(
    p: Floats, counts: Floats, agreed: Floats, mentions: Floats, comparisons: Any
) -> tuple[Floats, Floats]:
    """Wilson's interval, with as many trials as would vary as much as the images do.

    The variance is that of a ratio of sums over images. Trials are at most as many as captions with
    the word have others to be compared with. Where all images agree there is no variance, and
    images are taken for the trials.
    """
    images = counts.sum(axis=1)
    residuals = agreed[None, :] - p[:, None] * mentions[None, :]
    spread = (counts * residuals**2).sum(axis=1) * images / np.maximum(images - 1, 1)
    variance = spread / (counts @ mentions) ** 2
    trials = np.where(variance > 0, p * (1 - p) / variance, images)
    trials = np.where(trials > 0, np.minimum(trials, counts @ comparisons), images)
    middle = (p + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    room = Z * np.sqrt(p * (1 - p) / trials + Z**2 / (4 * trials**2)) / (1 + Z**2 / trials)
    return np.maximum(middle - room, 0.0), np.minimum(middle + room, 1.0)


def _most_likely(counts: Floats, having: Any, captions: Any) -> Floats:
    """The p of binomial counts that were seen because they are not zero, by bisection.

    Whether the object is in an image without the word is unknown, so those do not count, and q
    drops out. The slope of the likelihood has one zero, or none where p is 0 or 1.
    """
    low, high = np.zeros(len(counts)), np.ones(len(counts))
    for _ in range(_STEPS):
        p = (low + high) / 2
        column = p[:, None]
        seen = -np.expm1(captions * np.log1p(-column))
        slopes = (
            having / column
            - (captions - having) / (1 - column)
            - captions * (1 - column) ** (captions - 1) / seen
        )
        is_below = (counts * slopes).sum(axis=1) > 0
        low, high = np.where(is_below, p, low), np.where(is_below, high, p)
    found = (low + high) / 2
    found = np.where(counts @ (having > 1) == 0, 0.0, found)
    return np.where(counts @ (having < captions) == 0, 1.0, found)


@dataclass(frozen=True)
class CurveFit:
    """How far words lie from the model's curve at one k, in precision.

    `bias` is how much higher words lie on average, `error` the root of the mean square, and
    `explained` what part of the variance of precision over words the curve explains.
    """

    k: int
    words: int
    bias: float | None
    error: float | None
    explained: float | None


def fit_of_curve(precision: Floats, recall: Floats, k: int) -> CurveFit:
    """How well the curve describes words with these precisions and recalls.

    >>> fit_of_curve(np.array([0.5, 0.9697]), np.array([0.5, 0.5]), 4).bias
    -0.2348...
    """
    known = np.isfinite(precision) & np.isfinite(recall)
    if not known.any():
        return CurveFit(k, 0, None, None, None)
    differences = precision[known] - model_precision(recall[known], k)
    variance = float(np.var(precision[known]))
    squares = float(np.mean(differences**2))
    return CurveFit(
        k,
        int(known.sum()),
        float(differences.mean()),
        squares**0.5,
        1 - squares / variance if variance > 0 else None,
    )

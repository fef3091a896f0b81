"""How even classes are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

#: How many of the most frequent classes are told what share they have.
MOST_FREQUENT = 10


@dataclass(frozen=True)
class Balance:
    """Figures on counts of classes.

    Attributes:
        images: how many were counted.
        total: all counts together.
        classes: how many classes there are, those without a count too.
        covered: how many have a count.
        entropy: in bits.
        perplexity: two to the power of the entropy: as many classes of equal counts are as varied.
        gini: 0 where all classes have the same count, near 1 where one has them all.
        top_share: the share of the ten most frequent.
    """

    images: float
    total: float
    classes: int
    covered: float
    entropy: float
    perplexity: float
    gini: float
    top_share: float

    def to_dict(self) -> dict[str, float]:
        """Plain values, ready for JSON."""
        return dict(vars(self))


def balance_of(counts: ArrayLike, images: int = 0) -> Balance:
    """The figures of these counts, one for each class.

    >>> even, one = balance_of([5, 5, 5, 5]), balance_of([20, 0, 0, 0])
    >>> even.entropy, even.perplexity, even.gini, one.entropy, one.gini, one.covered
    (2.0, 4.0, 0.0, 0.0, 0.75, 1)
    """
    values = np.sort(np.asarray(counts, dtype=np.float64))
    total = float(values.sum())
    if not total:
        return Balance(images, 0, len(values), 0, 0.0, 1.0, 0.0, 0.0)
    shares = values[values > 0] / total
    entropy = max(0.0, float(-(shares * np.log2(shares)).sum()))
    ranks = np.arange(1, len(values) + 1)
    gini = float(((2 * ranks - len(values) - 1) * values).sum() / (len(values) * total))
    return Balance(
        images=images,
        total=int(total),
        classes=len(values),
        covered=len(shares),
        entropy=entropy,
        perplexity=float(2**entropy),
        gini=gini,
        top_share=float(values[-MOST_FREQUENT:].sum() / total),
    )


def mean_balance(several: Sequence[Balance]) -> Balance:
    """The mean of every figure."""
    names = ("images", "total", "covered", "entropy", "perplexity", "gini", "top_share")
    means = {name: float(np.mean([getattr(one, name) for one in several])) for name in names}
    return Balance(classes=several[0].classes, **means)

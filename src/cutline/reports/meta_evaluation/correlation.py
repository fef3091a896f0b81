"""Pearson, Spearman and Kendall correlations, for many weightings of the same observations."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.meta_evaluation.concordance import Concordance
from cutline.reports.meta_evaluation.groups import Groups, mid_ranks, tied_pairs

#: What is computed, in the order it is shown in.
COEFFICIENTS = ("tau-b", "tau-c", "spearman", "pearson")


class Correlation:
    """A metric's values and people's ratings of the same captions.

    Args:
        values: what the metric says, one number an observation.
        ratings: what people say.

    >>> Correlation(np.array([0.1, 0.4, 0.2]), np.array([1.0, 2.0, 2.0])).whole()["tau-c"]
    0.8888888888888888
    """

    def __init__(self, values: Floats, ratings: Floats) -> None:
        # Centred, so that no digits are lost where values differ little.
        self._values = values - values.mean()
        self._ratings = ratings - ratings.mean()
        self._by_value = Groups.by_value(values)
        self._by_rating = Groups.by_value(ratings)

    def __len__(self) -> int:
        return len(self._values)

    def whole(self) -> dict[str, float]:
        """Each coefficient with every observation counted once."""
        rows = self.of(np.ones((1, len(self))))
        return {name: float(row[0]) for name, row in rows.items()}

    def of(self, weights: Floats) -> dict[str, Floats]:
        """Each coefficient for each row of weights, which say how often an observation counts.

        A coefficient is NaN where values or ratings are all equal.
        """
        values, ratings = self._by_value.sizes(weights), self._by_rating.sizes(weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            return {
                **self._kendall(weights, values, ratings),
                "spearman": self._spearman(weights, values, ratings),
                "pearson": self._pearson(weights),
            }

    @cached_property
    def _concordance(self) -> Concordance:
        return Concordance(self._by_value, self._by_rating)

    def _kendall(self, weights: Floats, values: Floats, ratings: Floats) -> dict[str, Floats]:
        difference = self._concordance.differences(weights)
        count = weights.sum(axis=1)
        pairs = count * (count - 1) / 2
        untied = (pairs - tied_pairs(values)) * (pairs - tied_pairs(ratings))
        levels = np.minimum((values > 0).sum(axis=1), (ratings > 0).sum(axis=1))
        return {
            "tau-b": difference / np.sqrt(untied),
            "tau-c": 2 * difference / (count**2 * (levels - 1) / levels),
        }

    def _spearman(self, weights: Floats, values: Floats, ratings: Floats) -> Floats:
        middle = (weights.sum(axis=1, keepdims=True) + 1) / 2
        value_ranks, rating_ranks = mid_ranks(values) - middle, mid_ranks(ratings) - middle
        together = np.einsum(
            "ij,ij,ij->i",
            weights,
            np.take(value_ranks, self._by_value.of, axis=1),
            np.take(rating_ranks, self._by_rating.of, axis=1),
        )
        spread = _squares(values, value_ranks) * _squares(ratings, rating_ranks)
        return _bounded(together / np.sqrt(spread))

    def _pearson(self, weights: Floats) -> Floats:
        x, y = self._values, self._ratings
        moments = weights @ np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)
        count, x_sum, y_sum, x_squares, y_squares, products = moments.T
        x_spread = _spread(count * x_squares, x_sum**2)
        y_spread = _spread(count * y_squares, y_sum**2)
        return _bounded((count * products - x_sum * y_sum) / np.sqrt(x_spread * y_spread))


def _squares(sizes: Floats, ranks: Floats) -> Floats:
    squares: Floats = np.einsum("ij,ij,ij->i", sizes, ranks, ranks)
    return squares


def _spread(squares: Floats, square: Floats) -> Floats:
    """The difference of two sums, 0 where it is only what rounding leaves."""
    difference = squares - square
    exact: Floats = np.where(difference > 1e-12 * squares, difference, 0.0)
    return exact


def _bounded(coefficients: Floats) -> Floats:
    return np.clip(coefficients, -1.0, 1.0)  # rounding may leave 1.0000000000000002

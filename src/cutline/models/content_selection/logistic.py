"""Logistic regression on shares between 0 and 1, by Newton's method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats

_MOST_STEPS = 50
_SMALLEST_STEP = 1e-8
# Next to nothing; but where all shares are 0 or all are 1, it keeps the intercept finite.
_RIDGE_OF_INTERCEPT = 1e-2


@dataclass(frozen=True)
class LogisticModel:
    """Weights of named features, each first centred and scaled, and an intercept."""

    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float

    def predict(self, rows: Floats) -> Floats:
        """The share that is expected of each row of features."""
        scaled = (rows - np.array(self.means)) / np.array(self.scales)
        return _shares(scaled @ np.array(self.weights) + self.intercept)


def fit_logistic(
    features: tuple[str, ...], rows: Floats, shares: Floats, ridge: float
) -> LogisticModel:
    """Find the weights under which the shares are most likely.

    Args:
        features: the names of the columns.
        rows: the features of each thing that was seen.
        shares: how often it came true, from 0 to 1.
        ridge: half of this times the sum of squared weights is added to the loss, so that weights
            stay small where little was seen. The intercept is free of it.
    """
    means, scales = rows.mean(axis=0), rows.std(axis=0)
    scales[scales < 1e-12] = 1.0  # a feature that never varies gets no weight
    columns = np.column_stack([np.ones(len(rows)), (rows - means) / scales])
    penalty = np.full(columns.shape[1], ridge)
    penalty[0] = _RIDGE_OF_INTERCEPT
    weights = _minimum(columns, shares, penalty)
    return LogisticModel(
        features, _floats(means), _floats(scales), _floats(weights[1:]), float(weights[0])
    )


def _minimum(columns: Floats, shares: Floats, penalty: Floats) -> Floats:
    weights = np.zeros(columns.shape[1])
    loss = _loss(columns, shares, penalty, weights)
    for _ in range(_MOST_STEPS):
        expected = _shares(columns @ weights)
        slope = columns.T @ (expected - shares) + penalty * weights
        curve = (columns * (expected * (1 - expected))[:, None]).T @ columns + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        # A full step can overshoot; the loss is convex, so that a short enough one never does.
        while (after := _loss(columns, shares, penalty, weights - step)) > loss:
            step = step / 2
            if np.abs(step).max() < _SMALLEST_STEP:
                return weights
        weights, loss = weights - step, after
        if np.abs(step).max() < _SMALLEST_STEP:
            break
    return weights


def _loss(columns: Floats, shares: Floats, penalty: Floats, weights: Floats) -> float:
    odds = columns @ weights
    fits = np.logaddexp(0.0, odds) - shares * odds
    return float(fits.sum() + 0.5 * (penalty * weights * weights).sum())


def _shares(odds: Floats) -> Floats:
    # The halved tangent overflows nowhere.
    shares: Floats = 0.5 * (1 + np.tanh(0.5 * odds))
    return shares


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(float(value) for value in values)

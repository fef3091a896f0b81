"""Metrics whose score is the mean of the values that there are."""

from __future__ import annotations

import numpy as np

from cutline.core.metric import Floats, Metric


class MeanOfDefined(Metric):
    """A metric that says nothing of some images: their value is NaN, and they do not count."""

    def summands(self, statistics: Floats) -> Floats:
        """The value, or 0 where there is none, and whether there is one."""
        values = self.values(statistics)
        is_defined = ~np.isnan(values)
        return np.column_stack([np.where(is_defined, values, 0.0), is_defined])

    def score_of_sums(self, sums: Floats, images: int) -> Floats:
        """The mean of the values that there are."""
        values: Floats = np.full(len(sums), np.nan)
        np.divide(sums[:, 0], sums[:, 1], out=values, where=sums[:, 1] > 0)
        return values

    def score(self, statistics: Floats) -> float:
        """The mean over images that have a value."""
        sums = self.summands(statistics).sum(axis=0, keepdims=True)
        return float(self.score_of_sums(sums, len(statistics))[0])

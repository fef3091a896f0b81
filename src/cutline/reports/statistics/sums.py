"""Scores of many resamples at once, from sums of what each metric adds up over images."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats, Metric
from cutline.core.score import Score


@dataclass(frozen=True)
class Summed:
    """Scores of the same images, with all that they add up in one matrix.

    Metrics that add up the same rows, as BLEU of several orders do, share their columns.
    """

    scores: tuple[Score, ...]
    summands: Floats
    columns: tuple[slice | None, ...]

    @classmethod
    def of(cls, scores: Sequence[Score]) -> Summed:
        """These scores, image for image.

        Raises:
            UsageError: when they are of different images.
        """
        images = scores[0].image_ids
        parts: list[Floats] = []
        column_of: dict[int, slice] = {}
        columns: list[slice | None] = []
        for score in scores:
            if score.image_ids is not images and list(score.image_ids) != list(images):
                raise UsageError("scores are compared image for image: these are of other images")
            if not adds_up(score.metric):
                columns.append(None)
                continue
            summands = score.metric.summands(score.statistics)
            if id(summands) not in column_of:
                first = sum(part.shape[1] for part in parts)
                parts.append(summands)
                column_of[id(summands)] = slice(first, first + summands.shape[1])
            columns.append(column_of[id(summands)])
        matrix = np.concatenate(parts, axis=1) if parts else np.empty((len(images), 0))
        return cls(tuple(scores), np.ascontiguousarray(matrix), tuple(columns))

    @property
    def images(self) -> int:
        """How many there are."""
        return len(self.summands)

    def values(self, weights: Iterable[Floats]) -> Floats:
        """The value of each score (row) when images count as often as each weight row says."""
        columns = [self._block_values(block) for block in weights]
        return np.concatenate(columns, axis=1)

    def values_of_sums(self, number: int, sums: Floats, images: int) -> Floats:
        """The values of one of the scores that belong to rows of sums over all columns."""
        columns = self.columns[number]
        if columns is None:
            raise ValueError("this score does not follow from sums")
        own = np.ascontiguousarray(sums[:, columns])
        return self.scores[number].metric.score_of_sums(own, images)

    def _block_values(self, weights: Floats) -> Floats:
        sums = weights @ self.summands
        return np.stack(
            [
                self.values_of_sums(number, sums, self.images)
                if columns is not None
                else self._drawn_values(number, weights)
                for number, columns in enumerate(self.columns)
            ]
        )

    def _drawn_values(self, number: int, weights: Floats) -> Floats:
        # A metric with a score of its own kind is asked for each resample.
        score = self.scores[number]
        drawn = (np.repeat(np.arange(self.images), row.astype(np.intp)) for row in weights)
        return np.array([score.metric.score(score.statistics[places]) for places in drawn])


def adds_up(metric: Metric) -> bool:
    """Whether the score follows from sums over images.

    It does not where a class has its own `score` and says nothing of sums.
    """
    for cls in type(metric).__mro__:
        if "score_of_sums" in vars(cls):
            return True
        if "score" in vars(cls):
            return False
    return True

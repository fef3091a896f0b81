"""Scores: a number with everything needed to trust it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline.core.errors import near_names
from cutline.core.metric import Floats, Metric
from cutline.core.rich_display import shown_by
from cutline.core.signature import Signature
from cutline.core.spec import parse_spec
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId

if TYPE_CHECKING:
    from numpy.typing import NDArray


@shown_by("cutline.reports.notebook:score_html")
@dataclass(frozen=True)
class Score(Tabular):
    """One metric's verdict on one run (or on a slice of it)."""

    metric: Metric
    image_ids: Sequence[ImageId]
    statistics: Floats
    signature: Signature

    @cached_property
    def value(self) -> float:
        """The corpus value."""
        return self.metric.score(self.statistics)

    @cached_property
    def values(self) -> Floats:
        """The value of each image, in the order of `image_ids`."""
        return self.metric.values(self.statistics)

    @cached_property
    def parts(self) -> dict[str, float]:
        """What the value is made of."""
        return self.metric.parts(self.statistics)

    @property
    def spec(self) -> str:
        """The metric as it is printed and typed."""
        return str(self.metric)

    def rows(self, places: NDArray[np.intp]) -> Score:
        """The score of these images alone, document frequencies and all else unchanged."""
        signature = replace(
            self.signature,
            images=len(places),
            data=f"{self.signature.data}[{len(places)}/{len(self.image_ids)}]",
        )
        return Score(
            self.metric,
            [self.image_ids[i] for i in places],
            self.statistics[places],
            signature,
        )

    def table(self) -> Table:
        """One row: the metric, its value and its signature."""
        return _score_table([self])

    def image_table(self) -> Table:
        """A row for each image: its id, and its value by this metric."""
        return _image_table([self])

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "spec": self.spec,
            "value": self.value,
            "parts": self.parts,
            "signature": str(self.signature),
        }

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"Score({self.spec}={self.value:.6g}, {self.signature})"


@shown_by("cutline.reports.notebook:scores_html")
@dataclass(frozen=True)
class Scores(Mapping[str, Score], Tabular):
    """The scores of one run by spec: `scores["cider-d"].value`."""

    system: str
    scores: tuple[Score, ...]

    def __getitem__(self, spec: str) -> Score:
        for score in self.scores:
            if score.spec == spec:
                return score
        for score in self.scores:  # another way to write the same: cider-d(sigma=6)
            if score.metric == parse_spec(spec):
                return score
        known = [score.spec for score in self.scores]
        raise KeyError(f"{spec!r} was not computed{near_names(spec, known)}: {', '.join(known)}")

    def __iter__(self) -> Iterator[str]:
        return (score.spec for score in self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def image_ids(self) -> Sequence[ImageId]:
        """The images that were scored."""
        return self.scores[0].image_ids

    def rows(self, places: NDArray[np.intp]) -> Scores:
        """The scores of these images alone."""
        return Scores(self.system, tuple(score.rows(places) for score in self.scores))

    def table(self) -> Table:
        """A row for each metric: its spec, value and signature."""
        return _score_table(self.scores)

    def image_table(self) -> Table:
        """A row for each image: its id, and its value by each metric."""
        return _image_table(self.scores)

    def __repr__(self) -> str:
        values = ", ".join(f"{score.spec}={score.value:.4f}" for score in self.scores)
        return f"Scores({self.system}: {values})" if self.system else f"Scores({values})"


def _score_table(scores: Sequence[Score]) -> Table:
    return Table(
        {
            "spec": [score.spec for score in scores],
            "value": [score.value for score in scores],
            "signature": [str(score.signature) for score in scores],
        }
    )


def _image_table(scores: Sequence[Score]) -> Table:
    values = {score.spec: score.values.tolist() for score in scores}
    return Table({"image_id": list(scores[0].image_ids), **values})

"""What scoring gives back, in memory and as files between two processes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

#: By metric: value, low and high; None where they are undefined. Where they are shown to all, also
#: the number of images that they are of, and the signature.
MetricValues = dict[str, dict[str, float | str | None]]


@dataclass(frozen=True)
class Outcome:
    """The scores of a run, as `Result` keeps them.

    Args:
        scores: by slice label, `""` for all images that are not reserved, then by metric as the
            benchmark writes it: `value`, `low`, `high`, `images`, `signature`.
        reserve: `value`, `low` and `high` by metric for the images that only hosts see the scores
            of; empty where nothing is reserved.
        signatures: by metric, of all images that are not reserved.
        images: how many images were scored, reserved ones among them.
        procedure: how the intervals were made, in a line.
        statistics: those of each image, packed; `statistics_of` reads them.
    """

    scores: dict[str, MetricValues]
    reserve: MetricValues
    signatures: dict[str, str]
    images: int
    procedure: str
    statistics: bytes

    def to_dict(self) -> dict[str, Any]:
        """All but the statistics, as JSON has it."""
        return {
            "scores": self.scores,
            "reserve": self.reserve,
            "signatures": self.signatures,
            "images": self.images,
            "procedure": self.procedure,
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any], statistics: bytes) -> Outcome:
        """The same, back again."""
        return cls(
            scores=fields["scores"],
            reserve=fields["reserve"],
            signatures=fields["signatures"],
            images=fields["images"],
            procedure=fields["procedure"],
            statistics=statistics,
        )


def number(value: float) -> float | None:
    """A number as JSON has it: what is undefined is null there.

    >>> number(0.5), number(float("nan"))
    (0.5, None)
    """
    return float(value) if math.isfinite(value) else None

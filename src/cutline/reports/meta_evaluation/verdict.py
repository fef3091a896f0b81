"""What judging a metric by people gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutline.core.signature import Signature
from cutline.core.version import __version__
from cutline.reports.statistics import Interval, Resampling


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and where it would lie with other images of the same kind."""

    value: float
    interval: Interval

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"value": self.value, "interval": self.interval.to_dict()}


@dataclass(frozen=True)
class Verdict:
    """How one metric agrees with people.

    `estimates` has each figure by name: coefficients, and `accuracy`, the share of pairs of
    captions where the metric prefers what people prefer. For pairs that come in categories it has
    `accuracy of HM` and the like too. `pairs` are those that people decide, and `ties` those of
    them that the metric does not.
    """

    spec: str
    estimates: Mapping[str, Estimate]
    pairs: int
    ties: int
    signature: Signature

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "spec": self.spec,
            "estimates": {name: found.to_dict() for name, found in self.estimates.items()},
            "pairs": self.pairs,
            "ties": self.ties,
            "signature": str(self.signature),
        }


@dataclass(frozen=True)
class Verdicts:
    """Verdicts on several metrics by the same judgments.

    `counts` says of how much: captions or pairs, observations, images and what was left out.
    `choices` are the protocol's.
    """

    judgments: str
    data: str
    choices: Mapping[str, str]
    counts: Mapping[str, int]
    resampling: Resampling
    level: float
    verdicts: tuple[Verdict, ...]

    @property
    def protocol(self) -> str:
        """All that has to be equal for two figures to be compared, beside the metric."""
        return "|".join(
            (
                f"judgments:{self.judgments}",
                *(f"{name}:{value}" for name, value in self.choices.items()),
                *(f"{name}:{value}" for name, value in self.counts.items()),
                f"data:{self.data}",
                f"resamples:{self.resampling.resamples}",
                f"seed:{self.resampling.seed}",
                f"level:{self.level:g}",
                f"cutline:{__version__}",
            )
        )

    def __getitem__(self, spec: str) -> Verdict:
        return {verdict.spec: verdict for verdict in self.verdicts}[spec]

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "judgments": self.judgments,
            "protocol": self.protocol,
            "choices": dict(self.choices),
            "counts": dict(self.counts),
            "metrics": [verdict.to_dict() for verdict in self.verdicts],
        }

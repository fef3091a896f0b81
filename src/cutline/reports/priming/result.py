"""What the study of priming finds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from cutline.reports.statistics.intervals import Interval


@dataclass(frozen=True)
class ArmSize:
    """How much an arm has to be judged by."""

    arm: str
    primed: bool
    captions: int
    images: int
    annotators: int
    median_seconds: float | None


@dataclass(frozen=True)
class ArmValue:
    """A figure of one arm; no interval for what depends on how many captions there are."""

    arm: str
    value: float
    interval: Interval | None


@dataclass(frozen=True)
class ArmDifference:
    """What the second of two arms has more than the first.

    `p` is from swapping arms within images, and `corrected_p` corrected for all pairs of arms.
    `both` counts the images that have captions of both arms.
    """

    first: str
    second: str
    value: float
    interval: Interval | None
    p: float
    corrected_p: float
    both: int


@dataclass(frozen=True)
class ComparedFigure:
    """A figure of all arms, and the differences of all pairs of them."""

    name: str
    help: str
    decimals: int
    arms: tuple[ArmValue, ...]
    differences: tuple[ArmDifference, ...]


@dataclass(frozen=True)
class PrimingStudy:
    """Arms compared; `notes` say what was left out and why."""

    project: str
    arms: tuple[ArmSize, ...]
    figures: tuple[ComparedFigure, ...]
    level: float
    signature: str
    notes: tuple[str, ...]

    def figure(self, name: str) -> ComparedFigure:
        """The figure of a name.

        Raises:
            KeyError: when there is none.
        """
        return {figure.name: figure for figure in self.figures}[name]

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "project": self.project,
            "arms": [asdict(arm) for arm in self.arms],
            "figures": [_figure(figure) for figure in self.figures],
            "level": self.level,
            "signature": self.signature,
            "notes": list(self.notes),
        }


def _figure(figure: ComparedFigure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "help": figure.help,
        "arms": [_with_interval(arm) for arm in figure.arms],
        "differences": [_with_interval(difference) for difference in figure.differences],
    }


def _with_interval(found: ArmValue | ArmDifference) -> dict[str, Any]:
    plain = {name: getattr(found, name) for name in found.__dataclass_fields__}
    return plain | {"interval": found.interval.to_dict() if found.interval else None}

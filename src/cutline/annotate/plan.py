"""What annotations are made with, and the header that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cutline.annotate.captioners.captioner import Captioner
from cutline.core.metric import Metric
from cutline.core.spec import format_spec
from cutline.core.version import __version__
from cutline.datasets.annotated_images import AnnotationHeader
from cutline.detect.detector import Detector

#: How many pictures go through all steps together.
DEFAULT_BATCH = 8


@dataclass(frozen=True)
class Plan:
    """Who captions, who detects, and which metrics judge.

    Args:
        captioners: each with a name of its own.
        detector: sees the objects.
        metrics: of fidelity; the first chooses the best caption.
        batch: how many pictures go through all steps together.
        jobs: threads to use; all cores by default.
    """

    captioners: tuple[Captioner, ...]
    detector: Detector
    metrics: tuple[Metric, ...]
    batch: int = DEFAULT_BATCH
    jobs: int | None = None

    @cached_property
    def header(self) -> AnnotationHeader:
        """All that the annotations depend on."""
        return AnnotationHeader(
            captioners=tuple(captioner.name for captioner in self.captioners),
            detector=self.detector.name,
            metrics=tuple(str(metric) for metric in self.metrics),
            signature="|".join(self._signatures()),
        )

    def _signatures(self) -> list[str]:
        return [
            *(f"{captioner.name}={captioner.signature}" for captioner in self.captioners),
            f"detector={self.detector.signature}",
            *(_metric_signature(metric) for metric in self.metrics),
            f"cutline:{__version__}",
        ]


def header_difference(found: AnnotationHeader, expected: AnnotationHeader) -> str:
    """What a file was made with and what is asked for now, where they differ; else nothing.

    >>> one = AnnotationHeader(("sat", "noc"), "coco-ssd", ("semantic-fidelity",), "")
    >>> header_difference(one, AnnotationHeader(("sat",), "coco-ssd", one.metrics, ""))
    'the captioners sat, noc, and now they are sat'
    """
    for what in ("captioners", "metrics"):
        before, now = getattr(found, what), getattr(expected, what)
        if before != now:
            return f"the {what} {', '.join(before)}, and now they are {', '.join(now)}"
    if found.detector != expected.detector:
        return f"the detector {found.detector}, and now it is {expected.detector}"
    before, now = found.signature.split("|"), expected.signature.split("|")
    if before != now:
        return f"{_without(before, now)}, and now it is {_without(now, before)}"
    return ""


def _without(parts: Sequence[str], others: Sequence[str]) -> str:
    return ", ".join(part for part in parts if part not in others) or "less"


def _metric_signature(metric: Metric) -> str:
    digests = metric.data_digests()
    files = ",".join(f"{name}={digest}" for name, digest in digests.items())
    return f"{format_spec(metric, full=True)}{f' files:{files}' if files else ''}"

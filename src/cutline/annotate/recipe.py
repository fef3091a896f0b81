"""A plan in words: what has to be said for the same plan to be made in another process."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.annotate.plan import DEFAULT_BATCH, Plan
from cutline.core.spec import parse_specs


@dataclass(frozen=True)
class Recipe:
    """Who captions, who detects, and which metrics judge, by their specs.

    Args:
        captioners: as `captioner_named` takes them.
        detector: as `detector_named` takes it.
        metrics: of fidelity, with commas between them.
        batch: how many pictures go through all steps together.
        parallel: how many pictures are under way at once at endpoints and the like.
        timeout: seconds that a command or endpoint has for a picture.
    """

    captioners: tuple[str, ...]
    detector: str
    metrics: str
    batch: int = DEFAULT_BATCH
    parallel: int = 4
    timeout: float = 60.0

    def plan(self, jobs: int | None = None) -> Plan:
        """The plan, with everything opened.

        Args:
            jobs: threads to use; all cores by default.

        Raises:
            UsageError: for a spec that is none.
            FileError, ContentError: when a file cannot be used.
            MissingPartError: when something is not installed.
        """
        # Detectors bring much with them, which is loaded where it is used.
        from cutline.annotate.captioners import captioners_named
        from cutline.detect.named import detector_named

        captioners = captioners_named(
            list(self.captioners), timeout=self.timeout, parallel=self.parallel
        )
        detector = detector_named(self.detector, jobs=jobs)
        return Plan(captioners, detector, tuple(parse_specs(self.metrics)), self.batch, jobs)

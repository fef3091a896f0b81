"""An extractor in words: what has to be said for the same one to be opened in another process."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.detect.features.extractor import Extractor
from cutline.detect.features.grid import USUAL_MODEL, GridExtractor
from cutline.detect.features.regions import RegionExtractor
from cutline.detect.named import detector_named
from cutline.detect.settings import Settings

USUAL_DETECTOR = "coco-ssd"


@dataclass(frozen=True)
class ExtractorRecipe:
    """What describes pictures.

    Args:
        with_regions: of a detector's boxes, or of the cells of a grid.
        model: the network.
        detector: whose boxes, as `detector_named` takes it.
        threshold: how sure the detector has to be; its own by default.
    """

    with_regions: bool = False
    model: str = USUAL_MODEL
    detector: str = USUAL_DETECTOR
    threshold: float | None = None

    def open(self, jobs: int | None = None) -> Extractor:
        """The extractor.

        Args:
            jobs: threads to use; all cores by default.

        Raises:
            UsageError: for a spec that is none.
            FileError, ContentError: when a file cannot be used.
            MissingPartError: when something is not installed.
        """
        grid = GridExtractor(self.model, jobs)
        if not self.with_regions:
            return grid
        settings = Settings(threshold=self.threshold)
        return RegionExtractor(grid, detector_named(self.detector, settings=settings, jobs=jobs))

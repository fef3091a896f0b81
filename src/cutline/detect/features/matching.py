"""The extractor that made features before, to look at other pictures in the same way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.core.errors import UsageError
from cutline.datasets.features import Regions
from cutline.datasets.features.reduction import Reduction, read_reduction
from cutline.datasets.pictures import Picture
from cutline.detect.features.extractor import Extractor
from cutline.detect.features.grid import USUAL_MODEL, GridExtractor
from cutline.detect.features.regions import RegionExtractor
from cutline.detect.named import detector_named

_GRID, _REGIONS, _REDUCED = "grid(", "regions|", "|components("


@dataclass(frozen=True)
class ReducedExtractor:
    """An extractor whose vectors are reduced as those of a store were."""

    extractor: Extractor
    reduction: Reduction

    @property
    def signature(self) -> str:
        """That of the reduced features."""
        return self.reduction.signature

    @property
    def size(self) -> int:
        """The size of a vector."""
        return self.reduction.size

    @property
    def classes(self) -> tuple[str, ...]:
        """The names that labels of regions number."""
        return self.extractor.classes

    def extract(self, pictures: Sequence[Picture]) -> list[Regions]:
        """The regions of each picture."""
        return [
            Regions(self.reduction.of(one.features), one.boxes, one.labels, one.scores)
            for one in self.extractor.extract(pictures)
        ]


def is_of_pictures(made_by: str) -> bool:
    """Whether features were made of pictures by an extractor of Cutline.

    >>> is_of_pictures("grid(7x7)|imagenet|model:12|use:34"), is_of_pictures("tsv:coco.tsv")
    (True, False)
    """
    return made_by.startswith((_GRID, _REGIONS))


def extractor_for(
    made_by: str,
    *,
    network: str = USUAL_MODEL,
    detector: str = "coco-ssd",
    reduced: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
) -> Extractor:
    """The extractor that makes features as they were made.

    Args:
        made_by: what they were made by, as a store says it.
        network: what the vectors come from, as `GridExtractor` takes it.
        detector: what finds the regions, if they are regions.
        reduced: a store of such features, which has the directions that they were reduced to.
        jobs: threads to use.

    Raises:
        UsageError: when no extractor makes such features, or another one was found.
        FileError, MissingPartError: when the network, detector or store is not there.
    """
    if not is_of_pictures(made_by):
        raise UsageError(
            f"features by {made_by or 'nobody knows whom'!r} cannot be made of pictures: give a "
            f"store of such features"
        )
    before, mark, _ = made_by.partition(_REDUCED)
    if mark and reduced is None:
        raise UsageError(
            f"features by {made_by!r} were reduced: give a store of such features too, to reduce "
            f"those of pictures in the same way"
        )
    grid = GridExtractor(network, jobs)
    found: Extractor = grid
    if before.startswith(_REGIONS):
        found = RegionExtractor(grid, detector_named(detector, jobs=jobs))
    _check(before, found.signature)
    if mark and reduced is not None:
        found = ReducedExtractor(found, read_reduction(reduced))
        _check(made_by, found.signature)
    return found


def _check(wanted: str, found: str) -> None:
    if wanted != found:
        raise UsageError(
            f"features by {wanted!r} are wanted, and here they would be by {found!r}: make a store "
            f"of them as it was done before (cutline features)"
        )

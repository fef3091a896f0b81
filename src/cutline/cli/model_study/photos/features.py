"""The features that captioners of the study look at: made once, and kept."""

from __future__ import annotations

from pathlib import Path

from cutline.cli.features_run import extract_pictures
from cutline.cli.model_study.photos.inputs import Photos
from cutline.cli.terminal import note
from cutline.core.errors import ContentError
from cutline.core.progress import progress
from cutline.datasets.features import FeatureStore
from cutline.datasets.features.reduction import find_reduction, write_reduced
from cutline.detect.features import GridExtractor


def features_of(
    photos: Photos, work: Path, given: str | None, components: int, jobs: int | None
) -> FeatureStore:
    """A store that has every image, made now where it is not there.

    Args:
        photos: the images.
        work: where what is made is kept.
        given: the user's own store; None to look at the pictures.
        components: to how many numbers vectors are reduced, by the training images alone; 0 to
            keep them as they are.
        jobs: threads to use.

    Raises:
        ContentError: when an image has no features.
        FileError, MissingPartError: when something is not there.
    """
    if given is not None:
        large = FeatureStore.open(given)
    else:
        large = _extracted(photos, work / "grid.features", jobs)
    large.check_ids(tuple(photos.files))
    if not components or components >= large.size:
        return large
    train = photos.parts["train"].image_ids
    place = work / f"reduced-{components}.features"
    with progress("Reducing features") as step:
        reduction = find_reduction(large, components, train)
        if place.exists():
            found = FeatureStore.open(place)
            if found.made_by == reduction.signature and all(i in found for i in photos.files):
                return found
        write_reduced(large, place, reduction, step=step)
    return FeatureStore.open(place)


def _extracted(photos: Photos, place: Path, jobs: int | None) -> FeatureStore:
    extractor = GridExtractor(jobs=jobs)
    if place.exists():
        found = FeatureStore.open(place)
        if found.made_by == extractor.signature and all(i in found for i in photos.files):
            return found
    files = list(photos.files.values())
    made = extract_pictures(extractor, files, str(place), "float16", jobs)
    for reason in made.failed:
        note(f"cutline: {reason}")
    if made.failed:
        raise ContentError(f"{len(made.failed):,} of {len(files):,} pictures cannot be looked at")
    return made.store

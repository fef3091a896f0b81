"""Where `cutline caption` takes images from: a store of features, or pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from cutline.cli.terminal import note, working
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore, Regions
from cutline.datasets.features.layout import MANIFEST
from cutline.datasets.pictures import PictureFile, find_pictures
from cutline.detect.features import Extractor, extract_files
from cutline.detect.features.grid import USUAL_MODEL
from cutline.detect.features.matching import extractor_for, is_of_pictures
from cutline.detect.run import Unseen
from cutline.models.images import Images
from cutline.models.saved import ModelCard
from cutline.models.training.load import RegionsInHand, image_batches, load_images
from cutline.scoring.seen_objects import plain_id


class Source(Protocol):
    """Images to caption."""

    @property
    def ids(self) -> Sequence[ImageId]:
        """What they are called."""

    @property
    def signature(self) -> str:
        """What made their features."""

    @property
    def failed(self) -> Sequence[str]:
        """Why some could not be looked at, after all batches."""

    def batches(self, size: int, most_regions: int | None) -> Iterator[Images]:
        """All of them, so many at a time."""


@dataclass(frozen=True)
class StoredImages:
    """Images of a feature store."""

    store: FeatureStore
    ids: Sequence[ImageId]
    failed: Sequence[str] = ()

    @property
    def signature(self) -> str:
        """What made the features, and their digest."""
        return self.store.signature

    def batches(self, size: int, most_regions: int | None) -> Iterator[Images]:
        """All of them, so many at a time."""
        return image_batches(self.store, self.ids, size, most_regions)


@dataclass(frozen=True)
class PictureImages:
    """Pictures, which are looked at while others are captioned."""

    extractor: Extractor
    files: Sequence[PictureFile]
    jobs: int | None = None
    failed: list[str] = field(default_factory=list)

    @property
    def ids(self) -> list[ImageId]:
        """What they are called."""
        return [file.image_id for file in self.files]

    @property
    def signature(self) -> str:
        """What makes the features."""
        return self.extractor.signature

    def batches(self, size: int, most_regions: int | None) -> Iterator[Images]:
        """All that can be looked at, so many at a time."""
        waiting: dict[ImageId, Regions] = {}
        for one in extract_files(self.extractor, self.files, self.jobs):
            if isinstance(one, Unseen):
                self.failed.append(one.reason)
                continue
            waiting[one[0].image_id] = one[1]
            if len(waiting) == size:
                yield self._loaded(waiting, most_regions)
                waiting = {}
        if waiting:
            yield self._loaded(waiting, most_regions)

    def _loaded(self, waiting: dict[ImageId, Regions], most_regions: int | None) -> Images:
        in_hand = RegionsInHand(self.extractor.size, waiting)
        return load_images(in_hand, list(waiting), most_regions)


@dataclass(frozen=True)
class Looking:
    """How pictures are looked at.

    Args:
        network: what the vectors come from.
        detector: what finds regions, for models of regions.
        reduced: a store of reduced features, for models of such.
        image_ids: what pictures are called by.
        jobs: threads.
    """

    network: str = USUAL_MODEL
    detector: str = "coco-ssd"
    reduced: str | None = None
    image_ids: str = "auto"
    jobs: int | None = None


def open_source(
    paths: Sequence[str], card: ModelCard, references: Sequence[ImageId] | None, looking: Looking
) -> Source:
    """The images that were given; only those that have references, if there are any.

    Raises:
        UsageError: for features that are not those of the model.
        ContentError: when no image has references.
        FileError, MissingPartError: when something is not there.
    """
    if len(paths) == 1 and (Path(paths[0]) / MANIFEST).is_file():
        with working("Opening features"):
            store = FeatureStore.open(paths[0])
        _check_store(store, card)
        return StoredImages(store, _with_references(store.ids, references))
    with working("Looking for pictures"):
        files = find_pictures(paths, looking.image_ids)
    known = [file.image_id for file in files]
    wanted = set(_with_references(known, references))
    with working("Opening the network"):
        extractor = extractor_for(
            card.made_by,
            network=looking.network,
            detector=looking.detector,
            reduced=looking.reduced,
            jobs=looking.jobs,
        )
    chosen = [file for file in files if file.image_id in wanted]
    return PictureImages(extractor, chosen, looking.jobs)


def _check_store(store: FeatureStore, card: ModelCard) -> None:
    """Refuse features of another kind than those that the model has learnt from."""
    if store.size != card.feature_size:
        raise UsageError(
            f"{store.path}: has {store.size} numbers a region, and the model has learnt from "
            f"{card.feature_size}"
        )
    if card.classes and store.classes != card.classes:
        raise UsageError(
            f"{store.path}: its labels number other classes than those that the model has learnt"
        )
    if not card.made_by or store.made_by == card.made_by:
        return
    differ = (
        f"{store.path}: its features were made by {store.made_by!r}, and the model has learnt from "
        f"those by {card.made_by!r}"
    )
    if is_of_pictures(card.made_by):
        raise UsageError(differ)
    # What was published, or invented, is named for where it comes from: these may be alike.
    note(f"cutline: {differ}")


def _with_references(
    known: Sequence[ImageId], references: Sequence[ImageId] | None
) -> list[ImageId]:
    if references is None:
        return list(known)
    plain = {plain_id(image_id) for image_id in references}
    found = [image_id for image_id in known if plain_id(image_id) in plain]
    if not found:
        raise ContentError(
            f"none of the {len(known):,} images has references: these are of images such as "
            f"{next(iter(references), None)!r}, expected such as {next(iter(known), None)!r}"
        )
    return found

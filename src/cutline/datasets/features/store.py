"""A store of features, opened: memory-mapped, so that only what is asked for is read."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError, FileError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import ImageId
from cutline.datasets.features.layout import (
    IMAGES,
    IndexLine,
    Part,
    check_sum,
    index_line,
    parts_of,
    read_manifest,
)
from cutline.datasets.features.regions import Regions
from cutline.datasets.wording import other_ids, printable, short


class FeatureStore:
    """The regions of many images. Open one with `FeatureStore.open`.

    `ids` are the images in the order of the store, `size` the size of a vector, `classes` the names
    that labels number, `made_by` what the features were made by.
    """

    def __init__(
        self,
        path: Path,
        manifest: dict[str, Any],
        images: list[IndexLine],
        digest: str,
    ) -> None:
        self.path = path
        self.size: int = manifest["size"]
        self.classes: tuple[str, ...] = tuple(manifest["classes"])
        self.made_by: str = manifest["made_by"]
        self.precision: str = manifest["precision"]
        self.parts: tuple[str, ...] = tuple(manifest["parts"])
        self.ids: tuple[ImageId, ...] = tuple(image.image_id for image in images)
        self._images = images
        self._places = {image_id: place for place, image_id in enumerate(self.ids)}
        self._starts = np.cumsum([0, *(image.regions for image in images)])
        self._is_checked = bytearray(len(images))
        self._digest = digest
        total = int(self._starts[-1])
        self._arrays = {
            part.name: _mapped(path, part, total)
            for part in parts_of(self.size, self.precision, self.parts)
        }

    @classmethod
    @no_garbage_collection()
    def open(cls, path: str | os.PathLike[str]) -> FeatureStore:
        """Open a store.

        Raises:
            FileError: when there is none, it is of another kind or version, or a file of it is
                missing, cut short or not what the manifest says.
        """
        folder = Path(path)
        manifest = read_manifest(folder)
        images, digest = _images(folder / IMAGES, manifest["index_sha256"])
        total = sum(image.regions for image in images)
        for field, found in (("images", len(images)), ("regions", total)):
            if manifest[field] != found:
                raise FileError(
                    f"{folder}: {IMAGES} has {found:,} {field}, and the manifest says "
                    f"{manifest[field]:,}"
                )
        return cls(folder, manifest, images, digest)

    @property
    def signature(self) -> str:
        """What made the features, and a digest of all of them."""
        return f"{self.made_by}|data:{self._digest}"

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, image_id: object) -> bool:
        return type(image_id) is not bool and image_id in self._places

    def count(self, image_id: ImageId) -> int:
        """How many regions an image has.

        Raises:
            ContentError: when the store has no such image.
        """
        return self._images[self._place(image_id)].regions

    def regions(self, image_id: ImageId) -> Regions:
        """The regions of an image.

        Raises:
            ContentError: when the store has no such image.
            FileError: when the bytes are not those that were written.
        """
        place = self._place(image_id)
        rows = slice(int(self._starts[place]), int(self._starts[place + 1]))
        found = {name: array[rows] for name, array in self._arrays.items()}
        if not self._is_checked[place]:
            if check_sum(found.values()) != self._images[place].crc32:
                raise FileError(
                    f"{self.path}: the regions of image {image_id!r} are damaged: make them anew"
                )
            self._is_checked[place] = 1
        boxes, labels, scores = (found.get(name) for name in ("boxes", "labels", "scores"))
        return Regions(
            np.array(found["features"], dtype=np.float32),
            None if boxes is None else np.array(boxes, dtype=np.float32),
            None if labels is None else np.array(labels[:, 0], dtype=np.int32),
            None if scores is None else np.array(scores[:, 0], dtype=np.float32),
        )

    def _place(self, image_id: ImageId) -> int:
        if image_id not in self:
            hint = ""
            text = str(image_id)
            if (other := int(text) if text.isdigit() else text) in self and type(image_id) is str:
                hint = f"; it has the number {other}"
            elif type(image_id) is int and text in self:
                hint = f"; it has the text {text!r}"
            raise ContentError(f"{self.path}: has no features of image {image_id!r}{hint}")
        return self._places[image_id]

    def check_ids(self, wanted: tuple[ImageId, ...]) -> None:
        """Refuse to go on where images have no features.

        Raises:
            ContentError: naming one of them.
        """
        missing = [image_id for image_id in wanted if image_id not in self]
        if missing and len(missing) == len(wanted):
            found = str(self.ids[0]) if self.ids else None
            raise ContentError(
                f"{self.path}: has none of {other_ids(found, list(map(str, wanted)))}"
            )
        if missing:
            raise ContentError(
                f"{self.path}: has no features of {len(missing):,} of {len(wanted):,} images, the "
                f"first of them {missing[0]!r}"
            )


def _images(path: Path, sha256: str) -> tuple[list[IndexLine], str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise FileError(f"{path}: has the SHA-256 {found}, and the manifest says {sha256}")
    images, seen = [], set()
    for number, line in enumerate(data.splitlines(), 1):
        try:
            image = index_line(line.decode("utf-8"))
        except ValueError as error:
            reason = short(printable(str(error)), 100)
            raise FileError(f"{path}, line {number}: is no image of a store: {reason}") from None
        if image.image_id in seen:
            raise FileError(f"{path}, line {number}: image {image.image_id!r} stands twice")
        seen.add(image.image_id)
        images.append(image)
    return images, found[:16]


def _mapped(folder: Path, part: Part, rows: int) -> NDArray[Any]:
    path = folder / part.file
    try:
        found = path.stat().st_size
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    if found != rows * part.row:
        raise FileError(
            f"{path}: has {found:,} bytes, expected {rows * part.row:,} for {rows:,} regions: it "
            f"is cut short, or of another store"
        )
    if rows == 0:  # nothing can be mapped of an empty file
        return np.zeros((0, part.width), part.type)
    return np.memmap(path, part.type, "r", shape=(rows, part.width))

"""What people annotated: objects, with boxes where there are any, from the forms that are about."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Detection, ImageId
from cutline.datasets.annotated_images.read import KIND as ANNOTATIONS
from cutline.datasets.annotated_images.read import read_annotations
from cutline.datasets.class_names import read_class_names
from cutline.datasets.detections.gold_coco import read_coco_objects
from cutline.datasets.detections.gold_open_images import has_corners, read_open_images_boxes
from cutline.datasets.detections.gold_types import GoldImage, GoldObjects, Size
from cutline.datasets.detections.read import header_kind, read_detections
from cutline.datasets.detections.types import KIND as DETECTIONS
from cutline.datasets.gold_boxes.read import read_boxed
from cutline.datasets.object_annotations import read_object_annotations
from cutline.datasets.pictures.finder import NameIndex
from cutline.datasets.pictures.names import id_number, last_number, stem_of
from cutline.datasets.pictures.types import PictureFile
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import short

__all__ = ["GoldImage", "GoldObjects", "GoldSet", "read_gold"]


@dataclass(frozen=True)
class GoldSet:
    """The objects of images, and which picture has which.

    `digest` is of the files that were read, `has_boxes` tells whether any object has a box.
    """

    name: str
    digest: str
    images: tuple[GoldImage, ...]
    has_boxes: bool = field(default=True)

    def __len__(self) -> int:
        return len(self.images)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Every label that any image has, in alphabetical order."""
        return tuple(sorted({item.label for image in self.images for item in image.all_objects}))

    def find(self, picture: PictureFile) -> GoldImage | None:
        """The annotated image of a picture: by id, by the name of its file, or by a number."""
        text, name = str(picture.image_id), picture.path.name
        number = id_number(picture.image_id)
        asked: list[list[str | int | None]] = [
            [name],
            [text, name],
            [stem_of(text), picture.path.stem, number, last_number(name)],
        ]
        # A file's own name says more than an id, which may be any number. What two images share
        # tells nothing: objects of another image would be worse than none.
        for index, wanted in zip(self._indexes, asked, strict=True):
            if (found := index.find(wanted, is_sure=True)) is not None:
                return found
        return None

    def objects_of(self, picture: PictureFile, width: int, height: int) -> GoldObjects:
        """The objects of a picture, in pixels of a picture of this size.

        Raises:
            ContentError: when the image is not among them.
        """
        image = self.find(picture)
        if image is None:
            example = short(repr(self.images[0].image_id))
            raise ContentError(
                f"{self.name}: does not list image {short(repr(picture.image_id))} "
                f"({picture.path}); it has ids such as {example}"
            )
        return image.scaled_to(width, height)

    @cached_property
    def _indexes(self) -> tuple[NameIndex[GoldImage], ...]:
        """Images by their files, by their ids, and by what both may stand for."""
        files: NameIndex[GoldImage] = NameIndex()
        ids: NameIndex[GoldImage] = NameIndex()
        others: NameIndex[GoldImage] = NameIndex()
        for image in self.images:
            text = str(image.image_id)
            ids.add([text], image)
            others.add([stem_of(text), id_number(image.image_id)], image)
            if image.file is not None:
                files.add([PurePath(image.file).name], image)
                others.add([stem_of(image.file)], image)
        return files, ids, others


@no_garbage_collection()
def read_gold(
    path: str | os.PathLike[str], classes: str | os.PathLike[str] | None = None
) -> GoldSet:
    """Read the objects of images, as people or a detector saw them.

    Args:
        path: COCO's instances; Open Images' table of boxes; a file of objects as `cutline detect`
            writes it; annotations as `cutline annotate` writes them, where images with an error
            are passed over; Cutline's lines of boxes; or lists of labels in any form that is known,
            which have no boxes. `-` is standard input.
        classes: names of classes by code, as in Open Images' `class-descriptions-boxable.csv`.

    Raises:
        FileError: when a file cannot be read or has none of these forms.
        ContentError: when what it says cannot be used.
        UsageError: when names of classes are given and there are no codes.
    """
    source = open_source(path)
    sources = [source]
    names = None
    if classes is not None:
        if source.data[:64].lstrip()[:1] in (b"{", b"["):
            raise UsageError(f"{source.name}: names its classes itself, so {classes} is of no use")
        names = read_class_names(classes)
        sources.append(open_source(classes))
    images = tuple(_read(source, names, classes))
    if not images:
        raise ContentError(f"{source.name}: lists no image")
    digest = hashlib.sha256()
    for one in sources:
        digest.update(one.data)
    has_boxes = any(item.box is not None for image in images for item in image.all_objects)
    return GoldSet(source.name, digest.hexdigest()[:16], images, has_boxes)


def _read(
    source: Source, names: dict[str, str] | None, classes: str | os.PathLike[str] | None
) -> Iterable[GoldImage]:
    start = source.data[:4096].lstrip()
    if start[:1] == b"{":
        kind = header_kind(source)
        if kind == DETECTIONS:
            return _from_detections(source)
        if kind == ANNOTATIONS:
            return _from_annotations(source)
        if _is_boxed(start):
            return _from_boxed(source)
        if (found := read_coco_objects(source)) is not None:
            return found
    elif start[:1] != b"[" and has_corners(start.partition(b"\n")[0]):
        return read_open_images_boxes(source, names, classes)
    return (
        GoldImage(image.image_id, _without_boxes(image.counts.items()))
        for image in read_object_annotations(source, class_file=classes)
    )


def _is_boxed(start: bytes) -> bool:
    first_line = start.partition(b"\n")[0]
    return b'"cutline"' in first_line and b'"boxes"' in first_line


def _without_boxes(counts: Iterable[tuple[str, int]]) -> tuple[Detection, ...]:
    return tuple(Detection(label) for label, count in counts for _ in range(count))


def _from_detections(source: Source) -> Iterator[GoldImage]:
    found = read_detections(source)
    for image_id, objects in found.images.items():
        width, height = found.sizes.get(image_id, (None, None))
        size: Size | None = None if width is None or height is None else (width, height)
        yield GoldImage(image_id, objects, size=size, file=found.files.get(image_id))


def _from_annotations(source: Source) -> Iterator[GoldImage]:
    _refuse_standard_input(source, "annotations")
    for image in read_annotations(source.name)[1]:
        # Of a picture that could not be looked at nothing is known, not that it is empty.
        if not image.error:
            size = (image.width, image.height) if image.width > 0 and image.height > 0 else None
            yield GoldImage(image.image_id, image.objects, size=size, file=image.file or None)


def _from_boxed(source: Source) -> Iterator[GoldImage]:
    _refuse_standard_input(source, "lines of boxes")
    for image in read_boxed(source.name, policy="lenient"):
        objects = tuple(
            Detection(box.label, 1.0, (box.x, box.y, box.width, box.height)) for box in image.boxes
        )
        image_id: ImageId = image.image_id
        size = (image.width, image.height) if image.width > 0 and image.height > 0 else None
        yield GoldImage(image_id, objects, size=size)


def _refuse_standard_input(source: Source, what: str) -> None:
    """Of forms that are read from the file itself."""
    if source.name == "standard input":
        raise FileError(f"standard input: {what} are read from a file: give its name")

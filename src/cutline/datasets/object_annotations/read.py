"""The objects of images from any file that is known."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cutline.core.errors import ContentError, FileError
from cutline.core.garbage import no_garbage_collection
from cutline.datasets.class_names import read_class_names
from cutline.datasets.fields import numbered
from cutline.datasets.object_annotations.coco import may_be_instances, read_instances
from cutline.datasets.object_annotations.json_forms import JsonReader
from cutline.datasets.object_annotations.labels import Labels
from cutline.datasets.object_annotations.open_images import is_box_table, read_box_table
from cutline.datasets.object_annotations.rotations import read_rotations
from cutline.datasets.object_annotations.tally import Tally
from cutline.datasets.object_annotations.types import ImageObjects, LeftOut
from cutline.datasets.policy import Checked, Policy
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import printable, short

_Path = str | os.PathLike[str]


def read_object_annotations(
    path: _Path | Source,
    *,
    image_file: _Path | None = None,
    class_file: _Path | None = None,
    policy: Policy = "default",
    left_out: LeftOut | None = None,
) -> Iterator[ImageObjects]:
    """The images of a file with the objects they have, each image once.

    The file is one of
    - Open Images' boxes: a table with the columns `ImageID` and `LabelName`;
    - COCO's instances;
    - records `{"image_id", "objects", "rotation"}`, one a line or in an array, where the objects
      are `["dog", "dog", "ball"]` or `{"dog": 2, "ball": 1}`;
    - `{id: [labels]}`, or `{"categories": [labels], "objects": {id: [places among them]}}`.
    Records of one image need not stand together: they add up. Memory grows with images and the
    classes they have, not with objects.

    Args:
        path: the annotations, opened already perhaps; `-` is standard input.
        image_file: a table with the columns `ImageID` and `Rotation`, as Open Images has it. Images
            that only it lists have no objects; those that it does not list an unknown rotation.
        class_file: names of classes by code, as in Open Images' `class-descriptions-boxable.csv`.
        policy: `lenient` leaves out records that cannot be used; `strict` also stops at images
            that the table of images does not list.
        left_out: is told what was left out.

    Without a table of images, those of Open Images have an unknown rotation. Where no record of
    a file says anything of rotations, all images are taken to be upright, as those of COCO are.

    Raises:
        FileError: when a file cannot be read or has none of these forms.
        ContentError: when what it says cannot be used, or it has no image.
    """
    Checked().stops(policy)
    told = LeftOut() if left_out is None else left_out
    told.policy = policy
    names = None if class_file is None else read_class_names(class_file)
    given = None if image_file is None else read_rotations(image_file, told)
    tally = Tally()
    with no_garbage_collection():
        source = path if isinstance(path, Source) else open_source(path)
        labels = Labels(tally, names, "" if class_file is None else os.fspath(class_file))
        rotations = _counted(source, tally, labels, told)
    if given is not None:
        rotations = _from_table(given, tally, policy, f"{source.name}: {image_file}")
    if not tally.image_ids:
        raise ContentError(f"{source.name}: has no image that can be used")
    return tally.images(rotations)


def _counted(source: Source, tally: Tally, labels: Labels, left_out: LeftOut) -> list[float | None]:
    """Count all objects; the rotations of images as far as the file itself tells."""
    start = source.data[:1024].lstrip()
    if start[:1] in (b"{", b"["):
        if may_be_instances(source) and read_instances(source, tally, labels, left_out):
            return [0.0] * len(tally.image_ids)
        reader = JsonReader(source, tally, labels, left_out)
        reader.read()
        absent = None if reader.rotations else 0.0
        return [reader.rotations.get(place, absent) for place in range(len(tally.image_ids))]
    first_line = start.partition(b"\n")[0].decode("utf-8", "replace").rstrip("\r")
    if not is_box_table(first_line):
        raise FileError(
            f"{source.name}: begins with {short(printable(first_line))!r}, expected object "
            f"annotations: a table of Open Images' boxes with the columns ImageID and LabelName, "
            f"COCO's instances, or records with image_id and objects"
        )
    read_box_table(source, tally, labels, left_out)
    return [None] * len(tally.image_ids)


def _from_table(
    given: dict[str, float | None], tally: Tally, policy: Policy, where: str
) -> list[float | None]:
    """The rotations that a table gives; images that only it has are added."""
    missing = [image_id for image_id in tally.image_ids if str(image_id) not in given]
    if len(missing) == len(tally.image_ids) or (missing and policy == "strict"):
        example = short(str(next(iter(missing), "")))
        raise ContentError(
            f"{where} does not list {len(missing):,} of the {len(tally.image_ids):,} images with "
            f"objects, such as {example!r}; expected the same ids, such as {next(iter(given))!r}"
        )
    are_numbers = all(isinstance(image_id, int) for image_id in tally.image_ids)
    for image_id in numbered(list(given)) if are_numbers else given:
        tally.place(image_id)
    return [given.get(str(image_id)) for image_id in tally.image_ids]

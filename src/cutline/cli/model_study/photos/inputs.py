"""What the study reads: captions, which images to learn from, and their pictures."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.core.errors import ContentError, FileError, UsageError, near_names
from cutline.core.types import Benchmark, ImageId
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.checks import Policy
from cutline.datasets.pictures import PictureFile, find_pictures, picture_finder
from cutline.datasets.read import read_references
from cutline.datasets.selected_images import read_selected_images

PARTS = ("train", "val", "test")

#: The share of images to validate with, and to test with, where nobody says which.
_DRAWN_SHARE = 0.1


@dataclass(frozen=True)
class Photos:
    """Images with captions, parted, and the picture of each.

    Args:
        parts: the images to learn from (`train`), to choose the best epoch by (`val`) and to be
            judged on (`test`).
        files: the picture of each image.
        drawn: how the images were parted, for signatures.
    """

    parts: Mapping[str, Benchmark]
    files: Mapping[ImageId, PictureFile]
    drawn: str

    @property
    def test(self) -> Benchmark:
        """The images to be judged on."""
        return self.parts["test"]

    def references(self, part: str) -> dict[ImageId, Sequence[str]]:
        """The captions of each image of a part."""
        found = self.parts[part]
        return dict(zip(found.image_ids, found.references, strict=True))


def read_photos(
    captions: str, images: str, splits: Sequence[str], work: Path, seed: int, policy: Policy
) -> Photos:
    """Read captions, part the images, and find their pictures.

    Args:
        captions: a file of any known format.
        images: a folder of pictures, or a zip file of them.
        splits: `train=FILE`, `val=FILE` and `test=FILE`, lists of image ids; none to go by the
            captions' own tag `split`, or else by chance.
        work: where pictures of a zip file are unpacked.
        seed: of the chance.
        policy: what to do about captions that cannot be used.

    Raises:
        UsageError, FileError, ContentError: for what cannot be used.
    """
    whole = read_references(captions, policy)[0]
    ids, drawn = parted(whole, splits, seed)
    find = picture_finder(find_pictures(_folder(images, work), "name"))
    parts, files = {}, {}
    for part in PARTS:
        parts[part] = whole.only(ids[part], f"{whole.name}, {part}")
        for image_id in parts[part].image_ids:
            file = find(image_id)
            if file is None:
                raise ContentError(f"{images}: has no picture of image {image_id!r}")
            files[image_id] = PictureFile(image_id, file.path)
    return Photos(parts, files, drawn)


def parted(
    whole: Benchmark, splits: Sequence[str], seed: int
) -> tuple[dict[str, set[ImageId]], str]:
    """The images of each part, and how they were parted.

    Raises:
        UsageError: for a part that there is not.
        ContentError: when a part is empty, or an image is in two, or has no caption.
    """
    if splits:
        ids, drawn = _listed(whole, splits), "lists"
    elif len(whole.tags.get("split", {})) == len(whole):
        ids, drawn = _tagged(whole), "tags"
    else:
        ids, drawn = _drawn(whole, seed), f"chance(seed={seed})"
    for part in PARTS:
        if not ids[part]:
            raise ContentError(f"there is no image in the part {part!r}")
    for first, second in (("train", "val"), ("train", "test"), ("val", "test")):
        if both := ids[first] & ids[second]:
            image_id = min(both, key=str)
            raise ContentError(f"image {image_id!r} is in both {first} and {second}")
    return ids, drawn


def _listed(whole: Benchmark, splits: Sequence[str]) -> dict[str, set[ImageId]]:
    files: dict[str, str] = {}
    for text in splits:
        part, equals, path = text.partition("=")
        if not equals or part not in PARTS:
            raise UsageError(
                f"--splits is {', '.join(f'{one}=FILE' for one in PARTS)}, not {text!r}"
                f"{near_names(part, PARTS)}"
            )
        files[part] = path
    if missing := [part for part in PARTS if part not in files]:
        raise UsageError(f"--splits {missing[0]}=FILE is missing: a list of image ids")
    known = {str(image_id): image_id for image_id in whole.image_ids}
    ids: dict[str, set[ImageId]] = {}
    for part, path in files.items():
        listed = read_selected_images(path)
        strangers = [image_id for image_id in listed if str(image_id) not in known]
        if strangers:
            raise ContentError(
                f"{path}: {len(strangers):,} of {len(listed):,} images have no captions, such as "
                f"{strangers[0]!r}; the captions have ids such as {whole.image_ids[0]!r}"
            )
        ids[part] = {known[str(image_id)] for image_id in listed}
    return ids


def _tagged(whole: Benchmark) -> dict[str, set[ImageId]]:
    # Karpathy's `restval` are images to learn from, too.
    names = {"train": ("train", "restval"), "val": ("val", "dev"), "test": ("test",)}
    tags = whole.tags["split"]
    return {
        part: {image_id for image_id in whole.image_ids if tags[image_id] in of}
        for part, of in names.items()
    }


def _drawn(whole: Benchmark, seed: int) -> dict[str, set[ImageId]]:
    order = np.random.default_rng(seed).permutation(len(whole))
    each = max(1, round(_DRAWN_SHARE * len(whole)))
    places = {"test": order[:each], "val": order[each : 2 * each], "train": order[2 * each :]}
    return {part: {whole.image_ids[place] for place in of} for part, of in places.items()}


def _folder(images: str, work: Path) -> Path:
    """The folder of pictures; a zip file is unpacked once."""
    place = Path(images)
    if not place.is_file():
        return place  # where there is nothing, looking for pictures says so
    if not zipfile.is_zipfile(place):
        raise FileError(f"{images}: is damaged, or no zip file; expected one, or a folder")
    folder = work / "pictures"
    try:
        with zipfile.ZipFile(place) as packed:
            for member in packed.infolist():
                target = folder / member.filename
                is_there = target.is_file() and target.stat().st_size == member.file_size
                if not is_there and not member.is_dir():
                    packed.extract(member, folder)  # never outside of the folder
    except ZIP_ERRORS as error:
        raise FileError(f"{images}: cannot be unpacked: {error}") from None
    return folder


def check_work(work: str | os.PathLike[str]) -> Path:
    """The folder for what takes long to make, made if it is not there.

    Raises:
        FileError: when it cannot be made.
    """
    folder = Path(work)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{work}: cannot be written: {error.strerror or error}") from None
    return folder

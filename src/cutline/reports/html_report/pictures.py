"""Where the pictures of a report are: in a folder, at addresses of a pattern, or nowhere."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from cutline.core.errors import FileError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.pictures.finder import picture_finder
from cutline.datasets.pictures.types import PictureFile

_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".svg": "image/svg+xml",
}

#: As many bytes of pictures as are put into the page itself; the others are linked.
EMBEDDED_BYTES = 8_000_000


def picture_sources(
    images: str, image_ids: Sequence[ImageId], page: str, first: Iterable[int] = ()
) -> list[str]:
    """The address of each image's picture, empty where there is none.

    Pictures of a folder are put into the page as long as there is room, those at the places
    `first` before the others; what does not fit is linked, relative to the page.

    Args:
        images: a folder, or a pattern with `{image_id}`, such as
            `https://example.org/{image_id:012d}.jpg`; one that names no host is taken relative to
            the page.
        image_ids: the images.
        page: where the page will be.
        first: places of images that matter most.

    Raises:
        UsageError: when it is neither.
        FileError: when the folder has none of the pictures, or cannot be read.

    >>> picture_sources("https://a.b/{image_id:04d}.jpg", [7], "report.html")
    ['https://a.b/0007.jpg']
    """
    folder = Path(images)
    if not folder.is_dir():
        parts = _pattern_parts(images)
        return [_filled(images, parts, image_id) for image_id in image_ids]
    paths = _paths(folder, image_ids)
    if not any(paths):
        raise FileError(
            f"{images}: holds no picture of these images; expected files named by image id, such "
            f"as {image_ids[0]}.jpg"
        )
    wanted = dict.fromkeys((*first, *range(len(paths))))
    embedded = _embedded(paths, list(wanted))
    return [
        embedded[place] if place in embedded else _link(path, page)
        for place, path in enumerate(paths)
    ]


def check_images(images: str) -> None:
    """Refuse what is neither a folder nor a pattern.

    Raises:
        UsageError: with what was found.
    """
    if not Path(images).is_dir():
        _pattern_parts(images)


_PLACE = re.compile(r"\{([^{}]*)\}")
_FORMAT = re.compile(r"image_id(?::(0?\d*d|s?))?")


def _pattern_parts(pattern: str) -> list[str]:
    """A pattern cut at its places to fill in: text, place, text, ... text.

    Raises:
        UsageError: when it has none, or one of another kind.
    """
    parts = _PLACE.split(pattern)
    if len(parts) == 1:
        raise UsageError(
            f"--images is a folder, or a pattern with {{image_id}} in it: found {pattern!r}, which "
            f"is neither"
        )
    for place in parts[1::2]:
        if not _FORMAT.fullmatch(place):
            raise UsageError(
                f"--images: found {{{place}}} in the pattern {pattern!r}, expected {{image_id}}, "
                f"or {{image_id:012d}} for numbers of 12 digits"
            )
    return parts


def _filled(pattern: str, parts: Sequence[str], image_id: ImageId) -> str:
    try:
        ids = [f"{{{place}}}".format(image_id=image_id) for place in parts[1::2]]
    except ValueError:
        raise UsageError(
            f"--images: the pattern {pattern!r} wants a number, and image {image_id!r} is none"
        ) from None
    # The address is the user's own; what an id brings is made safe for it.
    filled = [parts[0]]
    for place, text in zip(ids, parts[2::2], strict=True):
        filled += [quote(place, safe=""), text]
    return "".join(filled)


def _paths(folder: Path, image_ids: Sequence[ImageId]) -> list[Path | None]:
    """The picture of each image: named by its id, or by a number that ends the name.

    COCO's `COCO_val2014_000000000042.jpg` is the picture of image 42.
    """
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _TYPES)
    find = picture_finder(PictureFile(path.name, path) for path in paths)
    found = (find(image_id) for image_id in image_ids)
    return [None if file is None else file.path for file in found]


def _embedded(paths: Sequence[Path | None], places: Sequence[int]) -> dict[int, str]:
    room = EMBEDDED_BYTES
    embedded = {}
    for place in places:
        path = paths[place]
        if path is None:
            continue
        try:
            size = path.stat().st_size
            if size > room:
                continue
            data = path.read_bytes()
        except OSError as error:
            raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
        room -= size
        kind = _TYPES[path.suffix.lower()]
        embedded[place] = f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
    return embedded


def _link(path: Path | None, page: str) -> str:
    if path is None:
        return ""
    here = Path(page).resolve().parent
    try:
        return quote(Path(os.path.relpath(path.resolve(), here)).as_posix())
    except ValueError:  # another drive
        return path.resolve().as_uri()

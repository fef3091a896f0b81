"""Lists of images with their files, addresses and sizes, in the forms that are about."""

from __future__ import annotations

import json
import os
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.datasets.bundle.parts import BundleImage
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short

_IDS = ("image_id", "id", "cocoid")
_FILES = ("file_name", "filename")
_ADDRESSES = ("url", "coco_url", "flickr_url")


def read_image_list(path: str | os.PathLike[str]) -> list[BundleImage]:
    """Images of COCO's annotations, of an array of such records, or of JSON lines.

    A record has `image_id`, `id` or `cocoid`, and perhaps `file_name`, `url` (or `coco_url`),
    `width` and `height`.

    Raises:
        FileError: when the file cannot be read or is none of these, naming the record.
    """
    source = open_source(path)
    images: dict[ImageId, BundleImage] = {}
    for number, record in enumerate(_records(source), 1):
        place = f"{source.name}, record {number}"
        image = _image(record, place)
        if image.image_id in images:
            raise FileError(f"{place}: image {short(repr(image.image_id))} stands twice")
        images[image.image_id] = image
    if not images:
        raise FileError(f"{source.name}: lists no images")
    return list(images.values())


def _records(source: Source) -> list[Any]:
    try:
        content = _loaded(source, source.data)
    except FileError:
        lines = [(start, line.rstrip()) for _, start, line in source.lines() if line.strip()]
        if len(lines) < 2 or not lines[0][1].endswith(b"}"):
            raise
        content = [_loaded(source, line, start) for start, line in lines]
        if isinstance(content[0], dict) and "cutline" in content[0]:
            content = content[1:]
    if isinstance(content, dict) and isinstance(content.get("images"), list):
        content = content["images"]
    elif isinstance(content, dict) and any(name in content for name in _IDS):
        content = [content]  # JSON lines of one line
    if not isinstance(content, list):
        raise FileError(
            f'{source.name}: found {described(content)}, expected "images", a list of records, or '
            f'JSON lines with "image_id"'
        )
    return content


def _loaded(source: Source, data: Any, start: int = 0) -> Any:
    """What a file holds, or a line of it that begins at `start`."""
    try:
        native.load_json(data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, "line" if start else "file") from None
    try:
        return json.loads(bytes(data))
    except ValueError:  # a number of thousands of digits
        raise FileError(f"{source.name}: holds a number that is too long") from None


def _image(record: Any, place: str) -> BundleImage:
    if not isinstance(record, dict):
        raise FileError(f"{place}: found {described(record)}, expected a record")
    image_id = _first(record, _IDS, MISSING)
    if type(image_id) not in (int, str) or LONE_SURROGATE.search(str(image_id)):
        raise FileError(f"{place}: found {described(image_id)}, expected an image id")
    return BundleImage(
        image_id,
        _text(record, _FILES, place),
        _text(record, _ADDRESSES, place),
        _pixels(record, "width", place),
        _pixels(record, "height", place),
    )


def _text(record: dict[str, Any], names: tuple[str, ...], place: str) -> str:
    found = _first(record, names, "")
    if isinstance(found, str):
        return found
    raise FileError(f'{place}: "{names[0]}": found {described(found)}, expected text')


def _pixels(record: dict[str, Any], name: str, place: str) -> int | None:
    found = record.get(name)
    if type(found) is float and found.is_integer():
        found = int(found)
    if found is None or (type(found) is int and found >= 0):
        return found or None  # some lists have 0 where nobody knows
    raise FileError(f'{place}: "{name}": found {described(found)}, expected a number of pixels')


def _first(record: dict[str, Any], names: tuple[str, ...], otherwise: Any) -> Any:
    return next((record[name] for name in names if record.get(name) is not None), otherwise)

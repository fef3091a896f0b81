"""Pictures of items: files of the site named by what is in them, or addresses elsewhere."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from cutline.collect.archives.encode import NAME, encoded
from cutline.collect.models import Item
from cutline.core.errors import FileError, UsageError
from cutline.datasets.wording import short

_MOST_ADDRESS = 400
#: A file that was kept or asked for so lately may belong to a project that is just being made.
_SECONDS_TO_BE_USED = 6 * 3600.0


@dataclass(frozen=True)
class Stored:
    """A picture that is kept: what items call it, and its size in pixels."""

    name: str
    width: int
    height: int


def pictures_folder() -> Path:
    """Where pictures are."""
    folder: Path = settings.CONFIGURATION.data / "pictures"
    return folder


def store_picture(path: Path, folder: Path | None = None) -> Stored:
    """Keep a picture: upright, no larger than screens show it, and without anything but pixels.

    What a camera wrote beside them, such as the place, is not kept.

    Args:
        path: its file.
        folder: where to keep it, if not among the site's pictures.

    Raises:
        PictureError: when it cannot be opened.
        FileError: when it cannot be kept.
        MissingPartError: where Pillow is not installed.
    """
    found = encoded(path)
    keep(found.name, found.data, folder)
    return Stored(found.name, found.width, found.height)


def keep(name: str, data: bytes, folder: Path | None = None) -> None:
    """Write a picture under its name, whole or not at all; one that is there already stays.

    Raises:
        FileError: when it cannot be written.
    """
    target = _path(name, folder or pictures_folder())
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if target.exists():
            os.utime(target)
            return
        new = target.with_name(f".{secrets.token_hex(8)}")
        try:
            new.write_bytes(data)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{target}: the picture cannot be kept: {error.strerror}") from None


def is_address(picture: str) -> bool:
    """Whether a picture is elsewhere on the web."""
    return picture.startswith(("http://", "https://"))


def picture_address(text: str) -> str:
    """An address of a picture elsewhere.

    Raises:
        UsageError: when it is none that every browser can load.
    """
    text = text.strip()
    expected = "expected an address such as https://example.org/7.jpg"
    try:
        parts = urlsplit(text)
        host = parts.hostname
    except ValueError:
        raise UsageError(f"found {short(text)!r}, {expected}") from None
    is_whole = parts.scheme in ("http", "https") and bool(host) and text.isprintable()
    if not is_whole or any(sign.isspace() for sign in text):
        raise UsageError(f"found {short(text)!r}, {expected}")
    if parts.username is not None or parts.password is not None:
        raise UsageError(f"the address at {host} has a password in it, which everybody would see")
    if len(text) > _MOST_ADDRESS:
        raise UsageError(f"an address has {len(text)} characters, expected at most {_MOST_ADDRESS}")
    return text


def picture_path(item: Item) -> Path | None:
    """The file of an item's picture; None where it is elsewhere, or not there."""
    if not NAME.fullmatch(item.picture):
        return None
    path = _path(item.picture, pictures_folder())
    return path if path.is_file() else None


def remove_unused(names: Iterable[str]) -> int:
    """Remove pictures that no item has any more; returns how many."""
    removed = 0
    for name in {name for name in names if NAME.fullmatch(name)}:
        path = _path(name, pictures_folder())
        with suppress(OSError):
            is_new = time.time() - path.stat().st_mtime < _SECONDS_TO_BE_USED
            if not is_new and not Item.objects.filter(picture=name).exists():
                path.unlink()
                removed += 1
    return removed


def _path(name: str, folder: Path) -> Path:
    # Not all in one folder: some file systems are slow with a hundred thousand names.
    return folder / name[:2] / name

"""A store that is being written, kept where its process was killed so that the next one goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import FileError
from cutline.core.file_lock import file_lock
from cutline.core.types import ImageId
from cutline.datasets.features.layout import (
    IMAGES,
    KIND,
    MANIFEST,
    IndexLine,
    index_line,
    parts_of,
)
from cutline.datasets.strict_json import strict_loads

#: The kind that the manifest of an unfinished store names.
UNFINISHED = f"{KIND}-part"


def part_place(path: str | os.PathLike[str]) -> Path:
    """Where an unfinished store lies: hidden, beside the place that it will take.

    >>> part_place("/data/coco").name
    '.coco.part'
    """
    target = Path(path).resolve()
    return target.with_name(f".{target.name}.part")


@contextmanager
def part_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder that takes its name when the block ends well, and stays hidden when it does not.

    One process at a time has it; others wait.

    Raises:
        FileError: when the folder cannot be written.
    """
    place = part_place(path)
    lock = place.with_name(f"{place.name}.lock")
    try:
        with file_lock(lock, f"Waiting for another process that writes {path}"):
            place.mkdir(exist_ok=True)
            yield place
            with atomic_folder(path) as empty:
                empty.rmdir()
                place.rename(empty)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None


@dataclass(frozen=True)
class Begun:
    """What an earlier process left.

    Args:
        parts: what its regions have beside features; None where there is nothing to go on from.
        images: those that are there, whole.
        other: what differed, where something was there that cannot be gone on from.
    """

    parts: tuple[str, ...] | None = None
    images: dict[ImageId, IndexLine] = field(default_factory=dict)
    other: str = ""


def begun(folder: Path, settings: dict[str, Any]) -> Begun:
    """What lies in the folder of an unfinished store, brought to the last image that is whole.

    What was begun with other settings is deleted: it can be part of no store with these.
    """
    if not any(folder.iterdir()):
        return Begun()
    found = _manifest(folder / MANIFEST)
    others = [key for key, value in settings.items() if found.get(key) != value]
    if found.get("cutline") != UNFINISHED or others:
        shutil.rmtree(folder)
        folder.mkdir()
        return Begun(other=", ".join(others) or MANIFEST)
    parts = tuple(found["parts"])
    files = {folder / part.file: part.row for part in parts_of(*_sizes(settings), parts)}
    fitting = min(_size(path) // row for path, row in files.items())
    images: dict[ImageId, IndexLine] = {}
    regions = length = 0
    for line in _lines(folder / IMAGES):
        try:
            image = index_line(line.decode("utf-8"))
        except ValueError:
            break  # cut short by the kill
        if regions + image.regions > fitting or not line.endswith(b"\n"):
            break
        images[image.image_id] = image
        regions += image.regions
        length += len(line)
    for path, row in {**files, folder / IMAGES: 0}.items():
        with path.open("ab") as file:
            file.truncate(regions * row if row else length)
    return Begun(parts, images)


def _sizes(settings: dict[str, Any]) -> tuple[int, str]:
    return settings["size"], settings["precision"]


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = strict_loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and isinstance(found.get("parts"), list) else {}


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []

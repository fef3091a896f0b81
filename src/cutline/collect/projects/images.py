"""Images that a project is made of, from wherever they come."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cutline.collect.models import Role
from cutline.collect.pictures import Stored, picture_address
from cutline.core.errors import UsageError
from cutline.core.types import ImageId
from cutline.datasets.object_annotations import read_object_annotations
from cutline.datasets.pictures import find_pictures

_MOST_LABELS = 200
_MOST_LABEL = 80


@dataclass(frozen=True)
class NewItem:
    """An image, and what is to be asked about it.

    Args:
        image_id: as its own dataset calls it.
        picture: a file to be kept, one that is kept already, or an address elsewhere.
        labels: of objects in it.
        slice_label: such as `in-domain`; empty for none.
        role: what it is for.
        expected: of items whose answer is known; see `quality.known_answers`.
        content: what is to be judged, `{"system", "caption"}` each.
    """

    image_id: ImageId
    picture: Path | Stored | str
    labels: tuple[str, ...] = ()
    slice_label: str = ""
    role: Role = Role.COLLECT
    expected: Mapping[str, Any] = field(default_factory=dict)
    content: Sequence[Mapping[str, Any]] = ()


def images_from_folder(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], image_ids: str = "auto"
) -> list[NewItem]:
    """The pictures of folders, files and lists on this machine; see `find_pictures`.

    Raises:
        UsageError, FileError, MissingPartError: as `find_pictures`.
    """
    return [NewItem(found.image_id, found.path) for found in find_pictures(paths, image_ids)]


def images_from_addresses(lines: Iterable[str]) -> list[NewItem]:
    """Pictures elsewhere, an address a line, perhaps with an image id and a tab before it.

    Without an id an image goes by the last part of its address. Lines that are empty or begin with
    `#` are passed over.

    Raises:
        UsageError: when a line has no address, or two images would have one id.
    """
    found: list[NewItem] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        given, _, address = text.rpartition("\t")
        try:
            address = picture_address(address)
        except UsageError as error:
            raise UsageError(f"line {number}: {error}") from None
        found.append(NewItem(given.strip() or _last_part(address), address))
    return found


def with_labels(images: Sequence[NewItem], path: str | os.PathLike[str]) -> list[NewItem]:
    """Images with the labels of their objects from a file; those that it does not list keep theirs.

    Raises:
        FileError, ContentError: when the file cannot be read as objects.
        UsageError: when it lists none of the images.
    """
    by_id = {str(found.image_id): tuple(found.counts) for found in read_object_annotations(path)}
    known = [str(image.image_id) in by_id for image in images]
    if not any(known):
        example = next(iter(by_id))
        raise UsageError(
            f"{os.fspath(path)}: lists none of the {len(images)} images; it has objects of "
            f"{len(by_id)} others, such as {example!r}"
        )
    return [
        replace(image, labels=by_id[str(image.image_id)]) if is_known else image
        for image, is_known in zip(images, known, strict=True)
    ]


def checked_labels(labels: Iterable[Any], place: str) -> tuple[str, ...]:
    """Labels, each once.

    Raises:
        UsageError: when one is no label, or there are more than anybody would read.
    """
    found = tuple(dict.fromkeys(_label(label, place) for label in labels))
    if len(found) > _MOST_LABELS:
        raise UsageError(f"{place}: has {len(found)} labels, expected at most {_MOST_LABELS}")
    return found


def _label(label: Any, place: str) -> str:
    if not isinstance(label, str) or not 0 < len(label.strip()) <= _MOST_LABEL:
        raise UsageError(
            f"{place}: found {label!r:.100} among the labels, expected a text of 1 to "
            f"{_MOST_LABEL} characters"
        )
    return label.strip()


def _last_part(address: str) -> str:
    return address.split("?")[0].rstrip("/").rpartition("/")[2] or address


def each_once(images: Iterable[NewItem]) -> Iterator[NewItem]:
    """Images, seen that no two of one role have one id.

    Raises:
        UsageError: when two have.
    """
    seen: set[tuple[Role, str]] = set()
    for image in images:
        key = (image.role, str(image.image_id))
        if key in seen:
            raise UsageError(
                f"two images of the role {image.role.value} are called {image.image_id!r}, "
                f"expected each id once"
            )
        seen.add(key)
        yield image

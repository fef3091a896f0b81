"""From published features to a store, image by image, so that any amount of them fits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.progress import Step
from cutline.datasets.features.published.h5 import read_h5
from cutline.datasets.features.published.npz import read_npz
from cutline.datasets.features.published.tsv import read_tsv
from cutline.datasets.features.published.types import Found, Unread
from cutline.datasets.features.writer import FeatureWriter

#: What reads each layout.
LAYOUTS: dict[str, Callable[[Sequence[str]], Iterator[Found | Unread]]] = {
    "tsv": read_tsv,
    "h5": read_h5,
    "npz": read_npz,
}


@dataclass(frozen=True)
class Conversion:
    """How many images a new store has, and what could not be taken over."""

    images: int
    unread: tuple[str, ...]


def convert(
    layout: str,
    paths: Sequence[str],
    output: str | os.PathLike[str],
    *,
    classes: Sequence[str] = (),
    precision: str = "float32",
    step: Step = lambda done: None,
) -> Conversion:
    """Write a store of published features.

    An image that is damaged, or that stands there twice, is left out and told.

    Args:
        layout: `tsv`, `h5` or `npz`.
        paths: files, and for `npz` folders of them.
        output: the store's folder.
        classes: the names that labels number.
        precision: of the store.
        step: told how much is done.

    Raises:
        UsageError: when there is no such layout.
        FileError: when a file is of another kind, or nothing can be written.
        ContentError: when there is no image at all.
        MissingPartError: where h5py is needed and not installed.
    """
    if layout not in LAYOUTS:
        raise UsageError(
            f"there is no layout {layout!r}{near_names(layout, LAYOUTS)}: expected one of "
            f"{', '.join(LAYOUTS)}"
        )
    unread: list[str] = []
    found = LAYOUTS[layout](paths)
    first = _first(found, unread)
    if first is None:
        told = f": {unread[0]}" if unread else ""
        raise ContentError(f"{', '.join(paths)}: holds no image's features{told}")
    names = "+".join(Path(path).name for path in paths)
    size = first.regions.features.shape[1]
    with FeatureWriter(output, size, classes, f"{layout}:{names}", precision=precision) as writer:
        for one in chain([first], found):
            step(one.done)
            if isinstance(one, Unread):
                unread.append(one.reason)
            else:
                _add(writer, one, unread)
        images = len(writer)
    return Conversion(images, tuple(unread))


def _first(found: Iterator[Found | Unread], unread: list[str]) -> Found | None:
    """The first image that has regions, as it tells the size of all."""
    for one in found:
        if isinstance(one, Unread):
            unread.append(one.reason)
        elif one.regions.features.ndim == 2 and len(one.regions):
            return one
        else:
            unread.append(f"{one.where}: image {one.image_id!r} has no regions")
    return None


def _add(writer: FeatureWriter, one: Found, unread: list[str]) -> None:
    try:
        writer.add(one.image_id, one.regions)
    except ContentError as error:
        unread.append(f"{one.where}: {error}")

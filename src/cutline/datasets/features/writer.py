"""Writing a store of features: image by image, and there when all are, or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np

from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.features.layout import (
    IMAGES,
    KIND,
    MANIFEST,
    MORE_PARTS,
    PRECISIONS,
    REDUCTION,
    VERSION,
    IndexLine,
    Part,
    check_sum,
    parts_of,
    read_manifest,
)
from cutline.datasets.features.part_folder import UNFINISHED, begun, part_folder
from cutline.datasets.features.regions import Regions, checked_regions
from cutline.datasets.wording import short

#: What half precision reaches to.
_MOST_HALF = float(np.finfo(np.float16).max)


class FeatureWriter:
    """Writes a store; use it in a `with` block, at whose end the store takes its name.

    Args:
        path: the folder. A store that is there is replaced; anything else is refused.
        size: the size of a vector.
        classes: the names that labels number.
        made_by: what the features are made by, for signatures.
        precision: `float16` takes half the place; 3 digits are kept.
        resume: keep what was written when the block fails or the process is killed, and go on from
            there the next time, if it was begun with the same settings.

    Raises:
        UsageError: for settings that cannot be.
        FileError: when something else is there, or nothing can be written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        size: int,
        classes: Sequence[str] = (),
        made_by: str = "",
        *,
        precision: str = "float32",
        resume: bool = False,
    ) -> None:
        if size < 1:
            raise UsageError(f"the size of a vector is at least 1, not {size}")
        if precision not in PRECISIONS:
            raise UsageError(f"precision is {' or '.join(PRECISIONS)}, not {precision!r}")
        refuse_other_folder(path)
        self._target = Path(path)
        self._settings: dict[str, Any] = {
            "size": size,
            "precision": precision,
            "classes": list(classes),
            "made_by": made_by,
        }
        self._resume = resume
        self._stack = ExitStack()
        self._folder = self._target
        self._parts: tuple[Part, ...] = ()
        self._files: dict[str, IO[bytes]] = {}
        self._images: dict[ImageId, IndexLine] = {}
        #: What differed from the settings of an earlier run, which was deleted for it.
        self.discarded = ""

    @property
    def folder(self) -> Path:
        """Where the store is written, until it takes its name."""
        return self._folder

    @property
    def ids(self) -> tuple[ImageId, ...]:
        """The images that were added, those of an earlier run first."""
        return tuple(self._images)

    def __contains__(self, image_id: object) -> bool:
        return image_id in self._images

    def __len__(self) -> int:
        return len(self._images)

    def __enter__(self) -> FeatureWriter:
        place = part_folder if self._resume else atomic_folder
        self._folder = self._stack.enter_context(place(self._target))
        if self._resume:
            found = begun(self._folder, self._settings)
            self._images, self.discarded = found.images, found.other
            if found.parts is not None:
                self._open(found.parts)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Through the stack, so that whatever fails here leaves the folder as an error does.
        self._stack.callback(self._close)
        if kind is None:
            self._stack.push(self._finish)
        self._stack.__exit__(kind, error, trace)

    def add(self, image_id: ImageId, regions: Regions) -> None:
        """Add an image.

        Raises:
            ContentError: when it was added before, or its regions do not fit the store.
            FileError: when it cannot be written.
        """
        image_id = _plain_id(image_id)
        where = f"image {image_id!r}"
        if image_id in self._images:
            raise ContentError(f"{where}: was added before: a store has each image once")
        size, classes = self._settings["size"], len(self._settings["classes"])
        stored = checked_regions(regions, size, classes, where)
        if self._settings["precision"] == "float16" and len(stored):
            largest = float(np.abs(stored.features).max())
            if largest > _MOST_HALF:
                raise ContentError(
                    f"{where}: has the feature {largest:g}, and float16 reaches to {_MOST_HALF:g}: "
                    f"use float32"
                )
        if not self._files:
            self._open(stored.parts)
        arrays = self._arrays(stored, where)
        line = IndexLine(image_id, len(stored), check_sum(arrays.values()))
        try:
            for name, array in arrays.items():
                self._files[name].write(array.tobytes())
                self._files[name].flush()
            # Last, so that what is listed is there, whenever the process is killed.
            self._files[IMAGES].write(line.text().encode())
            self._files[IMAGES].flush()
        except OSError as error:
            raise FileError(f"{self._target}: cannot be written: {error.strerror}") from None
        self._images[image_id] = line

    def _arrays(self, stored: Regions, where: str) -> dict[str, Any]:
        more = tuple(part.name for part in self._parts[1:])
        if stored.parts != more and len(stored):
            raise ContentError(
                f"{where}: has {_listed(stored.parts)}, and the images before have {_listed(more)}"
                f": all images of a store have the same"
            )
        found = {}
        for part in self._parts:
            values = getattr(stored, part.name)
            if values is None:  # of no region
                values = np.zeros(0)
            found[part.name] = values.reshape(-1, part.width).astype(part.type)
        return found

    def _open(self, more: Sequence[str]) -> None:
        self._parts = parts_of(self._settings["size"], self._settings["precision"], more)
        begun_with = {**self._settings, "parts": list(more)}
        _write_json(self._folder / MANIFEST, {"cutline": UNFINISHED, **begun_with})
        for part in self._parts:
            self._files[part.name] = (self._folder / part.file).open("ab")
        self._files[IMAGES] = (self._folder / IMAGES).open("ab")

    def _finish(self, *_: object) -> None:
        if not self._files:
            self._open(())
        self._close()
        more = [part.name for part in self._parts[1:]]
        manifest = {
            "cutline": KIND,
            "version": VERSION,
            **self._settings,
            "parts": more,
            "images": len(self._images),
            "regions": sum(line.regions for line in self._images.values()),
            "index_sha256": hashlib.sha256((self._folder / IMAGES).read_bytes()).hexdigest(),
        }
        _write_json(self._folder / MANIFEST, manifest)

    def _close(self) -> None:
        for file in self._files.values():
            if not file.closed:
                file.flush()
                os.fsync(file.fileno())
                file.close()


def refuse_other_folder(path: str | os.PathLike[str]) -> None:
    """Refuse to replace what is no store of features.

    Raises:
        FileError: naming what is there.
    """
    target = Path(path)
    if not target.parent.resolve().is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {target.parent}")
    if not target.exists():
        return
    if not target.is_dir():
        raise FileError(f"{path}: is a file; expected a folder that is new or a store of features")
    found = {entry.name for entry in target.iterdir()}
    if not found:
        return
    known = {
        MANIFEST,
        IMAGES,
        REDUCTION,
        *(part.file for part in parts_of(1, "float32", MORE_PARTS)),
    }
    if MANIFEST in found:
        read_manifest(target)
    if strangers := sorted(found - known if MANIFEST in found else found):
        raise FileError(
            f"{path}: holds {short(strangers[0])!r}, which is no part of a store of features and "
            f"would be deleted: name another folder"
        )


def _plain_id(image_id: Any) -> ImageId:
    if isinstance(image_id, np.integer):
        return int(image_id)
    if type(image_id) not in (int, str):
        raise ContentError(f"an image id is a whole number or text, not {image_id!r}")
    return image_id  # type: ignore[no-any-return]


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(parts) or "features alone"


def _write_json(path: Path, content: dict[str, Any]) -> None:
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)

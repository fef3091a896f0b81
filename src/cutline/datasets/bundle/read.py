"""Reading a bundle: nouns out, each file checked against the manifest when it is read."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from typing import Literal

from cutline.core.errors import FileError, MissingPartError, UsageError, near_names
from cutline.core.types import Benchmark, ImageId, LabelledBox, Run
from cutline.datasets.bundle.files import BundleFiles, source_of
from cutline.datasets.bundle.manifest import Manifest, Split
from cutline.datasets.bundle.manifest_fields import read_manifest
from cutline.datasets.bundle.names import MANIFEST
from cutline.datasets.bundle.parts import (
    BundleImage,
    SeenObject,
    read_images,
    read_labels,
    read_objects,
)
from cutline.datasets.bundle.place import open_files
from cutline.datasets.checks import benchmark_of, run_of
from cutline.datasets.json_lines import read_json_lines
from cutline.datasets.policy import Checked, Policy
from cutline.datasets.source import Source

#: A manifest lists a few files for each split.
MOST_MANIFEST_BYTES = 16 << 20

#: Which files are there: all, the public ones, or the private ones.
State = Literal["whole", "public part", "private part", "incomplete"]


@dataclass(frozen=True, eq=False)
class Bundle:
    """A bundle that was opened. Nothing but the manifest has been read."""

    files: BundleFiles
    manifest: Manifest

    @property
    def name(self) -> str:
        """The path that it was opened by."""
        return self.files.name

    @property
    def state(self) -> State:
        """Which files are there."""
        return state_of(self.manifest, self.files)

    def split(self, name: str = "") -> tuple[str, Split]:
        """A split by its name; without one, the only split whose references are here.

        Raises:
            UsageError: when there is no such split, or several have references.
            MissingPartError: when no split has references here.
        """
        splits = self.manifest.splits
        if name:
            if name not in splits:
                raise UsageError(
                    f"{self.name}: has no split {name!r}{near_names(name, splits)}; it has: "
                    f"{', '.join(splits)}"
                )
            return name, splits[name]
        here = [key for key, split in splits.items() if self.has(split.references_file)]
        if len(here) == 1:
            return here[0], splits[here[0]]
        if here:
            ways = " or ".join(f"{self.name}::{key}" for key in here)
            raise UsageError(
                f"{self.name}: has several splits with references: say which, as {ways}"
            )
        known = [key for key, split in splits.items() if split.references_file is not None]
        first = (known or list(splits))[0]
        raise self._not_here(first, "references", splits[first].references_file)

    def has(self, path: str | None) -> bool:
        """Whether a file is there."""
        return path is not None and path in self.files.paths

    def references(self, split: str = "", policy: Policy = "default") -> tuple[Benchmark, Checked]:
        """The images and references of a split; its slices are tags.

        Objects come along where every one of them has a box.

        Raises:
            UsageError: when there is no such split.
            MissingPartError: when the references are private and not here.
            FileError: when a file is damaged, or not what the manifest says.
        """
        name, found = self.split(split)
        source = self._source(name, "references", found.references_file)
        benchmark, checked = benchmark_of(read_json_lines(source, "references"), policy)
        objects = self.objects(name) if self.has(found.objects_file) else {}
        return (
            replace(
                benchmark,
                name=f"{self.manifest.name} {name}",
                version=self.manifest.benchmark_version,
                tags=self.labels(name) if self.has(found.labels_file) else {},
                objects=_boxes(objects),
            ),
            checked,
        )

    def human(self, split: str = "") -> tuple[Run, Checked]:
        """What people said of a split's images, beside the references.

        Raises:
            UsageError, MissingPartError, FileError: as `references`.
        """
        name, found = self.split(split)
        return run_of(read_json_lines(self._source(name, "human", found.human_file), "run"))

    def images(self, split: str = "") -> list[BundleImage]:
        """The images of a split, in order.

        Raises:
            UsageError, MissingPartError, FileError: as `references`.
        """
        name, found = self.split(split)
        return read_images(self._source(name, "images", found.images_file))

    def labels(self, split: str = "") -> dict[str, dict[ImageId, str]]:
        """The label of each image, by slice.

        Raises:
            UsageError, MissingPartError, FileError: as `references`.
        """
        name, found = self.split(split)
        return read_labels(self._source(name, "labels", found.labels_file))

    def objects(self, split: str = "") -> dict[ImageId, tuple[SeenObject, ...]]:
        """What is to be seen in each image: labels, with boxes where they are known.

        Raises:
            UsageError, MissingPartError, FileError: as `references`.
        """
        name, found = self.split(split)
        return read_objects(self._source(name, "objects", found.objects_file))

    def _source(self, split: str, part: str, path: str | None) -> Source:
        if path is None or not self.has(path):
            raise self._not_here(split, part, path)
        entry = self.manifest.files[path]
        changed = FileError(
            f"{self.files.label(path)}: is not what {MANIFEST} says: it has been changed"
        )
        if self.files.size(path) != entry.bytes:
            raise changed
        source = source_of(self.files, path)
        if hashlib.sha256(source.data).hexdigest() != entry.sha256:
            raise changed
        return source

    def _not_here(self, split: str, part: str, path: str | None) -> FileError | MissingPartError:
        what = {"human": "human run"}.get(part, part)
        if path is None:
            return FileError(f"{self.name}: split {split!r} has no {what}")
        if self.manifest.files[path].visibility == "public" and self.state != "private part":
            return FileError(f"{self.files.label(path)}: is missing, and {MANIFEST} lists it")
        kind = self.manifest.files[path].visibility
        return MissingPartError(
            f"{self.name}: the {kind} files of split {split!r} are not here, its {what} among "
            f"them; cutline bundle join {self.name} {kind.upper()}.zip -o WHOLE.zip puts them back"
        )


def open_bundle(path: str | os.PathLike[str]) -> Bundle:
    """Open a bundle, folder or zip, whole or with its private files left out.

    Files are checked against the manifest when they are read, and the manifest against its digest
    here.

    Raises:
        FileError: when it is no bundle, damaged, means harm, or its manifest has been changed.
    """
    files = open_files(path)
    manifest = manifest_in(files)
    if manifest.digest != manifest.true_digest:
        raise FileError(
            f"{files.label(MANIFEST)}: has been changed since the bundle was made: its digest is "
            f"{manifest.digest[:16]}..., expected {manifest.true_digest[:16]}..."
        )
    return Bundle(files, manifest)


def manifest_in(files: BundleFiles) -> Manifest:
    """The manifest of a bundle; its digest may be wrong.

    Raises:
        FileError: when it cannot be read, or a field is wrong.
    """
    if files.size(MANIFEST) > MOST_MANIFEST_BYTES:
        raise FileError(
            f"{files.label(MANIFEST)}: {files.size(MANIFEST):,} bytes, expected at most "
            f"{MOST_MANIFEST_BYTES:,}"
        )
    return read_manifest(source_of(files, MANIFEST))


def state_of(manifest: Manifest, files: BundleFiles) -> State:
    """Which of its files a bundle has."""
    here = set(files.paths)
    lacking = {entry.visibility for path, entry in manifest.files.items() if path not in here}
    present = {entry.visibility for path, entry in manifest.files.items() if path in here}
    if not lacking:
        return "whole"
    if lacking & present or not present:
        return "incomplete"
    return "public part" if lacking == {"private"} else "private part"


def _boxes(
    objects: dict[ImageId, tuple[SeenObject, ...]],
) -> dict[ImageId, tuple[LabelledBox, ...]]:
    """The objects as a benchmark holds them: a label without a place has no place there."""
    boxed = {
        image_id: tuple(item for item in seen if isinstance(item, LabelledBox))
        for image_id, seen in objects.items()
    }
    return boxed if all(len(boxed[i]) == len(objects[i]) for i in objects) else {}

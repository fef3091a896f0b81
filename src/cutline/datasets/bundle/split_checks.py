"""Whether the files of a split fit together: counts, images, labels."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from cutline.core.errors import CutlineError
from cutline.core.types import ImageId
from cutline.datasets.bundle.files import BundleFiles, source_of
from cutline.datasets.bundle.findings import Finding
from cutline.datasets.bundle.manifest import Manifest, Split
from cutline.datasets.bundle.parts import read_images, read_labels, read_objects
from cutline.datasets.checks import benchmark_of, run_of
from cutline.datasets.json_lines import read_json_lines
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Severity
from cutline.datasets.source import Source
from cutline.datasets.wording import short

Part = TypeVar("Part")


def check_split(name: str, manifest: Manifest, files: BundleFiles) -> list[Finding]:
    """All that is wrong with those files of a split that are here."""
    return _SplitCheck(manifest, manifest.splits[name], files).findings()


class _SplitCheck:
    def __init__(self, manifest: Manifest, split: Split, files: BundleFiles) -> None:
        self._manifest = manifest
        self._split = split
        self._files = files
        self._findings: list[Finding] = []

    def findings(self) -> list[Finding]:
        split = self._split
        images = self._read(split.images_file, read_images)
        ids = None if images is None else [image.image_id for image in images]
        if ids is not None and len(ids) != split.images:
            self._add(split.images_file, f"{len(ids):,} images, expected {split.images:,}")
        if (path := split.references_file) and (found := self._read(path, _references)):
            self._check_references(path, ids, *found)
        if (path := split.human_file) and (said := self._read(path, _run)):
            self._check_captions(path, ids, *said)
        if (path := split.labels_file) and (labels := self._read(path, read_labels)):
            self._check_labels(path, ids, labels)
        elif split.labels_file is None and self._manifest.slices:
            message = f"images without a label of any slice: {split.images:,}"
            self._add(split.images_file, message, is_error=False)
        if (path := split.objects_file) and (objects := self._read(path, read_objects)):
            self._unknown(path, ids, objects)
        return self._findings

    def _read(self, path: str, reader: Callable[[Source], Part]) -> Part | None:
        """What a file holds; None where it is not here, or cannot be read."""
        if path not in self._files.paths:
            return None
        try:
            return reader(source_of(self._files, path))
        except CutlineError as error:
            self._findings.append(Finding("error", "", str(error)))
            return None

    def _check_references(
        self, path: str, ids: list[ImageId] | None, of: dict[ImageId, int], checked: Checked
    ) -> None:
        self._check_captions(path, ids, of, checked)
        captions = sum(of.values())
        if captions != self._split.captions:
            self._add(path, f"{captions:,} captions, expected {self._split.captions:,}")

    def _check_captions(
        self, path: str, ids: list[ImageId] | None, of: Collection[ImageId], checked: Checked
    ) -> None:
        for problem in checked.problems:
            place = str(problem.place)
            self._findings.append(Finding(problem.severity, place, problem.message))
        self._unknown(path, ids, of)
        for image_id in ids or ():
            if image_id not in of:
                self._add(path, f"image {short(repr(image_id))} has no caption")

    def _check_labels(
        self, path: str, ids: list[ImageId] | None, labels: dict[str, dict[ImageId, str]]
    ) -> None:
        slices = {one.name: one for one in self._manifest.slices}
        for name, of in labels.items():
            if name not in slices:
                self._add(path, f"labels for {short(name)!r}, which is not among the slices")
                continue
            for label in sorted(set(of.values()) - set(slices[name].labels)):
                self._add(path, f"slice {name!r} has no label {short(label)!r}")
            self._unknown(path, ids, of)
        for name in slices:
            lacking = [i for i in ids or () if i not in labels.get(name, {})]
            if lacking:
                message = (
                    f"slice {name!r} does not cover the split: {len(lacking):,} of "
                    f"{len(ids or ()):,} images have no label, such as {short(repr(lacking[0]))}"
                )
                self._add(path, message, is_error=False)

    def _unknown(self, path: str, ids: list[ImageId] | None, of: Collection[ImageId]) -> None:
        known = set(of if ids is None else ids)
        for image_id in of:
            if image_id not in known:
                images = self._split.images_file
                self._add(path, f"image {short(repr(image_id))} is not in {images}")

    def _add(self, path: str, message: str, *, is_error: bool = True) -> None:
        severity: Severity = "error" if is_error else "warning"
        self._findings.append(Finding(severity, self._files.label(path), message))


def _references(source: Source) -> tuple[dict[ImageId, int], Checked]:
    """How many references each image has."""
    benchmark, checked = benchmark_of(read_json_lines(source, "references"), "lenient")
    counts = map(len, benchmark.references)
    return dict(zip(benchmark.image_ids, counts, strict=True)), checked


def _run(source: Source) -> tuple[Collection[ImageId], Checked]:
    run, checked = run_of(read_json_lines(source, "run"))
    return run.captions.keys(), checked

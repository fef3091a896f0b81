"""Making a store of features, and telling what is in it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from cutline.cli.terminal import note
from cutline.core.errors import ContentError, UsageError
from cutline.core.progress import counting, progress
from cutline.datasets.features import FeatureStore, FeatureWriter, Regions
from cutline.datasets.features.published import convert
from cutline.datasets.features.reduction import find_reduction, read_reduction, write_reduced
from cutline.datasets.pictures import PictureFile
from cutline.detect.features import Extractor, extract_files
from cutline.detect.run import Unseen

FORMAT_VERSION = 1

#: Gives the regions of pictures in their order.
Extract = Callable[
    [Extractor, Sequence[PictureFile], int | None], Iterator[tuple[PictureFile, Regions] | Unseen]
]


@dataclass(frozen=True)
class MadeStore:
    """A store that was written, and why some images are not in it."""

    store: FeatureStore
    failed: tuple[str, ...]
    #: Images that an earlier run had left.
    resumed: int = 0

    @property
    def regions(self) -> int:
        """How many regions all images have."""
        return sum(self.store.count(image_id) for image_id in self.store.ids)

    @property
    def bytes(self) -> int:
        """How much place it takes."""
        return sum(entry.stat().st_size for entry in os.scandir(self.store.path))


def extract_pictures(
    extractor: Extractor,
    files: Sequence[PictureFile],
    output: str,
    precision: str,
    jobs: int | None,
    extract: Extract = extract_files,
) -> MadeStore:
    """Write the features of pictures; what an earlier run left is not made again.

    `extract` looks at the pictures: this process, where nobody says.

    Raises:
        ContentError: when no picture can be looked at.
        FileError: when nothing can be written.
        MissingPartError: when something is not installed.
    """
    failed: list[str] = []
    writer = FeatureWriter(
        output,
        extractor.size,
        extractor.classes,
        extractor.signature,
        precision=precision,
        resume=True,
    )
    with writer:
        resumed = _resumed(writer, files, output)
        left = [file for file in files if file.image_id not in writer]
        try:
            with counting("Looking at pictures", len(left), "pictures") as done:
                for number, one in enumerate(extract(extractor, left, jobs), 1):
                    if isinstance(one, Unseen):
                        failed.append(one.reason)
                    else:
                        writer.add(one[0].image_id, one[1])
                    done(number)
        except KeyboardInterrupt:
            note(f"cutline: {len(writer):,} images are kept: the same command goes on from there")
            raise
        if not len(writer):
            raise ContentError(failed[0])
    return MadeStore(FeatureStore.open(output), tuple(failed), resumed)


def _resumed(writer: FeatureWriter, files: Sequence[PictureFile], output: str) -> int:
    if writer.discarded:
        note(
            f"cutline: {output}: what an earlier run left was made with another "
            f"{writer.discarded}: starting anew"
        )
    wanted = {file.image_id for file in files}
    strangers = [image_id for image_id in writer.ids if image_id not in wanted]
    if strangers:
        raise ContentError(
            f"{output}: an earlier run left {len(strangers):,} images that are not asked for now, "
            f"such as {strangers[0]!r}: ask for them too, or delete {writer.folder}"
        )
    if len(writer):
        note(f"cutline: {len(writer):,} of {len(files):,} images are there from an earlier run")
    return len(writer)


def convert_published(
    layout: str, files: Sequence[str], output: str, classes: Sequence[str], precision: str
) -> MadeStore:
    """Write a store of published features.

    Raises:
        FileError, UsageError, ContentError, MissingPartError: as `convert` does.
    """
    with progress("Converting features") as step:
        found = convert(layout, files, output, classes=classes, precision=precision, step=step)
    return MadeStore(FeatureStore.open(output), found.unread)


def reduce_store(path: str, reduce: str, output: str, precision: str) -> MadeStore:
    """Write a store with fewer numbers a region.

    Args:
        path: the store.
        reduce: how many numbers, or a store that was reduced, to do it in the same way.
        output: the new store.
        precision: of it.

    Raises:
        UsageError, FileError, ContentError: for what cannot be.
    """
    if Path(path).resolve() == Path(output).resolve():
        raise UsageError(f"{output} is read in the same run: write to another folder")
    store = FeatureStore.open(path)
    with progress("Reducing features") as step:
        if reduce.isdigit():
            reduction = find_reduction(store, int(reduce))
        else:
            reduction = read_reduction(reduce)
        write_reduced(store, output, reduction, precision=precision, step=step)
    return MadeStore(FeatureStore.open(output), ())


def show_store(made: MadeStore, console: Console) -> None:
    """What the store holds."""
    store = made.store
    failed = f", {len(made.failed):,} could not be looked at" if made.failed else ""
    console.print(f"{len(store):,} images, {made.regions:,} regions{failed}")
    known = ", ".join(store.parts) or "features alone"
    console.print(
        f"{store.size:,} numbers a region ({store.precision}); {known}; {made.bytes / 1e6:,.1f} MB"
    )
    console.out(store.signature, style="dim", highlight=False)


def as_json(made: MadeStore) -> str:
    """The same for programs."""
    store = made.store
    content = {
        "cutline": "features-made",
        "version": FORMAT_VERSION,
        "store": str(store.path),
        "images": len(store),
        "regions": made.regions,
        "size": store.size,
        "precision": store.precision,
        "parts": list(store.parts),
        "classes": len(store.classes),
        "bytes": made.bytes,
        "signature": store.signature,
        "resumed": made.resumed,
        "failed": list(made.failed),
    }
    return json.dumps(content, indent=2, ensure_ascii=True) + "\n"

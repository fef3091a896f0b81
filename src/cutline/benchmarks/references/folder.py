"""Held-out captions on disk: files that any tool for COCO reads, and a manifest of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cutline.benchmarks.references.hold_out import HeldOut
from cutline.benchmarks.references.pools import counts_text
from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import FileError
from cutline.core.types import Benchmark, ImageId
from cutline.core.version import __version__
from cutline.datasets.coco_subset import CocoSource, CocoSubsets, sha256_of_file
from cutline.datasets.held_out import KIND, MANIFEST, VERSION, read_held_out_manifest

#: The name of the one set, where no sizes were asked for.
ALL = "all"


@dataclass(frozen=True, eq=False)
class CaptionPool:
    """The captions that were drawn from, with what their file says beside them."""

    benchmark: Benchmark
    file: str = ""
    sha256: str | None = None
    coco: CocoSource = field(default_factory=CocoSource)


def refuse_other_folder(path: str | os.PathLike[str]) -> None:
    """Refuse to write where something else is that would be lost.

    Raises:
        FileError: when the path is a file, has no parent folder, or is a folder with anything that
            `cutline references` has not written.
    """
    target = Path(path).resolve()
    if not target.parent.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {target.parent}")
    if not target.exists():
        return
    if not target.is_dir():
        raise FileError(f"{path}: is a file; expected a folder that is new, empty or of references")
    found = {p.relative_to(target).as_posix() for p in target.rglob("*") if not p.is_dir()}
    known = {MANIFEST} if found else set()
    if MANIFEST in found:
        known |= set(read_held_out_manifest(target)["files"])
    if strangers := sorted(found - known):
        raise FileError(
            f"{path}: holds {strangers[0]!r}, which cutline references has not written and would "
            f"delete: name another folder"
        )


def write_held_out(
    sets: Mapping[str, HeldOut], folder: str | os.PathLike[str], pool: CaptionPool, seed: int
) -> dict[str, Any]:
    """Write references and human runs, whole or not at all; returns the manifest.

    A set named `all` becomes `references.json` and `human.json`; others have their name in those of
    their files, such as `references_c5.json`. Images keep their records, and captions their ids,
    where the source is a file of COCO's annotations. Tags, such as the domain, stand with the
    images.

    Args:
        sets: what was held out, by name.
        folder: is replaced if it is there: ask `refuse_other_folder` before.
        pool: what was drawn from.
        seed: of the draws.

    Raises:
        FileError: when it cannot be written.
    """
    source = _with_tags(pool)
    manifest: dict[str, Any] = {
        "cutline": KIND,
        "version": VERSION,
        "made_by": f"cutline {__version__}",
        "source": {
            "file": pool.file,
            "sha256": pool.sha256,
            "images": len(pool.benchmark),
            "captions": sum(map(len, pool.benchmark.references)),
        },
        "seed": seed,
        "sets": [],
        "files": {},
    }
    with atomic_folder(folder) as place:
        for name, held in sets.items():
            record = _set_record(name, held)
            with (place / record["references"]).open("w", encoding="utf-8", newline="\n") as file:
                CocoSubsets(held.references, source).write(file, held.references.image_ids)
            text = ",\n".join(map(json.dumps, _results(held)))
            (place / record["human"]).write_bytes(f"[\n{text}\n]\n".encode())
            manifest["sets"].append(record)
            for written in (record["references"], record["human"]):
                manifest["files"][written] = sha256_of_file(str(place / written))
        text = json.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False)
        (place / MANIFEST).write_bytes(f"{text}\n".encode())
    return manifest


def _with_tags(pool: CaptionPool) -> CocoSource:
    images: dict[ImageId, Mapping[str, Any]] = dict(pool.coco.images)
    for tag, labels in pool.benchmark.tags.items():
        for image_id, label in labels.items():
            images[image_id] = {tag: label, **images.get(image_id, {})}
    return replace(pool.coco, images=images)


def _set_record(name: str, held: HeldOut) -> dict[str, Any]:
    counts = list(map(len, held.references.references))
    suffix = "" if name == ALL else f"_{name}"
    return {
        "name": name,
        "references": f"references{suffix}.json",
        "human": f"human{suffix}.json",
        "images": len(counts),
        "captions": sum(counts),
        "references_an_image": counts_text(counts),
        "left_out": len(held.left_out),
    }


def _results(held: HeldOut) -> Iterator[dict[str, Any]]:
    for image_id in held.references.image_ids:
        yield {"image_id": image_id, "caption": held.human.captions[image_id][0]}

"""A folder of gaps: lists of images, captions as COCO's annotations, and a manifest of it all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.benchmarks.compositional.gap_manifest import Layout, check_record, manifest_of
from cutline.benchmarks.compositional.gaps import Gap, Gaps
from cutline.benchmarks.compositional.leak_check import CAPTIONS, LeakCheck, check_folder
from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import ContentError, FileError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.coco_subset import CocoSource, CocoSubsets, sha256_of_file
from cutline.datasets.compositional_gaps import (
    EVAL_PAIRS,
    EVAL_PAIRS_KIND,
    HELD_OUT,
    LISTS,
    MANIFEST,
    SUSPECTS,
    SUSPECTS_KIND,
    VERSION,
    Suspect,
    published_name,
    read_manifest,
)
from cutline.text.parsers import OWN


@dataclass(frozen=True, eq=False)
class SourceSet:
    """Captions that gaps were cut from, with what their file says beside them."""

    benchmark: Benchmark
    file: str = ""
    sha256: str | None = None
    coco: CocoSource | None = None


def refuse_other_folder(path: str | os.PathLike[str]) -> None:
    """Refuse to write gaps where something else is that would be lost.

    Raises:
        FileError: when the path is a file, has no parent folder, or is a folder with anything that
            `cutline gaps` has not written.
    """
    folder = Path(path)
    target = folder.resolve()
    if not target.parent.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {target.parent}")
    if not target.exists():
        return
    if not target.is_dir():
        raise FileError(f"{path}: is a file; expected a folder that is new, empty or of gaps")
    found = {str(p.relative_to(target).as_posix()) for p in target.rglob("*") if not p.is_dir()}
    if not found:
        return
    known = {MANIFEST}
    if (target / MANIFEST).is_file():
        files = read_manifest(target).get("files")
        known |= set(files if isinstance(files, dict) else ())
    if strangers := sorted(found - known):
        raise FileError(
            f"{path}: holds {strangers[0]!r}, which cutline gaps has not written and would delete: "
            f"name another folder"
        )


def write_gaps(
    gaps: Gaps,
    folder: str | os.PathLike[str],
    train: SourceSet,
    evaluation: SourceSet | None = None,
    *,
    layout: Layout = "cutline",
    with_captions: bool = True,
    parser: str = OWN,
    jobs: int | None = None,
) -> tuple[dict[str, Any], dict[str, LeakCheck]]:
    """Write gaps into a folder, whole or not at all, and look for leaks in what was written.

    Args:
        gaps: what `cut_gaps` found.
        folder: where to; a folder of gaps that is there is replaced.
        train: what the gaps were cut from.
        evaluation: the images to evaluate with, where they were others.
        layout: Cutline's own, or that of the published splits.
        with_captions: whether to write captions beside the lists of images.
        parser: where the check needs one.
        jobs: threads to use.

    Returns:
        The manifest, and the check of each group.

    Raises:
        FileError: when something else is there already, or the folder cannot be written.
        ContentError: when a training caption holds a pair although none should, or ids cannot be
            written.
    """
    refuse_other_folder(folder)
    sets = [train.benchmark] + ([evaluation.benchmark] if evaluation else [])
    _refuse_ids(sets)
    names = _folder_names(gap.name for gap in gaps.gaps)
    with atomic_folder(folder) as place:
        writer = _Writer(place, layout, train, evaluation or train, with_captions)
        for gap in gaps.gaps:
            writer.write(gap, names[gap.name])
        manifest = manifest_of(gaps, names, layout, sets)
        manifest["sources"] = {
            "train": {"file": train.file, "sha256": train.sha256},
            "eval": evaluation and {"file": evaluation.file, "sha256": evaluation.sha256},
        }
        _write_json(place / MANIFEST, manifest)
        checks = check_folder(
            place,
            tuple((gap.name, gap.pairs) for gap in gaps.gaps),
            train=train.benchmark,
            parser=parser,
            jobs=jobs,
        )
        _refuse_leaks(checks)
        for group in manifest["groups"]:
            check = checks[group["name"]]
            group["leak_check"] = check_record(check)
            if check.rule == "related":
                records = (_suspect_record(suspect) for suspect in check.suspects)
                _write_lines(place / group["folder"] / SUSPECTS, SUSPECTS_KIND, records)
        manifest["files"] = _digests(place)
        _write_json(place / MANIFEST, manifest)
    return manifest, checks


def _refuse_ids(sets: Iterable[Benchmark]) -> None:
    for benchmark in sets:
        seen: dict[str, ImageId] = {}
        for image_id in benchmark.image_ids:
            text = str(image_id)
            if "\n" in text or "\r" in text:
                raise ContentError(
                    f"{benchmark.name}: the image id {text[:40]!r} has a line end, so no list of "
                    f"images can hold it"
                )
            if seen.setdefault(text, image_id) != image_id:
                raise ContentError(
                    f"{benchmark.name}: two images have the id {text[:40]!r}, once as a number and "
                    f"once as text: lists of images cannot tell them apart"
                )


def _refuse_leaks(checks: Mapping[str, LeakCheck]) -> None:
    for name, check in checks.items():
        if check.rule == "together" and not check.passes:
            first = check.suspects[0]
            raise ContentError(
                f"group {name}: {len(check.suspects):,} training captions have words of a pair "
                f"that is held out, such as image {first.image_id!r}, {first.caption[:80]!r} "
                f"({', '.join(first.pairs)}); nothing was written"
            )


def _folder_names(names: Iterable[str]) -> dict[str, str]:
    """A name of a folder for each group, which any system takes, each another one.

    >>> _folder_names(["1", "black cat", "black/cat", ""])
    {'1': '1', 'black cat': 'black_cat', 'black/cat': 'black_cat-2', '': 'group'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^\w-]+", "_", name).strip("_")[:60] or "group"
        folder, number = plain, 2
        while folder.lower() in taken:
            folder, number = f"{plain}-{number}", number + 1
        taken.add(folder.lower())
        found[name] = folder
    return found


class _Writer:
    """Writes the files of groups into a folder."""

    def __init__(
        self,
        place: Path,
        layout: Layout,
        train: SourceSet,
        evaluation: SourceSet,
        with_captions: bool,
    ) -> None:
        self._place, self._layout = place, layout
        self._subsets: dict[str, CocoSubsets] = {}
        if with_captions:
            subsets = CocoSubsets(train.benchmark, train.coco)
            is_same = evaluation is train
            other = subsets if is_same else CocoSubsets(evaluation.benchmark, evaluation.coco)
            self._subsets = {"train": subsets, "val": subsets, "eval": other}

    def write(self, gap: Gap, name: str) -> None:
        """The files of one group."""
        folder = self._place / name
        folder.mkdir()
        lists: dict[str, tuple[ImageId, ...]] = {
            "train": gap.train,
            "val": gap.val.image_ids,
            "eval": gap.evaluation.image_ids,
            "left_out": gap.left_out,
        }
        if self._layout == "published":
            content: dict[str, Any] = {
                key: list(map(str, lists[name])) for name, key in LISTS.items() if key
            }
            content[HELD_OUT] = [pair.name.replace(" ", "_") for pair in gap.pairs]
            (self._place / published_name(name)).write_text(
                json.dumps(content) + "\n", encoding="utf-8"
            )
            lists = {"left_out": gap.left_out}
        for key, ids in lists.items():
            text = "".join(f"{image_id}\n" for image_id in ids)
            (folder / f"{key}.txt").write_bytes(text.encode())
        _write_lines(folder / EVAL_PAIRS, EVAL_PAIRS_KIND, _pair_records(gap))
        for key, subset in self._subsets.items():
            ids = {"train": gap.train, "val": gap.val.image_ids}.get(key, gap.evaluation.image_ids)
            with (folder / CAPTIONS.format(key)).open("w", encoding="utf-8", newline="\n") as file:
                subset.write(file, ids)


def _pair_records(gap: Gap) -> Iterator[dict[str, Any]]:
    for image_id, column, count in gap.evaluation.places():
        yield {"image_id": image_id, "pair": gap.pairs[column].name, "references": count}


def _suspect_record(suspect: Suspect) -> dict[str, Any]:
    return {
        "image_id": suspect.image_id,
        "caption": suspect.caption,
        "pairs": list(suspect.pairs),
    }


def _write_lines(path: Path, kind: str, records: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps({"cutline": kind, "version": VERSION}) + "\n")
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    path.write_bytes(f"{text}\n".encode())


def _digests(place: Path) -> dict[str, str | None]:
    """Every file but the manifest, with its SHA-256."""
    found: dict[str, str | None] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if path.is_file() and name != MANIFEST:
            found[name] = sha256_of_file(str(path))
    return found

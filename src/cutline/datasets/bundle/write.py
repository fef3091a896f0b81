"""Making a bundle: from nouns to a manifest and files."""

from __future__ import annotations

import os
from dataclasses import replace

from cutline.core.spec import parse_specs
from cutline.datasets.bundle.content import BundleContent, SplitContent
from cutline.datasets.bundle.content_checks import check_content
from cutline.datasets.bundle.hashes import hash_of
from cutline.datasets.bundle.lines import (
    image_lines,
    label_lines,
    object_lines,
    reference_lines,
    run_lines,
)
from cutline.datasets.bundle.manifest import FileEntry, Manifest, Slice, Split
from cutline.datasets.bundle.output import Pieces, refuse_target, write_files
from cutline.text.tokenizer import parse_tokenizer


def write_bundle(content: BundleContent, path: str | os.PathLike[str]) -> Manifest:
    """Write a bundle: a zip if the path ends in `.zip`, else a folder.

    Raises:
        UsageError, ContentError: when the content cannot be a bundle; see `check_content`.
        FileError: when it cannot be written, or something else is there that would be lost.
    """
    refuse_target(path)
    manifest, parts = manifest_of(content)
    write_files(path, manifest, parts)
    return manifest


def manifest_of(content: BundleContent) -> tuple[Manifest, dict[str, Pieces]]:
    """The manifest of a bundle to be, and its files by path.

    Raises:
        UsageError, ContentError: when the content cannot be a bundle.
    """
    check_content(content)
    splits: dict[str, Split] = {}
    parts: dict[str, Pieces] = {}
    private: set[str] = set()
    for split in content.splits:
        of_split = _parts_of(split)
        paths = {name: _path(split, name) for name in of_split}
        parts |= {paths[name]: pieces for name, pieces in of_split.items()}
        private |= {path for path in paths.values() if path.startswith("private/")}
        splits[split.name] = Split(
            split.visibility,
            len(split.images),
            sum(map(len, split.references or ())),
            **{f"{name}_file": path for name, path in paths.items()},
        )
    files = {
        path: FileEntry(*hash_of(parts[path]()), "private" if path in private else "public")
        for path in sorted(parts)
    }
    manifest = Manifest(
        name=content.name,
        title=content.title.strip() or content.name,
        benchmark_version=content.benchmark_version,
        licence=content.licence,
        citation=content.citation,
        description=content.description,
        language=content.language,
        metrics=tuple(map(str, parse_specs(content.metrics))),
        tokenizer=str(parse_tokenizer(content.tokenizer)),
        splits=splits,
        slices=_slices_of(content),
        files=files,
    )
    return replace(manifest, digest=manifest.true_digest), parts


def _parts_of(split: SplitContent) -> dict[str, Pieces]:
    ids = split.image_ids
    parts: dict[str, Pieces] = {"images": lambda: image_lines(split.images)}
    if (references := split.references) is not None:
        parts["references"] = lambda: reference_lines(ids, references)
    if (human := split.human) is not None:
        parts["human"] = lambda: run_lines(human, ids)
    if split.labels:
        parts["labels"] = lambda: label_lines(split.labels, ids)
    if split.objects:
        parts["objects"] = lambda: object_lines(split.objects, ids)
    return parts


def _path(split: SplitContent, part: str) -> str:
    # A folder of its own shows people what not to pass on; what counts is the manifest.
    is_private = split.visibility == "private" and part != "images"
    return f"{'private/' if is_private else ''}{part}/{split.name}.jsonl"


def _slices_of(content: BundleContent) -> tuple[Slice, ...]:
    labels: dict[str, set[str]] = {}
    for split in content.splits:
        for name, of in split.labels.items():
            labels.setdefault(name, set()).update(of.values())
    return tuple(
        Slice(name, content.slices.get(name, ""), tuple(sorted(labels[name])))
        for name in dict.fromkeys((*content.slices, *sorted(labels)))
    )

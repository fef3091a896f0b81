"""What a bundle says of itself: `cutline.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from cutline.datasets.bundle.hashes import digest_of

KIND, VERSION = "bundle", 1

#: Public is for everybody; private is for whoever scores, and can be left out.
Visibility = Literal["public", "private"]


@dataclass(frozen=True)
class FileEntry:
    """A file of a bundle: what it must hash to, and who may have it."""

    sha256: str
    bytes: int
    visibility: Visibility


@dataclass(frozen=True)
class Split:
    """Images that are scored together, and the files that speak of them.

    Of a private split only the list of images is public.
    """

    visibility: Visibility
    images: int
    captions: int
    images_file: str
    references_file: str | None = None
    human_file: str | None = None
    labels_file: str | None = None
    objects_file: str | None = None

    @property
    def files(self) -> dict[str, str]:
        """Its files by what they hold: images, references, human, labels, objects."""
        named = {key: getattr(self, f"{key}_file") for key in PARTS}
        return {key: path for key, path in named.items() if path is not None}


#: What a split may have a file of.
PARTS = ("images", "references", "human", "labels", "objects")


@dataclass(frozen=True)
class Slice:
    """A way to cut the images: its name, what it goes by, and the labels that images can have."""

    name: str
    description: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Manifest:
    """All that `cutline.json` says; `digest` is what the file claims."""

    name: str
    title: str
    benchmark_version: str
    licence: str
    citation: str
    description: str
    language: str
    metrics: tuple[str, ...]
    tokenizer: str
    splits: Mapping[str, Split]
    slices: tuple[Slice, ...]
    files: Mapping[str, FileEntry]
    digest: str = field(default="", compare=False)

    def as_dict(self) -> dict[str, Any]:
        """As it stands in the file, but for the digest that it has."""
        content: dict[str, Any] = {"cutline": KIND, "version": VERSION}
        for name in ("name", "title", "benchmark_version", "licence", "citation"):
            content[name] = getattr(self, name)
        content |= {"description": self.description, "language": self.language}
        content |= {"metrics": list(self.metrics), "tokenizer": self.tokenizer}
        content["splits"] = {name: _without_none(split) for name, split in self.splits.items()}
        content["slices"] = [
            {"name": one.name, "description": one.description, "labels": list(one.labels)}
            for one in self.slices
        ]
        content["files"] = {path: _without_none(entry) for path, entry in self.files.items()}
        return content

    @property
    def true_digest(self) -> str:
        """What the digest should be."""
        return digest_of(self.as_dict())

    def rendered(self) -> bytes:
        """The file, byte for byte, with the digest that it claims."""
        content = {**self.as_dict(), "digest": self.digest}
        return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()

    def paths(self, visibility: Visibility) -> list[str]:
        """The files of one visibility."""
        return [path for path, entry in self.files.items() if entry.visibility == visibility]


def _without_none(item: Split | FileEntry) -> dict[str, Any]:
    values = {one.name: getattr(item, one.name) for one in fields(item)}
    return {name: value for name, value in values.items() if value is not None}

"""What to make a bundle from: a table of files, written by hand and kept with them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.core.errors import FileError, near_names
from cutline.datasets.bundle.manifest import Visibility
from cutline.datasets.wording import MISSING, described, printable

_TEXTS = ("name", "version", "licence", "title", "citation", "description", "language", "tokenizer")
_NEEDED = ("name", "version", "licence")
_SPLIT_FILES = ("references", "images", "human", "objects")


@dataclass(frozen=True)
class SplitSpec:
    """The files that a split is made from; `only` takes the images with a tag, `split=val`."""

    name: str
    references: str | None = None
    images: str | None = None
    human: str | None = None
    objects: str | None = None
    only: str | None = None
    visibility: Visibility = "public"

    @property
    def files(self) -> list[str]:
        """The files that are read."""
        return [path for key in _SPLIT_FILES if (path := getattr(self, key)) is not None]


@dataclass(frozen=True)
class SliceSpec:
    """A way to cut the images: by a file of labels, or by a tag that the references have."""

    name: str
    file: str | None = None
    description: str = ""


@dataclass(frozen=True)
class BundleSpec:
    """A bundle to be. Tags of the references become slices too, beside those that are listed."""

    name: str
    version: str
    licence: str
    splits: tuple[SplitSpec, ...]
    slices: tuple[SliceSpec, ...] = ()
    title: str = ""
    citation: str = ""
    description: str = ""
    language: str = "en"
    metrics: str | Sequence[str] = "coco"
    tokenizer: str = "ptb"

    @property
    def files(self) -> list[str]:
        """All files that are read."""
        labels = [one.file for one in self.slices if one.file is not None]
        return [*(path for split in self.splits for path in split.files), *labels]


def read_spec(path: str | os.PathLike[str]) -> BundleSpec:
    """A spec from a TOML file; the files that it names are looked for beside it.

    Raises:
        FileError: when the file cannot be read, is not TOML, or a field is wrong.
    """
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise FileError(f"{name}: cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise FileError(f"{name}: not a spec: nested too deep") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{name}: not TOML: {printable(str(error))}") from None
    except ValueError:  # a number of thousands of digits
        raise FileError(f"{name}: holds a number that is too long") from None
    table = _Table(name, "", content)
    table.only_known((*_TEXTS, "metrics", "splits", "slices"))
    folder = Path(path).parent
    texts = {key: table.text(key) for key in _TEXTS if key in content or key in _NEEDED}
    slices = [_slice_of(inner, key, folder) for key, inner in table.inner("slices")]
    return BundleSpec(
        **texts,
        metrics=_metrics_of(table, content.get("metrics", "coco")),
        splits=tuple(_split_of(inner, key, folder) for key, inner in table.inner("splits")),
        slices=tuple(slices),
    )


@dataclass(frozen=True)
class _Table:
    """A table of the file; `under` is what its keys are called in messages."""

    file: str
    under: str
    content: Mapping[str, Any]

    def wrong(self, key: str, found: Any, expected: str) -> FileError:
        return FileError(
            f"{self.file}: {self.under}{key}: found {described(found)}, expected {expected}"
        )

    def text(self, key: str) -> str:
        found = self.content.get(key, MISSING)
        if not isinstance(found, str):
            raise self.wrong(key, found, "text")
        return found

    def only_known(self, known: Sequence[str]) -> None:
        for key in self.content:
            if key not in known:
                raise FileError(
                    f"{self.file}: {self.under}{key}: is no field{near_names(key, known)}; "
                    f"expected {', '.join(known)}"
                )

    def inner(self, key: str) -> list[tuple[str, _Table]]:
        found = self.content.get(key, {})
        if not isinstance(found, dict):
            raise self.wrong(key, found, f"tables such as [{key}.NAME]")
        for name, value in found.items():
            if not isinstance(value, dict):
                raise self.wrong(f"{key}.{name}", value, f"a table [{key}.{name}]")
        return [(name, _Table(self.file, f"{key}.{name}.", value)) for name, value in found.items()]


def _metrics_of(table: _Table, found: Any) -> str | list[str]:
    if isinstance(found, str):
        return found
    if not isinstance(found, list) or not all(isinstance(spec, str) for spec in found):
        raise table.wrong("metrics", found, "specs of metrics")
    return found


def _split_of(table: _Table, name: str, folder: Path) -> SplitSpec:
    table.only_known((*_SPLIT_FILES, "only", "private"))
    private = table.content.get("private", False)
    if not isinstance(private, bool):
        raise table.wrong("private", private, "true or false")
    files = {key: _beside(table.text(key), folder) for key in _SPLIT_FILES if key in table.content}
    return SplitSpec(
        name,
        **files,
        only=table.text("only") if "only" in table.content else None,
        visibility="private" if private else "public",
    )


def _slice_of(table: _Table, name: str, folder: Path) -> SliceSpec:
    table.only_known(("description", "file"))
    return SliceSpec(
        name,
        _beside(table.text("file"), folder) if "file" in table.content else None,
        table.text("description") if "description" in table.content else "",
    )


def _beside(path: str, folder: Path) -> str:
    return path if path == "-" else os.fspath(folder / path)

"""Files of a bundle on disk: a folder or a zip, whole or not at all, and always the same bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from cutline.core.atomic import atomic_write_bytes
from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import FileError
from cutline.datasets.bundle.files import source_of
from cutline.datasets.bundle.manifest import FileEntry, Manifest
from cutline.datasets.bundle.manifest_fields import read_manifest
from cutline.datasets.bundle.names import MANIFEST
from cutline.datasets.bundle.place import find_bundle, open_files

#: What a file holds, in pieces; asked once to hash it and once to write it.
Pieces = Callable[[], Iterator[bytes]]

ZIP_ENDING = ".zip"


def write_files(
    path: str | os.PathLike[str], manifest: Manifest, parts: Mapping[str, Pieces]
) -> None:
    """Write a manifest and some of the files that it lists.

    Raises:
        FileError: when they cannot be written, or a file is not what the manifest says.
    """
    rendered = manifest.rendered()
    files: list[tuple[str, int, Iterable[bytes]]] = [(MANIFEST, len(rendered), [rendered])]
    for name in sorted(parts):
        entry = manifest.files[name]
        files.append((name, entry.bytes, _as_listed(name, entry, parts[name]())))
    if is_zip_name(path):
        # Imported here because few commands write a zip, and it takes long to import.
        from cutline.datasets.bundle.zip_output import write_zip

        with atomic_write_bytes(path) as raw:
            write_zip(raw, files)
        return
    with atomic_folder(path) as folder:
        for name, _, chunks in files:
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("wb") as file:
                file.writelines(chunks)


def refuse_target(path: str | os.PathLike[str], inputs: Iterable[str] = ()) -> None:
    """Refuse to write a bundle where something else is that would be lost, or that is read.

    Raises:
        FileError: naming what is there.
    """
    target = Path(path).resolve()
    for given in inputs:
        read = Path(given.partition("::")[0]).resolve()
        is_inside = read in target.parents and find_bundle(read) is not None
        if read == target or target in read.parents or is_inside:
            raise FileError(f"{path}: {given} is read in the same run: write to another place")
    if not target.parent.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {target.parent}")
    if not target.exists():
        return
    if is_zip_name(path):
        if target.is_dir():
            raise FileError(f"{path}: cannot be written: it is a folder")
        return
    if not target.is_dir():
        raise FileError(
            f"{path}: is a file; expected a folder that is new, empty or a bundle, or a name that "
            f"ends in {ZIP_ENDING}"
        )
    _refuse_other_folder(path, target)


def _refuse_other_folder(path: str | os.PathLike[str], target: Path) -> None:
    found = {p.relative_to(target).as_posix() for p in target.rglob("*") if not p.is_dir()}
    if not found:
        return
    known = _known_files(target) if find_bundle(target) else set()
    if strangers := sorted(found - known):
        raise FileError(
            f"{path}: holds {strangers[0]!r}, which no bundle has written and which would be "
            f"deleted: name another folder"
        )


def _known_files(target: Path) -> set[str]:
    manifest = read_manifest(source_of(open_files(target), MANIFEST))
    return {MANIFEST, *manifest.files}


def _as_listed(name: str, entry: FileEntry, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same chunks; at their end it is seen whether they are what the manifest says."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        size += len(chunk)
        yield chunk
    if (digest.hexdigest(), size) != (entry.sha256, entry.bytes):
        raise FileError(f"{name}: is not what {MANIFEST} says: it has been changed")


def is_zip_name(path: str | os.PathLike[str]) -> bool:
    """Whether a bundle of this name is a zip rather than a folder."""
    return os.fspath(path).lower().endswith(ZIP_ENDING)

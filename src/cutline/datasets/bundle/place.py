"""Whether a path names a bundle, and which split of it: asked of every file of references."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cutline.core.errors import FileError
from cutline.datasets.bundle.files import BundleFiles, FolderFiles
from cutline.datasets.bundle.names import MANIFEST

_ZIP_MARK = b"PK\x03\x04"
_SAYS_BUNDLE = re.compile(rb'"cutline"\s*:\s*"bundle"')
_HEAD = 1 << 20


def find_bundle(path: str | os.PathLike[str]) -> tuple[str, str] | None:
    """The bundle that a path names, with the split after `::` if there is one; None for no bundle.

    A bundle is a folder with `cutline.json`, or a zip that holds it. `bundle.zip::val` is a split,
    `bundle.zip::references/val.jsonl` a plain file of a zip.
    """
    name = os.fspath(path)
    file, split = name, ""
    if not os.path.lexists(name) and "::" in name:
        file, _, split = name.partition("::")
    if name == "-" or "/" in split or not _is_bundle(file):
        return None
    return file, split


def open_files(path: str | os.PathLike[str]) -> BundleFiles:
    """The files of a bundle, folder or zip.

    Raises:
        FileError: when it is neither, or a zip that is damaged or means harm.
    """
    place = Path(path)
    if place.is_dir():
        files: BundleFiles = FolderFiles(place)
    elif _is_zip(place):
        # Imported here because few files are zips, and the zip reader takes long to import.
        from cutline.datasets.bundle.zip_files import ZipFiles

        files = ZipFiles(place)
    elif os.path.lexists(place):
        raise FileError(f"{path}: is no bundle: expected a folder or a zip with {MANIFEST}")
    else:
        raise FileError(f"{path}: cannot be read: there is no such file or folder")
    if MANIFEST not in files.paths:
        raise FileError(f"{path}: is no bundle: it has no {MANIFEST}")
    return files


def _is_bundle(file: str) -> bool:
    try:
        place = Path(file)
        if place.is_dir():
            return (place / MANIFEST).is_file()
        # A pipe can be read only once.
        return place.is_file() and _is_zip(place) and _holds_bundle(place)
    except (OSError, ValueError):  # whoever reads it says so, in better words
        return False


def _is_zip(place: Path) -> bool:
    try:
        with place.open("rb") as file:
            return file.read(4) == _ZIP_MARK
    except OSError:
        return False


def _holds_bundle(place: Path) -> bool:
    import zipfile

    from cutline.core.zip_errors import ZIP_ERRORS
    from cutline.datasets.bundle.zip_files import bundle_root

    try:
        with zipfile.ZipFile(place) as archive:
            root = bundle_root(archive.namelist())
            if root is None:
                return False
            # A zip of results may hold the captions of a system that is named cutline.
            with archive.open(f"{root}{MANIFEST}") as manifest:
                return _SAYS_BUNDLE.search(manifest.read(_HEAD)) is not None
    except ZIP_ERRORS:
        return False

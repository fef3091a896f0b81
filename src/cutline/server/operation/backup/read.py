"""Reading a backup: it is taken only whole, undamaged, and as this version expects it."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from cutline.core.errors import FileError
from cutline.core.progress import progress
from cutline.server.operation.backup.form import KEY, MANIFEST, Manifest, Part, newer, read_manifest
from cutline.server.operation.backup.tables import columns_of, kept_tables

_CHUNK = 1 << 20
#: A manifest and a key are small; a table may be of any size, and is never in memory as a whole.
_MOST_MANIFEST = 16 << 20
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive of a backup.

    Raises:
        FileError: when it cannot be read, or turns out to be damaged meanwhile.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except _DAMAGED:
        raise FileError(f"{path}: is no backup, or a damaged one") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None


def check_backup(path: Path) -> Manifest:
    """Look at every byte of a backup, and whether this version can restore it.

    Raises:
        FileError: when it is damaged, incomplete, or of another version.
    """
    with opened(path) as archive, progress("Checking the backup") as step:
        manifest = _manifest(archive, path)
        for number, part in enumerate(manifest.parts):
            _check_part(archive, part, path)
            step((number + 1) / len(manifest.parts))
        _check_names(archive, manifest, path)
    _check_version(manifest, path)
    _check_tables(manifest, path)
    return manifest


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        with archive.open(MANIFEST) as file:
            content = json.loads(file.read(_MOST_MANIFEST))
    except KeyError:
        raise FileError(f"{path}: is no backup of a Cutline site: {MANIFEST} is missing") from None
    except (ValueError, RecursionError):
        raise FileError(f"{path}: the backup's manifest is damaged") from None
    return read_manifest(content, str(path))


def _check_part(archive: zipfile.ZipFile, part: Part, path: Path) -> None:
    digest, rows = hashlib.sha256(), 0
    try:
        with archive.open(part.name) as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                rows += chunk.count(b"\n")
    except KeyError:
        raise FileError(f"{path}: {part.name} is missing: the backup is damaged") from None
    if digest.hexdigest() != part.sha256 or (part.table and rows != part.rows):
        raise FileError(f"{path}: {part.name} is not what was written: the backup is damaged")


def _check_names(archive: zipfile.ZipFile, manifest: Manifest, path: Path) -> None:
    expected = sorted([MANIFEST, *(part.name for part in manifest.parts)])
    if sorted(archive.namelist()) != expected:
        raise FileError(f"{path}: holds other files than its manifest says: it was changed")


def _check_version(manifest: Manifest, path: Path) -> None:
    kept = {model._meta.app_label for model in kept_tables().values()}
    loader = MigrationLoader(connection)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations if app in kept}
    if set(manifest.migrations) - known:
        raise newer(str(path), manifest.made_by)
    if known - set(manifest.migrations):
        raise FileError(
            f"{path}: was made by Cutline {manifest.made_by}, whose tables were others: restore "
            f"it with that version (pip install 'cutline[server]=={manifest.made_by}'), then "
            f"install this one again, which brings the database up to date"
        )


def _check_tables(manifest: Manifest, path: Path) -> None:
    found = {part.table: part.columns for part in manifest.parts if part.name != KEY}
    expected = {name: tuple(columns_of(model)) for name, model in kept_tables().items()}
    if len(found) != len([part for part in manifest.parts if part.name != KEY]) or any(
        set(found.get(name, ())) != set(columns) for name, columns in expected.items()
    ):
        raise FileError(f"{path}: has other tables than this version: the backup is damaged")
    unknown = sorted(set(found) - set(expected))
    if unknown:
        raise FileError(f"{path}: has tables that this version lacks: {', '.join(unknown)}")

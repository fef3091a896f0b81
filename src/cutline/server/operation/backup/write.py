"""Writing a backup: all tables as they were at one moment, while the site goes on."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.models import BinaryField, Model

from cutline.core.atomic import atomic_write_bytes
from cutline.core.progress import progress
from cutline.core.version import __version__
from cutline.server.operation.backup.form import KEY, MANIFEST, Manifest, Part
from cutline.server.operation.backup.tables import applied_migrations, columns_of, kept_tables
from cutline.server.operation.backup.values import line_of

#: Rows that are in memory at a time; one where it may hold a file of half a gigabyte.
BATCH, BATCH_OF_FILES = 500, 1


def write_backup(path: Path, *, with_key: bool = False) -> Manifest:
    """Write a backup of the site, readable by nobody else; what was there of that name is replaced.

    Args:
        path: the file.
        with_key: whether to add the secret key, which signs sessions and links in e-mails.

    Raises:
        FileError: when it cannot be written.
    """
    with (
        private_files(),
        atomic_write_bytes(path) as raw,
        zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive,
        _one_moment(),
    ):
        parts = _write_tables(archive)
        if with_key:
            key = str(settings.SECRET_KEY).encode()
            archive.writestr(KEY, key)
            parts.append(Part(KEY, hashlib.sha256(key).hexdigest()))
        manifest = Manifest(
            made_by=__version__,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            migrations=tuple(applied_migrations()),
            parts=tuple(parts),
        )
        archive.writestr(MANIFEST, json.dumps(manifest.record(), indent=1))
    return manifest


def _write_tables(archive: zipfile.ZipFile) -> list[Part]:
    parts = []
    tables = kept_tables()
    with progress("Writing the backup") as step:
        for number, (name, model) in enumerate(tables.items()):
            parts.append(_write_table(archive, name, model))
            step((number + 1) / len(tables))
    return parts


def _write_table(archive: zipfile.ZipFile, name: str, model: type[Model]) -> Part:
    columns = columns_of(model)
    has_files = any(isinstance(field, BinaryField) for field in columns.values())
    found = model._base_manager.order_by("pk").values_list(*columns)
    digest, rows = hashlib.sha256(), 0
    file_name = f"tables/{name}.jsonl"
    with archive.open(file_name, "w", force_zip64=True) as file:
        for row in found.iterator(BATCH_OF_FILES if has_files else BATCH):
            line = line_of(row)
            digest.update(line)
            file.write(line)
            rows += 1
    return Part(file_name, digest.hexdigest(), name, tuple(columns), rows)


@contextmanager
def private_files() -> Iterator[None]:
    """What is written in here can be read by its owner alone."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read in here is as it was when the first of it was read; others may write."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with connection.cursor() as cursor:
        # Django's own transactions would keep writers waiting; one that only reads does not.
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")

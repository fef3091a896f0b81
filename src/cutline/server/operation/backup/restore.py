"""Restoring a backup: checked first, then everything in one transaction or nothing."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import BinaryField, Model

from cutline.core.atomic import atomic_write_bytes
from cutline.core.errors import FileError, UsageError
from cutline.core.progress import progress
from cutline.server.operation.backup.form import KEY, Manifest, Part
from cutline.server.operation.backup.go_on import go_on
from cutline.server.operation.backup.read import check_backup, opened
from cutline.server.operation.backup.tables import columns_of, kept_tables, passing_tables
from cutline.server.operation.backup.values import row_of
from cutline.server.operation.backup.write import BATCH, BATCH_OF_FILES, private_files
from cutline.server.operation.database import alone, bring_up_to_date
from cutline.server.operation.presence import workers_there
from cutline.web.people.models.audit import record


def restore_backup(path: Path, *, replace: bool = False) -> Manifest:
    """Make the site what it was when the backup was made.

    Args:
        path: the backup.
        replace: whether what the site has now may be given up.

    Raises:
        FileError: when the backup is damaged, or of another version; nothing is changed then.
        UsageError: when the site has content and `replace` is not set, or when it runs.
    """
    manifest = check_backup(path)
    bring_up_to_date()
    with alone():
        _refuse_running()
        if not replace:
            _refuse_content()
        with opened(path) as archive:
            try:
                with transaction.atomic():
                    _empty()
                    _load(archive, manifest)
                    connection.check_constraints()
                    go_on()
                    record(None, "site.restore", "site", backup=manifest.made)
            except (DatabaseError, InterfaceError) as error:
                # Its text may quote rows.
                raise FileError(
                    f"{path}: the database did not take the backup ({type(error).__name__}); "
                    f"nothing was changed"
                ) from None
            if manifest.has_key and not settings.CONFIGURATION.secret:
                _keep_key(archive.read(KEY))
    return manifest


def _refuse_running() -> None:
    there = workers_there().count()
    if there:
        raise UsageError(
            f"the site runs: workers said so in the last seconds ({there}). Stop it, and restore "
            f"again; after a crash wait for half a minute"
        )


def _refuse_content() -> None:
    filled = [name for name, model in kept_tables().items() if model._base_manager.exists()]
    if filled:
        raise UsageError(
            f"the site has content already ({', '.join(filled)}), which would be lost: "
            f"--replace gives it up, or --data names another folder"
        )


def _empty() -> None:
    # Foreign keys are looked at when the transaction ends, so the order is of no matter.
    with connection.cursor() as cursor:
        for model in [*kept_tables().values(), *passing_tables()]:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _load(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    tables = kept_tables()
    parts = [part for part in manifest.parts if part.name != KEY]
    with progress("Restoring") as step:
        for number, part in enumerate(parts):
            _load_table(archive, part, tables[part.table])
            step((number + 1) / len(parts))
    # What is given out next must not be what was restored.
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables.values())):
            cursor.execute(statement)


def _load_table(archive: zipfile.ZipFile, part: Part, model: type[Model]) -> None:
    # Not by models: those would say that everything was created now.
    fields = columns_of(model)
    columns = [fields[name] for name in part.columns]
    quote = connection.ops.quote_name
    listed = ", ".join(quote(str(column.column)) for column in columns)
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({listed}) VALUES ({places})"
    has_files = any(isinstance(column, BinaryField) for column in columns)

    def rows() -> Iterator[list[Any]]:
        with archive.open(part.name) as file:
            for line in file:
                values = row_of(line, columns)
                yield [
                    column.get_db_prep_save(value, connection)
                    for column, value in zip(columns, values, strict=True)
                ]

    waiting = rows()
    with connection.cursor() as cursor:
        while batch := list(islice(waiting, BATCH_OF_FILES if has_files else BATCH)):
            cursor.executemany(statement, batch)


def _keep_key(key: bytes) -> None:
    with private_files(), atomic_write_bytes(settings.CONFIGURATION.data / "secret.key") as file:
        file.write(key)

"""`cutline serve backup` and `restore`: a whole site in one file."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from cutline.cli.serving.site import configured
from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.serving.undone import nothing_left
from cutline.cli.terminal import note
from cutline.core.errors import UsageError

#: What backups in a folder are called, so that they are told from other files there.
_NAMED = "cutline-{:%Y-%m-%dT%H-%M-%S}.zip"
_NAMES = "cutline-????-??-??T??-??-??.zip"


def backup(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            help="The backup, or a folder for one named by the time.", metavar="FILE|FOLDER"
        ),
    ],
    keep: Annotated[
        int | None,
        typer.Option(
            help="Remove all but the newest N from the folder.",
            min=1,
            metavar="N",
            show_default="all are kept",
        ),
    ] = None,
    with_key: Annotated[
        bool,
        typer.Option("--with-key", help="Also the secret key, which keeps e-mailed links valid."),
    ] = False,
    data: Data = None,
) -> None:
    """Back a site up while it runs: everything as it was at one moment, on any database.

    The file holds private references, people's addresses and hashes of passwords: only you can
    read it, and it should stay so. Sessions and the secret key are not in it.

    Example: cutline serve backup site.zip

    Example: cutline serve backup /var/backups/cutline --keep 14
    """
    folder = Path(file)
    if keep is not None and not folder.is_dir():
        raise UsageError(f"--keep removes old backups of a folder, and {file} is none")
    opened_site(context, data)
    from cutline.server.operation.backup import write_backup
    from cutline.server.operation.database import require_up_to_date

    require_up_to_date()
    path = folder / _NAMED.format(datetime.now(UTC)) if folder.is_dir() else folder
    manifest = write_backup(path, with_key=with_key)
    print(path)
    note(f"cutline: {manifest.rows:,} rows, {path.stat().st_size:,} bytes")
    if keep is not None:
        for old in sorted(folder.glob(_NAMES))[:-keep]:
            old.unlink(missing_ok=True)


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="The backup.", metavar="FILE")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Give up what the site has now.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only see whether it could be restored.")
    ] = False,
    data: Data = None,
) -> None:
    """Make a site what it was when a backup was made, on the same database or another.

    The backup is checked first, every byte of it; then all of it is taken or nothing. The site must
    not run meanwhile. A backup of a site on SQLite restores on PostgreSQL, and the other way round.

    Example: DATABASE_URL=postgres://cutline:secret@database/cutline cutline serve restore site.zip

    Exit codes: 0 fine; 2 the site has content, or runs; 3 the backup is damaged or of another
    version.
    """
    with ExitStack() as undo:
        undo.callback(nothing_left(configured(data or context.obj).data))
        opened_site(context, data, makes=True)
        from cutline.server.operation.backup import check_backup, restore_backup

        if check:
            manifest, done = check_backup(Path(file)), "can be restored"
        else:
            manifest, done = restore_backup(Path(file), replace=replace), "is restored"
            undo.pop_all()
    print(f"{file} {done}: {manifest.rows:,} rows of {manifest.made}, Cutline {manifest.made_by}")

"""The site that a command works on: its folder, its settings, its database."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cutline.cli.serving.last_address import read_address
from cutline.cli.terminal import note
from cutline.core.errors import FileError, MissingPartError, UsageError

if TYPE_CHECKING:
    from cutline.web.configuration import Configuration

_NEEDED = (
    "allauth",
    "argon2",
    "dj_database_url",
    "django",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "gunicorn",
    "ninja",
    "prometheus_client",
    "whitenoise",
)


def open_site(
    data: str | None = None, address: str | None = None, *, makes: bool = True
) -> Configuration:
    """Make Django ready to work on a site, and its folder if there is none.

    What is written from then on is nobody else's business: files are their owner's alone.

    Args:
        data: the folder; by default that of `CUTLINE_SERVER_DATA`, or the user's own.
        address: where people reach the site, unless `CUTLINE_ADDRESS` says so; by default where
            it was when it last ran.
        makes: whether a site is made where there is none; a folder that was mistyped is no site.

    Raises:
        MissingPartError: when the server is not installed, or what speaks to its database.
        FileError: when the folder cannot be written to, or there is no site and none is made.
        UsageError: when a setting makes no sense.
    """
    configuration = configured(data)
    address = address or read_address(configuration.data)
    if address is not None and "CUTLINE_ADDRESS" not in os.environ:
        os.environ["CUTLINE_ADDRESS"] = address
        configuration = configured(data)
    if not makes and not has_site(configuration):
        raise FileError(
            f"there is no site in {configuration.data}: "
            f"`cutline serve --data {configuration.data}` makes one"
        )
    os.umask(0o077)
    make_folder(configuration.data)
    _set_up_django()
    return configuration


def configured(data: str | None = None) -> Configuration:
    """What is said of a site, by `--data` and the environment; nothing is opened or made.

    Raises:
        MissingPartError: when the server is not installed.
        UsageError: when a setting makes no sense.
    """
    check_parts()
    if data is not None:
        os.environ["CUTLINE_SERVER_DATA"] = str(Path(data).resolve())
    os.environ["DJANGO_SETTINGS_MODULE"] = "cutline.web.settings"
    from cutline.web.configuration import Configuration

    return Configuration.from_environment()


def has_site(configuration: Configuration) -> bool:
    """Whether there is a database. That of a server is elsewhere, whatever the folder holds."""
    database = configuration.database()
    return "sqlite" not in str(database["ENGINE"]) or Path(str(database["NAME"])).exists()


def check_parts() -> None:
    """See that what a server needs is installed.

    Raises:
        MissingPartError: when something is missing.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingPartError(
            f"the evaluation server is not installed ({', '.join(missing)} missing): "
            f"pip install 'cutline[server]'"
        )


def make_folder(folder: Path) -> None:
    """Make the data folder, which holds private references: for its owner alone.

    Raises:
        FileError: when it cannot be written to.
    """
    try:
        if not folder.exists():
            folder.mkdir(parents=True, mode=0o700)
        elif folder.is_dir() and folder.stat().st_mode & 0o077:
            note(f"cutline: others can look into {folder}: chmod 700 keeps references private")
        probe = folder / f".probe.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(f"{folder}: the data folder cannot be written to: {reason}") from None


def _set_up_django() -> None:
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ImproperlyConfigured as error:
        if "psycopg" in str(error):
            raise MissingPartError(
                "DATABASE_URL names PostgreSQL, and what speaks to it is not installed: "
                "pip install 'cutline[postgres]'"
            ) from None
        raise UsageError(f"the settings make no sense: {error}") from None

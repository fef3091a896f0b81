"""What can be configured, all of it by environment variables, and where data is kept."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
import platformdirs

from cutline.core.errors import FileError, UsageError

#: Where one process may read what another wrote a moment ago, a writer waits this long for others.
SQLITE_SECONDS = 30


@dataclass(frozen=True)
class Configuration:
    """How a site runs.

    Args:
        data: the folder of the database (if it is SQLite), the secret key and what is uploading.
        database_url: such as `postgres://name:password@host/name`; empty for SQLite.
        address: where people reach the site, such as `https://captions.example.org`.
        secret: signs sessions; made and kept in the data folder where none is given.
        email_url: such as `smtp+tls://name:password@host:587`; empty prints e-mails to the log.
        from_email: the sender of e-mails.
        proxied: whether a reverse proxy in front says where requests come from.
        debug: whether pages tell all when something fails. Never where others can see them.
        open_id: the address, client id and secret of an OpenID provider, if people may sign in by
            one.
    """

    data: Path
    database_url: str = ""
    address: str = "http://localhost:8000"
    secret: str = field(default="", repr=False)
    email_url: str = field(default="", repr=False)
    from_email: str = "cutline@localhost"
    proxied: bool = False
    debug: bool = False
    open_id: tuple[str, str, str] | None = field(default=None, repr=False)

    @classmethod
    def from_environment(cls) -> Configuration:
        """What `CUTLINE_*` variables and `DATABASE_URL` say.

        Raises:
            UsageError: when a variable makes no sense.
        """
        read = os.environ.get
        address = read("CUTLINE_ADDRESS", cls.address).rstrip("/")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(
                f"CUTLINE_ADDRESS is {address!r}, expected an address such as "
                f"https://captions.example.org"
            )
        open_id = tuple(read(f"CUTLINE_OPENID_{part}", "") for part in ("URL", "CLIENT", "SECRET"))
        if any(open_id) and not all(open_id):
            raise UsageError(
                "CUTLINE_OPENID_URL, CUTLINE_OPENID_CLIENT and CUTLINE_OPENID_SECRET belong "
                "together: give all three or none"
            )
        folder = read("CUTLINE_SERVER_DATA") or platformdirs.user_data_path("cutline") / "server"
        return cls(
            data=Path(folder),
            database_url=read("DATABASE_URL", ""),
            address=address,
            secret=read("CUTLINE_SECRET", ""),
            email_url=read("CUTLINE_EMAIL_URL", ""),
            from_email=read("CUTLINE_FROM_EMAIL", cls.from_email),
            proxied=read("CUTLINE_PROXIED", "") == "1",
            debug=read("CUTLINE_DEBUG", "") == "1",
            open_id=(open_id[0], open_id[1], open_id[2]) if all(open_id) else None,
        )

    @property
    def host(self) -> str:
        """The host of the address."""
        return urlsplit(self.address).hostname or "localhost"

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site by https."""
        return self.address.startswith("https://")

    def database(self) -> dict[str, object]:
        """Django's settings of the database.

        Raises:
            UsageError: when the address of the database makes no sense.
        """
        if not self.database_url:
            return _sqlite(self.data / "cutline.sqlite3")
        try:
            parsed = dict(dj_database_url.parse(self.database_url, conn_max_age=60))
        except (ValueError, dj_database_url.ParseError):
            raise UsageError(
                "DATABASE_URL cannot be read, expected postgres://NAME:PASSWORD@HOST/DATABASE"
            ) from None
        if "sqlite" in str(parsed["ENGINE"]):
            return _sqlite(Path(str(parsed["NAME"])))
        if "postgres" not in str(parsed["ENGINE"]):
            raise UsageError("DATABASE_URL names neither PostgreSQL nor SQLite")
        # A server that was restarted is noticed before a request fails on its old connection.
        return parsed | {"CONN_HEALTH_CHECKS": True}

    def secret_key(self) -> str:
        """The key that signs sessions: the given one, or one that is kept in the data folder.

        Raises:
            FileError: when it can be neither read nor written.
        """
        return self.secret or kept_secret(self.data / "secret.key")


def kept_secret(path: Path) -> str:
    """A secret that is made once. Of two processes that make it at once, one wins."""
    try:
        # The first to make the data folder, whichever command it is, makes it the owner's alone.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        if not path.exists():
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(50))
            try:
                os.link(new, path)  # fails where another process was quicker
            except FileExistsError:
                pass
            finally:
                new.unlink()
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: the secret key cannot be kept: {error}") from None


def _sqlite(path: Path) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # Opening it anew costs more than most answers do.
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "timeout": SQLITE_SECONDS,
            # A transaction that will write waits for its turn at the start: one that began by
            # reading could not wait, and would fail.
            "transaction_mode": "IMMEDIATE",
            # Readers never wait for the writer; what was committed survives a loss of power.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA busy_timeout=30000;",
        },
    }

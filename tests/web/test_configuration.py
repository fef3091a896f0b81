"""Settings from the environment, and what is said of those that make no sense."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cutline.core.errors import FileError, UsageError
from cutline.web.configuration import Configuration, kept_secret
from cutline.web.email import email_settings


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("CUTLINE_") or name == "DATABASE_URL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("CUTLINE_SERVER_DATA", str(tmp_path))


def test_without_any_setting_it_is_sqlite_and_mail_goes_to_the_log(tmp_path: Path) -> None:
    found = Configuration.from_environment()
    assert found.database()["NAME"] == str(tmp_path / "cutline.sqlite3")
    assert email_settings(found)["EMAIL_BACKEND"].endswith("console.EmailBackend")  # type: ignore[attr-defined]
    assert (found.is_secure, found.proxied, found.debug, found.open_id) == (
        False,
        False,
        False,
        None,
    )


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", "mail.example.org", 25, False, False),
        ("smtp+tls://me:p%40ss@mail.example.org", "mail.example.org", 587, True, False),
        ("smtp+ssl://me:p%40ss@mail.example.org:4650", "mail.example.org", 4650, False, True),
    ],
)
def test_mail_by_smtp(
    url: str, host: str, port: int, tls: bool, ssl: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_EMAIL_URL", url)
    found = email_settings(Configuration.from_environment())
    assert found["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == (host, port)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (tls, ssl)
    assert found["EMAIL_HOST_PASSWORD"] == ("p@ss" if "p%40ss" in url else "")


def test_mail_by_a_backend_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_EMAIL_URL", "my_company.mail.Backend")
    found = email_settings(Configuration.from_environment())
    assert found["EMAIL_BACKEND"] == "my_company.mail.Backend"


@pytest.mark.parametrize(
    "url",
    [
        "imap://x",
        "smtp://:pw@",
        "smtp://mail:port",
        "https://mail.example.org",
        "smtp+tls://:99999",
    ],
)
def test_mail_that_makes_no_sense(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_EMAIL_URL", url)
    with pytest.raises(UsageError, match="CUTLINE_EMAIL_URL cannot be read") as raised:
        email_settings(Configuration.from_environment())
    assert url not in str(raised.value)  # it may hold a password


@pytest.mark.parametrize("address", ["captions.example.org", "ftp://x", "https://", "/x"])
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_ADDRESS", address)
    with pytest.raises(UsageError, match="expected an address such as"):
        Configuration.from_environment()


@pytest.mark.parametrize("url", ["mysql://me:pw@host/x", "what", "postgres://[bad"])
def test_a_database_that_is_none(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(UsageError, match="DATABASE_URL") as raised:
        Configuration.from_environment().database()
    assert "pw" not in str(raised.value)


def test_half_an_open_id_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_OPENID_URL", "https://id.example.org")
    with pytest.raises(UsageError, match="give all three or none"):
        Configuration.from_environment()


def test_the_secret_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret.key"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(kept_secret, [path] * 32))
    assert len(found) == 1
    assert len(found.pop()) > 60
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [left.name for left in path.parent.iterdir()] == ["secret.key"]


def test_a_secret_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileError, match="the secret key cannot be kept"):
        kept_secret(tmp_path / "file" / "secret.key")

"""What is said of a site that is not set up as it should be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection

from cutline.server.operation import readiness
from cutline.server.operation.fitness import findings
from cutline.web.people.models import Role
from tests.server import made

pytestmark = pytest.mark.django_db

Configure = Callable[..., None]


@pytest.fixture
def configure(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    monkeypatch.setattr(readiness, "_applied", set())
    monkeypatch.delenv("CUTLINE_METRICS_TOKEN", raising=False)

    def change(**changes: Any) -> None:
        folder = tmp_path / "data"
        folder.mkdir(mode=0o700, exist_ok=True)
        settings.CONFIGURATION = replace(settings.CONFIGURATION, data=folder, **changes)

    return change


def grades() -> dict[str, str]:
    return {found.name: found.grade for found in findings(("worker",))}


def test_a_site_as_it_should_be_is_fine(configure: Configure, settings: Any) -> None:
    made.person("hanna", Role.ADMIN)
    configure(
        address="https://captions.example.org",
        proxied=True,
        email_url="smtp://mail.example.org",
        from_email="captions@example.org",
    )
    settings.SECURE_HSTS_SECONDS = 1
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    found = grades()
    assert found.pop("metrics") == "advice"
    assert set(found.values()) == {"fine"}, found


@pytest.mark.parametrize(
    ("changes", "name", "grade"),
    [
        ({"address": "http://captions.example.org"}, "address", "wrong"),
        ({"address": "http://localhost:8000"}, "address", "advice"),
        ({"address": "https://captions.example.org", "proxied": False}, "proxy", "wrong"),
        ({"debug": True}, "debugging", "wrong"),
        ({"email_url": "", "address": "https://captions.example.org"}, "e-mail", "advice"),
        ({"email_url": "", "address": "http://127.0.0.1:8123"}, "e-mail", "fine"),
        ({"email_url": "smtp://mail.example.org"}, "e-mail", "advice"),
    ],
)
def test_settings_that_are_wrong_are_told(
    configure: Configure, changes: dict[str, Any], name: str, grade: str
) -> None:
    configure(**changes)
    assert grades()[name] == grade


def test_a_weak_key_an_open_folder_and_no_admin_are_told(
    configure: Configure, settings: Any
) -> None:
    configure()
    settings.SECRET_KEY = "short"
    settings.CONFIGURATION.data.chmod(0o755)
    found = grades()
    assert (found["secret"], found["folder"], found["admin"]) == ("wrong", "wrong", "wrong")


def test_a_database_that_is_away_is_told_with_its_place(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure()

    def away(*_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", away)
    monkeypatch.setattr(connection, "ensure_connection", away)
    said = [found.said for found in findings() if found.name == "database"]
    assert any("connection refused" in one for one in said)


def test_what_django_finds_beside_is_told(configure: Configure, settings: Any) -> None:
    configure()
    settings.X_FRAME_OPTIONS = "SAMEORIGIN"
    assert grades()["security.W019"] == "wrong"

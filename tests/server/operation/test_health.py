"""Health says that the process answers; readiness says whether the site can do its work."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client

from cutline.server.operation import readiness
from cutline.server.operation.presence import say_gone, say_here


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_applied", set())


def test_health_asks_no_database(client: Client) -> None:
    # Without the mark of a test that uses the database, a query would fail.
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_a_site_with_all_it_needs_is_ready(client: Client) -> None:
    say_here("somewhere:1:abc")
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["ready"] is True
    assert set(answer.json()["checks"]) == {"database", "disk", "migrations", "worker"}
    assert all(check["ok"] for check in answer.json()["checks"].values())
    # Machines have names that are nobody's business.
    assert "somewhere" not in answer.content.decode()


@pytest.mark.django_db
def test_a_site_without_workers_is_not_ready_and_says_so(client: Client) -> None:
    say_here("somewhere:1:abc")
    say_gone("somewhere:1:abc")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    assert "cutline worker" in answer.json()["checks"]["worker"]["said"]
    assert client.get("/readyz?except=worker").status_code == 200


@pytest.mark.django_db
def test_a_full_disk_is_told(client: Client) -> None:
    say_here("somewhere:1:abc")
    with patch("shutil.disk_usage", return_value=SimpleNamespace(free=1000)):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert not answer.json()["checks"]["disk"]["ok"]


@pytest.mark.django_db
def test_migrations_that_are_missing_are_told(client: Client) -> None:
    say_here("somewhere:1:abc")
    with patch.object(readiness, "unapplied", return_value=["server.0099_later"]):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cutline serve upgrade" in answer.json()["checks"]["migrations"]["said"]


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_without_its_address(client: Client) -> None:
    away = OperationalError("connection to server at db.internal failed: password of cutline")
    with patch.object(connection, "cursor", side_effect=away):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "db.internal" not in answer.content.decode()
    assert set(answer.json()["checks"]) == {"database", "disk"}
    assert not answer.json()["checks"]["database"]["ok"]

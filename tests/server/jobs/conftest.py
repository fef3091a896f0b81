"""A benchmark with somebody who submits, and a database that threads share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from cutline.server.models import Phase, Submission
from cutline.web.people.models import Role, Team
from tests.server import made
from tests.server.scored import submission


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: object) -> Path:
    """A folder of their own for what is uploading and scored."""
    from dataclasses import replace

    folder = tmp_path / "data"
    folder.mkdir()
    settings.CONFIGURATION = replace(settings.CONFIGURATION, data=folder)  # type: ignore[attr-defined]
    return folder


@pytest.fixture
def team(db: None) -> Team:
    return made.team("Anna and others", made.person("anna"))


@pytest.fixture
def phase(db: None) -> Phase:
    """Without its human rows, so that every job is of a submission that a test has made."""
    benchmark = made.benchmark(made.person("hanna", Role.HOST), published=False)
    return made.phase(benchmark)


@pytest.fixture
def submitted(phase: Phase, team: Team) -> Submission:
    return submission(phase, team)


@pytest.fixture
def shared(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """A database that several threads can write to at once.

    SQLite's databases in memory cannot be: there it is copied into a file for the while.
    """
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    in_memory, name = connection.connection, connection.settings_dict["NAME"]
    path = tmp_path / "shared.sqlite3"
    with sqlite3.connect(path) as copy:
        in_memory.backup(copy)
    copy.close()
    connection.connection = None
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
        connection.connection = in_memory

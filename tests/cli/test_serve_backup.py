"""Commands that keep a site well, as a shell runs them: on SQLite, on PostgreSQL, and across."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cutline.datasets.bundle import write_bundle
from cutline.server.hosting.demo import demo_content
from tests.postgres import PostgresServer, postgres, programs

PROJECT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres() as made:
        yield made


def site(folder: Path, server: PostgresServer | None = None, name: str = "") -> dict[str, str]:
    """The variables of a site with a folder, and on PostgreSQL a new database, of its own."""
    url = ""
    if server is not None:
        import psycopg

        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        url = server.url.rpartition("/")[0] + f"/{name}"
    return {"CUTLINE_SERVER_DATA": str(folder), "DATABASE_URL": url, "CUTLINE_LOG": "warning"}


def run(of: Mapping[str, str], *command: object) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CUTLINE_S", "CUTLINE_A", "DJANGO_", "DATABASE_"))
    }
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=PROJECT,
        env=environment | dict(of),
        capture_output=True,
        text=True,
        check=False,
    )


def serve(of: Mapping[str, str], *command: object) -> str:
    done = run(of, "cutline", "serve", *command)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fill(of: Mapping[str, str], path: Path) -> dict[str, dict[str, int]]:
    done = run(of, "tests.server.operation.written_meanwhile", path)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, int]] = json.loads(done.stdout)
    return found


def tables(path: Path) -> dict[str, list[Any]]:
    """The tables of a backup by name, without what restoring changes on purpose."""
    changing = ("people.auditentry", "server.scoringjob", "server.submission")
    with zipfile.ZipFile(path) as archive:
        return {
            # PostgreSQL keeps JSON with its keys in an order of its own.
            name: [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.startswith("tables/") and not any(word in name for word in changing)
        }


def test_a_submission_that_comes_in_meanwhile_is_in_it_whole_or_not_at_all(tmp_path: Path) -> None:
    found = fill(site(tmp_path / "data"), tmp_path / "site.zip")
    assert len(found["written"]) == 1, "the writer waited for the backup"
    assert found["counts"] == found["expected"]


def test_a_site_moves_to_postgresql_and_back(tmp_path: Path, server: PostgresServer) -> None:
    on_sqlite, first = site(tmp_path / "sqlite"), tmp_path / "first.zip"
    on_postgres, second = site(tmp_path / "folder", server, "moved"), tmp_path / "second.zip"
    again, third = site(tmp_path / "again"), tmp_path / "third.zip"
    fill(on_sqlite, first)
    assert "is restored" in serve(on_postgres, "restore", first)
    serve(on_postgres, "backup", second)
    assert tables(second) == tables(first)
    serve(again, "restore", second)
    serve(again, "backup", third)
    assert tables(third) == tables(first)


def test_a_running_site_on_postgresql_is_backed_up_as_of_one_moment(
    tmp_path: Path, server: PostgresServer
) -> None:
    found = fill(site(tmp_path / "data", server, "running"), tmp_path / "site.zip")
    assert len(found["written"]) == 1
    assert found["counts"] == found["expected"]
    assert "can be restored" in serve(
        site(tmp_path / "other"), "restore", "--check", tmp_path / "site.zip"
    )


def test_a_site_is_set_up_from_the_command_line(tmp_path: Path) -> None:
    here, data = site(tmp_path / "data"), tmp_path / "data"
    assert "people.0001_initial" in serve(here, "upgrade")
    assert "up to date" in serve(here, "upgrade", "--check")
    made = run(here, "cutline", "serve", "admin", "hanna", "--email", "hanna@example.org")
    assert made.stdout.startswith("http://localhost:8000/account/password/reset/key/")
    assert "set CUTLINE_ADDRESS" in made.stderr
    (data / "address").write_text("http://localhost:8123\n")
    assert run(here, "cutline", "serve", "admin", "hana").returncode == 2
    write_bundle(demo_content(), tmp_path / "drawn.zip")
    hosted = ("host", tmp_path / "drawn.zip", "--owner", "hanna", "--publish", "public")
    assert serve(here, *hosted, "--slug", "drawn") == "http://localhost:8123/b/drawn/\n"
    twice = run(here, "cutline", "serve", *hosted, "--slug", "drawn")
    assert (twice.returncode, "already" in twice.stderr) == (2, True)
    checked = run(here, "cutline", "serve", "check", "--no-worker", "--json")
    grades = {one["name"]: one["grade"] for one in json.loads(checked.stdout)}
    assert grades["admin"] == grades["folder"] == grades["database"] == "fine"
    assert checked.returncode == 0, checked.stdout
    assert "http://localhost:8123" in checked.stdout
    data.chmod(0o755)
    assert run(here, "cutline", "serve", "check", "--no-worker").returncode == 1


def test_old_backups_of_a_folder_go(tmp_path: Path) -> None:
    here, folder = site(tmp_path / "data"), tmp_path / "backups"
    serve(here, "upgrade")
    folder.mkdir()
    (folder / "cutline-2020-01-01T00-00-00.zip").touch()
    (folder / "cutline-2020-01-02T00-00-00.zip").touch()
    (folder / "mine.zip").touch()
    written = Path(serve(here, "backup", folder, "--keep", "2").strip())
    left = sorted(path.name for path in folder.iterdir())
    assert left == ["cutline-2020-01-02T00-00-00.zip", written.name, "mine.zip"]
    refused = run(here, "cutline", "serve", "backup", tmp_path / "a.zip", "--keep", "2")
    assert refused.returncode == 2
    assert "--keep" in refused.stderr

"""`cutline serve`: from the first start to the last process, and what can stand in the way."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.site_process import Running, children, cutline, runs, wait_until
from tests.postgres import free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
SERVE = ("serve", "--port", "0", "--no-open")


def answer(address: str, path: str = "/healthz") -> int:
    with urllib.request.urlopen(address + path, timeout=30) as response:
        return int(response.status)


def address_of(site: Running) -> str:
    return site.wait_for(r"Cutline is at (http://\S+)/\n")[1]


def parts(site: Running) -> set[int]:
    """The web process and the workers: those that the site itself has started."""
    below = children(site.process.pid)
    return {pid for pid in below if _parent(pid) == site.process.pid}


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def test_a_demonstration_from_start_to_end(tmp_path: Path) -> None:
    """One site for all of it: starting one takes seconds."""
    with Running(tmp_path, *SERVE, "--demo") as site:
        address = address_of(site)
        said = site.wait_for(r"Ctrl-C stops it")  # the message is whole
        assert said is not None
        text = site.text()
        assert "admin  demo, password " in text
        assert f"submit {tmp_path}/data/demo/steady-test.json --to {address}/demo" in text
        assert answer(address) == 200
        assert answer(address, "/b/demo/") == 200
        # Commands of the machine know where it is.
        assert (tmp_path / "data" / "address").read_text() == f"{address}\n"
        link = cutline(tmp_path, "serve", "admin", "demo", "--only-link")
        assert link.stdout.startswith(f"{address}/account/"), link.stderr
        assert "CUTLINE_ADDRESS" not in link.stderr

        first = parts(site)
        assert len(first) == 2
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: len(parts(site) - first) == 2)
        wait_until(lambda: answer(address) == 200)
        site.wait_for('"message": "ended, is started again"')

        all_of_it = children(site.process.pid)
        assert site.stop(signal.SIGINT) == 0
        assert site.text().endswith("Stopped.\n")
        assert not any(map(runs, all_of_it))
    data = tmp_path / "data"
    assert data.stat().st_mode & 0o077 == 0
    private = [path for path in data.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]
    assert private == []

    with Running(tmp_path, *SERVE, "--demo") as again:
        address_of(again)
        again.wait_for("admin  demo, with the password of the first start")
        all_of_it = children(again.process.pid)
        assert len(all_of_it) >= 2
        again.process.kill()  # who is killed cannot end what it has started
        again.process.wait()
        wait_until(lambda: not any(map(runs, all_of_it)))


def test_a_first_start_leads_to_an_account(tmp_path: Path) -> None:
    with Running(tmp_path, *SERVE, "--no-worker", "--log", str(tmp_path / "log")) as site:
        address = address_of(site)
        link = site.wait_for(r"make the admin's account at (\S+)")[1]
        assert link.startswith(address)
        assert len(parts(site)) == 1
        # Lines for machines are in the log, all of them JSON.
        assert not any(line.startswith("{") for line in site.text().splitlines())
        assert site.stop() == 0
    lines = (tmp_path / "log").read_text().splitlines()
    assert {json.loads(line)["logger"] for line in lines} >= {"cutline.serve", "gunicorn.error"}


def test_a_port_that_is_taken_is_told_of(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = cutline(tmp_path, "serve", "--port", str(port))
    assert done.returncode == 2
    assert done.stderr.startswith(f"cutline: port {port} of 127.0.0.1 is in use: stop what runs")
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_written_to_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    done = cutline(tmp_path, *SERVE, "--data", str(folder))
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.startswith(f"cutline: {folder}: the data folder cannot be written to")


def test_a_database_that_cannot_be_reached_is_told_of_without_its_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    port = free_port()
    url = f"postgres://cutline:very-secret@127.0.0.1:{port}/cutline"
    done = cutline(tmp_path, *SERVE, DATABASE_URL=url)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert f"PostgreSQL at 127.0.0.1:{port}: the database cannot be used" in done.stderr
    assert "very-secret" not in done.stderr


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"DATABASE_URL": "mysql://somewhere/x"}, "DATABASE_URL names neither PostgreSQL nor"),
        ({"CUTLINE_ADDRESS": "somewhere"}, "CUTLINE_ADDRESS is 'somewhere', expected an address"),
    ],
)
def test_settings_that_make_no_sense_are_told_of(
    tmp_path: Path, variables: dict[str, str], message: str
) -> None:
    done = cutline(tmp_path, *SERVE, **variables)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr


def test_wrong_usage_is_told_of(tmp_path: Path) -> None:
    done = cutline(tmp_path, *SERVE, "--no-worker", "--workers", "2")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "exclude each other" in done.stderr
    assert cutline(tmp_path, "serve", "--host", "no such host").returncode == 2


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "cutline.sqlite3"
    path.parent.mkdir(mode=0o700)
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE django_migrations "
            "(id integer PRIMARY KEY, app text, name text, applied datetime)"
        )
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('server', '9999_future', '2030-01-01')"
        )
    database.close()
    for command in (SERVE, ("worker",)):
        done = cutline(tmp_path, *command)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "a newer Cutline has changed the database (server.9999_future)" in done.stderr

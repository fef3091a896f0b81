"""A disk that is full: refused with 507, nothing half-written, and no quota spent."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.utils import timezone

from cutline.server.jobs import queue
from cutline.server.models import Blob, FailedAttempt, Phase, ScoringJob, Submission
from cutline.server.submissions import accept
from cutline.server.submissions.limits import remaining
from cutline.server.uploads import check as checking
from cutline.server.uploads import place, receive
from cutline.server.uploads.exchange import NO_SPACE
from cutline.server.uploads.no_space import is_full
from cutline.server.uploads.refused import Refused
from cutline.web.middleware.bodies import checked_bodies
from cutline.web.people.models import ApiToken
from tests.server import made
from tests.server.submissions.sending import BROKEN, results, send

_FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A filesystem of a megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(folder)]
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small filesystem")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"a small filesystem cannot be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _is_refused(caught: pytest.ExceptionInfo[Refused]) -> bool:
    said = caught.value
    assert "Nothing of it was kept, and it does not count" in said.message
    return (said.status, said.code, said.headers) == (507, "no_space", {"Retry-After": "300"})


def test_no_space_for_the_upload(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "uploading", lambda: small_disk)
    with pytest.raises(Refused) as caught:
        receive.receive(io.BytesIO(bytes(2 << 20)), Phase(), "a.json")
    assert _is_refused(caught)
    assert not list(small_disk.iterdir())


def test_no_space_for_what_it_unpacks_to(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    monkeypatch.setattr(place, "uploading", lambda: small_disk)
    many = "".join(f'{{"image_id": {n}, "caption": "a {n * n} b"}}\n' for n in range(40_000))
    packed = gzip.compress(many.encode())
    with receive.receive(io.BytesIO(packed), Phase(), "a.gz") as received:
        with pytest.raises(Refused) as caught:
            checking.check_against(received, range(40_000), 64 << 20)
        assert _is_refused(caught)
    assert not list(small_disk.iterdir())


def test_no_space_for_anything(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder itself, the task and the report: filled up byte by byte until all are refused."""
    monkeypatch.setattr(place, "uploading", lambda: small_disk)
    filler = small_disk / "filler"
    upload = results()
    for left in (0, 1, 2, 3):  # pages of 4 kB
        filler.write_bytes(b"")
        free = shutil.disk_usage(small_disk).free
        filler.write_bytes(bytes(free - (left << 12)))
        with pytest.raises(Refused) as caught:
            _received_and_checked(upload)
        assert _is_refused(caught)
        assert [path.name for path in small_disk.iterdir()] == ["filler"]


def _received_and_checked(upload: bytes) -> None:
    with receive.receive(io.BytesIO(upload), Phase(), "a.json") as received:
        checking.check_against(received, range(1, 9), 1 << 20).raise_if_invalid()


def test_no_space_for_the_file_of_a_form(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "CONFIGURATION", replace(settings.CONFIGURATION, data=small_disk))
    form = {"file": SimpleUploadedFile("a.json", bytes(900 << 10)), "more": "a"}
    (small_disk / "filler").write_bytes(bytes(500 << 10))
    request = RequestFactory().post("/api/v1/anything", form)
    answer = checked_bodies(lambda request: pytest.fail("it was read"))(request)
    assert answer.status_code == 507
    assert json.loads(answer.content)["error"]["code"] == "no_space"
    assert not list((small_disk / "uploading").iterdir())
    free = shutil.disk_usage(small_disk).free
    assert free > 400 << 10  # what was written is gone


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_no_space_while_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(place, "uploading", lambda: tmp_path)

    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *given: object) -> None:
            pass

        def write(self, data: bytes) -> int:
            raise OSError(number, "")

    monkeypatch.setattr(Path, "open", lambda *given: Full())
    with pytest.raises(Refused) as caught:
        receive.receive(io.BytesIO(b"[]"), Phase(), "a.json")
    assert _is_refused(caught)
    assert not list(tmp_path.iterdir())


def test_no_space_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, *given: object, **named: object) -> None:
        raise _FULL

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(Refused) as caught:
        receive.receive(io.BytesIO(b"[]"), Phase(), "a.json")
    assert _is_refused(caught)


def test_no_space_in_the_checking_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_run_child", lambda folder, seconds: NO_SPACE)
    with receive.receive(io.BytesIO(b"[]"), Phase(), "a.json") as received:
        with pytest.raises(Refused) as caught:
            checking.check_against(received, [1], 1 << 20)
        assert _is_refused(caught)


def _database_error() -> OperationalError:
    """As Django raises it when the database has no space."""
    if connection.vendor == "sqlite":
        cause: Exception = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL  # type: ignore[attr-defined]
    else:
        from psycopg.errors import DiskFull

        cause = DiskFull("could not extend file")
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["blob", "queue"])
def test_no_space_in_the_database(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Before the submission is written, or after: it is all or nothing."""
    ann = made.person("ann")
    team, phase = made.team("Team", ann), made.phase(made.benchmark(ann))
    before = Blob.objects.count(), ScoringJob.objects.count(), remaining(team, phase)

    def full(*given: object) -> None:
        raise _database_error()

    if where == "blob":
        monkeypatch.setattr(Blob, "keep", full)
    else:
        monkeypatch.setattr(queue, "hand_to_queue", full)
    with pytest.raises(Refused) as caught:
        send(ann, team, phase, results(caption="words that nobody wrote before"))
    assert _is_refused(caught)
    assert not Submission.objects.filter(team=team).exists()
    after = Blob.objects.count(), ScoringJob.objects.count(), remaining(team, phase)
    assert after == before


@pytest.mark.django_db
def test_no_space_to_note_a_failing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = made.person("ann")
    team, phase = made.team("Team", ann), made.phase(made.benchmark(ann))

    def full(**given: object) -> None:
        raise _database_error()

    monkeypatch.setattr(FailedAttempt.objects, "create", full)
    with pytest.raises(Refused) as caught:
        send(ann, team, phase, BROKEN)
    assert _is_refused(caught)


@pytest.mark.django_db
def test_the_interface_says_so(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    ann = made.person("ann")
    made.team("Team", ann)
    made.benchmark(ann)
    _, token = ApiToken.make(ann, "test", timezone.now() + timedelta(days=1))

    def full(*given: object, **named: object) -> None:
        raise _database_error()

    monkeypatch.setattr(accept, "_written", full)
    answer = client.post(
        "/api/v1/benchmarks/made/phases/test/submissions",
        {"file": SimpleUploadedFile("a.json", results()), "method": "Made"},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 507
    assert answer.headers["Retry-After"] == "300"
    assert answer.json()["error"]["code"] == "no_space"


def test_a_real_database_on_a_full_disk(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever SQLite says when its disk is full, it is understood."""
    monkeypatch.setattr(settings, "CONFIGURATION", replace(settings.CONFIGURATION, data=small_disk))
    database = sqlite3.connect(small_disk / "a.sqlite3", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE a (b BLOB)")
    many = ((bytes(50_000),) for _ in range(100))
    with pytest.raises(sqlite3.OperationalError) as caught:
        database.executemany("INSERT INTO a VALUES (?)", many)
    database.close()
    error = OperationalError(str(caught.value))
    error.__cause__ = caught.value
    assert is_full(error)
    assert not is_full(OperationalError("database is locked"))

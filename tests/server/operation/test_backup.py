"""A backup holds the whole site, is taken whole or not at all, and gives back what was there."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from cutline.core.errors import FileError, UsageError
from cutline.server.models import JobState, ScoringJob, State, Submission, Worker
from cutline.server.operation.backup import check_backup, restore_backup, write_backup
from cutline.server.operation.backup.form import KEY, MANIFEST
from cutline.server.operation.backup.tables import kept_tables, passing_tables
from cutline.server.operation.presence import say_here
from cutline.web.people.models import AuditEntry, Person, Role, Team
from tests.server import made, scored
from tests.server.operation.made_site import all_rows, fill

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    fill()
    path = tmp_path / "site.zip"
    write_backup(path)
    return path


def changed(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The same archive with other contents, each entry's own check sum being right."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    change(contents)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return path


def with_manifest(**changes: Any) -> Callable[[dict[str, bytes]], None]:
    def change(contents: dict[str, bytes]) -> None:
        contents[MANIFEST] = json.dumps(json.loads(contents[MANIFEST]) | changes).encode()

    return change


def test_every_table_is_either_kept_or_passes() -> None:
    from django.apps import apps

    named = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    known = {model._meta.label for model in [*kept_tables().values(), *passing_tables()]}
    # These are what migrations make of the program's own tables.
    assert named - known == {
        "auth.Permission",
        "auth.Group",
        "auth.Group_permissions",
        "contenttypes.ContentType",
    }


def test_what_is_restored_is_what_was_there(backup: Path) -> None:
    before = all_rows()
    Person.objects.filter(username="wim").update(email="changed@example.org")
    Team.objects.update(name="Changed")
    restore_backup(backup, replace=True)
    after = all_rows()
    assert {row["action"] for row in after["people.auditentry"]} - {
        row["action"] for row in before["people.auditentry"]
    } == {"site.restore"}
    expected = {
        "server.submission": {"state", "progress"},
        "server.scoringjob": {"state", "worker", "leased_until", "attempts", "started", "enqueued"},
    }
    for name in before.keys() - {"people.auditentry"}:
        may_differ = expected.get(name, set())
        assert [_without(row, may_differ) for row in after[name]] == [
            _without(row, may_differ) for row in before[name]
        ], name
    # What is compared is there: the made site leaves few of the server's own tables empty.
    empty = {name for name, rows in before.items() if not rows}
    assert {name for name in empty if name.startswith(("people.", "server."))} == {
        "server.failedattempt",
        "server.pairtest",
        "server.rescore",
    }


def _without(row: dict[str, Any], left_out: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in left_out}


def test_a_restored_site_goes_on(backup: Path) -> None:
    DBTaskResult.objects.all().delete()
    restore_backup(backup, replace=True)
    # The job of the worker that is gone can be taken, although it had its last attempt.
    assert ScoringJob.objects.filter(state=JobState.RUNNING).count() == 0
    waiting = ScoringJob.objects.filter(state=JobState.QUEUED)
    assert waiting.count() == DBTaskResult.objects.count() == 2
    scored.score_all()
    assert set(Submission.objects.values_list("state", flat=True)) == {State.DONE}
    # New rows get numbers of their own.
    newest = max(Person.objects.values_list("pk", flat=True))
    assert made.person("new", Role.HOST).pk > newest
    assert made.benchmark(Person.objects.get(username="new"), "another").pk


def test_sessions_workers_and_the_queue_pass(backup: Path) -> None:
    Session.objects.create(session_key="k" * 32, session_data="x", expire_date=timezone.now())
    Worker.objects.create(
        name="w", version="1", started=timezone.now(), seen=timezone.now(), stopped=timezone.now()
    )
    restore_backup(backup, replace=True)
    assert not Session.objects.exists()
    assert not Worker.objects.exists()


def test_a_backup_is_private_and_has_no_secret_unless_told(backup: Path, settings: Any) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with zipfile.ZipFile(backup) as archive:
        for name in archive.namelist():
            assert settings.SECRET_KEY.encode() not in archive.read(name)
    with_key = backup.with_name("with key.zip")
    write_backup(with_key, with_key=True)
    with zipfile.ZipFile(with_key) as archive:
        assert archive.read(KEY).decode() == settings.SECRET_KEY
    mask = os.umask(0o022)
    os.umask(mask)
    assert mask != 0o077, "the process's own mask must be as it was"


def test_the_key_is_given_back(backup: Path, settings: Any, tmp_path: Path) -> None:
    from dataclasses import replace

    write_backup(backup, with_key=True)
    folder = tmp_path / "data"
    folder.mkdir()
    settings.CONFIGURATION = replace(settings.CONFIGURATION, data=folder)
    restore_backup(backup, replace=True)
    key = folder / "secret.key"
    assert key.read_text() == settings.SECRET_KEY
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_content_is_given_up_only_if_told(backup: Path) -> None:
    before = all_rows()
    with pytest.raises(UsageError, match=r"people\.person.*--replace"):
        restore_backup(backup)
    assert all_rows() == before


def test_a_site_that_runs_is_left_alone(backup: Path) -> None:
    say_here("machine:1:a")
    with pytest.raises(UsageError, match="the site runs"):
        restore_backup(backup, replace=True)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _flip(path: Path) -> None:
    """One bit of the largest table; a bit of an entry's date, say, would be no damage."""
    with zipfile.ZipFile(path) as archive:
        largest = max(archive.infolist(), key=lambda entry: entry.compress_size)
    content = bytearray(path.read_bytes())
    start = largest.header_offset
    # Before its bytes stand thirty of its own head, its name, and what else is said of it.
    head = 30 + sum(
        int.from_bytes(content[start + at : start + at + 2], "little") for at in (26, 28)
    )
    content[start + head + largest.compress_size // 2] ^= 0x40
    path.write_bytes(content)


def _other_row(path: Path) -> None:
    def change(contents: dict[str, bytes]) -> None:
        name = "tables/people.person.jsonl"
        contents[name] = contents[name].replace(b"participant", b"adminnnnnnn", 1)

    changed(path, change)


def _missing_table(path: Path) -> None:
    changed(path, lambda contents: contents.pop("tables/server.blob.jsonl"))


def _more(path: Path) -> None:
    changed(path, lambda contents: contents.update({"more": b"x"}))


def _no_manifest(path: Path) -> None:
    changed(path, lambda contents: contents.pop(MANIFEST))


def _no_json(path: Path) -> None:
    changed(path, lambda contents: contents.update({MANIFEST: b"{"}))


def _no_parts(path: Path) -> None:
    changed(path, with_manifest(parts=[]))


def _no_zip(path: Path) -> None:
    path.write_bytes(b"no archive")


@pytest.mark.parametrize(
    "damage",
    [_cut, _flip, _other_row, _missing_table, _more, _no_manifest, _no_json, _no_parts, _no_zip],
)
def test_damage_is_found_before_anything_changes(
    backup: Path, damage: Callable[[Path], None]
) -> None:
    before = all_rows()
    damage(backup)
    with pytest.raises(FileError, match=r"site\.zip"):
        restore_backup(backup, replace=True)
    assert all_rows() == before


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        check_backup(tmp_path / "none.zip")


def test_a_newer_backup_is_refused(backup: Path) -> None:
    manifest = json.loads(zipfile.ZipFile(backup).read(MANIFEST))
    changed(backup, with_manifest(migrations=[*manifest["migrations"], "server.9999_later"]))
    with pytest.raises(FileError, match="newer Cutline"):
        check_backup(backup)
    changed(backup, with_manifest(migrations=manifest["migrations"], version=2))
    with pytest.raises(FileError, match="newer Cutline"):
        check_backup(backup)


def test_an_older_backup_is_refused_and_the_way_is_told(backup: Path) -> None:
    manifest = json.loads(zipfile.ZipFile(backup).read(MANIFEST))
    changed(backup, with_manifest(migrations=manifest["migrations"][:-1], made_by="0.0.9"))
    with pytest.raises(FileError, match=r"cutline\[server\]==0\.0\.9"):
        check_backup(backup)


def test_what_the_database_does_not_take_changes_nothing(backup: Path) -> None:
    def change(contents: dict[str, bytes]) -> None:
        # A membership of nobody, with a check sum that is right.
        name = "tables/people.membership.jsonl"
        rows = [json.loads(line) for line in contents[name].splitlines()]
        manifest = json.loads(contents[MANIFEST])
        part = next(part for part in manifest["parts"] if part["name"] == name)
        rows[0][part["columns"].index("person_id")] = 987654
        contents[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        part["sha256"] = hashlib.sha256(contents[name]).hexdigest()
        contents[MANIFEST] = json.dumps(manifest).encode()

    changed(backup, change)
    before = all_rows()
    with pytest.raises(FileError, match="nothing was changed"):
        restore_backup(backup, replace=True)
    assert all_rows() == before
    assert not AuditEntry.objects.filter(action="site.restore").exists()

"""Commands on a folder without a site, or with one whose database is broken."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest

from tests.cli.site_process import cutline

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at rights of files")


@pytest.mark.parametrize(
    "command",
    [
        "serve check",
        "serve backup site.zip",
        "serve host bundle.zip --owner hanna",
        "serve admin hanna",
        "serve rescore made",
        "serve import-board made board.csv",
        "serve upgrade --check",
        "worker",
        "collect new Birds list.txt --owner hanna",
        "collect status birds",
    ],
)
def test_a_mistyped_folder_is_no_site(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "no" / "where"
    done = cutline(tmp_path, *command.split(), "--data", str(folder))
    told = f"cutline: there is no site in {folder}: `cutline serve --data {folder}` makes one\n"
    assert (done.returncode, done.stderr) == (3, told)
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_cannot_be_restored_makes_no_site(tmp_path: Path) -> None:
    bad, site = tmp_path / "bad.zip", tmp_path / "no" / "where"
    bad.write_text("no zip")
    for more in ([], ["--check"]):
        done = cutline(tmp_path, "serve", "restore", str(bad), "--data", str(site), *more)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "is no backup, or a damaged one" in done.stderr
        assert list(tmp_path.iterdir()) == [bad]
    site.mkdir(parents=True, mode=0o700)
    (site / "mine.txt").touch()
    assert cutline(tmp_path, "serve", "restore", str(bad), "--data", str(site)).returncode == 3
    assert list(site.iterdir()) == [site / "mine.txt"]


def test_what_is_restored_is_its_owners_alone_and_faults_are_one_sentence(tmp_path: Path) -> None:
    kept, again = tmp_path / "site.zip", tmp_path / "again"
    assert cutline(tmp_path, "serve", "upgrade").returncode == 0
    assert cutline(tmp_path, "serve", "backup", str(kept)).returncode == 0
    checked = cutline(tmp_path, "serve", "restore", str(kept), "--check", "--data", str(again))
    assert (checked.returncode, again.exists()) == (0, False), checked.stderr
    done = cutline(tmp_path, "serve", "restore", str(kept), "--data", str(again))
    assert done.returncode == 0, done.stderr
    for folder in (tmp_path / "data", again):
        files = [path for path in folder.rglob("*") if path.is_file()]
        assert folder / "cutline.sqlite3" in files
        assert [path for path in files if path.stat().st_mode & 0o077] == []

    database = sqlite3.connect(again / "cutline.sqlite3")
    database.execute("ALTER TABLE server_submission RENAME COLUMN method TO gone")
    database.commit()
    database.close()
    broken = cutline(tmp_path, "serve", "backup", str(tmp_path / "b.zip"), "--data", str(again))
    assert (broken.returncode, broken.stderr.count("\n")) == (3, 1), broken.stderr
    assert "the database cannot be used: no such column" in broken.stderr
    assert not (tmp_path / "b.zip").exists()

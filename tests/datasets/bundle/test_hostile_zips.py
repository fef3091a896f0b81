"""Zips that mean harm are refused before anything of them is read."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.core.errors import CutlineError, FileError
from cutline.datasets import read_references
from cutline.datasets.bundle import check_bundle, open_bundle, write_bundle
from cutline.datasets.bundle.zip_files import MOST_FILES
from tests.command_line import run_cutline
from tests.datasets.bundle.small_bundles import small_content


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_bundle(small_content(), tmp_path / "small.zip")
    return tmp_path / "small.zip"


def add(path: Path, name: str, content: bytes = b"x", mode: int = stat.S_IFREG | 0o644) -> None:
    member = zipfile.ZipInfo(name)
    member.external_attr = mode << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(member, content)


def assert_refused(path: Path, expected: str) -> None:
    for reader in (open_bundle, check_bundle, read_references):
        with pytest.raises(CutlineError) as caught:
            reader(path)
        assert isinstance(caught.value, FileError)
        assert expected in str(caught.value)
    done = run_cutline("bundle", "check", path)
    assert done.exit_code == 3
    assert expected in done.stderr


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../escaped.jsonl", "leads out of the bundle"),
        ("images/../../escaped.jsonl", "leads out of the bundle"),
        ("/etc/passwd", "leads out of the bundle"),
        ("C:/windows/x", "leads out of the bundle"),
        ("..\\escaped.jsonl", "leads out of the bundle"),
        ("images//x.jsonl", "is not a plain path"),
        ("./x.jsonl", "is not a plain path"),
        ("images/\x1b[31mred", "is not a plain path"),
        ("n" * 300, "expected at most 200"),
        ("IMAGES/val.jsonl", "stands twice in the zip"),
    ],
)
def test_bad_paths(name: str, expected: str, path: Path, tmp_path: Path) -> None:
    add(path, name)
    assert_refused(path, expected)
    assert not (tmp_path.parent / "escaped.jsonl").exists()


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices(mode: int, path: Path) -> None:
    add(path, "images/link", b"/etc/passwd", mode | 0o777)
    assert_refused(path, "is a link or device")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["cutline.json", "references/val.jsonl"])
def test_a_file_that_stands_twice(name: str, path: Path) -> None:
    add(path, name, b'{"cutline": "bundle"}')
    assert_refused(path, "stands twice in the zip")


def test_encrypted_files(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    at = raw.index(b"PK\x01\x02", raw.index(b"PK\x01\x02") + 1)  # the second file of the list
    raw[at + 8] |= 1
    path.write_bytes(raw)
    assert_refused(path, "is encrypted")


def test_files_that_grow_too_much(path: Path) -> None:
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("images/zeros.jsonl", "w") as file,
    ):
        for _ in range(80):
            file.write(bytes(1 << 20))
    assert_refused(path, "no captions shrink that much")


def declared(path: Path, offset: int, value: int) -> None:
    """Change a four-byte size of the second file in the zip's list."""
    raw = bytearray(path.read_bytes())
    at = raw.index(b"PK\x01\x02", raw.index(b"PK\x01\x02") + 1)
    raw[at + offset : at + offset + 4] = value.to_bytes(4, "little")
    path.write_bytes(raw)


@pytest.mark.parametrize(
    ("offset", "value", "expected"),
    [
        (24, 0xFFFFFFFE, "no captions shrink that much"),
        (20, 0x7FFFFFFF, "claim more bytes than the zip has"),
    ],
    ids=["unpacked", "packed"],
)
def test_sizes_that_are_lies(offset: int, value: int, expected: str, path: Path) -> None:
    declared(path, offset, value)
    assert_refused(path, expected)


def test_a_size_that_is_too_small_ends_the_file_early(path: Path) -> None:
    declared(path, 24, 10)
    found = check_bundle(path)
    assert not found.passes()
    with pytest.raises(FileError):
        open_bundle(path).human("val")


def test_many_files(tmp_path: Path) -> None:
    path = tmp_path / "many.zip"
    write_bundle(small_content(), path)
    with zipfile.ZipFile(path, "a") as archive:
        for number in range(MOST_FILES):
            archive.writestr(f"x/{number}", b"")
    assert_refused(path, "files, expected at most")


def test_a_huge_manifest(tmp_path: Path) -> None:
    path = tmp_path / "huge.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("cutline.json", b'{"cutline": "bundle"}' + b" " * (17 << 20))
    assert_refused(path, "bytes, expected at most")


def cut(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def garbled(raw: bytes) -> bytes:
    return raw.replace(b"PK\x01\x02", b"PK\x01\x03")


@pytest.mark.parametrize("damage", [cut, garbled])
def test_damaged_zips(damage: Callable[[bytes], bytes], path: Path) -> None:
    path.write_bytes(damage(path.read_bytes()))
    done = run_cutline("bundle", "check", path)
    assert done.exit_code == 3
    assert "damaged or unreadable zip" in done.stderr


def test_what_is_no_bundle(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("captions.json", "[]")
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no bundle")
    for name, expected in (
        ("other.zip", "it has no cutline.json"),
        ("folder", "it has no cutline.json"),
        ("text", "expected a folder or a zip with cutline.json"),
        ("nothing", "there is no such file or folder"),
    ):
        with pytest.raises(FileError) as caught:
            open_bundle(tmp_path / name)
        assert expected in str(caught.value)


def test_a_zip_of_the_folder_itself_is_read(path: Path, tmp_path: Path) -> None:
    """Most programs that pack a folder put the folder into the zip."""
    again = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(again, "w") as new:
        new.writestr("small/", b"")
        for name in old.namelist():
            new.writestr(f"small/{name}", old.read(name))
    path.write_bytes(again.getvalue())
    assert check_bundle(path).passes()
    assert len(read_references(f"{path}::val")[0]) == 3
    add(path, "__MACOSX/._small", b"")
    assert [str(one) for one in check_bundle(path).findings if one.severity == "error"] == [
        f"{path}::/__MACOSX/._small: is not listed in cutline.json"
    ]


def test_links_of_a_folder_stay_inside(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    write_bundle(small_content(), folder)
    secret = tmp_path / "secret"
    secret.write_bytes((folder / "references/val.jsonl").read_bytes())
    (folder / "references/val.jsonl").unlink()
    (folder / "references/val.jsonl").symlink_to(secret)
    with pytest.raises(FileError, match="a link that leads out of the bundle"):
        read_references(f"{folder}::val")
    assert any("leads out" in str(found) for found in check_bundle(folder).findings)
    (folder / "loop").symlink_to(folder)
    assert any("loop: is not listed" in str(found) for found in check_bundle(folder).findings)


@pytest.mark.skipif(os.name != "posix", reason="only there a name may be of any bytes")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    write_bundle(small_content(), folder)
    try:
        (Path(os.fsdecode(os.fsencode(folder) + b"/\xff"))).write_bytes(b"")
    except OSError:
        pytest.skip("this file system takes only text")
    with pytest.raises(FileError, match="has no proper name"):
        open_bundle(folder)

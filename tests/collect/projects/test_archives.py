"""Archives of pictures: what is taken, what is refused, and that nothing escapes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from cutline.collect.archives import child
from cutline.collect.archives.receive import images_from_archive, unpacked, upload_folder
from cutline.collect.models import Item
from cutline.collect.pictures import Stored, picture_path
from cutline.core.errors import ContentError, UsageError


def picture(size: tuple[int, int] = (40, 30), kind: str = "PNG") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, "navy").save(written, kind)
    return written.getvalue()


def archive(members: dict[str, bytes]) -> io.BytesIO:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    written.seek(0)
    return written


def opened(members: dict[str, bytes]) -> dict[str, Stored]:
    with upload_folder() as folder:
        return unpacked(archive(members), folder)


def test_pictures_are_kept_and_all_else_is_passed_over() -> None:
    found = opened(
        {
            "birds/1.png": picture(),
            "birds/2.jpg": picture((50, 20), "JPEG"),
            "birds/": b"",
            "birds/notes.txt": b"hello",
            "birds/.hidden.png": b"no picture",
            "__MACOSX/birds/1.png": b"no picture",
        }
    )
    assert {name: (one.width, one.height) for name, one in found.items()} == {
        "birds/1.png": (40, 30),
        "birds/2.jpg": (50, 20),
    }
    for stored in found.values():
        assert picture_path(Item(picture=stored.name)) is not None
    assert [image.image_id for image in images_from_archive(found)] == ["1.png", "2.jpg"]


def test_names_of_coco_are_numbers_and_others_stay_names() -> None:
    stored = Stored("a" * 64 + ".jpg", 4, 3)
    coco = {f"val/COCO_val2014_{number:012}.jpg": stored for number in (42, 7)}
    assert [image.image_id for image in images_from_archive(coco)] == [42, 7]
    mixed = {"a/1.jpg": stored, "b/1.jpg": stored, "2.jpg": stored}
    assert [image.image_id for image in images_from_archive(mixed)] == [*mixed]


def test_every_damaged_picture_is_named() -> None:
    members = {"good.png": picture(), "cut.png": picture()[:60], "text.jpg": b"hello", "e.gif": b""}
    with pytest.raises(ContentError) as raised:
        opened(members)
    lines = str(raised.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["cut.png", "text.jpg", "e.gif"]
    assert "/" not in str(raised.value)


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04 and then nothing"])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with upload_folder() as folder, pytest.raises(ContentError, match="no archive"):
        unpacked(io.BytesIO(data), folder)


def test_an_archive_without_pictures_is_refused() -> None:
    with pytest.raises(ContentError, match="no pictures"):
        opened({"notes.txt": b"hello"})


def test_nothing_is_written_outside(tmp_path: Path) -> None:
    name = "../" * 8 + str(tmp_path / "outside.png").lstrip("/")
    found = opened({name: picture(), "/absolute.png": picture()})
    assert set(found) == {"/absolute.png"}
    assert not list(tmp_path.iterdir())


def test_what_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "MOST_PICTURE_BYTES", 1000)
    (tmp_path / child.ARCHIVE).write_bytes(archive({"bomb.png": bytes(50_000)}).getvalue())
    assert "unpacks to more" in child.unpack(tmp_path)["problems"][0]
    assert (tmp_path / "picture").stat().st_size <= 1001


def test_more_pictures_than_a_page_takes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "MOST_PICTURES", 1)
    members = {"1.png": picture(), "2.png": picture()}
    (tmp_path / child.ARCHIVE).write_bytes(archive(members).getvalue())
    assert "more than 1 pictures" in child.unpack(tmp_path)["problems"][0]


def test_files_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.collect.archives.receive.MOST_BYTES", 100)
    with upload_folder() as folder, pytest.raises(UsageError, match="larger"):
        unpacked(archive({"1.png": picture()}), folder)
    assert not folder.exists()

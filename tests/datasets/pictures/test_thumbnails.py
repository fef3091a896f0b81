"""Small pictures for pages."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import UsageError
from cutline.datasets.pictures import PictureError, PictureFile, open_picture, thumbnail
from tests.datasets.pictures.made_pictures import (
    BLACK,
    BLUE,
    GREEN,
    RED,
    Image,
    corners,
    quarters,
    save,
)


def shown(data: bytes) -> tuple[tuple[int, int], list[tuple[int, ...]]]:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "JPEG"
        assert image.getexif().get(0x0112) is None
        return image.size, corners(np.asarray(image))


def test_a_large_photo_becomes_small_and_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = save(tmp_path / "a.jpg", quarters(800, 400), exif=exif.tobytes())
    expected = (80, 160), [BLUE, RED, BLACK, GREEN]
    assert shown(thumbnail(path, 160)) == expected
    assert shown(thumbnail(PictureFile(1, path), 160)) == expected
    assert shown(thumbnail(open_picture(PictureFile(1, path)), 160)) == expected


def test_a_small_picture_keeps_its_size(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", quarters(40, 20))
    assert shown(thumbnail(str(path), 160)) == ((40, 20), [RED, GREEN, BLUE, BLACK])


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    with pytest.raises(PictureError, match=r"a\.jpg: not a picture"):
        thumbnail(tmp_path / "a.jpg", 100)
    with pytest.raises(UsageError, match="at least one pixel"):
        thumbnail(tmp_path / "a.jpg", 0)

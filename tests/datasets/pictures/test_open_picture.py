"""Opening pictures of any format, upright; what cannot be opened is told in words."""

from __future__ import annotations

import io
import sys
import types
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import MissingPartError
from cutline.datasets.pictures import Picture, PictureError, PictureFile, open_picture
from cutline.datasets.pictures import open as opening
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


def opened(path: Path) -> Picture:
    return open_picture(PictureFile(path.name, path))


@pytest.mark.parametrize(
    "name",
    ["a.jpg", "a.png", "a.gif", "a.webp", "a.avif", "a.tiff", "a.bmp", "a.ppm", "a.JPEG", "a.tga"],
)
def test_formats_are_opened_whatever_they_are(tmp_path: Path, name: str) -> None:
    picture = opened(save(tmp_path / name))
    assert (picture.width, picture.height, picture.pixels.dtype) == (40, 20, np.uint8)
    assert corners(picture.pixels) == [RED, GREEN, BLUE, BLACK]


def test_the_content_counts_and_not_the_name(tmp_path: Path) -> None:
    save(tmp_path / "a.png").rename(tmp_path / "a.jpg")
    assert corners(opened(tmp_path / "a.jpg").pixels) == [RED, GREEN, BLUE, BLACK]


@pytest.mark.parametrize(
    ("orientation", "expected", "size"),
    [
        (1, [RED, GREEN, BLUE, BLACK], (40, 20)),
        (2, [GREEN, RED, BLACK, BLUE], (40, 20)),
        (3, [BLACK, BLUE, GREEN, RED], (40, 20)),
        (4, [BLUE, BLACK, RED, GREEN], (40, 20)),
        (5, [RED, BLUE, GREEN, BLACK], (20, 40)),
        (6, [BLUE, RED, BLACK, GREEN], (20, 40)),
        (7, [BLACK, GREEN, BLUE, RED], (20, 40)),
        (8, [GREEN, BLACK, RED, BLUE], (20, 40)),
        (99, [RED, GREEN, BLUE, BLACK], (40, 20)),
    ],
)
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tiff"])
def test_a_turned_photo_is_opened_upright(
    tmp_path: Path,
    name: str,
    orientation: int,
    expected: list[tuple[int, ...]],
    size: tuple[int, int],
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = opened(save(tmp_path / name, exif=exif.tobytes()))
    assert corners(picture.pixels) == expected
    assert (picture.width, picture.height) == size


def test_damaged_exif_data_leave_a_picture_as_it_is(tmp_path: Path) -> None:
    path = save(tmp_path / "a.jpg", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12\0\3\0\0")
    assert corners(opened(path).pixels) == [RED, GREEN, BLUE, BLACK]


def test_transparent_parts_are_white(tmp_path: Path) -> None:
    pixels = np.zeros((2, 3, 4), dtype=np.uint8)
    pixels[:, 0] = (255, 0, 0, 255)
    pixels[:, 1] = (255, 0, 0, 0)
    pixels[:, 2] = (0, 0, 0, 128)
    found = opened(save(tmp_path / "a.png", pixels)).pixels[0].tolist()
    assert found == [[255, 0, 0], [255, 255, 255], [127, 127, 127]]


def test_a_palette_with_a_transparent_colour_is_opened(tmp_path: Path) -> None:
    image = Image.new("P", (2, 1))
    image.putpalette([10, 20, 30, 40, 50, 60])
    image.putpixel((1, 0), 1)
    image.save(tmp_path / "plain.png")
    image.save(tmp_path / "clear.png", transparency=bytes([255, 0]))
    assert opened(tmp_path / "plain.png").pixels[0].tolist() == [[10, 20, 30], [40, 50, 60]]
    assert opened(tmp_path / "clear.png").pixels[0].tolist() == [[10, 20, 30], [255, 255, 255]]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "CMYK", "YCbCr", "LAB"])
def test_other_kinds_of_pixels_become_colours(tmp_path: Path, mode: str) -> None:
    colour = {"1": 1, "L": 255, "LA": (255, 255), "CMYK": (0, 0, 0, 0), "YCbCr": (255, 128, 128)}
    image = Image.new(mode, (3, 2), colour.get(mode, (255, 128, 128)))
    name = "a.jpg" if mode == "CMYK" else "a.png" if mode in ("1", "L", "LA") else "a.tiff"
    image.save(tmp_path / name)
    with Image.open(tmp_path / name) as written:
        assert written.mode == mode
    pixels = opened(tmp_path / name).pixels
    assert pixels.shape == (2, 3, 3)
    assert pixels.min() > 250


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ([0, 257, 65535], np.uint16, [0, 1, 255]),
        ([0, 100, 255], np.int32, [0, 100, 255]),
        ([0, 25700, 65535], np.int32, [0, 100, 255]),
        ([-1000, 0, 1000], np.int32, [0, 128, 255]),
        ([0.0, 0.5, 1.0], np.float32, [0, 128, 255]),
        ([0.0, 100.0, 255.0], np.float32, [0, 100, 255]),
        ([0.0, 500.0, 1000.0], np.float32, [0, 128, 255]),
        ([np.nan, 0.0, 1.0], np.float32, [0, 0, 255]),
        ([7.0, 7.0, 300.0], np.float32, [0, 0, 255]),
    ],
)
def test_values_of_many_bits_are_scaled_to_bytes(
    tmp_path: Path, values: list[float], dtype: type, expected: list[int]
) -> None:
    path = save(tmp_path / "a.tiff", np.array([values], dtype=dtype))
    assert opened(path).pixels[0, :, 0].tolist() == expected


def test_a_dark_png_of_16_bits_stays_dark(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", np.array([[0, 200, 255]], dtype=np.uint16))
    assert opened(path).pixels.max() == 1


def test_of_what_moves_the_first_frame_is_taken(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (4, 4), colour) for colour in (RED, GREEN)]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    assert opened(tmp_path / "a.gif").pixels[0, 0].tolist() == list(RED)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.gif", "a.bmp", "a.tiff"])
def test_a_file_that_is_cut_short_is_refused(tmp_path: Path, name: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    data = save(tmp_path / name, noise).read_bytes()
    for size in (len(data) // 2, len(data) * 9 // 10):
        (tmp_path / name).write_bytes(data[:size])
        with pytest.raises(PictureError, match=name):
            opened(tmp_path / name)


def test_no_damage_leads_to_another_error(tmp_path: Path) -> None:
    draw = np.random.default_rng(7)
    for name in ("a.jpg", "a.png", "a.webp", "a.gif", "a.tiff", "a.avif"):
        data = bytearray(save(tmp_path / name).read_bytes())
        for _ in range(60):
            broken = bytearray(data)
            for place in draw.integers(0, len(data), 6):
                broken[place] = draw.integers(0, 256)
            (tmp_path / name).write_bytes(broken)
            # Anything but a picture or this one error fails the test.
            with suppress(PictureError):
                assert opened(tmp_path / name).pixels.size


def small_png_of(width: int, height: int) -> bytes:
    """A header that promises a large picture."""
    written = io.BytesIO()
    Image.new("L", (1, 1)).save(written, "PNG")
    data = bytearray(written.getvalue())
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize("side", [15_000, 60_000])
def test_a_decompression_bomb_is_refused(tmp_path: Path, side: int) -> None:
    (tmp_path / "bomb.png").write_bytes(small_png_of(side, side))
    with pytest.raises(PictureError, match=r"bomb\.png: unpacks to .*expected at most 178,956,970"):
        opened(tmp_path / "bomb.png")


def test_a_large_photo_is_no_bomb(tmp_path: Path) -> None:
    (tmp_path / "large.png").write_bytes(small_png_of(10_000, 10_000))
    with pytest.raises(PictureError, match=r"cut short|damaged"):
        opened(tmp_path / "large.png")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG drawing"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "pip install pillow-heif"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "git lfs pull"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "a PostScript drawing"),
        (b"<html>not found</html>", "begins with '<html>not found</html>'"),
    ],
)
def test_what_is_no_picture_is_told_from_pictures(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(PictureError) as caught:
        opened(tmp_path / "a.jpg")
    assert str(caught.value).startswith(f"{tmp_path / 'a.jpg'}: ")
    assert said in str(caught.value)


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be read: No such file"):
        opened(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match="cannot be read: Is a directory"):
        opened(tmp_path)


def test_heic_is_opened_where_a_package_for_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_in = types.ModuleType("pillow_heif")
    stands_in.__spec__ = types.SimpleNamespace()  # type: ignore[assignment]

    def register() -> None:
        def is_heic(prefix: bytes) -> bool:
            return prefix[4:12] == b"ftypheic"

        Image.register_open("HEIF", lambda file, name: Image.new("RGB", (2, 2), RED), is_heic)

    stands_in.register_heif_opener = register  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pillow_heif", stands_in)
    monkeypatch.setattr(Image, "OPEN", dict(Image.OPEN))
    monkeypatch.setattr(Image, "ID", list(Image.ID))
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert opened(tmp_path / "a.heic").pixels[0, 0].tolist() == list(RED)


def test_without_pillow_the_command_that_gets_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "a.png")
    monkeypatch.setattr("cutline.datasets.pictures.pillow.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match=r"pip install 'cutline\[detect\]'"):
        opened(path)


def test_threads_leave_warnings_as_they_were(tmp_path: Path) -> None:
    paths = [save(tmp_path / f"{n}.jpg") for n in range(40)]
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(opened, paths))) == 40
    assert list(warnings.filters) == before


def test_pixels_cannot_be_changed_by_accident(tmp_path: Path) -> None:
    picture = opened(save(tmp_path / "a.png", quarters(6, 4)))
    assert not picture.pixels.flags.writeable
    assert opening.MOST_PIXELS > 100_000_000

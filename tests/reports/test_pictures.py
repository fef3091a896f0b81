"""Finding the pictures of a report."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from cutline.core.errors import FileError, UsageError
from cutline.reports.html_report import pictures
from cutline.reports.html_report.pictures import picture_sources

DRAWN = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
EMBEDDED = f"data:image/svg+xml;base64,{base64.b64encode(DRAWN).decode()}"


@pytest.mark.parametrize(
    ("name", "image_id"),
    [
        ("7.svg", 7),
        ("0007.svg", 7),
        ("COCO_val2014_000000000007.svg", 7),
        ("a/b/7.SVG", "7"),
        ("dog.svg", "dog"),
        ("dog.svg", "dog.svg"),
    ],
)
def test_a_file_named_by_the_id_is_found(tmp_path: Path, name: str, image_id: int | str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(DRAWN)
    assert picture_sources(str(tmp_path), [image_id], "report.html") == [EMBEDDED]


def test_what_does_not_fit_is_linked_from_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2, 3):
        folder = tmp_path / "my pictures"
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.svg").write_bytes(DRAWN)
    monkeypatch.setattr(pictures, "EMBEDDED_BYTES", len(DRAWN))
    page = tmp_path / "out" / "report.html"
    found = picture_sources(str(tmp_path / "my pictures"), [1, 2, 3, 4], str(page), first=[2])
    assert found == ["../my%20pictures/1.svg", "../my%20pictures/2.svg", EMBEDDED, ""]


def test_a_pattern_is_filled_in() -> None:
    pattern = "https://example.org/{image_id:012d}.jpg"
    assert picture_sources(pattern, [42], "r.html") == ["https://example.org/000000000042.jpg"]
    assert picture_sources("p/{image_id}.jpg", ["a b"], "r.html") == ["p/a%20b.jpg"]


@pytest.mark.parametrize(
    ("pattern", "image_id"),
    [("{image_id:d}.jpg", "dog"), ("{id}.jpg", 7), ("{image_id", 7), ("{0}.jpg", 7)],
)
def test_a_pattern_that_cannot_be_filled_in_is_refused(pattern: str, image_id: int | str) -> None:
    with pytest.raises(UsageError, match="cannot be filled in for image"):
        picture_sources(pattern, [image_id], "r.html")


def test_no_folder_and_no_pictures_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither"):
        picture_sources(str(tmp_path / "nowhere"), [1], "r.html")
    (tmp_path / "notes.txt").write_text("1")
    with pytest.raises(FileError, match=r"such as 1\.jpg"):
        picture_sources(str(tmp_path), [1], "r.html")

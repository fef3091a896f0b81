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


def test_what_an_id_brings_is_made_safe_and_the_rest_stays() -> None:
    pattern = "file:///data/show?id={image_id}"
    assert picture_sources(pattern, ['a b"#?'], "r.html") == ["file:///data/show?id=a%20b%22%23%3F"]


@pytest.mark.parametrize(
    "pattern",
    ["{id}.jpg", "{0}.jpg", "{}.jpg", "{image_id[0]}", "{image_id.__class__}", "{image_id!r}"],
)
def test_a_pattern_of_another_kind_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match=r"expected \{image_id\}"):
        picture_sources(pattern, [7], "r.html")


def test_a_pattern_for_numbers_refuses_a_name() -> None:
    with pytest.raises(UsageError, match="wants a number, and image 'dog' is none"):
        picture_sources("{image_id:012d}.jpg", ["dog"], "r.html")


def test_a_folder_may_have_braces_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "pics{1}"
    folder.mkdir()
    (folder / "7.svg").write_bytes(DRAWN)
    assert picture_sources(str(folder), [7], "r.html") == [EMBEDDED]


def test_no_folder_and_no_pictures_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither"):
        picture_sources(str(tmp_path / "nowhere"), [1], "r.html")
    (tmp_path / "notes.txt").write_text("1")
    with pytest.raises(FileError, match=r"such as 1\.jpg"):
        picture_sources(str(tmp_path), [1], "r.html")

"""From an image id, as another file writes it, to the picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.datasets.pictures import PictureFile, picture_finder


def files(*names: str) -> list[PictureFile]:
    return [PictureFile(name, Path("pictures") / name) for name in names]


@pytest.mark.parametrize(
    ("name", "image_id"),
    [
        ("sub/dog.jpg", "sub/dog.jpg"),
        ("sub/dog.jpg", "dog.jpg"),
        ("sub/dog.jpg", "dog"),
        ("dog.png", "dog.jpg"),
        ("COCO_val2014_000000000042.jpg", 42),
        ("COCO_val2014_000000000042.jpg", "42"),
        ("000000000042.jpg", "COCO_val2014_000000000042"),
        ("000000000042.jpg", "val2014/COCO_val2014_000000000042.jpg"),
        ("dog7.jpg", 7),
    ],
)
def test_a_picture_is_found_by_name_stem_or_number(name: str, image_id: int | str) -> None:
    found = picture_finder(files("other3.jpg", name))(image_id)
    assert found is not None
    assert found.image_id == name


@pytest.mark.parametrize("image_id", ["cat7", "8", 8, "dog", "x/7.jpg"])
def test_another_image_has_no_picture(image_id: int | str) -> None:
    assert picture_finder(files("dog7.jpg", "a/7.jpg", "b/7.jpg"))(image_id) is None


def test_what_a_picture_is_called_counts_before_its_name() -> None:
    called = [PictureFile(1, Path("2.jpg")), PictureFile(2, Path("1.jpg"))]
    find = picture_finder(called)
    assert (find(1), find("2"), find("2.jpg")) == (called[0], called[1], called[0])

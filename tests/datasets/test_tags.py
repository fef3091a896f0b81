"""Labels of images from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import CutlineError, FileError
from cutline.datasets.tags import read_tags

IMAGE_IDS = [5, 6, 7]


@pytest.mark.parametrize(
    "content",
    [
        '{"5": "day", "6": "night", "9": "day"}',
        "5,day\n6,night\n9,day\n",
        "image_id\tdomain\tmore\n5\tday\tx\n\n6\tnight\tx\n",
        '\ufeffimage_id,domain\r\n"5", day\r\n6,night\r\n6,night\r\n',
        '{"5": ["day", " day "], "6": ["night"], "7": []}',
        "5,day;day\n6, night ;\n7,\n",
    ],
)
def test_labels_are_read_from_json_and_tables(content: str, tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_text(content, "utf-8", newline="")
    assert read_tags(str(path), IMAGE_IDS) == {5: ("day",), 6: ("night",)}


@pytest.mark.parametrize(
    "content",
    [
        '{"5": ["day", "street"], "6": "day;street", "7": 3}',
        '5,day;street\n5,street; day\n6,"day;street;",x\n7,3\n',
    ],
)
def test_an_image_may_have_several_labels(content: str, tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_text(content)
    # In JSON a semicolon is a character like any other.
    of_6 = ("day;street",) if content.startswith("{") else ("day", "street")
    assert read_tags(str(path), IMAGE_IDS) == {5: ("day", "street"), 6: of_6, 7: ("3",)}


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ('{"5": "day",\n"5": "night"}', 3, "line 2, column 1: '5' is labelled twice"),
        ('{"5": null}', 3, "image '5': found null, expected a label"),
        ('{"5": [["day"]]}', 3, "image '5': found a list of 1, expected a label or a list"),
        ('{"5": ["day", null]}', 3, "image '5': found null, expected a label"),
        ('{"5": "day"', 3, "line 1, column 12: not JSON"),
        ("5,day\n6\n", 3, "line 2: found '6', expected an image id and a label"),
        ('5,day\n6,"night\n', 3, "line 2: the row that begins here"),
        ("5,day\n6," + "night" * 40_000, 3, "line 2: the row that begins here"),
        ("5,day\n5,night\n", 1, "image 5: labelled both 'day' and 'night'"),
        ("5,day\n5,day;wet\n", 1, "labelled both 'day' and 'day; wet'; several labels go into"),
        ("5,\n", 1, "labels none of the 3 images"),
        ("8,day\n", 1, "labels none of the 3 images"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_wrong_with_labels_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "labels"
    path.write_text(content)
    with pytest.raises(CutlineError) as caught:
        read_tags(str(path), IMAGE_IDS)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


def test_labels_that_are_not_utf_8_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_bytes(b"5,day\n6,n\xe4cht\n")
    with pytest.raises(FileError, match="line 2, column 4: the byte 0xe4 is not UTF-8"):
        read_tags(str(path), IMAGE_IDS)

"""Labels of images from JSON lines, as slices read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import CutlineError
from cutline.datasets.tags import read_tags

HEADER = '{"cutline": "labels", "version": 1}\n'


def written(folder: Path, content: str) -> str:
    path = folder / "labels.jsonl"
    path.write_text(content, "utf-8")
    return str(path)


@pytest.mark.parametrize("header", [HEADER, ""])
def test_labels_are_read_line_by_line(header: str, tmp_path: Path) -> None:
    lines = (
        '{"image_id": 7, "label": "night", "novel": ["owl"]}\n\n'
        '{"image_id": "8", "label": ["night", "street"]}\n'
        '{"image_id": 9, "label": null}\n{"image_id": 10, "label": "day"}'
    )
    found = read_tags(written(tmp_path, header + lines), [7, 8, 9, 11])
    assert found == {7: ("night",), 8: ("night", "street")}


def test_one_record_is_enough(tmp_path: Path) -> None:
    assert read_tags(written(tmp_path, '{"image_id": 7, "label": "night"}'), [7]) == {7: ("night",)}


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ('{"image_id": 7}', 3, 'line 1: has no "label"'),
        (HEADER + '{"label": "night"}', 3, 'line 2: found nothing, expected an "image_id"'),
        (HEADER + '{"image_id": [7], "label": "a"}', 3, "line 2: found a list of 1, expected"),
        (HEADER + '{"image_id": 7, "label": "a"', 3, "line 2, column 29: not JSON"),
        (HEADER + "7", 3, 'line 2: found the number 7, expected an "image_id"'),
        (HEADER + '{"image_id": 7, "label": {"a": 1}}', 3, "image '7': found an object, expected"),
        (HEADER + '{"image_id": 7, "image_id": 8}', 3, "line 2: 'image_id' stands twice"),
        ('{"cutline": "labels", "version": 2}\n', 3, "this Cutline reads version 1"),
        (HEADER, 1, "labels none of the 1 images"),
        (
            '{"image_id": 7, "label": "a"}\n{"image_id": 7, "label": "b"}',
            1,
            "labelled both 'a' and 'b'",
        ),
    ],
)
def test_what_is_wrong_with_lines_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(CutlineError) as caught:
        read_tags(path, [7])
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


def test_a_document_on_one_line_is_no_lines(tmp_path: Path) -> None:
    content = '{"7": "night", "8": "day"}'
    assert read_tags(written(tmp_path, content), [7]) == {7: ("night",)}

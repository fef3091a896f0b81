"""Lists of image ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import CutlineError
from cutline.core.types import ImageId
from cutline.datasets.selected_images import read_selected_images


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("7\n12\n", (7, 12)),
        ("007\r\n\n12", ("007", "12")),
        ('{"cutline": "selection", "version": 1}\n{"image_id": 7}\n{"image_id": "b"}\n', (7, "b")),
        ('{"image_id": "b\\nc"}\n', ("b\nc",)),
    ],
)
def test_both_forms_are_read(tmp_path: Path, text: str, ids: tuple[ImageId, ...]) -> None:
    (tmp_path / "ids").write_text(text)
    assert read_selected_images(tmp_path / "ids") == ids


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n \n", "lists no images"),
        ("7\n8\n7\n", "image 7 is listed twice"),
        ('{"image_id": 1}\n{"image_id": "1"}', "image '1' is listed twice"),
        ('{"image_id": true}\n', 'line 1: "image_id" is true'),
        ('{"cutline": "run"}\n', "expected 'selection'"),
        ('{"cutline": "selection", "version": 9}\n', "this Cutline reads version 1"),
        ('{"image_id": 1}\n[2]\n', "line 2: found a list of 1"),
        ('{"image_id": 1}\n{"image_id"}\n', "line 2, column 12: not JSON"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ids").write_text(text)
    with pytest.raises(CutlineError) as caught:
        read_selected_images(tmp_path / "ids")
    assert said in str(caught.value)

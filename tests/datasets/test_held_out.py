"""Folders of held-out captions that are something else are refused, and said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import FileError
from cutline.datasets.held_out import MANIFEST, read_held_out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "has a list of 1, expected"),
        ("{", "not JSON"),
        ('{"cutline": "gaps"}', "has the text 'gaps', expected"),
        ('{"cutline": "held-out", "version": 2}', "version the number 2; this Cutline reads"),
        ('{"cutline": "held-out", "version": 1}', 'expected "files"'),
        (
            '{"cutline": "held-out", "version": 1, "files": {"../a": "0"}, "sets": [{}]}',
            "is no name of a file",
        ),
        (
            '{"cutline": "held-out", "version": 1, "files": {"a": "0"}, "sets": [{"name": "x"}]}',
            "expected sets with a name",
        ),
    ],
)
def test_other_manifests_are_refused(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(FileError, match=message):
        read_held_out(tmp_path)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"has no manifest\.json"):
        read_held_out(tmp_path)

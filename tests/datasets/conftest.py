"""References that several tests write a run for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.datasets.small_run import REFERENCES


@pytest.fixture
def references(tmp_path: Path) -> Path:
    path = tmp_path / "references.json"
    records = [
        {"image_id": i, "caption": caption}
        for i, captions in REFERENCES.items()
        for caption in captions
    ]
    images = [{"id": i} for i in REFERENCES]
    path.write_text(json.dumps({"images": images, "annotations": records}))
    return path

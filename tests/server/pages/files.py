"""Files to submit."""

from __future__ import annotations

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from cutline.core.types import Run
from tests.server import made


def results(run: Run | None = None, *, leave_out: int = 0) -> bytes:
    """COCO results of all pictures but the last few."""
    captions = list((run or made.run()).captions.items())
    kept = captions[: len(captions) - leave_out]
    return json.dumps([{"image_id": i, "caption": said[0]} for i, said in kept]).encode()


def upload(data: bytes | None = None, name: str = "captions.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, results() if data is None else data)


def form(**fields: Any) -> dict[str, Any]:
    """What a browser sends of a form that is filled in."""
    return {"team": "marmalade", "method": "A method", "file": upload(), "do": "submit", **fields}

"""Uploads for tests of submissions."""

from __future__ import annotations

import io
import json
from typing import Any

from cutline.server.models import Phase, Submission
from cutline.server.submissions.accept import submit
from cutline.server.submissions.details import Details
from cutline.web.people.models import Person, Team
from tests.server import made

BROKEN = b'[{"image_id": 1, "caption": "a dog"'


def results(**changed: Any) -> bytes:
    """COCO results of all pictures of a made benchmark, with changes to the first record."""
    captions = made.run().captions
    records = [{"image_id": image, "caption": said[0]} for image, said in captions.items()]
    records[0] |= changed
    return json.dumps(records).encode()


def send(
    person: Person,
    team: Team,
    phase: Phase,
    data: bytes | None = None,
    *,
    key: str = "",
    details: Details | None = None,
) -> Submission:
    """Submit a file; by default one that is fine."""
    stream = io.BytesIO(results() if data is None else data)
    return submit(person, team, phase, stream, "run.json", details or Details("Made"), key)

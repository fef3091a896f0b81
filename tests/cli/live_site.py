"""A site that answers at a port of this machine, for commands that speak to one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from cutline.core.types import Run
from cutline.server.models import Benchmark
from cutline.web.people.models import ApiToken, Person, Role
from tests.server import made
from tests.server.scored import score_all


@dataclass
class Site:
    """Where it is, its benchmark, and who submits there."""

    address: str
    benchmark: Benchmark
    pia: Person
    token: str
    #: Called in place of waiting: by default all that waits is scored.
    meanwhile: Callable[[], None] = score_all
    waited: list[float] = field(default_factory=list)

    @property
    def test(self) -> str:
        """The address of the private phase."""
        return f"{self.address}/made/test"

    def wait(self, seconds: float) -> None:
        """What the client's waiting is replaced by."""
        self.waited.append(seconds)
        self.meanwhile()


def live_site(address: str) -> Site:
    """A benchmark, and a participant with a team and a token."""
    benchmark = made.benchmark(made.person("hanna", Role.HOST))
    pia = made.person("pia")
    made.team("Team A", pia)
    _, token = ApiToken.make(pia, "test", timezone.now() + timedelta(days=1))
    return Site(address, benchmark, pia, token)


def results(folder: Path, run: Run | None = None, name: str = "ours.json", **change: Any) -> Path:
    """A file of COCO results."""
    said = dict((run or made.run()).captions)
    records = [{"image_id": image, "caption": captions[0]} for image, captions in said.items()]
    path = folder / name
    path.write_text(json.dumps(records[: change.get("most")]), encoding="utf-8")
    return path

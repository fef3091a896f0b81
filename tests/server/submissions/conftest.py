"""A benchmark, and people who submit to it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from cutline.server.models import Benchmark, Phase
from cutline.web.people.models import Person, Role, Team
from tests.server import made


@dataclass
class World:
    """All of them."""

    host: Person
    ann: Person
    ben: Person
    #: Of both.
    team: Team
    benchmark: Benchmark
    phase: Phase


@pytest.fixture
def world(db: None) -> World:
    host = made.person("hanna", Role.HOST)
    ann, ben = made.person("ann"), made.person("ben")
    of = made.benchmark(host)
    return World(host, ann, ben, made.team("Team", ann, ben), of, made.phase(of))

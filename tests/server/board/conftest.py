"""A board to test with."""

from __future__ import annotations

import pytest

from cutline.server.models import Phase
from cutline.web.people.models import Role, Team
from tests.server import made


@pytest.fixture
def phase() -> Phase:
    """A private phase with a human row that is not scored yet."""
    return made.phase(made.benchmark(made.person("hanna", Role.HOST)))


@pytest.fixture
def teams() -> list[Team]:
    owner = made.person("pia")
    return [made.team(f"Team {letter}", owner) for letter in "ABCDE"]

"""A benchmark with people around it, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.core.cache import cache

from cutline.server.models import Benchmark, Phase
from cutline.web.people.models import Person, Role, Team
from tests.browser import browser  # noqa: F401 - a fixture
from tests.server import made
from tests.server.pages.driven import beside_a_loop, open_site  # noqa: F401 - fixtures


@dataclass(frozen=True)
class Made:
    """Who and what there is: `hanna` hosts, `pia` takes part for a team, `otto` for none."""

    host: Person
    pia: Person
    otto: Person
    team: Team
    benchmark: Benchmark

    @property
    def test(self) -> Phase:
        """The phase with private references."""
        return made.phase(self.benchmark)

    @property
    def dev(self) -> Phase:
        """The phase with public references."""
        return made.phase(self.benchmark, "dev")


@pytest.fixture
def site() -> Made:
    """A benchmark that is published, with nothing submitted."""
    cache.clear()  # counts of checks are those of a person, and numbers of people come again
    host, pia = made.person("hanna", Role.HOST), made.person("pia")
    return Made(host, pia, made.person("otto"), made.team("Marmalade", pia), made.benchmark(host))

"""Callers of the interface to test with."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from cutline.server.models import Benchmark
from cutline.web.people.models import Role
from tests.server import made
from tests.server.api.caller import Caller, caller


@pytest.fixture(autouse=True)
def no_calls_before() -> None:
    """Calls are counted by the minute, and the tests before made some."""
    cache.clear()


@pytest.fixture
def benchmark() -> Benchmark:
    return made.benchmark(made.person("hanna", Role.HOST))


@pytest.fixture
def host(benchmark: Benchmark) -> Caller:
    return caller(benchmark.owner)


@pytest.fixture
def pia() -> Caller:
    """A participant with a team."""
    person = made.person("pia")
    made.team("Team A", person)
    return caller(person)


@pytest.fixture
def otto() -> Caller:
    """A participant with another team."""
    person = made.person("otto")
    made.team("Team O", person)
    return caller(person)


@pytest.fixture
def nobody() -> Caller:
    return Caller()

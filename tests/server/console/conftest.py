"""A site with a host, an admin, somebody else, and a benchmark that was submitted to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from cutline.server.models import Benchmark, Phase, Submission
from cutline.web.people.models import AuditEntry, Person, Role
from tests.browser import browser
from tests.server import made
from tests.server.jobs.conftest import data
from tests.server.pages.driven import beside_a_loop, open_site
from tests.server.scored import score_all, submission

__all__ = ["beside_a_loop", "browser", "data", "open_site"]

#: A browser in which a person is signed in.
SignedIn = Callable[[Person], Client]


@pytest.fixture
def signed_in() -> SignedIn:
    def client(person: Person) -> Client:
        opened = Client()
        opened.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return opened

    return client


@pytest.fixture
def host() -> Person:
    return made.person("hanna", Role.HOST)


@pytest.fixture
def admin() -> Person:
    return made.person("ada", Role.ADMIN)


@pytest.fixture
def stranger() -> Person:
    """A host, of other benchmarks."""
    return made.person("stefan", Role.HOST)


@pytest.fixture
def benchmark(host: Person) -> Benchmark:
    return made.benchmark(host, metrics=("rouge-l", "bleu-4"))


@pytest.fixture
def phase(benchmark: Benchmark) -> Phase:
    return made.phase(benchmark)


@pytest.fixture
def entry(phase: Phase) -> Submission:
    """A scored entry of a team."""
    made_one = submission(phase, made.team("Alphas", made.person("pia")), made.run("Alpha"))
    score_all()
    made_one.refresh_from_db()
    return made_one


@pytest.fixture
def hosts_browser(signed_in: SignedIn, host: Person) -> Client:
    return signed_in(host)


@pytest.fixture
def admins_browser(signed_in: SignedIn, admin: Person) -> Client:
    return signed_in(admin)


def audited(action: str) -> AuditEntry:
    """The only entry of this action in the record."""
    return AuditEntry.objects.get(action=action)

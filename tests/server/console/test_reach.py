"""Every page of the console, for everybody: who is let in, and who learns nothing of it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from cutline.server.console.urls import urlpatterns
from cutline.server.models import Benchmark, Host, Submission
from cutline.server.rescoring.start import start
from cutline.web.people.models import AuditEntry, Person, Role
from tests.server import made
from tests.server.console.conftest import SignedIn

pytestmark = pytest.mark.django_db

#: Addresses that are answered to forms alone.
POSTS = {
    "console_state",
    "console_remove_host",
    "console_hand_over",
    "console_freeze",
    "console_unfreeze",
    "console_bundle",
    "console_whole_bundle",
    "console_start_rescore",
    "console_publish_rescore",
    "console_drop_rescore",
    "console_disqualify",
    "console_reinstate",
    "console_again",
    "console_remove",
    "console_role",
    "console_active",
    "console_confirm",
}
OF_ADMINS = {
    "console_audit",
    "console_audit_csv",
    "console_people",
    "console_person",
    "console_role",
    "console_active",
    "console_confirm",
}
OF_HOSTS = {"console", "console_create", "console_queue"}
OF_OWNERS = {"console_delete", "console_remove_host", "console_hand_over"}


@pytest.fixture
def addresses(host: Person, entry: Submission) -> dict[str, str]:
    benchmark = entry.phase.benchmark
    helper = Host.objects.create(benchmark=benchmark, person=made.person("hugo"))
    rescore = start(host, benchmark, metrics=["bleu-4"])
    given = {
        "slug": benchmark.slug,
        "phase": entry.phase.slug,
        "submission": entry.pk,
        "rescore": rescore.pk,
        "host": helper.pk,
        "person": made.person("other").pk,
    }
    found = {}
    for pattern in urlpatterns:
        wanted = {name: given[name] for name in pattern.pattern.converters}
        found[str(pattern.name)] = reverse(str(pattern.name), kwargs=wanted)
    return found


def _statuses(browser: Client, addresses: dict[str, str]) -> dict[str, int]:
    """What each address answers; forms are sent empty, which changes nothing that matters here."""
    return {
        name: (browser.post if name in POSTS else browser.get)(address).status_code
        for name, address in addresses.items()
    }


def test_nobody_comes_in_without_signing_in(addresses: dict[str, str]) -> None:
    for name, address in addresses.items():
        answer = (Client().post if name in POSTS else Client().get)(address)
        assert answer.status_code == 302, name
        assert answer.headers["Location"].startswith("/account/login/"), name


def test_a_participant_learns_nothing(addresses: dict[str, str], signed_in: SignedIn) -> None:
    before = AuditEntry.objects.count()
    statuses = _statuses(signed_in(made.person("paul")), addresses)
    # The benchmark is public, so that it is there is no secret; what is forbidden says so.
    assert set(statuses.values()) <= {403, 404}
    assert AuditEntry.objects.count() == before


def test_a_host_of_other_benchmarks_is_not_let_in(
    addresses: dict[str, str], signed_in: SignedIn, stranger: Person
) -> None:
    statuses = _statuses(signed_in(stranger), addresses)
    assert {name for name, status in statuses.items() if status == 200} == OF_HOSTS
    assert {statuses[name] for name in statuses if name not in OF_HOSTS} <= {403, 404}


def test_a_draft_is_not_there_for_others(
    host: Person, signed_in: SignedIn, stranger: Person
) -> None:
    made.benchmark(host, "draft", published=False)
    assert signed_in(stranger).get("/host/b/draft/").status_code == 404


def test_hosts_and_admins_reach_their_pages(
    addresses: dict[str, str], hosts_browser: Client, admins_browser: Client
) -> None:
    pages = {name: address for name, address in addresses.items() if name not in POSTS}
    of_host = _statuses(hosts_browser, pages)
    assert {name for name, status in of_host.items() if status != 200} == OF_ADMINS - POSTS
    assert set(_statuses(admins_browser, pages).values()) == {200}


def test_a_host_who_is_not_the_owner_may_not_end_it(
    addresses: dict[str, str], signed_in: SignedIn
) -> None:
    helper = Person.objects.get(username="hugo")
    browser = signed_in(helper)
    assert browser.get(addresses["console"]).status_code == 200
    assert browser.get(addresses["console_edit"]).status_code == 200
    for name in OF_OWNERS:
        answer = browser.post(addresses[name], {"typed": "made", "owner-username": "hugo"})
        assert answer.status_code == 403, name
    assert browser.post(addresses["console_hosts"], {"username": "other"}).status_code == 403
    assert Benchmark.objects.get().owner.username == "hanna"


def test_canary_words_are_on_no_page(addresses: dict[str, str], admins_browser: Client) -> None:
    for name, address in addresses.items():
        if name not in POSTS:
            answer = admins_browser.get(address)
            content = b"".join(answer) if answer.streaming else answer.content
            assert made.CANARIES[0].encode() not in content, name


def test_the_console_counts_and_lists_what_came(hosts_browser: Client, entry: Submission) -> None:
    page = hosts_browser.get("/host/").content.decode()
    assert "Made pictures (made)" in page
    assert "Alpha" in page
    empty = Client()
    empty.force_login(
        made.person("nora", Role.HOST), backend="django.contrib.auth.backends.ModelBackend"
    )
    assert "You run no benchmark yet." in empty.get("/host/").content.decode()

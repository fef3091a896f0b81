"""What holds for every address: headers, forms that only the site's own pages may send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from cutline.web.people.first_run import open_set_up
from cutline.web.people.models import AuditEntry, Invitation
from tests.server.security.crawl import FIELDS
from tests.server.security.routes import Addresses, Route, all_routes
from tests.server.security.world import World, world
from tests.web.flows import client_of, is_signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def made_world() -> World:
    return world()


def _first(of: World) -> Iterator[tuple[Route, str]]:
    addresses = Addresses(of)
    for route in all_routes():
        yield route, next(addresses.of(route))


def _asked(client: Client, path: str, method: str = "GET") -> tuple[Any, bytes]:
    """An answer that is read to its end: files are closed then."""
    answer = client.generic(method, path)
    return answer, b"".join(answer) if answer.streaming else answer.content


def test_every_answer_says_what_a_browser_may_do_with_it(made_world: World) -> None:
    for who in ("anonymous", "admin"):
        visitor = made_world.visitors[who]
        client = client_of(visitor if visitor.pk else None, raise_request_exception=False)
        for _, path in [*_first(made_world), (None, "/nothing-here"), (None, "/api/v1/nothing")]:
            answer, _ = _asked(client, path)
            headers = answer.headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy or "default-src 'self'" in policy, path
            assert "frame-ancestors 'none'" in policy, path
            assert "base-uri 'none'" in policy, path
            assert "unsafe-eval" not in policy, path
            scripts = policy.partition("script-src")[2].partition(";")[0]
            assert "unsafe-inline" not in scripts, path
            assert headers["X-Content-Type-Options"] == "nosniff", path
            assert headers.get("X-Frame-Options") == "DENY", path
            assert headers["Referrer-Policy"] in ("same-origin", "strict-origin"), path
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", path
            assert "Permissions-Policy" in headers, path
            assert "Server" not in headers, path
            if headers.get("Content-Type", "").startswith("text/html"):
                assert "charset=utf-8" in headers["Content-Type"], path


def test_what_is_somebodys_own_is_kept_by_no_cache(made_world: World) -> None:
    client = client_of(made_world.person("member"))
    for route, path in _first(made_world):
        answer, content = _asked(client, path)
        if answer.status_code != 200 or "look/" in route.name:
            continue
        caches = answer.headers.get("Cache-Control", "")
        vary = answer.headers.get("Vary", "")
        if "public" in caches:
            # Then it is the same for all.
            assert _asked(Client(), path)[1] == content, path
        elif not path.startswith(("/api/", "/healthz", "/readyz", "/metrics")):
            assert "Cookie" in vary or "private" in caches or "no-store" in caches, path


def test_every_form_needs_to_come_from_a_page_of_the_site(made_world: World) -> None:
    """Whatever takes a POST by a session refuses one that another site could have sent."""
    refused = set()
    before = AuditEntry.objects.count()
    for who in ("admin", "member", "anonymous"):
        visitor = made_world.visitors[who]
        strict = client_of(visitor if visitor.pk else None, enforce_csrf_checks=True)
        for route, path in _first(made_world):
            if path.startswith("/api/"):
                continue  # by a token, never by a session: see the tests of tokens
            answer = strict.post(path, FIELDS)
            assert answer.status_code in (403, 404, 405), f"{path} as {who}: {answer.status_code}"
            if answer.status_code == 403:
                refused.add(route.name)
    assert len(refused) > 20
    assert AuditEntry.objects.count() == before
    assert "The form is too old" in strict.post("/account/login/").content.decode()


def test_a_token_of_another_browser_does_not_do(made_world: World) -> None:
    strict = client_of(made_world.person("member"), enforce_csrf_checks=True)
    other = client_of(made_world.person("other"), enforce_csrf_checks=True)
    page = other.get("/teams/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    fields = {"name": "Forged", "csrfmiddlewaretoken": token}
    assert strict.post("/teams/", fields).status_code == 403
    assert other.post("/teams/", fields).status_code == 302


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_asking_changes_nothing(made_world: World, method: str) -> None:
    before = _state(made_world)
    for who in ("admin", "member"):
        client = client_of(made_world.person(who), raise_request_exception=False)
        for _, path in _first(made_world):
            _asked(client, path, method)
        assert is_signed_in(client)
    assert _state(made_world) == before


def _state(of: World) -> Any:
    from django.apps import apps

    # Sessions and notes of when somebody was seen are no changes of what people did.
    passing = {"Session", "ApiToken", "Person", "PairTest", "Worker", "DBTaskResult", "Blob"}
    passing.add("AuditEntry")  # who takes private references along is written down
    others = AuditEntry.objects.exclude(action="benchmark.download_private")
    return {"record": sorted(map(str, others.values_list()))} | {
        model.__name__: sorted(map(str, model._default_manager.values_list()))
        for model in apps.get_models()
        if model.__name__ not in passing
    }


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "localhost@evil.example", "x\x00y", ""]
)
def test_another_host_is_refused(host: str) -> None:
    answer = Client().post(
        "/account/password/reset/", {"email": "alice@example.org"}, headers={"Host": host}
    )
    assert answer.status_code in (302, 400)
    if answer.status_code == 302:
        assert host == ""


def test_links_that_are_secrets_are_told_to_no_other_page(made_world: World) -> None:
    secret = Invitation.objects.first()
    assert secret is not None
    made_world.person("admin").delete()
    made_world.person("inactive").delete()
    client = client_of(made_world.person("member"))
    opened = open_set_up()
    paths = [f"/join/{secret.secret}/", "/account/confirm-email/x/", "/set-up/x/"]
    for path in [*paths, *([opened] if opened else [])]:
        assert client.get(path).headers["Referrer-Policy"] == "strict-origin"

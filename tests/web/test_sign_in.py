"""Signing in and out, and how long it holds."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import Client

from cutline.web.people.models import Role
from cutline.web.sign_in import SIGN_IN
from tests.server import made
from tests.web.flows import client_of, is_signed_in, problems, sign_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_one_signs_in_by_name_or_address(login: str) -> None:
    made.person("alice")
    client = Client()
    assert sign_in(client, login).url == "/"
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("alice", "another secret"),
        ("nobody", "a long enough secret"),
        ("a@x.org", "wrong secret"),
    ],
)
def test_what_is_wrong_is_not_told(login: str, password: str) -> None:
    made.person("alice")
    client = Client()
    response = sign_in(client, login, password)
    # The same words for a name that is unknown and a password that is wrong, but for by what.
    assert "password you specified are not correct" in problems(response)
    assert not is_signed_in(client)
    assert password not in response.content.decode()


def test_closed_accounts_stay_closed() -> None:
    person = made.person("alice")
    inside = client_of(person)
    assert is_signed_in(inside)
    person.is_active = False
    person.save()
    assert not is_signed_in(inside)
    client = Client()
    sign_in(client)
    assert not is_signed_in(client)


@pytest.fixture
def limited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = SIGN_IN["ACCOUNT_RATE_LIMITS"]
    cache.clear()


@pytest.mark.usefixtures("limited")
def test_passwords_are_not_tried_for_ever() -> None:
    made.person("alice")
    for _ in range(5):
        assert "not correct" in problems(sign_in(Client(), password="wrong"))
    # The right one too: else who guesses would know when they have it.
    client = Client()
    assert "Too many failed" in problems(sign_in(client))
    assert not is_signed_in(client)
    made.person("bob")
    assert sign_in(Client(), "bob").status_code == 302


@pytest.mark.usefixtures("limited")
def test_one_address_does_not_try_many_accounts() -> None:
    for number in range(10):
        sign_in(Client(REMOTE_ADDR="10.1.1.1"), f"person{number}", "wrong")
    made.person("alice")
    refused = sign_in(Client(REMOTE_ADDR="10.1.1.1"))
    assert refused.status_code in (200, 429)
    if refused.status_code == 200:
        assert "Too many failed" in problems(refused)
    assert sign_in(Client(REMOTE_ADDR="10.1.1.2")).status_code == 302


@pytest.mark.usefixtures("limited")
def test_a_header_does_not_make_it_another_address() -> None:
    for number in range(10):
        forged = {"X-Forwarded-For": f"10.9.9.{number}"}
        Client(REMOTE_ADDR="10.1.1.1", headers=forged).post(
            "/account/login/", {"login": f"person{number}", "password": "wrong"}
        )
    made.person("alice")
    client = Client(REMOTE_ADDR="10.1.1.1", headers={"X-Forwarded-For": "10.9.9.99"})
    sign_in(client)
    assert not is_signed_in(client)


@pytest.mark.usefixtures("limited")
def test_too_many_sign_ups_and_resets_are_refused_with_a_page() -> None:
    for path, fields in (
        ("/account/signup/", {"username": "a/b", "email": "a", "password1": "a"}),
        ("/account/password/reset/", {"email": "somebody@example.org"}),
    ):
        statuses = [Client().post(path, fields).status_code for _ in range(25)]
        assert statuses[0] in (200, 302)
        assert statuses[-1] == 429
    page = Client().post(path, fields)
    assert "Wait a few minutes" in page.content.decode()


def test_a_session_that_somebody_planted_is_worth_nothing() -> None:
    made.person("alice")
    client = Client()
    client.get("/account/login/")
    session = client.session
    session["planted"] = "1"
    session.save()
    before = session.session_key
    client.cookies[django_settings.SESSION_COOKIE_NAME] = before
    sign_in(client)
    assert is_signed_in(client)
    assert client.session.session_key != before
    planted = Client()
    planted.cookies[django_settings.SESSION_COOKIE_NAME] = before
    assert not is_signed_in(planted)


def test_signing_out_needs_a_form_and_ends_the_session() -> None:
    client = client_of(made.person("alice"))
    stolen = copy.deepcopy(client.cookies)
    assert client.get("/account/logout/").status_code == 200
    assert is_signed_in(client)
    assert client.post("/account/logout/").url == "/"
    assert not is_signed_in(client)
    thief = Client()
    thief.cookies = stolen
    assert not is_signed_in(thief)


def test_a_change_of_role_ends_sessions() -> None:
    person = made.person("alice", Role.ADMIN)
    client = client_of(person)
    assert is_signed_in(client)
    person.role = Role.PARTICIPANT
    person.save()
    assert not is_signed_in(client)


ELSEWHERE = [
    "https://evil.example/",
    "http://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "https:evil.example",
    "https:///evil.example/",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,hello",
    " https://evil.example/",
    "\thttps://evil.example/",
    "http://localhost/",
    "http://127.0.0.1:1/",
    "ftp://testserver/",
]


@pytest.mark.parametrize("target", ELSEWHERE)
@pytest.mark.parametrize("way", ["login", "signup", "logout", "reauthenticate"])
def test_nobody_is_sent_elsewhere(target: str, way: str) -> None:
    person = made.person("alice")
    if way == "signup":
        fields = {"username": "bob", "email": "bob@example.org", "password1": made.PASSWORD}
    else:
        fields = {"login": "alice", "password": made.PASSWORD}
    client = client_of(person if way in ("logout", "reauthenticate") else None)
    response = client.post(f"/account/{way}/", fields | {"next": target})
    if response.status_code == 302:
        assert response.url.startswith("/")
        assert not response.url.startswith(("//", "/\\"))
    page = client_of().get(f"/account/{way}/", {"next": target}).content.decode()
    assert 'href="javascript' not in page.lower()
    assert 'href="https://evil' not in page


def test_one_comes_back_to_the_page_one_wanted() -> None:
    made.person("alice")
    client = Client()
    assert client.get("/me/tokens/").url == "/account/login/?next=/me/tokens/"
    assert sign_in(client, next="/me/tokens/").url == "/me/tokens/"

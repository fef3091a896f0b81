"""Tokens: shown once, kept as a hash, ended by time, by hand, or with their person."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cutline.web.people.models import ApiToken, Person
from cutline.web.people.views import tokens as views
from tests.server import made
from tests.web.flows import client_of, problems, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Person:
    return made.person("alice")


def _made(client: Client, name: str = "laptop", days: Any = 30) -> str:
    page = client.post("/me/tokens/", {"name": name, "days": days})
    found = re.search(r"cutline_[\w-]{40,}", page.content.decode())
    assert found is not None
    return found[0]


def _call(text: str) -> int:
    called = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {text}"})
    return int(called.status_code)


def test_a_token_is_shown_once_and_kept_as_a_hash(alice: Person) -> None:
    client = client_of(alice)
    text = _made(client)
    token = ApiToken.objects.get()
    assert token.hash == hashlib.sha256(text.encode()).hexdigest()
    assert not any(text in str(value) for value in vars(token).values())
    for path in ("/me/tokens/", "/me/", "/me/export/"):
        page = client.get(path).content.decode()
        assert text not in page
        assert token.hash not in page
    assert f"{text[:14]}…" in said(client.get("/me/tokens/"))


def test_a_page_with_a_token_is_kept_by_nobody(alice: Person) -> None:
    page = client_of(alice).post("/me/tokens/", {"name": "laptop", "days": 1})
    assert "no-store" in page.headers["Cache-Control"]


def test_a_token_works_until_it_expires(alice: Person) -> None:
    text = _made(client_of(alice), days=30)
    assert _call(text) == 200
    token = ApiToken.objects.get()
    assert timedelta(days=29) < token.expires - timezone.now() < timedelta(days=31)
    assert token.last_used is not None
    ApiToken.objects.update(expires=timezone.now())
    assert _call(text) == 401
    assert "expired" in said(client_of(alice).get("/me/tokens/"))


def test_a_revoked_token_no_longer_works(alice: Person) -> None:
    client = client_of(alice)
    text = _made(client)
    path = f"/me/tokens/{ApiToken.objects.get().pk}/revoke/"
    assert client.get(path).status_code == 405
    assert client.post(path).url == "/me/tokens/"
    assert _call(text) == 401
    assert "revoked" in said(client.get("/me/tokens/"))


def test_tokens_end_with_the_account(alice: Person) -> None:
    text = _made(client_of(alice))
    alice.is_active = False
    alice.save()
    assert _call(text) == 401


@pytest.mark.parametrize("given", ["", "x", "cutline_", "cutline_" + "x" * 43, "\u20ac"])
def test_what_is_no_token_is_none(alice: Person, given: str) -> None:
    _made(client_of(alice))
    assert ApiToken.find(given) is None
    # The hash of one is none either: who reads the database cannot call.
    assert ApiToken.find(ApiToken.objects.get().hash) is None


def test_nobody_revokes_or_sees_the_tokens_of_others(alice: Person) -> None:
    text = _made(client_of(alice))
    bob = client_of(made.person("bob"))
    assert bob.post(f"/me/tokens/{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert _call(text) == 200
    assert "laptop" not in said(bob.get("/me/tokens/"))


@pytest.mark.parametrize(
    ("name", "days", "why"),
    [
        ("", 30, "required"),
        ("x" * 61, 30, "at most 60"),
        ("laptop", 0, "greater than or equal to 1"),
        ("laptop", 366, "less than or equal to 365"),
        ("laptop", "", "required"),
        ("lap\u202etop", 30, "cannot be seen"),
    ],
)
def test_what_a_token_has_to_be(alice: Person, name: str, days: Any, why: str) -> None:
    page = client_of(alice).post("/me/tokens/", {"name": name, "days": days})
    assert page.status_code == 422
    assert why in problems(page)
    assert not ApiToken.objects.exists()


def test_there_are_only_so_many(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_TOKENS", 1)
    client = client_of(alice)
    _made(client)
    page = client.post("/me/tokens/", {"name": "two", "days": 3})
    assert "which is the most" in problems(page)
    ApiToken.objects.update(revoked=timezone.now())
    _made(client, "two")


def test_a_token_opens_no_page(alice: Person) -> None:
    text = _made(client_of(alice))
    page = Client().get("/me/", headers={"Authorization": f"Bearer {text}"})
    assert page.status_code == 302


def test_a_session_does_not_speak_for_a_program(alice: Person) -> None:
    # Else another site could have a browser call the interface.
    assert client_of(alice).get("/api/v1/me").status_code == 401

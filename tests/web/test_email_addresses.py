"""Addresses of a person: added, proven, changed, and not kept from whose they are."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from cutline.web.people.models import Person
from tests.server import made
from tests.web.flows import (
    client_of,
    confirm,
    is_signed_in,
    last_mail,
    link_in,
    problems,
    said,
    sign_in,
    sign_up,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Client:
    made.person("alice")
    client = Client()
    sign_in(client)
    client.post("/account/reauthenticate/", {"password": made.PASSWORD})
    return client


def _add(client: Client, email: str) -> Any:
    return client.post("/account/email/", {"action_add": "", "email": email})


def test_another_address_is_added_proven_and_used(alice: Client) -> None:
    _add(alice, "second@example.org")
    confirm(alice)
    alice.post("/account/email/", {"action_primary": "", "email": "second@example.org"})
    assert Person.objects.get(username="alice").email == "second@example.org"
    assert {message.to[0] for message in mail.outbox[-1:]} == {"alice@example.org"}
    alice.post("/account/email/", {"action_remove": "", "email": "alice@example.org"})
    assert [a.email for a in EmailAddress.objects.all()] == ["second@example.org"]


def test_an_address_that_is_not_proven_gets_no_mail_and_signs_nobody_in(alice: Client) -> None:
    _add(alice, "second@example.org")
    alice.post("/account/email/", {"action_primary": "", "email": "second@example.org"})
    assert Person.objects.get(username="alice").email == "alice@example.org"
    alice.post("/account/email/", {"action_remove": "", "email": "alice@example.org"})
    assert EmailAddress.objects.filter(email="alice@example.org").exists()


def test_addresses_are_not_changed_by_who_finds_a_browser_open() -> None:
    client = client_of(made.person("alice"))
    response = client.post("/account/email/", {"action_add": "", "email": "thief@example.org"})
    assert response.status_code == 302
    assert response.url.startswith("/account/reauthenticate/")
    assert not EmailAddress.objects.filter(email="thief@example.org").exists()
    wrong = client.post("/account/reauthenticate/", {"password": "wrong"})
    assert problems(wrong)
    # Once the password was given, what was asked for is done; nothing has to be typed again.
    given = {"password": made.PASSWORD, "next": "/account/email/"}
    assert client.post("/account/reauthenticate/", given).url == "/account/email/"
    assert EmailAddress.objects.filter(email="thief@example.org", verified=False).exists()


def test_the_address_of_somebody_else_cannot_be_had(alice: Client) -> None:
    made.person("bob")
    answers = [_add(alice, "bob@example.org"), _add(alice, "free@example.org")]
    assert [(a.status_code, a.url) for a in answers] == [(302, "/account/email/")] * 2
    shown = said(alice.get("/account/email/"))
    assert "bob" not in shown.replace("bob@example.org", "")
    mails = [str(message.body) for message in mail.outbox if message.to == ["bob@example.org"]]
    for body in mails:
        assert "/confirm-email/" not in body or "alice" in body
    bob = EmailAddress.objects.get(user__username="bob")
    assert (bob.email, bob.verified) == ("bob@example.org", True)
    assert not EmailAddress.objects.filter(user__username="alice", verified=True).exclude(
        email="alice@example.org"
    )


def test_who_only_named_an_address_does_not_keep_it_from_whose_it_is(alice: Client) -> None:
    sign_up(Client(), "mallory", email="second@example.org")
    _add(alice, "second@example.org")
    link = link_in(last_mail())
    assert alice.post(link).status_code == 302
    alice.post("/account/email/", {"action_primary": "", "email": "second@example.org"})
    assert Person.objects.get(username="alice").email == "second@example.org"
    mallory = Person.objects.get(username="mallory")
    assert mallory.email.endswith(".invalid")
    assert not mallory.has_confirmed_email


def test_who_was_signed_up_by_others_takes_the_account_over_by_the_mail() -> None:
    # Somebody signs up with an address that is not theirs, and waits.
    waiting = Client()
    sign_up(waiting, "trap", email="victim@example.org")
    sign_up(Client(), "victim", email="victim@example.org")
    assert "has an account already" in last_mail().body
    Client().post("/account/password/reset/", {"email": "victim@example.org"})
    victim = Client()
    form = victim.get(link_in(last_mail()))
    new = {"password1": "another long secret", "password2": "another long secret"}
    victim.post(form.url, new)
    assert not is_signed_in(waiting)
    assert sign_in(Client(), "trap").status_code == 200


def test_there_are_only_so_many_addresses(alice: Client) -> None:
    for number in range(5):
        _add(alice, f"more{number}@example.org")
    assert EmailAddress.objects.filter(user__username="alice").count() == 5
    assert "Add an address" not in said(alice.get("/account/email/"))

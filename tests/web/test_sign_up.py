"""Signing up: the same answer to all, names that nobody takes for another's."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from cutline.web.people.models import Person, Role
from tests.server import made
from tests.web.flows import (
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


def test_somebody_signs_up_confirms_and_is_in() -> None:
    client = Client()
    response = sign_up(client)
    assert (response.status_code, response.url) == (302, "/account/confirm-email/")
    assert "An e-mail is on its way to you" in said(client.get(response.url))
    assert not is_signed_in(client)
    assert last_mail().to == ["alice@example.org"]
    assert confirm(client).status_code == 302
    assert is_signed_in(client)
    person = Person.objects.get(username="alice")
    assert (person.role, person.has_confirmed_email) == (Role.PARTICIPANT, True)


def test_a_link_that_is_only_opened_confirms_nothing() -> None:
    client = Client()
    sign_up(client)
    link = link_in(last_mail())
    assert Client().get(link).status_code == Client().head(link).status_code == 200
    assert not Person.objects.get(username="alice").has_confirmed_email


def test_who_opens_the_link_elsewhere_is_not_signed_in_there() -> None:
    sign_up(Client())
    elsewhere = Client()
    confirm(elsewhere)
    assert not is_signed_in(elsewhere)
    assert Person.objects.get(username="alice").has_confirmed_email


def test_who_has_not_confirmed_cannot_sign_in_and_gets_the_link_again() -> None:
    sign_up(Client())
    mail.outbox.clear()
    client = Client()
    assert sign_in(client).url == "/account/confirm-email/"
    assert not is_signed_in(client)
    assert "/account/confirm-email/" in link_in(last_mail())


@pytest.mark.parametrize("key", ["MQ:1xTcpK:OLzXrpLckIeJsZfyxt5soyZIoeLKDw120sVeGmcUruw", "x"])
def test_a_link_that_is_made_up_does_nothing(key: str) -> None:
    client = Client()
    response = client.get(f"/account/confirm-email/{key}/")
    assert "This link does not work" in said(response)
    assert client.post(f"/account/confirm-email/{key}/").status_code == 404


def test_nobody_learns_whether_an_address_has_an_account() -> None:
    made.person("bob")
    new, known = Client(), Client()
    answers = [sign_up(new, "carol"), sign_up(known, "dora", email="Bob@example.org")]
    assert [(a.status_code, a.url) for a in answers] == [(302, "/account/confirm-email/")] * 2
    shown = [said(client.get("/account/confirm-email/")) for client in (new, known)]
    assert shown[0].replace("carol@", "") == shown[1].replace("bob@", "")
    assert set(new.cookies) == set(known.cookies)
    assert not Person.objects.filter(username="dora").exists()
    assert "has an account already" in last_mail().body


@pytest.mark.parametrize(
    ("username", "why"),
    [
        ("a", "at least 2"),
        ("a" * 41, "at most 40"),
        ("alice@example.org", "without @"),
        ("ALICE", "already"),
        ("admin", "can not be used"),
        ("ａｄｍｉｎ", "can not be used"),
        ("former-person-7", "The site itself uses the name"),
        ("two words", "use letters, digits and"),
        ("a/b", "use letters, digits and"),
        ("<b>", "use letters, digits and"),
        ("al\u202eice", "cannot be seen (U+202E)"),
        ("al\u200bice", "cannot be seen (U+200B)"),
        ("al\u2066ice", "cannot be seen (U+2066)"),
        ("alice\u3164", "cannot be seen"),
        ("al\x07ice", "cannot be seen (U+0007)"),
        ("al\x00ice", "Null characters"),
        ("аlice", "mixes Cyrillic and Latin letters"),
        ("аӏісе", "looks as if it were"),
        ("αlice", "mixes Greek and Latin letters"),
    ],
)
def test_names_that_are_refused(username: str, why: str) -> None:
    made.person("alice")
    before = Person.objects.count()
    response = sign_up(Client(), username, email="new@example.org")
    assert response.status_code == 200
    assert why in problems(response)
    assert Person.objects.count() == before
    assert mail.outbox == []


@pytest.mark.parametrize("username", ["Åsa", "сергей", "太郎", "علي", "d.arc", "x1"])
def test_names_in_any_alphabet_are_taken(username: str) -> None:
    assert sign_up(Client(), username, email="new@example.org").status_code == 302
    assert Person.objects.filter(username=username).exists()


def test_one_spelling_of_a_name_is_kept() -> None:
    sign_up(Client(), "A\u030asa", email="one@example.org")
    response = sign_up(Client(), "Åsa", email="two@example.org")
    assert "already" in problems(response)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("sh0rt", "at least 10 characters"),
        ("1234567890123", "entirely numeric"),
        ("password123", "too common"),
        ("alice@example.org", "too similar"),
    ],
)
def test_passwords_that_are_refused(password: str, why: str) -> None:
    response = sign_up(Client(), password1=password)
    assert why in problems(response)
    assert password not in response.content.decode().replace("alice@example.org", "")


@pytest.mark.parametrize(
    "email",
    ["a@example.org\nBcc: b@example.org", "a@example.org\r\nSubject: hi", "a@x", "a b@example.org"],
)
def test_an_address_that_would_add_headers_is_refused(email: str) -> None:
    response = sign_up(Client(), email=email)
    assert "valid" in problems(response)
    assert mail.outbox == []


def test_nothing_typed_is_lost_but_the_password() -> None:
    response = sign_up(Client(), "a/b", email="kept@example.org")
    page = response.content.decode()
    assert 'value="kept@example.org"' in page
    assert made.PASSWORD not in page


def test_a_field_that_is_not_there_is_not_taken() -> None:
    sign_up(Client(), role="admin", is_active="1", is_superuser="1")
    assert Person.objects.get(username="alice").role == Role.PARTICIPANT

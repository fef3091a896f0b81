"""Passwords: how they are kept, changed, and set anew."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.core import mail
from django.test import Client

from cutline.web import settings as real
from cutline.web.people.models import Person
from tests.server import made
from tests.web.flows import client_of, is_signed_in, last_mail, link_in, problems, said, sign_in

pytestmark = pytest.mark.django_db

NEW = "another long secret"


def test_passwords_are_kept_by_argon2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS
    kept = make_password(made.PASSWORD)
    assert kept.startswith("argon2$argon2id$")
    assert identify_hasher(kept).algorithm == "argon2"
    assert made.PASSWORD not in kept


def test_the_real_settings_hash_by_argon2(tmp_path: Any) -> None:
    program = "from django.conf import settings; print(settings.PASSWORD_HASHERS[0])"
    environment = {"DJANGO_SETTINGS_MODULE": "cutline.web.settings", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment | {"CUTLINE_SERVER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip().endswith("Argon2PasswordHasher")
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def _asked(email: str = "alice@example.org") -> Any:
    return Client().post("/account/password/reset/", {"email": email})


def test_a_lost_password_is_set_anew_by_a_link() -> None:
    person = made.person("alice")
    elsewhere = client_of(person)
    assert _asked().url == "/account/password/reset/done/"
    link = link_in(last_mail())
    client = Client()
    form = client.get(link)
    # The secret goes from the address into the session at once, so that no page is called by it.
    assert form.status_code == 302
    assert "set-password" in form.url
    assert form.headers["Referrer-Policy"] == "strict-origin"
    done = client.post(form.url, {"password1": NEW, "password2": NEW})
    assert done.url == "/account/password/reset/key/done/"
    assert not is_signed_in(elsewhere)
    assert sign_in(Client(), password=made.PASSWORD).status_code == 200
    assert sign_in(Client(), password=NEW).status_code == 302
    assert "set anew" in last_mail().body


def test_a_link_works_once() -> None:
    made.person("alice")
    _asked()
    link = link_in(last_mail())
    client = Client()
    client.post(client.get(link).url, {"password1": NEW, "password2": NEW})
    again = Client()
    assert "This link does not work" in said(again.get(link))
    other = made.person("bob")
    other_link = link.replace(link.split("/key/")[1].split("-")[0], _base36(other.pk), 1)
    assert "This link does not work" in said(Client().get(other_link))


def _base36(number: int) -> str:
    from django.utils.http import int_to_base36

    return int_to_base36(number)


def test_nobody_learns_by_a_reset_whether_an_address_has_an_account() -> None:
    made.person("alice")
    closed = made.person("carol")
    closed.is_active = False
    closed.save()
    pages = []
    for email in ("alice@example.org", "nobody@example.org", "carol@example.org"):
        client = Client()
        response = client.post("/account/password/reset/", {"email": email})
        assert (response.status_code, response.url) == (302, "/account/password/reset/done/")
        pages.append(said(client.get(response.url)))
    assert len(set(pages)) == 1
    assert [message.to for message in mail.outbox][:2] == [
        ["alice@example.org"],
        ["nobody@example.org"],
    ]
    assert "No account has it" in mail.outbox[1].body
    assert "/key/" not in mail.outbox[-1].body


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [("short", "short", "at least 10"), (NEW, "something else", "same password each time")],
)
def test_a_new_password_has_to_be_one(first: str, second: str, why: str) -> None:
    made.person("alice")
    _asked()
    client = Client()
    form = client.get(link_in(last_mail()))
    response = client.post(form.url, {"password1": first, "password2": second})
    assert why in problems(response)


def test_a_change_of_password_ends_all_other_sessions() -> None:
    person = made.person("alice")
    here, elsewhere = Client(), client_of(person)
    sign_in(here)
    fields = {"oldpassword": made.PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/account/password/change/", fields).status_code == 302
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)
    assert "was changed" in last_mail().body
    assert Person.objects.get(pk=person.pk).check_password(NEW)


def test_a_password_is_not_changed_without_the_old_one() -> None:
    person = made.person("alice")
    here = Client()
    sign_in(here)
    fields = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert "current password" in problems(here.post("/account/password/change/", fields))
    assert Person.objects.get(pk=person.pk).check_password(made.PASSWORD)

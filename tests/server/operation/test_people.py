"""Admins and lost passwords, from the command line of the machine."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.core.errors import UsageError
from cutline.server.operation.people import make_admin, password_path, person_named
from cutline.web.people.models import AuditEntry, Person, Role
from tests.server import made

pytestmark = pytest.mark.django_db


def test_somebody_becomes_an_admin_and_it_is_written_down() -> None:
    made.person("wim")
    assert make_admin("WIM").role == Role.ADMIN
    entry = AuditEntry.objects.get(action="person.change_role")
    assert entry.detail == {"before": "participant", "after": "admin"}
    make_admin("wim")
    assert AuditEntry.objects.filter(action="person.change_role").count() == 1


def test_somebody_new_needs_an_address() -> None:
    with pytest.raises(UsageError, match="--email"):
        make_admin("hanna")
    hanna = make_admin("hanna", "hanna@example.org")
    assert hanna.has_confirmed_email
    assert not hanna.has_usable_password()
    with pytest.raises(UsageError, match="belongs to another"):
        make_admin("ada", "HANNA@example.org")
    with pytest.raises(UsageError, match="valid email"):
        make_admin("ada", "nowhere")
    assert Person.objects.count() == 1


def test_an_account_is_not_taken_by_naming_another_address() -> None:
    made.person("wim")
    with pytest.raises(UsageError, match="another address"):
        make_admin("wim", "mine@example.org")
    assert Person.objects.get().role == Role.PARTICIPANT


def test_near_names_are_offered() -> None:
    made.person("hanna")
    with pytest.raises(UsageError, match=r"did you mean hanna\?"):
        person_named("hana")


def test_the_link_sets_a_password_once(client: Client) -> None:
    hanna = make_admin("hanna", "hanna@example.org")
    path = password_path(hanna)
    form = client.get(path, follow=True).redirect_chain[-1][0]
    new = {"password1": "quite a new secret", "password2": "quite a new secret"}
    client.post(form, new)
    hanna.refresh_from_db()
    assert hanna.check_password("quite a new secret")
    again = Client().get(path, follow=True)
    assert not again.redirect_chain or b"password1" not in again.content

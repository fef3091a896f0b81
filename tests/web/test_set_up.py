"""The first run: a link that makes the admin, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.web.people.first_run import make_admin, open_set_up
from cutline.web.people.models import AuditEntry, Person, Role, SetUpLink
from tests.server import made
from tests.web.flows import is_signed_in, problems, said

pytestmark = pytest.mark.django_db

FIELDS = {"username": "admin", "email": "Ada@Example.org", "password": "a long enough secret"}


def _opened() -> str:
    path = open_set_up()
    assert path is not None
    return path


def test_the_link_makes_an_admin_once() -> None:
    path, client = _opened(), Client()
    assert "Nobody runs it yet" in said(client.get(path))
    assert client.post(path, FIELDS).url == "/"
    person = Person.objects.get()
    assert (person.username, person.email, person.role) == (
        "admin",
        "ada@example.org",
        Role.ADMIN,
    )
    assert person.has_confirmed_email
    assert is_signed_in(client)
    for response in (Client().get(path), Client().post(path, {**FIELDS, "username": "two"})):
        assert response.status_code == 404
        assert "This link does not work" in said(response)
    assert open_set_up() is None
    assert AuditEntry.objects.get().action == "site.set_up"


def test_only_the_hash_of_the_link_is_kept() -> None:
    secret = _opened().split("/")[-2]
    assert secret not in str(SetUpLink.objects.values())
    assert Client().get(f"/set-up/{SetUpLink.objects.get().hash}/").status_code == 404


def test_a_link_ends_by_time_and_by_the_next_one() -> None:
    first, second = _opened(), _opened()
    assert Client().get(first).status_code == 404
    SetUpLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert Client().get(second).status_code == 404
    assert Client().post(second, FIELDS).status_code == 404
    assert not Person.objects.exists()


def test_of_two_at_once_one_wins() -> None:
    secret = _opened().split("/")[-2]
    assert make_admin(secret, "one", "one@example.org", made.PASSWORD) is not None
    assert make_admin(secret, "two", "two@example.org", made.PASSWORD) is None
    assert Person.objects.count() == 1


def test_where_somebody_runs_the_site_no_link_works() -> None:
    path = _opened()
    made.person("ada", Role.ADMIN)
    assert Client().post(path, FIELDS).status_code == 404
    assert open_set_up() is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"username": "a@b"}, "without @"),
        ({"username": "a/b"}, "use letters, digits and"),
        ({"username": "bob"}, "Somebody has this username"),
        ({"username": "аdmin"}, "mixes Cyrillic and Latin"),
        ({"email": "bob@example.org"}, "An account has this address"),
        ({"email": "x"}, "valid email"),
        ({"password": "short"}, "at least 10"),
        ({"password": "ada@example.org"}, "too similar"),
        ({"password": ""}, "required"),
    ],
)
def test_what_is_refused(change: dict[str, str], why: str) -> None:
    made.person("bob")
    path = _opened()
    response = Client().post(path, FIELDS | change)
    assert response.status_code == 422
    assert why in problems(response)
    assert Client().get(path).status_code == 200  # the link still holds

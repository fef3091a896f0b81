"""Taking one's data along, and being forgotten without a trace of the name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.core.cache import cache
from django.db.models import ForeignKey, Model, OneToOneField
from django.test import Client
from django.utils import timezone

from cutline.server.models import Blob, Host, Rescore, Submission
from cutline.web.people import teams as acts
from cutline.web.people.forget import forget, obstacles
from cutline.web.people.models import (
    ApiToken,
    AuditEntry,
    Invitation,
    Membership,
    Person,
    Role,
    Team,
)
from cutline.web.people.models.audit import record
from cutline.web.sign_in import SIGN_IN
from tests.server import made, scored
from tests.web.flows import client_of, is_signed_in, problems, said, sign_in

pytestmark = pytest.mark.django_db

#: Nothing else is called so.
NAME = "Quellmaria"
ADDRESSES = ("quellmaria@example.org", "q.maria@second.example.org")


@pytest.fixture
def maria() -> Person:
    """Somebody who left traces everywhere."""
    owner = made.person("hanna", Role.HOST)
    person = made.person(NAME)
    EmailAddress.objects.create(user=person, email=ADDRESSES[1], verified=True)
    SocialAccount.objects.create(
        user=person, provider="openid_connect", uid="u-1", extra_data={"name": NAME}
    )
    ApiToken.make(person, f"{NAME}'s laptop", timezone.now() + timedelta(days=3))
    team = acts.own_team_of(person)
    team.affiliation = f"{NAME} & sons"
    team.save()
    acts.invite(person, team, 3)
    Membership.objects.create(team=made.team("Blue", owner), person=person)
    benchmark = made.benchmark(owner)
    Host.objects.create(benchmark=benchmark, person=person)
    made_submission = scored.submission(made.phase(benchmark), team, made.run("net"))
    made_submission.file_name, made_submission.idempotency_key = f"{NAME}.json", f"{NAME}-1"
    made_submission.save()
    _rescore(benchmark, person)
    record(owner, "host.add", f"person:{person.pk}", described=NAME, mail=person.email)
    record(person, "site.see", "site", described=NAME.lower(), who=[NAME, {"mail": ADDRESSES[1]}])
    record(None, "mail.bounced", "site", why=f"no mailbox {ADDRESSES[0]} there")
    return person


def _rescore(benchmark: Any, person: Person) -> None:
    Rescore.objects.create(
        benchmark=benchmark,
        scorer="x",
        bundle=benchmark.bundle,
        bundle_digest="x",
        bundle_version="1",
        started_by=person,
        ended_by=person,
    )


def _everything() -> Iterator[tuple[type[Model], Model]]:
    for model in apps.get_models():
        for row in model._default_manager.all():
            yield model, row


def _traces() -> list[str]:
    """Where the name stands, in whatever table."""
    wanted = (NAME.lower(), *ADDRESSES)
    found = []
    for model, row in _everything():
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            text = (row.data() if isinstance(row, Blob) else value) or ""
            text = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
            if any(word in text.lower() for word in wanted):
                found.append(f"{model.__name__}.{field.name}: {text[:80]}")
    return found


def _ties(person: Person) -> set[str]:
    """Which tables speak of a person."""
    found = set()
    for model, row in _everything():
        for field in row._meta.concrete_fields:
            is_tie = isinstance(field, ForeignKey | OneToOneField)
            is_theirs = getattr(row, field.attname) == person.pk
            if is_tie and is_theirs and field.related_model is Person:
                found.add(f"{model.__name__}.{field.name}")
    return found


def test_a_forgotten_person_leaves_no_name_in_any_table(maria: Person) -> None:
    browser = client_of(maria)
    assert is_signed_in(browser)
    assert len(_traces()) > 10
    submission = Submission.objects.get(team__owner=maria)
    forget(maria)
    assert _traces() == []
    assert _ties(maria) == {"Team.owner"}
    maria.refresh_from_db()
    assert maria.username == f"former-person-{maria.pk}"
    assert not maria.is_active
    assert not is_signed_in(browser)
    assert sign_in(Client(), NAME).status_code == 200
    submission.refresh_from_db()
    assert submission.team is not None
    assert submission.team.name.startswith("former team")
    assert (submission.person, submission.file_name) == (None, "")
    assert AuditEntry.objects.filter(action="person.forget").count() == 1


def test_the_record_stays_but_for_the_name(maria: Person) -> None:
    before = AuditEntry.objects.count()
    forget(maria)
    assert AuditEntry.objects.count() == before + 1
    entry = AuditEntry.objects.get(action="site.see")
    assert entry.detail == {"who": ["a former person", {"mail": "a former person"}]}
    bounced = AuditEntry.objects.get(action="mail.bounced")
    assert bounced.detail == {"why": "no mailbox a former person there"}
    assert AuditEntry.objects.get(action="host.add").actor is not None


def test_the_name_is_free_for_others_and_the_former_one_is_not(maria: Person) -> None:
    forget(maria)
    client = Client()
    fields = {"username": NAME, "email": "new@example.org", "password1": made.PASSWORD}
    assert client.post("/account/signup/", fields).status_code == 302
    fields["username"] = f"former-person-{maria.pk}"
    assert "The site itself" in problems(Client().post("/account/signup/", fields))


def test_who_is_forgotten_by_themselves_says_so_with_the_password(maria: Person) -> None:
    client = client_of(maria)
    assert client.get("/me/forget/").status_code == 200
    wrong = client.post("/me/forget/", {"password": "wrong"})
    assert wrong.status_code == 422
    assert "not your password" in problems(wrong)
    assert client.post("/me/forget/", {"password": made.PASSWORD}).url == "/"
    assert not is_signed_in(client)
    assert _traces() == []


def test_passwords_are_not_tried_there(maria: Person, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = SIGN_IN["ACCOUNT_RATE_LIMITS"]
    cache.clear()
    client = client_of(maria)
    statuses = [client.post("/me/forget/", {"password": f"x{n}"}).status_code for n in range(15)]
    assert statuses[0] == 422
    assert statuses[-1] == 429
    maria.refresh_from_db()
    assert maria.forgotten is None


def test_who_has_no_password_gives_the_name(maria: Person) -> None:
    maria.set_unusable_password()
    maria.save()
    client = client_of(maria)
    assert "not your username" in problems(client.post("/me/forget/", {"username": "x"}))
    assert client.post("/me/forget/", {"username": NAME}).status_code == 302


def test_what_stands_in_the_way_is_told_and_nothing_is_half_done(maria: Person) -> None:
    mia = made.person("mia")
    team = made.team("Green", maria, mia)
    made.benchmark(maria, "mine")
    maria.role = Role.ADMIN
    maria.save()
    before = _traces()
    page = client_of(maria).post("/me/forget/", {"password": made.PASSWORD})
    assert page.status_code == 422
    for words in ("You own the team “Green”", "the only admin", "You own the benchmark"):
        assert words in problems(page)
    assert _traces() == before
    team.owner = mia
    team.save()
    assert len(obstacles(maria)) == 2


def test_an_export_has_all_that_is_theirs(maria: Person) -> None:
    answer = client_of(maria).get("/me/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cutline-person.json"'
    assert "no-store" in answer.headers["Cache-Control"]
    content = json.loads(answer.content)
    assert content["account"]["username"] == NAME
    assert {a["email"].lower() for a in content["email_addresses"]} == set(ADDRESSES)
    assert content["sign_ins_elsewhere"][0]["told"] == {"name": NAME}
    assert [t["name"] for t in content["tokens"]] == [f"{NAME}'s laptop"]
    assert {t["name"]: t["owner"] for t in content["teams"]} == {NAME: True, "Blue": False}
    assert [s["method"] for s in content["submissions"]] == ["net"]
    assert [(b["slug"], b["as"]) for b in content["benchmarks"]] == [("made", "host")]
    assert "team.create" in {entry["action"] for entry in content["record"]}


def test_an_export_has_nothing_of_others_and_no_secret(maria: Person) -> None:
    text = client_of(maria).get("/me/export/").content.decode()
    for other in ("hanna", "hanna@example.org"):
        assert other not in text
    for token in ApiToken.objects.all():
        assert token.hash not in text
    maria.refresh_from_db()
    assert maria.password not in text
    for invitation in Invitation.objects.all():
        assert invitation.secret not in text
    others = client_of(Person.objects.get(username="hanna")).get("/me/export/").content.decode()
    assert NAME not in others


def test_only_people_themselves_get_here() -> None:
    for path in ("/me/export/", "/me/forget/"):
        assert "/account/login/" in Client().get(path).url


def test_pages_of_a_forgotten_team_still_answer(maria: Person) -> None:
    forget(maria)
    team = Team.objects.get(owner=maria)
    assert "former team" in said(Client().get(f"/teams/{team.slug}/"))

"""People, the record, and the health of the queue."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from cutline.server.console.views import queue as queue_page
from cutline.server.models import Benchmark, JobState, ScoringJob, Submission, Worker
from cutline.server.operation.presence import say_here
from cutline.server.scoring import scorer
from cutline.web.people.models import AuditEntry, Person, Role
from cutline.web.people.models.audit import record
from tests.server import made
from tests.server.console.conftest import SignedIn, audited
from tests.server.scored import submission

pytestmark = pytest.mark.django_db


def test_people_are_found_and_their_teams_seen(admins_browser: Client, entry: Submission) -> None:
    page = admins_browser.get("/host/people/").content.decode()
    assert "pia@example.org" in page
    found = admins_browser.get("/host/people/?text=PIA").content.decode()
    assert "pia@example.org" in found
    assert "hanna@example.org" not in found
    hosts = admins_browser.get("/host/people/?role=host").content.decode()
    assert "hanna@example.org" in hosts
    assert "pia@example.org" not in hosts
    pia = Person.objects.get(username="pia")
    assert "Alphas" in admins_browser.get(f"/host/people/{pia.pk}/").content.decode()


def test_a_role_is_changed_and_the_person_signed_out(
    admins_browser: Client, signed_in: SignedIn
) -> None:
    paul = made.person("paul")
    browser = signed_in(paul)
    assert browser.get("/host/").status_code == 403
    admins_browser.post(f"/host/people/{paul.pk}/role/", {"role": "host"})
    assert browser.get("/host/").status_code == 302
    paul.refresh_from_db()
    assert paul.role == Role.HOST
    assert signed_in(paul).get("/host/").status_code == 200
    assert audited("person.change_role").detail == {
        "role": {"before": "participant", "after": "host"}
    }
    admins_browser.post(f"/host/people/{paul.pk}/role/", {"role": "emperor"})
    paul.refresh_from_db()
    assert paul.role == Role.HOST


def test_nobody_takes_the_last_admin_away(admins_browser: Client, admin: Person) -> None:
    for address, given in (("role", {"role": "host"}), ("active", {"to": "closed"})):
        answer = admins_browser.post(f"/host/people/{admin.pk}/{address}/", given, follow=True)
        assert "Your own" in answer.content.decode()
    admin.refresh_from_db()
    assert (admin.role, admin.is_active) == (Role.ADMIN, True)


def test_an_account_is_closed_and_opened(admins_browser: Client, signed_in: SignedIn) -> None:
    paul = made.person("paul")
    browser = signed_in(paul)
    assert browser.get("/teams/").status_code == 200
    admins_browser.post(f"/host/people/{paul.pk}/active/", {"to": "closed"})
    assert browser.get("/teams/").status_code == 302
    admins_browser.post(f"/host/people/{paul.pk}/active/", {"to": "open"})
    paul.refresh_from_db()
    assert paul.is_active
    audited("person.deactivate")
    audited("person.reactivate")
    Person.objects.filter(pk=paul.pk).update(is_active=False, forgotten=timezone.now())
    gone = admins_browser.post(f"/host/people/{paul.pk}/active/", {"to": "open"}, follow=True)
    assert "asked to be forgotten" in gone.content.decode()


def test_a_confirmation_is_sent_again(admins_browser: Client) -> None:
    paul = made.person("paul", confirmed=False)
    admins_browser.post(f"/host/people/{paul.pk}/confirm/")
    assert [message.to for message in mail.outbox] == [["paul@example.org"]]
    audited("person.confirm_again")
    sure = made.person("sura")
    answer = admins_browser.post(f"/host/people/{sure.pk}/confirm/", follow=True)
    assert "has no address that is to be confirmed" in answer.content.decode()


def test_the_record_is_filtered_and_given_as_a_file(
    admins_browser: Client, hosts_browser: Client, admin: Person, benchmark: Benchmark
) -> None:
    record(admin, "person.change_role", "person:7", described="=cmd|' /C calc'!A0")
    page = admins_browser.get("/host/audit/?text=change_role").content.decode()
    assert "person.change_role" in page
    assert "benchmark.publish" not in page
    assert "Nothing like that" in admins_browser.get("/host/audit/?actor=nobody").content.decode()
    future = (timezone.now() + timedelta(days=2)).date()
    assert "Nothing like" in admins_browser.get(f"/host/audit/?since={future}").content.decode()
    assert admins_browser.get("/host/audit/?until=bad").status_code == 200
    answer = admins_browser.get("/host/audit.csv?text=change_role")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [row["action"] for row in rows] == ["person.change_role"]
    assert rows[0]["described"].startswith("'=cmd")
    of_host = hosts_browser.get("/host/b/made/audit/").content.decode()
    assert "benchmark.publish" in of_host
    assert "person.change_role" not in of_host
    assert hosts_browser.get("/host/audit.csv").status_code == 403


def test_the_record_of_a_deleted_benchmark_is_not_for_its_heirs(
    hosts_browser: Client, host: Person
) -> None:
    old = record(host, "submission.disqualify", "submission:1", scope="made", described="secret")
    AuditEntry.objects.filter(pk=old.pk).update(when=timezone.now() - timedelta(days=1))
    made.benchmark(host)
    page = hosts_browser.get("/host/b/made/audit/").content.decode()
    assert "benchmark.create" in page
    assert "secret" not in page


def test_the_queue_says_what_waits_and_who_is_there(
    hosts_browser: Client, entry: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(queue_page, "why_unconfined", lambda: "no such filter here")
    waiting = submission(entry.phase, made.team("Lates", made.person("lars")), method="Late")
    ScoringJob.objects.filter(submission=entry).update(
        state=JobState.FAILED, fault="out of memory", lease=3
    )
    empty = hosts_browser.get("/host/queue/").content.decode()
    assert "No worker has been seen for a while." in empty
    say_here("machine:1:abc")
    Worker.objects.create(
        name="machine:2:def",
        version="0.0",
        started=timezone.now() - timedelta(hours=2),
        seen=timezone.now() - timedelta(hours=1),
    )
    page = hosts_browser.get("/host/queue/").content.decode()
    assert "No worker has been seen" not in page
    for text in ("machine:1:abc", "another than here", "Late", "out of memory", "no such filter"):
        assert text in page
    assert "Jobs that no worker of this version takes" not in page
    monkeypatch.setattr(scorer, "__version__", "99.0")
    stalled = hosts_browser.get("/host/queue/").content.decode()
    assert "Jobs that no worker of this version takes" in stalled
    assert "1 job." in stalled
    assert waiting.jobs.get().state == JobState.QUEUED


def test_hosts_see_single_jobs_of_their_own_alone(
    signed_in: SignedIn, stranger: Person, entry: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_page, "why_unconfined", lambda: "")
    submission(entry.phase, made.team("Lates", made.person("lars")), method="Late")
    page = signed_in(stranger).get("/host/queue/").content.decode()
    assert "Late" not in page

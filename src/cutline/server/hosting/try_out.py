"""Who and what a demonstration needs beside its benchmark: an admin, a participant, files."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta
from pathlib import Path

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from cutline.benchmarks.demo import SYSTEMS, demo_run
from cutline.core.atomic import atomic_write
from cutline.core.types import Run
from cutline.server.hosting.bundles import image_ids
from cutline.server.models import Benchmark
from cutline.web.people.models import ApiToken, Membership, Person, Role, Team
from cutline.web.people.models.audit import record

ADMIN = "demo"
PARTICIPANT = "demo-participant"
_TEAM = "Demo team"
_TOKEN = "demonstration"
_TOKEN_DAYS = 90


def demo_admin() -> tuple[Person, str | None]:
    """The demonstration's admin, and the password where it was made just now."""
    with transaction.atomic():
        found = Person.objects.filter(username=ADMIN).first()
        if found is not None:
            return found, None
        password = secrets.token_urlsafe(12)
        made = _person(ADMIN, password, Role.ADMIN)
        record(made, "site.demo", f"person:{made.pk}", described=ADMIN)
    return made, password


def demo_token() -> str:
    """A token of the demonstration's participant; those of earlier starts no longer hold."""
    with transaction.atomic():
        person = Person.objects.filter(username=PARTICIPANT).first()
        if person is None:
            person = _person(PARTICIPANT, None, Role.PARTICIPANT)
            team = Team.objects.create(slug="demo-team", name=_TEAM, owner=person)
            Membership.objects.create(team=team, person=person)
        now = timezone.now()
        ApiToken.objects.filter(person=person, name=_TOKEN, revoked=None).update(revoked=now)
        _, text = ApiToken.make(person, _TOKEN, now + timedelta(days=_TOKEN_DAYS))
    return text


def write_results(benchmark: Benchmark, folder: Path) -> dict[tuple[str, str], Path]:
    """What the demonstration's systems say, as COCO results: a file for each system and phase."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    written = {}
    for phase in benchmark.phases.all():
        wanted = image_ids(benchmark, phase.split)
        for system in SYSTEMS:
            path = folder / f"{system}-{phase.slug}.json"
            captions = demo_run(system).captions
            with atomic_write(path) as file:
                file.write(_results(Run(system, {image: captions[image] for image in wanted})))
            written[system, phase.slug] = path
    return written


def _results(run: Run) -> str:
    records = [
        {"image_id": image_id, "caption": captions[0]}
        for image_id, captions in run.captions.items()
    ]
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"


def _person(name: str, password: str | None, role: Role) -> Person:
    made = Person.objects.create_person(name, f"{name}@localhost.invalid", password, role)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made

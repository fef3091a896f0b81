"""Taking part in a project: once for each person, however they come."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Max

from cutline.collect.joining.arms import Arm, arms_of, next_arm
from cutline.collect.models import Annotator, AnnotatorState, Platform, Project, Role
from cutline.core.errors import UsageError
from cutline.web.people.models import Person

_MOST_ID = 100


@dataclass(frozen=True)
class Visitor:
    """Somebody in a project, and the secret that their browser keeps; None where it has it."""

    annotator: Annotator
    secret: str | None = None


def join_with_account(project: Project, person: Person) -> Annotator:
    """Take part as a person with an account."""
    found = Annotator.objects.filter(project=project, person=person).first()
    if found is not None:
        return found
    with transaction.atomic():
        _lock(project)
        known = Annotator.objects.filter(project=project, person=person).first()
        return known or _added(project, platform=Platform.ACCOUNT, person=person)


def join_by_link(project: Project) -> Visitor:
    """Take part as somebody who has the link and no account. Another browser is somebody else."""
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        _lock(project)
        added = _added(project, platform=Platform.LINK, secret_hash=_hash(secret))
    return Visitor(added, secret)


def join_from_platform(
    project: Project, platform: Platform, worker: str, study: str = "", session: str = ""
) -> Visitor:
    """Take part as somebody whom a crowd platform sent; the same worker again is the same.

    Raises:
        UsageError: when the platform did not say who it is.
    """
    worker = worker.strip()
    if not 0 < len(worker) <= _MOST_ID or not worker.isprintable():
        raise UsageError(
            f"the link of the platform has a worker id of {len(worker)} characters, expected 1 to "
            f"{_MOST_ID} that can be printed"
        )
    # A new secret each time: who has the platform's link once more may have another browser.
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        _lock(project)
        known = Annotator.objects.filter(
            project=project, platform=platform, external_id=worker
        ).first()
        of_visit = {"external_study": study[:_MOST_ID], "external_session": session[:_MOST_ID]}
        annotator = known or _added(project, platform=platform, external_id=worker)
        Annotator.objects.filter(pk=annotator.pk).update(secret_hash=_hash(secret), **of_visit)
        annotator.refresh_from_db()
    return Visitor(annotator, secret)


def annotator_by_secret(project: Project, secret: str) -> Annotator | None:
    """Whose browser has this secret."""
    if not secret:
        return None
    return Annotator.objects.filter(project=project, secret_hash=_hash(secret)).first()


def _lock(project: Project) -> None:
    list(Project.objects.select_for_update(no_key=True).filter(pk=project.pk).values_list("pk"))


def _added(project: Project, **fields: Any) -> Annotator:
    others = Annotator.objects.filter(project=project)
    number = (others.aggregate(most=Max("number"))["most"] or 0) + 1
    arm = _arm(project)
    has_test = project.pass_mark is not None and (
        project.items.filter(role=Role.QUALIFICATION).exists()
    )
    return Annotator.objects.create(
        project=project,
        number=number,
        arm=arm.name,
        is_primed=arm.is_primed,
        state=AnnotatorState.NEW if has_test else AnnotatorState.ACTIVE,
        **fields,
    )


def _arm(project: Project) -> Arm:
    # Whoever was blocked or failed writes nothing: their arm lacks somebody.
    counted = (
        Annotator.objects.filter(project=project)
        .exclude(state__in=(AnnotatorState.BLOCKED, AnnotatorState.FAILED))
        .values("arm")
        .annotate(people=Count("pk"))
    )
    return next_arm(arms_of(project.arms), {one["arm"]: one["people"] for one in counted})


def _hash(secret: str) -> str:
    # Random and long, so that a plain hash cannot be guessed.
    return hashlib.sha256(secret.encode()).hexdigest()

"""The first run of a site: a link, printed once, that makes its admin."""

from __future__ import annotations

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from cutline.web.people.models import Person, Role, SetUpLink
from cutline.web.people.models.audit import record
from cutline.web.people.models.token import hash_of

#: How long a link holds. A site that is started again prints a new one.
HOLDS = timedelta(hours=24)


def open_set_up() -> str | None:
    """The path of a new link that makes the site's admin; None where there is one already.

    Links that were given out before no longer hold.
    """
    with transaction.atomic():
        SetUpLink.objects.all().delete()
        if has_admin():
            return None
        secret = secrets.token_urlsafe(24)
        SetUpLink.objects.create(hash=hash_of(secret), expires=timezone.now() + HOLDS)
    return reverse("set_up", args=[secret])


def has_admin() -> bool:
    """Whether somebody runs the site."""
    return Person.objects.filter(role=Role.ADMIN, is_active=True).exists()


def is_open(secret: str) -> bool:
    """Whether a link still holds."""
    held = SetUpLink.objects.filter(hash=hash_of(secret), expires__gt=timezone.now())
    return held.exists() and not has_admin()


def make_admin(secret: str, username: str, email: str, password: str) -> Person | None:
    """The site's admin, whose e-mail needs no confirmation; None where the link no longer holds.

    Of two who use the link at once, one wins: the link is gone with the first.
    """
    with transaction.atomic():
        used, _ = SetUpLink.objects.filter(
            hash=hash_of(secret), expires__gt=timezone.now()
        ).delete()
        if not used or has_admin():
            return None
        SetUpLink.objects.all().delete()
        person = Person.objects.create_person(username, email, password, Role.ADMIN)
        # Who can read the server's own output need not prove an address to it.
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        record(person, "site.set_up", f"person:{person.pk}")
    return person

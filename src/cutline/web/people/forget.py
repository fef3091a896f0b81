"""Forgetting a person: what they did stays, and no longer says who they are."""

from __future__ import annotations

import re
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils import timezone

from cutline.core.errors import UsageError
from cutline.web.people.holdings import all_holdings
from cutline.web.people.models import AuditEntry, Person, Role, Team
from cutline.web.people.models.audit import record
from cutline.web.people.names import FORMER, FORMER_PERSON
from cutline.web.people.sessions import end_sessions_of

#: What stands in the record where a name stood.
NOBODY = "a former person"


def obstacles(person: Person) -> list[str]:
    """Why a person cannot be forgotten yet, each with what to do about it."""
    found = [
        f"You own the team “{team.name}”, which has other members: hand it over to one of them."
        for team in person.owned_teams.order_by("name")
        if team.memberships.exclude(person=person).exists()
    ]
    others = Person.objects.filter(role=Role.ADMIN, is_active=True).exclude(pk=person.pk)
    if person.is_admin and not others.exists():
        found.append("You are the only admin of this site: make somebody else an admin first.")
    return found + [line for holding in all_holdings() for line in holding.obstacles(person)]


def forget(person: Person, actor: Person | None = None) -> None:
    """Forget a person, all of it or nothing.

    Args:
        person: who is to be forgotten.
        actor: the admin who does it; the person, where they do it themselves.

    Raises:
        UsageError: when something stands in the way.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person.pk)
        if person.forgotten is not None:
            return
        if lines := obstacles(person):
            raise UsageError("\n".join(lines))
        _close_teams(person)
        for holding in all_holdings():
            holding.forget(person)
        person.tokens.all().delete()
        _clean_record(person)
        EmailAddress.objects.filter(user=person).delete()
        SocialAccount.objects.filter(user=person).delete()
        end_sessions_of(person)
        _take_the_name(person)
        by_admin = actor is not None and actor.pk != person.pk
        record(actor if by_admin else None, "person.forget", f"person:{person.pk}")


def _close_teams(person: Person) -> None:
    """Teams of one lose their names; of all others the person is no longer a member."""
    for team in person.owned_teams.all():
        before = f"team:{team.slug}"
        team.name = _former_name(team)
        team.slug = team.name.replace(" ", "-")
        team.affiliation = ""
        team.save(update_fields=["name", "slug", "affiliation"])
        # The address of a team of one is mostly the name of its person.
        AuditEntry.objects.filter(subject=before).update(subject=f"team:{team.slug}")
        team.invitations.all().delete()
    person.memberships.all().delete()


def _former_name(team: Team) -> str:
    """A name that no team has, nor an address made of it."""
    number = team.pk
    while True:
        name = f"{FORMER} {number}"
        others = Team.objects.exclude(pk=team.pk)
        if (
            not others.filter(name__iexact=name).exists()
            and not others.filter(slug=name.replace(" ", "-")).exists()
        ):
            return name
        number += 1_000_000


def _take_the_name(person: Person) -> None:
    person.username = f"{FORMER_PERSON}-{person.pk}"
    # Mail to this domain goes nowhere, by its definition.
    person.email = f"{FORMER_PERSON}-{person.pk}@forgotten.invalid"
    person.role = Role.PARTICIPANT
    person.is_active = False
    person.forgotten = timezone.now()
    person.last_login = None
    person.set_unusable_password()
    person.save()


def _clean_record(person: Person) -> None:
    """The record keeps what was done; where it names the person, it no longer does."""
    addresses = {
        person.email,
        *EmailAddress.objects.filter(user=person).values_list("email", flat=True),
    }
    clean = _Without(person.username, sorted(addresses, key=len, reverse=True))
    for entry in AuditEntry.objects.iterator():
        about = entry.subject == f"person:{person.pk}"
        theirs = entry.actor_id == person.pk
        described = "" if about else clean(entry.described)
        detail = clean(entry.detail)
        if theirs or (described, detail) != (entry.described, entry.detail):
            entry.actor_id = None if theirs else entry.actor_id
            entry.described, entry.detail = described, detail
            entry.save(update_fields=["actor", "described", "detail"])


class _Without:
    """Takes a person's name from values where it stands alone, and their addresses everywhere.

    A name may be a common word too, which a longer text uses for something else.
    """

    def __init__(self, username: str, addresses: list[str]) -> None:
        self._username = username.casefold()
        found = "|".join(map(re.escape, addresses))
        self._addresses = re.compile(rf"(?<![\w.+-])(?:{found})(?![\w-])", re.IGNORECASE)

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            if value.casefold() == self._username:
                return NOBODY
            return self._addresses.sub(NOBODY, value)
        if isinstance(value, list):
            return [self(item) for item in value]
        if isinstance(value, dict):
            return {name: self(item) for name, item in value.items()}
        return value

"""All that the site keeps of a person, for that person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone

from cutline.web.people.holdings import all_holdings
from cutline.web.people.models import AuditEntry, Person

VERSION = 1


def everything_of(person: Person) -> dict[str, Any]:
    """All that is kept of a person, as values that JSON knows. Secrets and their hashes are not."""
    return {
        "cutline": "person",
        "version": VERSION,
        "written": moment(timezone.now()),
        "account": _account(person),
        "email_addresses": [
            {"email": address.email, "confirmed": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=person).order_by("pk")
        ],
        "sign_ins_elsewhere": [
            {"provider": account.provider, "id": account.uid, "told": account.extra_data}
            for account in SocialAccount.objects.filter(user=person).order_by("pk")
        ],
        "tokens": [
            {
                "name": token.name,
                "start": token.start,
                "created": moment(token.created),
                "expires": moment(token.expires),
                "revoked": moment(token.revoked),
                "last_used": moment(token.last_used),
            }
            for token in person.tokens.order_by("pk")
        ],
        "teams": _teams(person),
        "record": [
            _entry(entry, person)
            for entry in AuditEntry.objects.filter(actor=person).order_by("pk")
        ],
    } | {holding.name: holding.give(person) for holding in all_holdings()}


def moment(when: datetime | None) -> str | None:
    """A time as an export writes it."""
    return when.isoformat() if when is not None else None


def _account(person: Person) -> dict[str, Any]:
    return {
        "username": person.username,
        "email": person.email,
        "role": person.role,
        "joined": moment(person.date_joined),
        "last_sign_in": moment(person.last_login),
    }


def _teams(person: Person) -> list[dict[str, Any]]:
    return [
        {
            "name": membership.team.name,
            "affiliation": membership.team.affiliation,
            "joined": moment(membership.joined),
            "owner": membership.team.owner_id == person.pk,
        }
        for membership in person.memberships.select_related("team").order_by("pk")
    ]


def _entry(entry: AuditEntry, person: Person) -> dict[str, Any]:
    """What a person did. Done to somebody else, it is not told who that is."""
    is_of_another = entry.subject.startswith("person:") and entry.subject != f"person:{person.pk}"
    return {
        "when": moment(entry.when),
        "action": entry.action,
        "subject": entry.subject,
        "described": "" if is_of_another else entry.described,
        "detail": {} if is_of_another else entry.detail,
    }

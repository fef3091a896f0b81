"""What admins do to accounts, each written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.http import HttpRequest

from cutline.core.errors import UsageError
from cutline.server.hosting.edit import change
from cutline.web.people.models import Person, Role
from cutline.web.people.models.audit import record
from cutline.web.people.sessions import end_sessions_of


def change_role(actor: Person, person: Person, role: Role) -> None:
    """Give a person another role.

    Raises:
        UsageError: when it is one's own, or the last admin's.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person.pk)
        if person.pk == actor.pk:
            raise UsageError("Your own role is changed by another admin.")
        if person.role == role:
            raise UsageError(f"{person.username} is {role} already.")
        _keep_an_admin(person)
        was, person.role = person.role, role
        person.save(update_fields=["role"])
        end_sessions_of(person)
        _note(actor, "person.change_role", person, role=change(was, str(role)))


def deactivate(actor: Person, person: Person) -> None:
    """Close an account: nobody signs in to it, and its tokens no longer hold.

    Raises:
        UsageError: when it is one's own, the last admin's, or closed already.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person.pk)
        if person.pk == actor.pk:
            raise UsageError("Your own account is closed on your own page.")
        if not person.is_active:
            raise UsageError(f"The account of {person.username} is closed already.")
        _keep_an_admin(person)
        person.is_active = False
        person.save(update_fields=["is_active"])
        end_sessions_of(person)
        _note(actor, "person.deactivate", person)


def reactivate(actor: Person, person: Person) -> None:
    """Open an account again.

    Raises:
        UsageError: when it is open, or the person asked to be forgotten.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person.pk)
        if person.is_active:
            raise UsageError(f"The account of {person.username} is open.")
        if person.forgotten is not None:
            raise UsageError("This person asked to be forgotten: nothing is left to come back to.")
        person.is_active = True
        person.save(update_fields=["is_active"])
        _note(actor, "person.reactivate", person)


def confirm_again(actor: Person, person: Person, request: HttpRequest) -> None:
    """Send the e-mail again by which a person confirms their address.

    Raises:
        UsageError: when there is nothing to confirm.
    """
    address = EmailAddress.objects.filter(user=person, verified=False).order_by("-primary").first()
    if address is None or not person.is_active:
        raise UsageError(f"{person.username} has no address that is to be confirmed.")
    with transaction.atomic():
        _note(actor, "person.confirm_again", person)
        address.send_confirmation(request)


def confirmed_among(people: Iterable[Person]) -> set[int]:
    """Those of some people whom an e-mail has reached."""
    found = EmailAddress.objects.filter(user__in=list(people), verified=True)
    return set(found.values_list("user_id", flat=True))


def _keep_an_admin(person: Person) -> None:
    if not person.is_admin or not person.is_active:
        return
    others = Person.objects.filter(role=Role.ADMIN, is_active=True).exclude(pk=person.pk)
    if not others.exists():
        raise UsageError("This is the last admin: make somebody else one first.")


def _note(actor: Person, action: str, person: Person, **detail: Any) -> None:
    record(actor, action, f"person:{person.pk}", described=person.username, **detail)

"""People, from the command line of the machine: an admin, and links that set passwords."""

from __future__ import annotations

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from cutline.core.errors import UsageError, near_names
from cutline.web.people.models import Person, Role
from cutline.web.people.models.audit import record
from cutline.web.people.names import username_of


def person_named(name: str) -> Person:
    """The person of this name.

    Raises:
        UsageError: when there is none.
    """
    found = Person.objects.filter(username__iexact=name, forgotten=None).first()
    if found is None:
        known = Person.objects.filter(forgotten=None).values_list("username", flat=True)[:1000]
        raise UsageError(f"nobody here is called {name!r}{near_names(name, known)}")
    return found


def make_admin(name: str, email: str = "") -> Person:
    """Make somebody an admin; with an e-mail address, somebody who has no account yet.

    Raises:
        UsageError: when there is nobody of this name and no address either, or both are taken.
    """
    with transaction.atomic():
        found = Person.objects.filter(username__iexact=name, forgotten=None).first()
        if found is not None and email and found.email.lower() != email.lower():
            raise UsageError(f"{found.username} has an account already, with another address")
        person = found or _new(name, email)
        if found is None or person.role != Role.ADMIN or not person.is_active:
            before = "" if found is None else person.role
            Person.objects.filter(pk=person.pk).update(role=Role.ADMIN, is_active=True)
            person.refresh_from_db()
            record(
                None,
                "person.change_role",
                f"person:{person.pk}",
                described=f"{person.username}, from the command line",
                before=before,
                after=Role.ADMIN.value,
            )
    return person


def password_path(person: Person) -> str:
    """The path of a link by which somebody sets a password, once."""
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(person)
    found = {"uidb36": user_pk_to_url_str(person), "key": key}
    record(None, "person.password_link", f"person:{person.pk}", described="from the command line")
    return reverse("account_reset_password_from_key", kwargs=found)


def _new(name: str, email: str) -> Person:
    if not email:
        raise UsageError(f"nobody here is called {name!r}: --email ADDRESS makes an account")
    try:
        validate_email(email)
        username = username_of(name)
    except ValidationError as error:
        raise UsageError(f"{name} {email}: {' '.join(error.messages)}") from None
    if Person.objects.filter(email__iexact=email).exists():
        raise UsageError(f"{email} belongs to another account")
    made = Person.objects.create_person(username, email, None, Role.ADMIN)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made

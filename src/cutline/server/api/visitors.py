"""Who calls: the person of a bearer token, or nobody.

Sessions of browsers do not count here, so no other site can make a browser call for its user.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import timezone

from cutline.server.api.errors import ApiError
from cutline.web.access import Visitor
from cutline.web.people.models import ApiToken, Person

#: Not at every call: when a token was used is for people to look at.
_NOTED_EVERY = timedelta(minutes=1)


def visitor_of(request: HttpRequest) -> Visitor:
    """The caller.

    Raises:
        ApiError: when a token was given that does not hold.
    """
    given = request.headers.get("Authorization", "")
    if not given:
        return AnonymousUser()
    scheme, _, text = given.partition(" ")
    token = ApiToken.find(text.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        raise ApiError(
            401,
            "bad_token",
            "The token is unknown, expired or revoked. Make a new one on your tokens page.",
            headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
        )
    now = timezone.now()
    if token.last_used is None or now - token.last_used > _NOTED_EVERY:
        # On a full disk the call is still answered, with what it has to say of that.
        with suppress(DatabaseError):
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)
    return token.person


def person_of(visitor: Visitor) -> Person:
    """The person who calls.

    Raises:
        ApiError: when nobody is known.
    """
    if isinstance(visitor, Person):
        return visitor
    raise ApiError(
        401,
        "token_needed",
        "This needs a token: make one on your tokens page and send it as `Authorization: Bearer`.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, for limits on those who are not known."""
    if settings.CONFIGURATION.proxied:
        # The proxy in front adds the address that it saw at the end; all before may be made up.
        forwarded = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip()
        if forwarded:
            return forwarded
    return str(request.META.get("REMOTE_ADDR", ""))
